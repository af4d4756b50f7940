/** A browser that lets the page keep nothing. */

import { expect } from "vitest";
import { clickSquares, expectListed, startForgetfulBrowser } from "./browser";
import { itServed } from "./site";
import { startTogether } from "./together";

const together = startTogether();

itServed("a page that may keep nothing works, and says so once", async () => {
  const context = await startForgetfulBrowser();
  const page = await context.newPage();
  const errors: Error[] = [];
  page.on("pageerror", (error) => errors.push(error));
  page.setDefaultTimeout(20_000);
  await page.goto(together.server.url);
  // The test would prove nothing in a browser that allows it.
  expect(
    await page.evaluate(() => {
      try {
        return typeof localStorage;
      } catch (reason) {
        return (reason as Error).name;
      }
    }),
  ).toBe("SecurityError");
  await page.getByRole("button", { name: "Play Scirocco" }).click();
  await page.getByText("As in the diagram").click();
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await page.locator("svg.board-picture").waitFor();
  const word = page.getByText("This browser keeps nothing for this page");
  await word.waitFor();
  await clickSquares(page, "e3", "e4");
  await expectListed(page, "P-e4");
  await page.locator(".offline").getByRole("button", { name: "Close" }).click();
  await word.waitFor({ state: "detached" });
  // The address leads back to the game; other places of the page work, too.
  await page.reload();
  await expectListed(page, "P-e4");
  for (const path of ["learn", "puzzles", "pieces/scirocco", "editor/scirocco", "lobby", "games", "help"]) {
    await page.goto(`${together.server.url}/#/${path}`);
    await page.locator("main h1").first().waitFor();
  }
  expect(errors).toEqual([]);
  await context.close();
});

/** The list of one's games. */

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import {
  PHONE,
  QUIET,
  checkAccess,
  clickSquares,
  expectTurn,
  openPage,
  openTable,
  screenshot,
} from "./browser";
import { itServed } from "./site";
import { startTogether } from "./together";

const together = startTogether();

const cards = (page: Page) => page.locator(".table-card");

async function toGames(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Games", exact: true }).click();
  await cards(page).first().waitFor();
}

it("all games are listed with where they stand, can be named, and put away", async () => {
  const page = await openPage(together.browser);
  for (const game of ["scirocco", "scirocco", "typhoon", "scirocco"]) {
    const position = game === "scirocco" ? QUIET : "11(K)/11(P)/12/12/12/12/12/12/12/12/11[P]/11[K] b";
    await openTable(page, together.server.url, game, position);
  }
  await clickSquares(page, "f4", "f5");
  await expectTurn(page, "Pf4-f5");
  await page.getByLabel("More", { exact: true }).click();
  await page.getByRole("button", { name: "Resign", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await page.locator(".result").waitFor();
  await toGames(page);
  await page.getByRole("button", { name: "All 4 games" }).click();
  await expect.poll(() => cards(page).count()).toBe(4);
  const first = cards(page).first();
  expect(await first.innerText()).toMatch(/Scirocco\s+Two people\s+1-0, 1 turn: .*resign/i);
  expect(await cards(page).nth(1).innerText()).toMatch(/Typhoon\s+Two people\s+Not begun, Blue to move/);
  expect(await first.locator(".mini-board .tile").count()).toBe(6);
  await checkAccess(page);
  await screenshot(page, "tables");

  await page.getByLabel("More about Typhoon").click();
  await cards(page).nth(1).getByRole("button", { name: "Name and tags" }).click();
  await page.getByLabel("Its name").fill("The long one");
  await page.getByLabel("Tags, parted by commas").fill("Club, slow");
  await page.getByRole("button", { name: "Keep this name" }).click();
  await cards(page).nth(1).getByRole("heading", { name: "The long one" }).waitFor();
  for (const [text, count] of [
    ["resign", 1],
    ["LONG typh", 1],
    ["two people", 4],
    ["jupiter", 0],
  ] as const) {
    await page.getByLabel("Find a game").fill(text);
    await expect.poll(() => cards(page).count()).toBe(count);
  }
  await page.getByText("None of your games is like that").waitFor();
  await page.getByRole("button", { name: "slow" }).click();
  await expect.poll(() => cards(page).count()).toBe(1);
  await checkAccess(page);
  await screenshot(page, "tables-found");
  await page.getByRole("button", { name: "slow" }).click();
  await expect.poll(() => cards(page).count()).toBe(4);
  await page.getByLabel("More about Scirocco").first().click();
  await first.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Keep it" }).click();
  expect(await cards(page).count()).toBe(4);
  await page.getByLabel("More about Scirocco").first().click();
  await first.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect.poll(() => cards(page).count()).toBe(3);
  await page.reload();
  await cards(page).first().waitFor();
  expect(await first.innerText()).toContain("The long one");
  await first.getByRole("link").click();
  await page.locator(".player").first().waitFor();
  expect(await page.title()).toContain("Typhoon");
  await page.context().close();
});

itServed("a table joined by its link is listed, with what has happened there since", async () => {
  const page = await openPage(together.browser);
  await openTable(page, together.server.url, "scirocco", QUIET);
  const friend = await openPage(together.browser, PHONE);
  await friend.goto(page.url());
  await friend.locator(".player").first().waitFor();
  await friend.goto(`${together.server.url}/#/help`);
  await friend.goto(together.server.url);
  await friend.close();
  // Nobody but who has the link sees it.
  const stranger = await openPage(together.browser);
  await stranger.goto(together.server.url);
  await stranger.getByRole("button", { name: "Play Scirocco" }).waitFor();
  expect(await cards(stranger).count()).toBe(0);
  await clickSquares(page, "f4", "f5");
  await expectTurn(page, "Pf4-f5");
  const again = await friend.context().newPage();
  await again.goto(together.server.url);
  await expect.poll(() => cards(again).first().innerText()).toContain("1 turn, Tan to move");
  await screenshot(again, "tables-phone");
  await stranger.context().close();
  await friend.context().close();
  await page.context().close();
});

it("pages side by side do not forget each other's games", async () => {
  const page = await openPage(together.browser);
  await page.goto(together.server.url);
  await page.getByRole("button", { name: "Play Scirocco" }).waitFor();
  const other = await page.context().newPage();
  await openTable(other, together.server.url, "scirocco", QUIET);
  await expect.poll(() => cards(page).count()).toBe(1);
  await page.getByRole("button", { name: /^Colours/ }).click();
  await page.reload();
  await expect.poll(() => cards(page).count()).toBe(1);
  await page.context().close();
});

it("pages side by side have the same settings", async () => {
  const page = await openPage(together.browser);
  await page.goto(together.server.url);
  const colours = (of: Page) => of.getByRole("button", { name: /^Colours/ }).getAttribute("title");
  await page.getByRole("button", { name: "Play Scirocco" }).waitFor();
  const other = await page.context().newPage();
  await other.goto(together.server.url);
  await other.getByRole("button", { name: "Play Scirocco" }).waitFor();
  await page.getByRole("button", { name: /^Colours/ }).click();
  await expect.poll(() => colours(other)).toBe("Colours: light");
  // A game that is begun here changes nothing else there.
  await openTable(other, together.server.url, "scirocco", QUIET);
  await page.reload();
  await expect.poll(() => colours(page)).toBe("Colours: light");
  await page.context().close();
});

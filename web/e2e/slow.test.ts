/** Where answers come slowly, nothing is lost of what is done before they do. */

import { expect } from "vitest";
import { QUIET, clickSquares, expectTurn, openPage, openTable, slowAnswers } from "./browser";
import { itServed } from "./site";
import { startTogether } from "./together";

const together = startTogether();

itServed("numbers that are changed one after the other", async () => {
  const page = await openPage(together.browser);
  await slowAnswers(page);
  await page.goto(`${together.server.url}/#/editor/larger-board`);
  const text = page.getByLabel("The position as a text");
  await expect.poll(() => text.inputValue()).toContain("H,W,E,A,T");
  await page.getByLabel("Assassin of White").fill("2");
  await page.getByLabel("Assassin of White").press("Enter");
  await page.getByLabel("Thunder of White").fill("3");
  // The answer to the first change comes while the second one is being typed.
  await expect.poll(() => text.inputValue()).toContain("A2,T/");
  await page.getByLabel("Thunder of White").press("Enter");
  await expect.poll(() => text.inputValue()).toContain("A2,T3/");
  await page.context().close();
});

itServed("a position that is typed, and a piece put down on it", async () => {
  const page = await openPage(together.browser);
  await slowAnswers(page);
  await page.goto(`${together.server.url}/#/editor/scirocco`);
  const text = page.getByLabel("The position as a text");
  await expect.poll(() => text.inputValue()).toContain("[P]");
  await page.getByRole("button", { name: "Pawn", exact: true }).click();
  await text.fill(QUIET);
  await clickSquares(page, "a2", "b2");
  await page.getByRole("button", { name: "Analyse it" }).click();
  await page.locator(".player").first().waitFor();
  for (const square of ["a2", "b2"])
    expect(await page.locator(`[data-square="${square}"]`).getAttribute("aria-label")).toContain("Blue Pawn");
  await page.context().close();
});

itServed("choices of the set-up", async () => {
  const page = await openPage(together.browser);
  await slowAnswers(page);
  await page.goto(together.server.url);
  await page.getByRole("button", { name: "Play Scirocco" }).click();
  await page.getByText("A friend here").click();
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await page.getByText("Blue chooses").waitFor();
  const board = page.getByRole("grid", { name: "Set-up of Scirocco" });
  const before = await board.innerHTML();
  for (const choice of [0, 1]) await page.locator(".pairs input").nth(choice).click();
  await expect.poll(() => board.innerHTML()).not.toBe(before);
  for (const choice of [0, 1]) expect(await page.locator(".pairs input").nth(choice).isChecked()).toBe(true);
  await page.context().close();
});

itServed("steps along the line", async () => {
  const page = await openPage(together.browser);
  await slowAnswers(page);
  await openTable(page, together.server.url, "scirocco", QUIET);
  await clickSquares(page, "a1", "a2");
  await expectTurn(page, "K-a2");
  await clickSquares(page, "j10", "i10");
  await expectTurn(page, "K-i10");
  await page.locator("main").focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect
    .poll(() => page.locator('[data-square="a1"]').getAttribute("aria-label"))
    .toContain("Blue King");
  await page.context().close();
});

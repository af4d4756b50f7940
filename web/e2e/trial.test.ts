/** How a game is and what its pieces are worth: quick games of the engine, shown as they are played. */

import { expect, it } from "vitest";
import { PHONE, checkAccess, openPage, screenshot } from "./browser";
import { startTogether } from "./together";

const together = startTogether();

it("a game of one's own is tried, and a typical game is looked at", async () => {
  const page = await openPage(together.browser);
  await page.goto(`${together.server.url}/#/make`);
  await page.getByRole("button", { name: "8 × 8" }).click();
  await page.getByRole("link", { name: "How is it?" }).click();
  await page.getByText("30 games", { exact: true }).click();
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByRole("progressbar", { name: "Games that have been played" }).waitFor();
  // What is known so far is there while games are played.
  await page.getByRole("row", { name: /Rook/ }).waitFor();
  await page.locator(".advice").waitFor();
  expect(await page.getByRole("progressbar").count()).toBe(0);
  const parts = await page.locator(".trial-parts strong").allInnerTexts();
  expect(parts.reduce((sum, games) => sum + Number(games), 0)).toBe(30);
  await checkAccess(page);
  await screenshot(page, "trial");
  await page.setViewportSize(PHONE.viewport);
  await screenshot(page, "trial-phone");
  const bars = page.getByRole("img", { name: /^How many games have which length/ }).locator("span");
  expect(await bars.count()).toBeGreaterThan(1);
  // Another piece is chosen: the squares are those to which it has gone.
  const travels = page.locator("section", { hasText: /Where White’s pieces go/ });
  const darkest = () => travels.getByRole("img").getAttribute("aria-label");
  for (const piece of ["Rook", "King"]) {
    await travels.getByLabel("Piece").selectOption(piece);
    expect(await darkest()).toMatch(new RegExp(`^${piece}: most often to [a-h][1-8]`));
  }
  await page.getByRole("button", { name: /^The longest game/ }).click();
  await page.waitForURL(/#\/play/);
  await page
    .getByRole("button", { name: /^Resign|^Take back|^New game/ })
    .first()
    .waitFor();
  await page.context().close();
});

it("a trial is stopped and tells what it has shown so far", async () => {
  const page = await openPage(together.browser);
  await page.goto(`${together.server.url}/#/trial/scirocco`);
  await page.getByText("300 games", { exact: true }).click();
  // What came with the page is shown until the first game has been played here.
  await page.getByRole("button", { name: "Play anew" }).click();
  await page.getByText(/^These 500 games came with the page/).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("button", { name: "Play anew" }).waitFor();
  await page.getByRole("button", { name: /^A game of usual length/ }).waitFor();
  expect(await page.getByRole("progressbar").count()).toBe(0);
  await page.context().close();
});

it("the games that come with the page are told of at once, and one of them is played through", async () => {
  const page = await openPage(together.browser);
  await page.goto(`${together.server.url}/#/help/jupiter`);
  await page.getByRole("link", { name: /^How games of it go/ }).click();
  await page.getByText(/^These 500 games came with the page/).waitFor();
  expect(await page.getByRole("progressbar").count()).toBe(0);
  await checkAccess(page);
  await screenshot(page, "trial-stored");
  await page.setViewportSize(PHONE.viewport);
  await screenshot(page, "trial-stored-phone");
  await page.getByLabel("Piece").selectOption("Toucan");
  await page.getByRole("button", { name: "Look at a game where it does much" }).click();
  await page.waitForURL(/#\/play/);
  await page.getByRole("button", { name: "To the end" }).waitFor();
  await page.context().close();
});

/** A small game whose Rook is worth far too little. */
const WRONG = `id = "wrong"
name = "Wrong"
author = "Nobody"
year = 2026
pieces = ["King", "Rook", "Knight", "Pawn"]

[board]
files = 6
ranks = 6
promotion-zone = 1
promotion = "must"

[array]
symmetry = "mirror"
ranks = """
  P P P P P P
  R N K N N R
"""

[promotions]
Pawn = "Knight"

[ending]
check = "does not bind"
quiet-moves = { draw = 60, but = ["Pawn"] }

[piece.Pawn]
ability = "forward W (moving) + forward F (capturing)"
description = "Steps straight ahead and captures diagonally ahead."

[piece.Rook]
worth = 100

[piece.Knight]
worth = 900
`;

it("worths are learned, proved and written into the text", async () => {
  const page = await openPage(together.browser);
  await page.goto(`${together.server.url}/#/make`);
  await page.getByRole("button", { name: "8 × 8" }).click();
  await page.getByRole("textbox", { name: "The game file" }).click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(WRONG);
  await page.getByLabel(/^More about/).click();
  await page.getByRole("link", { name: "What are the pieces worth?" }).click();
  await page.getByText("60 games", { exact: true }).click();
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByText(/games to learn from so far/).waitFor();
  await page.getByText("They are better.").waitFor({ timeout: 60_000 });
  const row = page.getByRole("row", { name: /Rook/ });
  const [before, learned] = await row.getByRole("cell").allInnerTexts();
  expect(Number(before)).toBe(1);
  expect(Number(learned)).toBeGreaterThan(1.3);
  await checkAccess(page);
  await screenshot(page, "tune");
  await page.setViewportSize(PHONE.viewport);
  await screenshot(page, "tune-phone");
  await page.getByRole("button", { name: "Keep the new worths" }).click();
  await page.waitForURL(/#\/make\/./);
  const kept = await page.evaluate(() => Object.values(localStorage).join());
  expect(Number(/\[piece\.Rook\]\\nworth = (\d+)/.exec(kept)?.[1]) / 100).toBeCloseTo(Number(learned), 1);
  await page.context().close();
});

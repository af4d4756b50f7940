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
  await page.getByRole("button", { name: "Look at a typical game" }).click();
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
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByRole("row", { name: /Pawn/ }).waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("button", { name: "Play anew" }).waitFor();
  await page.getByRole("button", { name: "Look at a typical game" }).waitFor();
  expect(await page.getByRole("progressbar").count()).toBe(0);
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

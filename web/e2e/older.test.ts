/** The older games: each is begun from their list and played for some turns, by what the board offers. */

import type { Page } from "playwright-core";
import { expect } from "vitest";
import { PHONE, openPage, screenshot } from "./browser";
import { itServed } from "./site";
import { startTogether } from "./together";

const together = startTogether();

/** The turns of a game that are played. */
const TURNS = 10;
const SLOW = { timeout: 20_000 };
/** The most clicks that a turn takes. */
const CLICKS = 8;

/** Opens the list of the older games. */
async function openList(page: Page): Promise<void> {
  await page.goto(`${together.server.url}/#/`);
  await page.locator("details.older > summary", { hasText: "Older games" }).click();
}

const listed = (page: Page) => page.locator("details.older[open] li > button");

/** Plays a turn: takes up one of the pieces that can move, and accepts what is offered until the turn is there. */
async function playTurn(page: Page, seed: number): Promise<void> {
  const turns = page.locator(".rows .turn");
  const before = await turns.count();
  const movable = page.locator(".board .cell.holds");
  const target = page.locator(".board .target:not(.forbidden)");
  // What can move is another side's a moment later: a click that came too early takes up nothing.
  await expect
    .poll(async () => {
      const count = await movable.count();
      if (count > 0 && (await target.count()) === 0) await movable.nth((seed * 7) % count).click();
      return target.count();
    }, SLOW)
    .toBeGreaterThan(0);
  const answer = page.locator(".question button:not(.quiet)");
  for (let click = 0; click < CLICKS && (await turns.count()) === before; click++) {
    await answer.or(target).first().waitFor();
    if (await answer.first().isVisible()) {
      await answer.first().click();
    } else {
      const box = await target.nth(seed % (await target.count())).boundingBox();
      if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    }
    await expect
      .poll(async () => (await turns.count()) > before || (await answer.or(target).count()) > 0, SLOW)
      .toBe(true);
  }
  expect(await turns.count(), "the turn is played").toBe(before + 1);
}

itServed(
  "each older game is begun and played on a phone",
  async () => {
    const page = await openPage(together.browser, PHONE);
    await page.addInitScript(() => {
      localStorage.setItem("beaufort", JSON.stringify({ toured: true, confirm: false }));
    });
    await openList(page);
    const names = await listed(page).allInnerTexts();
    expect(names).toContain("Chu Shogi");
    for (const [game, name] of names.entries()) {
      if (game > 0) await openList(page);
      await listed(page).getByText(name, { exact: true }).click();
      await page.getByText("A friend here").click();
      const array = page.getByText("As in the diagram");
      if (await array.isVisible()) await array.click();
      await page.getByRole("button", { name: "Begin", exact: true }).click();
      await page.locator(".player").first().waitFor();
      for (let turn = 0; turn < TURNS; turn++) await playTurn(page, turn + game);
      await screenshot(page, `older-${name.toLowerCase().replaceAll(" ", "-")}`);
    }
    await page.context().close();
  },
  420_000,
);

/** The end of a game, on the board: who has won and why, and what comes next. */

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import {
  PHONE,
  checkAccess,
  clickSquares,
  expectTurn,
  nameOfSquare,
  openPage,
  openTable,
  screenshot,
} from "./browser";
import { startTogether } from "./together";

const together = startTogether();

/** Blue's Rook takes the King at once. */
const WON = "[R]3(K)5/10/10/10/10/9(P)/10/10/10/[K]9 b";

const ending = (page: Page) => page.getByRole("region", { name: "The game is over" });

/** Begins a game against the engine from a position. */
async function openDuel(page: Page, position: string): Promise<void> {
  await page.goto(`${together.server.url}/#/editor/scirocco/${encodeURIComponent(position)}`);
  await page.getByRole("button", { name: "Play from here" }).click();
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await page.locator(".player").first().waitFor();
}

it("two people are told who has won and why, and play again from the same start", async () => {
  const page = await openPage(together.browser);
  await openTable(page, together.server.url, "scirocco", WON);
  await clickSquares(page, "a10", "e10");
  await ending(page).getByRole("heading", { name: "Blue has won" }).waitFor();
  await ending(page).getByText("Tan has no royal piece left").waitFor();
  await expect
    .poll(() => page.locator("[aria-live]").allInnerTexts())
    .toContainEqual(expect.stringMatching(/takes King e10.*The game is over, 1-0/));
  await screenshot(page, "ending");
  await checkAccess(page);
  const before = page.url();
  await ending(page).getByRole("button", { name: "Rematch" }).click();
  await page.waitForURL((url) => url.href !== before);
  await expect.poll(() => nameOfSquare(page, "a10")).toContain("Blue Rook");
  expect(await ending(page).count()).toBe(0);
  await page.context().close();
});

it("who has beaten the engine plays a stronger one, or changes sides", async () => {
  const page = await openPage(together.browser);
  await openDuel(page, WON);
  await clickSquares(page, "a10", "e10");
  await ending(page).getByRole("heading", { name: "You have won" }).waitFor();
  await ending(page).getByRole("button", { name: "Against force 6, strong breeze" }).click();
  await page.getByText("engine, force 6, strong breeze").waitFor();
  await clickSquares(page, "a10", "e10");
  await ending(page).getByRole("button", { name: "Change sides" }).click();
  // Now the engine has the Rook, and takes the person's King.
  await ending(page).getByRole("heading", { name: "The engine has won" }).waitFor();
  await ending(page).getByRole("button", { name: "Against force 5, fresh breeze" }).waitFor();
  await page.context().close();
});

it("on a phone the end covers no more than it has to, and is put away", async () => {
  const page = await openPage(together.browser, { ...PHONE, colorScheme: "dark" });
  await openTable(page, together.server.url, "scirocco", WON);
  await clickSquares(page, "a10", "e10");
  await page.getByRole("button", { name: "Play Rxe10" }).click();
  await expectTurn(page, "Rxe10");
  await ending(page).waitFor();
  await screenshot(page, "ending-phone-dark");
  await ending(page).getByRole("button", { name: "Look at the board" }).click();
  await ending(page).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "New game" }).click();
  await page.getByRole("dialog", { name: "New game of Scirocco" }).waitFor();
  await page.context().close();
});

/** What is seen at a glance: what any piece could do, who could take it, why one cannot move, and boards beside turns. */

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import {
  LAPTOP,
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

/** Tan's Rook looks along a file and a rank; Blue's Pawn on a2 is blocked. */
const ROOKS = "1(R)7(K)/10/10/10/10/4[C]5/3[R]6/(P)9/[P]9/[K]9 b";

/** The signs of what the piece that is looked at could do, and the frames of those that could take there. */
const reach = (page: Page) => page.locator(".reach > .target");
const attackers = (page: Page) => page.locator(".sight rect.attacker");
const card = (page: Page) => page.locator(".piece-card");
const rest = (page: Page, square: string) => page.locator(`[data-square="${square}"]`).hover();
const preview = (page: Page) => page.locator(".preview");

it("any piece shows what it could do, and any square who could take there", async () => {
  const page = await openPage(together.browser);
  await openTable(page, together.server.url, "scirocco", ROOKS);
  // The Rook of the side that waits reaches the file and the rank.
  await rest(page, "b10");
  await expect.poll(() => reach(page).count()).toBe(17);
  expect(await nameOfSquare(page, "b5")).toContain("moves here");
  await card(page).getByText("Nothing can take it now.").waitFor();
  // A hover selects nothing, and a piece that is chosen has its own signs alone.
  expect(await page.locator(".selected").count()).toBe(0);
  await clickSquares(page, "d4");
  await rest(page, "b10");
  await page.waitForTimeout(400);
  expect(await reach(page).count()).toBe(0);
  expect(await page.locator(".targets > .target").count()).toBeGreaterThan(0);
  await page.keyboard.press("Escape");
  // An empty square, then a piece that cannot move.
  await rest(page, "b4");
  await expect.poll(() => attackers(page).count()).toBe(3);
  await card(page)
    .getByText(/^On b4 Blue could take with .*Rook d4/)
    .waitFor();
  await card(page).getByText("On b4 Tan could take with Rook b10.").waitFor();
  expect(await nameOfSquare(page, "b10")).toContain("could take on b4");
  await rest(page, "a2");
  await card(page).getByText("It can go nowhere from here, and there is nothing that it can take.").waitFor();
  await card(page).getByText("Guarded by King a1.").waitFor();
  await checkAccess(page);
  // Without the setting the pointer shows nothing; a click and a key do.
  await page.getByLabel("More", { exact: true }).click();
  await page.getByLabel("Reach and attackers").uncheck();
  await page.keyboard.press("Escape");
  await rest(page, "b10");
  await page.waitForTimeout(400);
  expect(await reach(page).count()).toBe(0);
  await page.keyboard.press(".");
  await expect.poll(() => reach(page).count()).toBe(17);
  await rest(page, "j1");
  await expect.poll(() => reach(page).count()).toBe(0);
  await clickSquares(page, "b10");
  await expect.poll(() => reach(page).count()).toBe(17);
  await page.context().close();
});

it("turns, lines and mistakes show their boards beside them", async () => {
  const page = await openPage(together.browser, LAPTOP);
  await openTable(page, together.server.url, "scirocco", ROOKS);
  await clickSquares(page, "a1", "b1");
  await expectTurn(page, "K-b1");
  await clickSquares(page, "j10", "j9");
  await expectTurn(page, "K-j9");
  // The way of the last turn is drawn.
  expect(await page.locator(".trace path").count()).toBe(1);
  expect(await page.locator(".rows .turn-tile use").count()).toBe(2);
  await page.locator(".turn", { hasText: "K-b1" }).hover();
  await preview(page).waitFor();
  await page.keyboard.press("Escape");
  await preview(page).waitFor({ state: "detached" });
  // A later turn of a line is shown, and played with those before it.
  await page.getByText("Engine", { exact: true }).click();
  await page.getByLabel("Analyse this position").check();
  const line = page.locator(".lines li").first().locator(".turn");
  await line.nth(1).hover();
  await preview(page).waitFor();
  await screenshot(page, "lines");
  await checkAccess(page);
  await line.nth(1).click();
  await page.getByText("Turns", { exact: true }).click();
  await expect.poll(() => page.locator(".moves .turn").count()).toBe(4);
  await page.context().close();
});

it("a tap on a phone tells name, reach and sentence at once", async () => {
  const page = await openPage(together.browser, { ...PHONE, colorScheme: "dark" });
  await openTable(page, together.server.url, "scirocco", ROOKS);
  await page.locator('[data-square="b10"]').tap();
  await expect.poll(() => reach(page).count()).toBe(17);
  const seen = await card(page).locator(".description").boundingBox();
  expect((seen?.y ?? Infinity) + (seen?.height ?? 0)).toBeLessThan(PHONE.viewport.height);
  await screenshot(page, "sight-phone-dark");
  await checkAccess(page);
  await page.context().close();
});

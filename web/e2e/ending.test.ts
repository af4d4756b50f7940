/** The end of a game, beside the board: who has won and why, and what comes next. */

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import {
  PHONE,
  QUIET,
  checkAccess,
  clickSquares,
  expectTurn,
  nameOfSquare,
  openPage,
  openRecord,
  openTable,
  screenshot,
} from "./browser";
import { startTogether } from "./together";

const together = startTogether();

/** Blue's Rook takes the King at once. */
const WON = "[R]3(K)5/10/10/10/10/9(P)/10/10/10/[K]9 b";

const ending = (page: Page) => page.getByRole("region", { name: "The game is over" });

/** Checks that the whole board is in sight while the end is told. */
async function expectBoardInSight(page: Page): Promise<void> {
  const covered = await page.locator(".board [data-square]").evaluateAll(
    (squares) =>
      squares.filter((square) => {
        const { x, y, width, height } = square.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2)?.closest(".board") === null;
      }).length,
  );
  expect(covered).toBe(0);
}

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
  await expectBoardInSight(page);
  await checkAccess(page);
  const before = page.url();
  // Pressed twice it begins one game.
  await ending(page)
    .getByRole("button", { name: "Rematch" })
    .evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
  await page.waitForURL((url) => url.href !== before);
  await expect.poll(() => nameOfSquare(page, "a10")).toContain("Blue Rook");
  expect(await ending(page).count()).toBe(0);
  const rematch = page.url();
  await page.getByRole("link", { name: "Games", exact: true }).click();
  await expect.poll(() => page.locator(".table-card").count()).toBe(2);
  await page.goBack();
  expect(page.url()).toBe(rematch);
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

it("a record that is over is there to be looked at, and a game played on from it ends as any other", async () => {
  const page = await openPage(together.browser);
  const record = `[Variant "scirocco"]\n[Result "1-0"]\n[Position "${WON}"]\n\n1. Rxe10 1-0`;
  await openRecord(page, together.server.url, record);
  const result = page.locator(".status .result", { hasText: "1-0" });
  await result.waitFor();
  expect(await ending(page).count()).toBe(0);
  await page.getByRole("button", { name: "To the start" }).click();
  await result.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "To the end" }).click();
  await result.waitFor();
  expect(await ending(page).count()).toBe(0);
  await page.getByRole("button", { name: "To the start" }).click();
  await result.waitFor({ state: "detached" });
  await page.getByLabel("More", { exact: true }).click();
  await page.getByRole("button", { name: "Type a turn" }).click();
  await page.getByLabel("Turn", { exact: true }).fill("R-a9");
  await page.keyboard.press("Enter");
  await expectTurn(page, "R-a9");
  await page.getByLabel("More", { exact: true }).click();
  await page.getByRole("button", { name: "Resign" }).click();
  const dialog = page.getByRole("dialog");
  // The irreversible choice is not the most prominent one.
  expect(await dialog.locator(".primary").count()).toBe(0);
  await dialog.getByRole("button", { name: "Resign" }).click();
  await ending(page).getByText("has resigned").waitFor();
  await page.context().close();
});

it("the evaluation bar stands only where the engine judges", async () => {
  const page = await openPage(together.browser);
  await openTable(page, together.server.url, "scirocco", QUIET);
  const bar = page.locator(".evaluation");
  await page.getByText("Engine", { exact: true }).click();
  await page.getByLabel("Evaluation bar").check();
  expect(await bar.count()).toBe(0);
  await page.getByLabel("Analyse this position").check();
  await bar.waitFor();
  await page.locator(".evaluation:not(.unknown)").waitFor();
  // The choice is kept, and there is no bar beside a game that is not judged.
  await openTable(page, together.server.url, "scirocco", WON);
  await clickSquares(page, "a10", "a9");
  await expectTurn(page, "R-a9");
  expect(await bar.count()).toBe(0);
  await page.context().close();
});

it("on a phone the end stands below the board, above the turns, and is put away", async () => {
  const page = await openPage(together.browser, { ...PHONE, colorScheme: "dark" });
  await openTable(page, together.server.url, "scirocco", WON);
  await clickSquares(page, "a10", "e10");
  await page.getByRole("button", { name: "Play Rxe10" }).click();
  await expectTurn(page, "Rxe10");
  await ending(page).waitFor();
  await screenshot(page, "ending-phone-dark");
  await expectBoardInSight(page);
  const bottom = await ending(page).evaluate((one) => one.getBoundingClientRect().bottom);
  expect((await page.locator(".panel-tabs").boundingBox())?.y).toBeGreaterThanOrEqual(bottom);
  await ending(page).getByRole("button", { name: "Close" }).click();
  await ending(page).waitFor({ state: "detached" });
  await page.locator(".status .result", { hasText: "1-0" }).waitFor();
  await page.getByRole("button", { name: "New game" }).click();
  await page.getByRole("dialog", { name: "New game of Scirocco" }).waitFor();
  await page.context().close();
});

it("against a gentle opponent a turn that loses at once is asked about first", async () => {
  const page = await openPage(together.browser);
  await page.goto(together.server.url);
  const position = "1(R)7(K)/10/10/10/10/4[C]5/3[R]6/10/10/[K]9 b";
  await page.goto(`${together.server.url}/#/editor/scirocco/${encodeURIComponent(position)}`);
  await page.getByRole("button", { name: "Play from here" }).click();
  await page.getByLabel("Its strength").fill("1");
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await page.locator(".player").first().waitFor();
  await clickSquares(page, "a1", "b1");
  const dialog = page.getByRole("dialog", { name: "That turn loses the game" });
  await dialog.getByText("It leaves the King where the Rook on b10 takes it.").waitFor();
  await checkAccess(page);
  await dialog.getByRole("button", { name: "Look for another turn" }).click();
  expect(await nameOfSquare(page, "a1")).toContain("Blue King");
  await page.keyboard.press("/");
  await page.getByLabel("Turn", { exact: true }).fill("K-b1");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Play it all the same" }).click();
  await page.locator(".moves .turn").getByText("K-b1").waitFor();
  expect(await page.getByLabel("Turn", { exact: true }).count()).toBe(0);
  await page.context().close();
});

it("what has been taken stands with each side, by worth", async () => {
  const page = await openPage(together.browser);
  await openTable(page, together.server.url, "scirocco", "9(K)/9(P)/10/10/9(P)/10/10/10/9(C)/[K]8[R] b");
  await clickSquares(page, "j1", "j2");
  await expectTurn(page, "Rxj2");
  const taken = page.getByRole("list", { name: "Blue has taken" });
  const names = () =>
    taken.getByRole("button").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  await page.locator(".player.bottom .material", { hasText: /^\+\d+\.\d$/ }).waitFor();
  expect(await names()).toEqual(["Camel"]);
  await clickSquares(page, "j9", "j8");
  await expectTurn(page, "P-j8");
  await clickSquares(page, "j2", "j6");
  await expect.poll(names).toEqual(["Camel", "Pawn"]);
  expect(await page.getByRole("list", { name: "Tan has taken" }).count()).toBe(0);
  await screenshot(page, "captures");
  await page.getByRole("button", { name: "To the start" }).click();
  await taken.first().waitFor({ state: "detached" });
  await page.context().close();
});

it("who resigns while looking back loses no turn of the record", async () => {
  const page = await openPage(together.browser);
  await openTable(page, together.server.url, "scirocco", QUIET);
  await clickSquares(page, "f4", "f5");
  await expectTurn(page, "Pf4-f5");
  await clickSquares(page, "j10", "i10");
  await expectTurn(page, "K-i10");
  await page.getByRole("button", { name: "To the start" }).click();
  await expect.poll(() => page.locator(".turn[aria-current]").count()).toBe(0);
  await page.getByLabel("More", { exact: true }).click();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByText("Blue gives up").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await ending(page).getByText("Blue has resigned").waitFor();
  expect(await page.locator(".rows .turn").allInnerTexts()).toEqual(["Pf4-f5", "K-i10"]);
  await page.context().close();
});

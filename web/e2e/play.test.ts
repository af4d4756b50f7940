/** Playing: the set-up, against a friend and the engine, looking back, coming back, together on two screens. */

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import {
  PHONE,
  clickSquares,
  expectTurn,
  nameOfSquare,
  openPage,
  openSharing,
  playWithFriend,
} from "./browser";
import { itServed } from "./site";
import { startTogether } from "./together";

const together = startTogether();

/** Opens the dialog for a new game. */
async function choose(page: Page, game: string): Promise<void> {
  await page.goto(together.server.url);
  await page.getByRole("button", { name: `Play ${game}` }).click();
}

async function begin(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Begin", exact: true }).click();
}

it("the armies are set up by clicks, for both sides alike", async () => {
  const page = await openPage(together.browser);
  await choose(page, "Scirocco");
  await page.getByText("A friend here").click();
  await begin(page);
  await page.getByText("Blue chooses").waitFor();
  await clickSquares(page, "d2");
  await expect.poll(() => nameOfSquare(page, "g2")).toContain("Blue King");
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByText("Tan chooses").waitFor();
  await clickSquares(page, "a1");
  await expect.poll(() => nameOfSquare(page, "a1")).toContain("Blue Wagon");
  await expect.poll(() => nameOfSquare(page, "j10")).toContain("Tan Wagon");
  await page.getByRole("button", { name: "Begin the game" }).click();
  await page.locator(".player").first().waitFor();
  expect(await nameOfSquare(page, "g2")).toContain("Blue King");
  await page.context().close();
});

itServed("a game goes on after a reload, a restart of the server, and on a second screen", async () => {
  const page = await openPage(together.browser);
  await playWithFriend(page, together.server.url, "Scirocco");
  await clickSquares(page, "e3", "e4");
  await expectTurn(page, "P-e4");
  await clickSquares(page, "f8", "f7");
  await expectTurn(page, "P-f7");
  await page.reload();
  await expectTurn(page, "P-f7");
  const other = await openPage(together.browser);
  await other.goto(page.url());
  await expectTurn(other, "P-f7");
  await clickSquares(other, "d3", "d4");
  await expectTurn(page, "P-d4");
  await together.server.restart();
  await clickSquares(page, "d8");
  await page.getByText("Reconnecting").waitFor({ state: "detached" });
  await expectTurn(page, "P-d4");
  // The click from before the connection stood again counts.
  await clickSquares(page, "d7");
  await expectTurn(other, "P-d7");
  await other.context().close();
  await page.context().close();
});

it("turns are taken back, and another one makes a variation", async () => {
  const page = await openPage(together.browser);
  await playWithFriend(page, together.server.url, "Scirocco");
  await clickSquares(page, "e3", "e4");
  await expectTurn(page, "P-e4");
  await page.getByRole("button", { name: "Take back" }).click();
  await expect.poll(() => nameOfSquare(page, "e3")).toContain("Blue Pawn");
  await clickSquares(page, "d3", "d4");
  await expectTurn(page, "P-d4");
  await page.getByRole("button", { name: "To the start" }).click();
  await page.getByRole("button", { name: "To the end" }).click();
  expect(await page.locator(".moves .turn").count()).toBe(2);
  await page.context().close();
});

it("turns are deleted with all that follow them only after a question", async () => {
  const page = await openPage(together.browser);
  await playWithFriend(page, together.server.url, "Scirocco");
  await clickSquares(page, "e3", "e4");
  await expectTurn(page, "P-e4");
  await clickSquares(page, "e8", "e7");
  await expectTurn(page, "P-e7");
  const turns = page.locator(".moves .turn");
  await page.getByRole("button", { name: "P-e4" }).click();
  await expectTurn(page, "P-e4");
  await page.getByRole("button", { name: "Delete from here" }).click();
  const question = page.getByRole("dialog", { name: "Delete 2 turns?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(await turns.count()).toBe(2);
  // The last one alone is soon played again.
  await page.getByRole("button", { name: "P-e7" }).click();
  await expectTurn(page, "P-e7");
  await page.getByRole("button", { name: "Delete from here" }).click();
  await expect.poll(() => turns.count()).toBe(1);
  await clickSquares(page, "d8", "d7");
  await expectTurn(page, "P-d7");
  await page.getByRole("button", { name: "P-e4" }).click();
  await expectTurn(page, "P-e4");
  await page.getByRole("button", { name: "Delete from here" }).click();
  await question.getByRole("button", { name: "Delete" }).click();
  await page.getByText("No turns yet.").waitFor();
  await page.context().close();
});

it("a piece that cannot be moved now is framed when it is tapped, and a chosen one is not", async () => {
  const page = await openPage(together.browser, PHONE);
  await playWithFriend(page, together.server.url, "Scirocco");
  await page.locator('[data-square="e8"]').tap();
  await page.getByRole("complementary", { name: "The piece pointed at" }).getByText("Pawn").waitFor();
  expect(await page.locator(".tapped").count()).toBe(1);
  await page.locator('[data-square="e3"]').tap();
  await page.locator(".selected").waitFor({ state: "attached" });
  expect(await page.locator(".tapped").count()).toBe(0);
  await page.context().close();
});

it("a piece is dragged, and a turn is typed", async () => {
  const page = await openPage(together.browser);
  await playWithFriend(page, together.server.url, "Scirocco");
  await page.locator('[data-square="e3"]').dragTo(page.locator('[data-square="e4"]'));
  await expectTurn(page, "P-e4");
  await page.keyboard.press("/");
  await page.getByLabel("Turn", { exact: true }).fill("P-f7");
  await page.keyboard.press("Enter");
  await expectTurn(page, "P-f7");
  await page.context().close();
});

it("the keyboard alone is enough", async () => {
  const page = await openPage(together.browser);
  await page.goto(together.server.url);
  await page.getByRole("button", { name: "Play Scirocco" }).focus();
  await page.keyboard.press("Enter");
  const friend = page.getByRole("radio", { name: "A friend here" });
  await friend.focus();
  await page.keyboard.press("Space");
  await page.getByRole("radio", { name: "As in the diagram" }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Begin", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.locator('[data-square="a1"]').focus();
  for (let step = 0; step < 2; step++) await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expectTurn(page, "P-a4");
  await expect
    .poll(() => page.locator("[aria-live]").allInnerTexts())
    .toContainEqual(expect.stringContaining("Pawn"));
  // The focus returns to the same square after a typed turn.
  await page.keyboard.press("/");
  await page.keyboard.type("P-f7");
  await page.keyboard.press("Enter");
  await expectTurn(page, "P-f7");
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-square")))
    .toBe("a4");
  await page.context().close();
});

it("the engine answers, gives a hint, and analyses", async () => {
  const page = await openPage(together.browser);
  await choose(page, "Scirocco");
  await page.getByText("As in the diagram").click();
  await begin(page);
  await page.locator(".player").first().waitFor();
  await clickSquares(page, "e3", "e4");
  await page.locator(".rows .turn").nth(1).waitFor();
  const hint = page.getByRole("button", { name: "Hint" });
  await hint.click();
  await page.getByText("The engine looks for a hint").waitFor();
  expect(await hint.getAttribute("aria-busy")).toBe("true");
  // It is told step by step; the toolbar and the button beside it tell more.
  await page.getByText("Look at the").waitFor();
  expect(await hint.getAttribute("aria-busy")).toBe("false");
  expect(await page.locator(".arrow.advice").count()).toBe(0);
  await hint.click();
  await page.getByRole("button", { name: "Tell the turn" }).click();
  await page.getByText("The engine would play").waitFor();
  // The one before is not taken for the next.
  await hint.click();
  await page.getByText("The engine would play").waitFor({ state: "detached" });
  await page.getByText("Look at the").waitFor();
  await page.getByText("Engine", { exact: true }).click();
  await page.getByLabel("Analyse this position").check();
  await page.locator(".lines li").first().waitFor();
  await page.getByLabel("Analyse this position").uncheck();
  await page.getByText("Review", { exact: true }).click();
  await page.getByRole("button", { name: "Review the game" }).click();
  await page.locator(".graph .curve").waitFor({ state: "attached" });
  await page.getByLabel("More").click();
  await page.getByRole("button", { name: "Resign", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await page.locator(".result").getByText("0-1").waitFor();
  await page.context().close();
});

it("a record is exported, and loaded again", async () => {
  const page = await openPage(together.browser);
  await playWithFriend(page, together.server.url, "Typhoon");
  await clickSquares(page, "b4", "b5");
  await expectTurn(page, "P-b5");
  await openSharing(page);
  const record = await page.getByLabel("Record of the game").inputValue();
  expect(record).toContain("1. P-b5");
  await page.getByLabel("A record or a position").fill(record);
  const before = page.url();
  await page.getByRole("button", { name: "Load", exact: true }).click();
  await page.waitForURL((url) => url.href !== before);
  await expectTurn(page, "P-b5");
  await openSharing(page);
  await page.getByLabel("A record or a position").fill("nonsense");
  await page.getByRole("button", { name: "Load", exact: true }).click();
  await page.locator(".problem", { hasText: "neither" }).waitFor();
  await page.context().close();
});

/** Games of one's own: written, corrected, looked at, played, shared, and read from the texts of other programs. */

import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  PHONE,
  SCREENS,
  checkAccess,
  clickSquares,
  closeDialog,
  expectListed,
  openPage,
  screenshot,
  startForgetfulBrowser,
} from "./browser";
import { itServed } from "./site";
import { startTogether } from "./together";

const together = startTogether();

/** A game with a piece that no other game has. */
const TOADS = `id = "toads"
name = "War of the Toads"
author = "Tess Ter"
year = 2026
summary = "Two armies with Toads."
sides = ["Green", "Brown"]
pieces = ["King", "Toad", "Pawn"]
notation = "algebraic with checks"

[board]
files = 6
ranks = 8

[array]
symmetry = "mirror"
ranks = """
  P P P P P P
  T . T K . T
"""

[ending]
check = "binds"
no-move = "loses in check, else draws"

[piece.Toad]
id = "T"
ability = "W + forwardmost N"
description = "Steps like a Wazir or leaps ahead like a Knight."
`;

/** A game of another program, with a rule that no game here can have. */
const VARIANT = `[croaks:chess]
customPiece1 = t:WfN
startFen = tnbqkbnt/pppppppp/8/8/8/8/PPPPPPPP/TNBQKBNT w - - 0 1
castling = false
twoBoards = true
`;

const editor = (page: Page) => page.getByRole("textbox", { name: "The game file" });
const status = (page: Page, text: string | RegExp) =>
  page.locator(".workshop-mistakes [role=status]", { hasText: text }).waitFor();

/** Begins a game of one's own on an empty board, from the first page. */
async function begin(page: Page): Promise<void> {
  await page.goto(`${together.server.url}/#/`);
  await page.getByRole("link", { name: "Make a game of your own" }).click();
  await page.getByRole("button", { name: "8 × 8" }).click();
  await status(page, "No mistakes");
}

/** Replaces the whole text. */
async function write(page: Page, text: string): Promise<void> {
  await editor(page).click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
}

/** Begins with a text that is pasted. */
async function paste(page: Page, text: string): Promise<void> {
  await page.goto(`${together.server.url}/#/make`);
  await page.getByLabel("The text of a game or of pieces").fill(text);
  await page.getByRole("button", { name: "Read it" }).click();
}

/** Returns a line of the editor. */
const line = (page: Page, text: string): Locator => page.locator(".cm-line", { hasText: text }).first();

it("a game with a new piece is written, corrected by the hint, and played against the engine", async () => {
  const page = await openPage(together.browser);
  await begin(page);
  await write(page, TOADS.replace("forwardmost", "forwrdmost"));
  await status(page, "1 mistake");
  expect(await page.locator(".cm-lintRange-error").innerText()).toBe("forwrdmost");
  // The board is that of before.
  await page.getByText("This is the game before the last changes").waitFor();
  expect(await page.getByRole("button", { name: "Play", exact: true }).isDisabled()).toBe(true);
  await page.getByRole("button", { name: /^Line \d+$/ }).click();
  await page.getByRole("button", { name: "Replace by “forwardmost”" }).click();
  await status(page, "No mistakes");
  await expect.poll(() => page.locator(".cm-lintRange-error").count()).toBe(0);

  await line(page, "[piece.Toad]").click();
  await page.getByRole("heading", { name: "Toad" }).waitFor();
  await page.locator(".workshop-piece .target").first().waitFor({ state: "attached" });
  expect(await page.locator(".workshop-piece .description").innerText()).toContain("like a Wazir");

  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await page.locator(".player").first().waitFor();
  for (const [index, [from, to]] of [
    ["a2", "a3"],
    ["f2", "f3"],
    ["b2", "b3"],
  ].entries()) {
    await clickSquares(page, from ?? "", to ?? "");
    await expectListed(page, to ?? "");
    await page
      .locator(".rows .turn")
      .nth(2 * index + 1)
      .waitFor();
  }
  // It is there again after a reload, with its rules.
  await page.reload();
  await page.locator(".rows .turn").nth(5).waitFor();
  await page.goto(`${together.server.url}/#/help`);
  await page.getByRole("link", { name: "War of the Toads" }).click();
  await page.getByText("This is your own game").waitFor();
  await page.getByRole("heading", { name: "War of the Toads" }).waitFor();
  await page.context().close();
});

it("an own game has its place in the guide and the editor of positions", async () => {
  const page = await openPage(together.browser);
  await paste(page, TOADS);
  await status(page, "No mistakes");
  await page.getByRole("link", { name: "Rules", exact: true }).waitFor();
  await page.goto(`${together.server.url}/#/pieces/scirocco`);
  await page.getByRole("combobox", { name: "Game" }).selectOption({ label: "War of the Toads" });
  await page.getByRole("link", { name: "Toad" }).click();
  await page.locator(".live .target").first().waitFor({ state: "attached" });
  await page.reload();
  await page.locator(".live .target").first().waitFor({ state: "attached" });
  await page.goto(`${together.server.url}/#/editor/scirocco`);
  await page.getByRole("combobox", { name: "Game" }).selectOption({ label: "War of the Toads" });
  await page.getByRole("button", { name: "Toad", exact: true }).click();
  await clickSquares(page, "c4");
  await page.getByRole("button", { name: "Analyse it" }).click();
  await page.locator(".player").first().waitFor();
  await page.locator(".analysis .line, .analysis li").first().waitFor();
  await page.context().close();
});

it("words, keys and pieces are proposed, and told where they are pointed at", async () => {
  const page = await openPage(together.browser);
  await paste(page, TOADS);
  await status(page, "No mistakes");
  await line(page, 'ability = "W').click();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.type(" + hop-c");
  await page.getByRole("option", { name: /^hop-capture/ }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".cm-line span", { hasText: /^forwardmost$/ }).hover();
  await page.getByText("Keeps what leads forward more than sideways.").waitFor();
  await page.mouse.move(0, 0);
  await line(page, "pieces = ").click();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.type(', "Nightr');
  await page.getByRole("option", { name: /^Nightrider/ }).waitFor();
  await page.context().close();
});

it("a link holds a game: another person looks at it, plays it, and makes another one of it", async () => {
  const page = await openPage(together.browser);
  await paste(page, TOADS);
  await status(page, "No mistakes");
  await page.getByRole("button", { name: "Share" }).click();
  await expect.poll(() => page.getByLabel("The link").inputValue()).toContain("/#/make/from/");
  const link = await page.getByLabel("The link").inputValue();
  await checkAccess(page);
  await closeDialog(page);
  const other = await openPage(together.browser);
  await begin(other);
  await other.goto(link);
  await other.getByRole("heading", { name: "War of the Toads" }).waitFor();
  await other.getByText("by Tess Ter, 2026").waitFor();
  await other.getByText("6 × 8 squares, 10 pieces a side of 3 kinds").waitFor();
  await checkAccess(other);
  await other.getByRole("link", { name: "Look at its rules" }).click();
  await other.getByText("made by somebody like you").waitFor();
  await other.reload();
  await other.getByText("made by somebody like you").waitFor();
  await other.goto(link);
  await other.getByRole("button", { name: "Play", exact: true }).click();
  await other.getByText("A friend here").click();
  await other.getByRole("button", { name: "Begin", exact: true }).click();
  await other.locator(".player").first().waitFor();
  await other.goto(link);
  await other.getByRole("button", { name: "Fork it" }).click();
  await status(other, "No mistakes");
  await other.getByRole("link", { name: "Make a game", exact: true }).first().click();
  await expect.poll(() => other.locator(".table-card h3").allInnerTexts()).toHaveLength(2);

  await other.goto(link.slice(0, -30));
  await other.getByRole("heading", { name: "The link is damaged" }).waitFor();
  await checkAccess(other);
  await page.context().close();
  await other.context().close();
});

itServed("a friend elsewhere plays an own game by the link to the table", async () => {
  const page = await openPage(together.browser);
  await paste(page, TOADS);
  await status(page, "No mistakes");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByText("A friend elsewhere").click();
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  const link = await page.getByLabel("The link for your friend").inputValue();
  const friend = await openPage(together.browser);
  await friend.goto(link);
  await friend.locator(".player.bottom", { hasText: "you" }).waitFor();
  await clickSquares(page, "a2", "a3");
  await expectListed(friend, "a3");
  await clickSquares(friend, "a7", "a6");
  await expectListed(page, "a6");
  await friend.goto(`${together.server.url}/#/pieces`);
  await friend.goto(`${together.server.url}/#/help`);
  await page.context().close();
  await friend.context().close();
});

it("a text of another program becomes a game, and what cannot be said is listed", async () => {
  const page = await openPage(together.browser);
  await paste(page, VARIANT);
  const report = page.getByRole("region", { name: "What the text says" });
  await report.getByText("1 rule is missing or different").waitFor();
  await report.getByText("twoBoards = true").waitFor();
  await report.getByText("is left out").waitFor();
  await checkAccess(page);
  await screenshot(page, "make-report");
  await report.getByRole("button", { name: "Open it" }).click();
  await status(page, "No mistakes");
  await page.getByRole("heading", { name: "croaks" }).waitFor();
  // One of which all is said needs no report.
  await paste(page, VARIANT.replace("twoBoards = true", "").replace("croaks", "ribbits"));
  await status(page, "No mistakes");
  await page.getByRole("heading", { name: "ribbits" }).waitFor();
  await page.context().close();
});

it("pieces in Betza’s notation become a game", async () => {
  const page = await openPage(together.browser);
  await paste(page, "WAfF\nN2\n");
  const report = page.getByRole("region", { name: "What the text says" });
  await report.getByText("N2").first().waitFor();
  await checkAccess(page);
  await report.getByRole("button", { name: "Make a game with them" }).click();
  await status(page, "No mistakes");
  await page.context().close();
});

it("a text that is none of a game says what is wrong", async () => {
  const page = await openPage(together.browser);
  await paste(page, "?!");
  await page.getByText(/^The text cannot be read: it has/).waitFor();
  await checkAccess(page);
  await page.context().close();
});

it("two windows do not overwrite each other’s text", async () => {
  const page = await openPage(together.browser);
  await begin(page);
  const address = page.url();
  const other = await page.context().newPage();
  other.setDefaultTimeout(20_000);
  await other.goto(address);
  await status(other, "No mistakes");
  await write(page, TOADS);
  // What was not touched there follows.
  await line(other, "War of the Toads").waitFor();
  await other.evaluate(() => {
    const key = Object.keys(localStorage).find((key) => key.startsWith("beaufort/draft/")) ?? "";
    const draft = JSON.parse(localStorage.getItem(key) ?? "{}") as object;
    localStorage.setItem(key, JSON.stringify({ ...draft, text: "# theirs" }));
  });
  await line(page, "# theirs").waitFor();
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((key) => key.startsWith("beaufort/draft/")) ?? "";
    const draft = JSON.parse(localStorage.getItem(key) ?? "{}") as object;
    // As a window writes from which nothing is heard, such as one that is frozen.
    localStorage.setItem(key, JSON.stringify({ ...draft, text: "# unheard" }));
  });
  await editor(page).click();
  await page.keyboard.type("mine ");
  await page.getByText("has been changed in another window").waitFor();
  await checkAccess(page);
  await page.getByRole("button", { name: "Keep both" }).click();
  await line(page, "mine").waitFor();
  await page.goto(`${together.server.url}/#/make`);
  await expect.poll(() => page.locator(".table-card h3").allInnerTexts()).toHaveLength(2);
  await page.context().close();
});

it("a draft is renamed, deleted and put back, and there again after a reload", async () => {
  const page = await openPage(together.browser, PHONE);
  await paste(page, TOADS);
  await status(page, "No mistakes");
  await page.getByLabel("More about War of the Toads").click();
  await page.getByRole("button", { name: "Rename" }).click();
  await page.getByLabel("Its name").fill("Frogs");
  await page.getByRole("button", { name: "Keep this name" }).click();
  await page.getByRole("heading", { name: "Frogs" }).waitFor();
  await page.reload();
  await status(page, "No mistakes");
  await page.getByLabel("More about Frogs").click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("link", { name: "Frogs" }).click();
  await status(page, "No mistakes");
  await page.goto(`${together.server.url}/#/make/Newts`);
  await page.getByText("This browser has no game “Newts” in the making").waitFor();
  await checkAccess(page);
  await page.context().close();
});

itServed("a browser that keeps nothing says so, and a game can be made in it all the same", async () => {
  const context = await startForgetfulBrowser();
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await begin(page);
  await page.getByText("This browser keeps nothing more for this page").waitFor();
  await write(page, TOADS);
  await line(page, "War of the Toads").waitFor();
  await status(page, "No mistakes");
  await checkAccess(page);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByText("A friend here").click();
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await page.locator(".player").first().waitFor();
  await context.close();
});

describe.each(SCREENS)("on $name", ({ name, options }) => {
  let page: Page;
  beforeAll(async () => {
    page = await openPage(together.browser, options);
  });
  afterAll(() => page.context().close());

  it("everything fits and can be used by everybody", async () => {
    const look = async (view: string) => {
      await checkAccess(page);
      await screenshot(page, `${name}-${view}`);
    };
    const isPhone = name.startsWith("phone");
    await page.goto(`${together.server.url}/#/make`);
    await page.getByRole("heading", { name: "Begin a game" }).waitFor();
    await look("make");
    await paste(page, TOADS);
    await status(page, "No mistakes");
    await line(page, "[piece.Toad]").click();
    await look("make-text");
    if (isPhone) {
      await page.locator(".workshop-parts").getByText("Board").click();
      await page.locator(".workshop-board .board").waitFor();
      await look("make-board");
      await page.locator(".workshop-parts").getByText("Piece").click();
      await page.locator(".workshop-piece .target").first().waitFor({ state: "attached" });
      await look("make-piece");
      await page.locator(".workshop-parts").getByText("Text").click();
    }
    await write(page, TOADS.replace("forwardmost", "forwrdmost").replace('"binds"', '"bnds"'));
    await status(page, "2 mistakes");
    await look("make-mistakes");
    await page.goto(`${together.server.url}/#/make`);
    await page.locator(".table-card").waitFor();
    await look("make-list");
  });
});

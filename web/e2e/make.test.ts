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
import { accept } from "./elsewhere";
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

/** Signs the browser of a page up under an unused name, and returns that. */
async function takeName(page: Page, begin: string): Promise<string> {
  const name = `${begin}${String(Math.random()).slice(2, 8)}`;
  await page.goto(`${together.server.url}/#/gallery`);
  await page.evaluate(async (name) => {
    const headers = { "Content-Type": "application/json" };
    const body = JSON.stringify({ name, password: "a long password" });
    await fetch("/account/sign-up", { method: "POST", headers, body });
  }, name);
  await page.reload();
  await page.getByText("Published by me").waitFor();
  return name;
}

itServed(
  "a game is published in one browser, found, marked, played and forked in another, and there after a restart",
  async () => {
    const anna = await openPage(together.browser);
    const name = await takeName(anna, "Anna");
    // A test that has failed is tried again on the same server.
    const title = `Toads of ${name}`;
    await paste(anna, TOADS.replace("War of the Toads", title));
    await status(anna, "No mistakes");
    await anna.getByRole("button", { name: "Share" }).click();
    await anna.getByText("Everybody", { exact: true }).click();
    await anna.getByText(`with your name ${name}`).waitFor();
    await checkAccess(anna);
    await screenshot(anna, "publish");
    await anna.getByRole("button", { name: "Publish" }).click();
    const address = await anna.getByLabel("The address", { exact: true }).inputValue();
    expect(address).toMatch(/#\/made\/[0-9a-f]{32}$/);
    await screenshot(anna, "published");

    await together.server.restart();
    const bert = await openPage(together.browser);
    await takeName(bert, "Bert");
    const card = bert.locator(".table-card", { hasText: title });
    await card.locator(".tile").first().waitFor();
    await bert.getByRole("searchbox").fill("toad");
    await bert.getByRole("searchbox").press("Enter");
    await bert.getByLabel("Board").selectOption("6x8");
    await expect.poll(() => bert.getByLabel("Board").inputValue()).toBe("6x8");
    await card.getByRole("button", { name: `${title} is a favourite of mine` }).click();
    await card.locator(".star[aria-pressed=true]").waitFor();
    await checkAccess(bert);
    for (const { name, options } of SCREENS) {
      await bert.setViewportSize(options.viewport ?? PHONE.viewport);
      await bert.emulateMedia({ colorScheme: options.colorScheme ?? "light" });
      await screenshot(bert, `gallery-${name}`);
    }
    await bert.getByText("My favourites", { exact: true }).click();
    await card.waitFor();
    await card.getByRole("link", { name: title }).click();
    await bert.getByText(`published by ${name}`).waitFor();
    await bert.locator(".made .board").waitFor();
    await checkAccess(bert);
    await screenshot(bert, "made-published");
    await bert.getByRole("button", { name: "Play", exact: true }).click();
    await bert.getByText("A friend elsewhere").click();
    await bert.getByLabel("Anyone may take the other seat").check();
    await bert.getByRole("button", { name: "Begin", exact: true }).click();
    await bert.getByLabel("The link for your friend").waitFor();
    // A browser that has never seen the game finds its board in the lobby, and its rules.
    const guest = await openPage(together.browser);
    await guest.goto(`${together.server.url}/#/lobby`);
    await guest.locator(".table-card", { hasText: title }).locator(".mini-board").waitFor();
    await guest.goto(address.replace("#/made/", "#/help/own-"));
    await guest.getByRole("heading", { name: title }).waitFor();
    await guest.context().close();
    // Whoever forks it says from what.
    await bert.goto(address);
    await bert.getByRole("button", { name: "Fork it" }).click();
    await status(bert, "No mistakes");
    await line(bert, "year = 2026").click();
    await bert.keyboard.press("End");
    await bert.keyboard.type("  # mine");
    await status(bert, "No mistakes");
    await bert.getByRole("button", { name: "Share" }).click();
    await bert.getByRole("button", { name: "Publish" }).click();
    const fork = await bert.getByLabel("The address", { exact: true }).inputValue();
    expect(fork).not.toBe(address);
    await anna.goto(fork);
    await anna.getByText("made from").getByRole("link", { name: title }).click();
    // Games are counted every few seconds.
    await expect
      .poll(async () => {
        await anna.reload();
        await anna.locator(".made .star").waitFor();
        return anna.locator(".made").innerText();
      })
      .toContain("played once");
    await anna.context().close();
    await bert.context().close();
  },
);

itServed("a friend elsewhere plays an own game by the link to the table", async () => {
  const page = await openPage(together.browser);
  await paste(page, TOADS);
  await status(page, "No mistakes");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByText("A friend elsewhere").click();
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  const link = await page.getByLabel("The link for your friend").inputValue();
  const friend = await openPage(together.browser);
  await accept(friend, link);
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

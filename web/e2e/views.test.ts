/** Every main view: it can be used by everybody, fits the screen, and a picture of it is kept. */

import type { Page, Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  PHONE,
  SCREENS,
  checkAccess,
  clickSquares,
  itemInHand,
  nameOfSquare,
  openPage,
  openTable,
  screenshot,
} from "./browser";
import { startTogether } from "./together";

const together = startTogether();

/** Two armies in the middle of things: captures, loans and lasting effects to be seen. */
const BUSY =
  "15(K)/15(P)/16/16/(N)15/(P)(P)[P]13/[R][P]4(Im)3[Dbl]5/[Dbl]6[N]8/5[FiD]10/16/8[Der][P]6/16/3[Psn]12/16/16/15[K] b";

/** Pieces on two squares, a bewitched one, and something in hand on both sides. */
const BESIDE =
  "6(K)2(L)2/3(P)4(P)(P)2/5[Wz](N)5/12/3[G1]2[P]5/4[G1]5(As)1/2[P]4[Pa][El]3/[L]1[R]3[K]3[R]1 w - - H,W,E,A2/H,A,T wb";

describe.each(SCREENS)("on $name", ({ name, options }) => {
  let page: Page;

  async function look(view: string): Promise<void> {
    await checkAccess(page);
    await screenshot(page, `${name}-${view}`);
  }

  beforeAll(async () => {
    page = await openPage(together.browser, options);
  });
  afterAll(() => page.context().close());

  it("the games", async () => {
    await page.goto(together.server.url);
    await page.getByRole("button", { name: "Play Jupiter" }).waitFor();
    await look("games");
    await page.getByRole("button", { name: "Play Scirocco" }).click();
    await look("new-game");
  });

  it("the set-up", async () => {
    await page.getByText("A friend here").click();
    await page.getByRole("button", { name: "Begin", exact: true }).click();
    await page.getByText("Blue chooses").waitFor();
    await clickSquares(page, "d2");
    await look("set-up");
  });

  it("the table", async () => {
    await openTable(page, together.server.url, "jupiter", BUSY);
    await clickSquares(page, "a10");
    await look("table");
    await page.getByText("View", { exact: true }).click();
    await page.getByLabel("Attacked squares").check();
    await page.getByLabel("Loans").check();
    await page.locator(".attack-first").first().waitFor({ state: "attached" });
    await look("overlays");
    await page.getByLabel("Attacked squares").uncheck();
  });

  it("the trays beside the board", async () => {
    await openTable(page, together.server.url, "larger-board", BESIDE);
    await itemInHand(page, "White", "2 Leapers").click();
    await look("trays");
    await page.goto(`${together.server.url}/#/editor/larger-board/${encodeURIComponent(BESIDE)}`);
    await page.getByLabel("Assassin of White").waitFor();
    await look("editor-beside");
    await page.goto(`${together.server.url}/#/pieces/larger-board/Go`);
    await page.locator(".live .target").first().waitFor({ state: "attached" });
    await look("piece-beside");
  });

  it("the guide", async () => {
    await page.goto(`${together.server.url}/#/pieces/typhoon`);
    await page.getByText("Promoted", { exact: true }).click();
    await look("guide");
    await page.goto(`${together.server.url}/#/pieces/typhoon/Pa`);
    await page.locator(".live .target").first().waitFor({ state: "attached" });
    await look("piece");
  });

  it("the editor", async () => {
    await page.goto(`${together.server.url}/#/editor/scirocco`);
    await page.getByRole("button", { name: "Clear" }).click();
    await page.locator(".problems li").first().waitFor();
    await look("editor");
  });

  it("help", async () => {
    await page.goto(`${together.server.url}/#/help`);
    await page.getByRole("heading", { name: "The signs" }).waitFor();
    await look("help");
    await page.goto(`${together.server.url}/#/help/scirocco`);
    await page.getByRole("heading", { name: "The aim" }).waitFor();
    await look("rules");
  });
});

it("a revision has its own rules, with turns as they are written there", async () => {
  const page = await openPage(together.browser);
  await page.goto(`${together.server.url}/#/help/scirocco-1999`);
  await page.getByRole("heading", { name: "What was different" }).waitFor();
  await page.getByText("nobody steps round a Dervish").waitFor();
  const row = page.locator(".entries tr", { hasText: "the Pawn becomes an Alfil" });
  expect(await row.locator("th").innerText()).toBe("P-e8=A");
  expect(await page.getByText("Tadpole").count()).toBe(0);
  await page.getByRole("link", { name: "newest rules" }).click();
  await page.getByRole("heading", { name: "The set-up" }).waitFor();
  expect(await page.getByRole("heading", { name: "What was different" }).count()).toBe(0);
  await page.getByRole("link", { name: "Scirocco (1999)" }).waitFor();
  await page.context().close();
});

it("a piece shows where it is worth most", async () => {
  const page = await openPage(together.browser, PHONE);
  await page.goto(`${together.server.url}/#/pieces/orthochess/P`);
  const map = page.getByRole("img", { name: /Worth most on [a-h][1-8], .*; least on [a-h][1-8], / });
  await map.waitFor();
  await page.getByText("1.0, if the commonest piece is worth 1").waitFor();
  expect(await map.locator("span").count()).toBe(64);
  const opening = await map.getAttribute("aria-label");
  await page.getByRole("radio", { name: "Ending" }).check({ force: true });
  await expect.poll(() => map.getAttribute("aria-label")).not.toBe(opening);
  expect(await map.getAttribute("aria-label")).toMatch(/Worth most on [a-h][78],/);
  await checkAccess(page);
  await screenshot(page, "heat-map");
  await page.context().close();
});

it("the diagram of a piece changes with what stands around it", async () => {
  const page = await openPage(together.browser);
  await page.goto(`${together.server.url}/#/pieces/typhoon/Pa`);
  await page.locator(".live .target").first().waitFor({ state: "attached" });
  expect(await nameOfSquare(page, "g6")).not.toContain("captures");
  await clickSquares(page, "g6");
  await expect.poll(() => nameOfSquare(page, "g6")).toContain("captures this piece");
  await page.getByLabel("Search the pieces").fill("wins over hummingbird");
  await page.getByText("No piece has these words").waitFor();
  await page.getByLabel("Search the pieces").fill("hummingbird");
  await page.getByRole("link", { name: "Hummingbird" }).click();
  await page.getByRole("heading", { name: "Hummingbird" }).waitFor();
  await page.context().close();
});

it("an arrangement is edited, and what is wrong is explained", async () => {
  const page = await openPage(together.browser);
  await page.goto(`${together.server.url}/#/editor/scirocco`);
  await page.getByRole("button", { name: "Clear" }).click();
  await page.locator(".problems li").first().waitFor();
  await page.getByRole("button", { name: "King", exact: true }).click();
  await clickSquares(page, "e1");
  await page.getByText("Tan", { exact: true }).click();
  await clickSquares(page, "e10");
  await page.getByRole("button", { name: "Pawn", exact: true }).click();
  await clickSquares(page, "e8");
  await page.getByText("Blue", { exact: true }).click();
  await clickSquares(page, "e3");
  await expect.poll(() => page.getByRole("button", { name: "Play from here" }).isEnabled()).toBe(true);
  expect(await page.getByLabel("The position as a text").inputValue()).toContain("[K]");
  await page.context().close();
});

it("a view that cannot be loaded says so, and can be loaded again", async () => {
  const page = await openPage(together.browser);
  await page.goto(together.server.url);
  await page.getByRole("button", { name: "Play Jupiter" }).waitFor();
  // As when a newer version has come to the server.
  await page.route(/\/Help-[^/]*\.js/, (route) => route.fulfill({ status: 404 }));
  await page.getByRole("link", { name: "Help", exact: true }).click();
  await page.getByRole("alert").getByText("This could not be loaded").waitFor();
  await checkAccess(page);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Load the page again" }).click();
  await page.getByRole("heading", { name: "The signs" }).waitFor();
  await page.context().close();
});

it("a position that is edited is there again after a reload, and on the way back", async () => {
  const page = await openPage(together.browser);
  await page.goto(`${together.server.url}/#/editor/scirocco`);
  await page.getByRole("button", { name: "Eraser" }).click();
  await clickSquares(page, "a3");
  const text = page.getByLabel("The position as a text");
  await expect.poll(() => text.inputValue()).toContain("/1[P]");
  const edited = await text.inputValue();
  await page.reload();
  await expect.poll(() => text.inputValue()).toBe(edited);
  await page.getByRole("link", { name: "Help", exact: true }).click();
  await page.getByRole("heading", { name: "The signs" }).waitFor();
  await page.goBack();
  await expect.poll(() => text.inputValue()).toBe(edited);
  await page.context().close();
});

it("what stands beside the board is edited, and a piece on two squares", async () => {
  const page = await openPage(together.browser);
  await page.goto(`${together.server.url}/#/editor/larger-board`);
  const text = page.getByLabel("The position as a text");
  await expect.poll(() => text.inputValue()).toContain(" w KQkq - H,W,E,A,T/H,W,E,A,T -");
  await page.getByLabel("Black O-O", { exact: true }).uncheck();
  await page.getByLabel("Assassin of White").fill("2");
  await page.getByLabel("Assassin of White").press("Enter");
  await page.getByLabel("Thunder of Black").fill("0");
  await page.getByLabel("Thunder of Black").press("Enter");
  await page.getByLabel("White: King has moved").check();
  await expect.poll(() => text.inputValue()).toContain(" w KQq - H,W,E,A2,T/H,W,E,A w");
  await page.getByRole("button", { name: "Golem", exact: true }).click();
  await clickSquares(page, "c4");
  await page.getByText("the Golem on c4 needs its other part").waitFor();
  await clickSquares(page, "d5");
  await expect.poll(() => text.inputValue()).toContain("[G1]");
  await expect.poll(() => page.getByRole("button", { name: "Play from here" }).isEnabled()).toBe(true);
  await page.locator('[data-square="a1"]').dragTo(page.locator('[data-square="a3"]'));
  await expect.poll(() => page.getByLabel("White O-O-O").isChecked()).toBe(false);
  await page.context().close();
});

it("on a phone a turn is confirmed before it is played", async () => {
  const page = await openPage(together.browser, PHONE);
  await openTable(page, together.server.url, "scirocco", "9(K)/9(P)/10/10/10/6[Der][P]2/5[P]4/10/10/[K]9 b");
  await clickSquares(page, "f4", "f5");
  await page.getByRole("button", { name: "Cancel" }).click();
  expect(await nameOfSquare(page, "f4")).toContain("Blue Pawn");
  await clickSquares(page, "f4", "f5");
  await page.getByRole("button", { name: "Play Pf4-f5" }).click();
  await page.locator(".turn[aria-current]", { hasText: "Pf4-f5" }).waitFor();
  await page.context().close();
});

it("the first view is light", async () => {
  const page = await openPage(together.browser);
  const requests: Request[] = [];
  page.on("requestfinished", (request) => requests.push(request));
  await page.goto(together.server.url);
  await page.getByRole("button", { name: "Play Jupiter" }).waitFor();
  const sizes = await Promise.all(requests.map(async (request) => (await request.sizes()).responseBodySize));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  console.info(`the first page: ${bytes} bytes`);
  expect(bytes).toBeGreaterThan(10 * 1024);
  expect(bytes).toBeLessThan(300 * 1024);
  await page.context().close();
});

/** Turns of every kind, entered by clicks on the real thing. */

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clickSquares, expectTurn, nameOfSquare, openPage, openTable, startBrowser } from "./browser";
import { type Server, startServer } from "./server";

let server: Server;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  server = await startServer();
  browser = await startBrowser();
  page = await openPage(browser);
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

interface Case {
  what: string;
  game: string;
  position: string;
  /** The squares to click, and in between the buttons by their names. */
  clicks: string[];
  /** The turn as it is written. */
  turn: string;
  /** What stands on squares afterwards. */
  after: Record<string, string>;
}

const CASES: Case[] = [
  {
    what: "a promotion is chosen from a menu",
    game: "scirocco",
    position: "3(P)(W)4(K)/3[P]5(P)/10/10/10/10/10/10/10/[K]9 b",
    clicks: ["d9", "e10", "Becomes Tadpole"],
    turn: "Pxe10=Ta",
    after: { e10: "Blue Tadpole" },
  },
  {
    what: "a promotion is declined",
    game: "scirocco",
    position: "3(P)(W)4(K)/3[P]5(P)/10/10/10/10/10/10/10/[K]9 b",
    clicks: ["d9", "e10", "Stays a Pawn"],
    turn: "Pxe10=",
    after: { e10: "Blue Pawn" },
  },
  {
    what: "a move is borrowed",
    game: "scirocco",
    position: "9(K)/9(P)/10/10/10/6[Der][P]2/5[P]4/10/10/[K]9 b",
    clicks: ["f4", "h6"],
    turn: "Pf4-h6",
    after: { h6: "Blue Pawn", f4: "empty" },
  },
  {
    what: "a piece captures without moving",
    game: "typhoon",
    position: "11(K)/11(P)/12/12/12/12/12/12/12/12/(P)[P]10/[Ge][P]8[K]1 b",
    clicks: ["a1", "a2", "Stays where it is"],
    turn: "Gex!a2",
    after: { a1: "Blue Genie", a2: "empty" },
  },
  {
    what: "a piece captures in passing: first the piece taken, then the landing",
    game: "typhoon",
    position: "11(K)/11(P)/12/12/12/12/12/12/12/(W)11/(P)11/[Pa](P)8[K]1 b",
    clicks: ["a1", "b1", "c1"],
    turn: "Paxb1",
    after: { a1: "empty", b1: "empty", c1: "Blue Parrot" },
  },
  {
    what: "two pieces change places",
    game: "typhoon",
    position: "11(K)/11(P)/12/12/12/12/12/(P)11/[Hu](Sq)10/12/[Ot]11/10[K]1 b",
    clicks: ["a4", "a5"],
    turn: "Hu<>a5",
    after: { a5: "Blue Hummingbird", a4: "Tan Pawn" },
  },
  {
    what: "a piece is won over",
    game: "typhoon",
    position: "11(K)/11(P)/12/12/12/12/12/(P)11/[Cu](B)10/12/(W)11/10[K]1 b",
    clicks: ["a4", "a5"],
    turn: "Cu:a5=Blue",
    after: { a5: "Blue Pawn" },
  },
  {
    what: "a doubled piece moves twice",
    game: "jupiter",
    position: "15(K)/15(P)/16/16/(N)15/(P)(P)[P]13/[R][P]14/[Dbl]15/16/16/16/16/16/16/16/15[K] b",
    clicks: ["a10", "a11", "b11"],
    turn: "Rxa11xb11",
    after: { a10: "empty", a11: "empty", b11: "Blue Rook" },
  },
  {
    what: "a doubled piece moves once",
    game: "jupiter",
    position: "15(K)/15(P)/16/16/(N)15/(P)(P)[P]13/[R][P]14/[Dbl]15/16/16/16/16/16/16/16/15[K] b",
    clicks: ["a10", "a11", "No, end the turn"],
    turn: "Rxa11",
    after: { a11: "Blue Rook", b11: "Tan Pawn" },
  },
  {
    what: "a piece is pulled nearer",
    game: "jupiter",
    position: "15(K)/15(P)/16/16/16/16/16/16/16/16/16/(P)15/16/16/1(B)14/[CmH]2(N)11[K] b",
    clicks: ["a1", "a5"],
    turn: "CmH:Pa5-a4",
    after: { a4: "Tan Pawn", a5: "empty" },
  },
  {
    what: "a piece is born",
    game: "jupiter",
    position: "15(K)/15(P)/16/16/16/16/16/12[P]1[Trb]1/16/14[P]1/16/16/16/16/16/15[K] b",
    clicks: ["o9", "o11", "Places Tribble"],
    turn: "o11=Trb",
    after: { o9: "Blue Tribble", o11: "Blue Tribble" },
  },
];

describe("a turn is entered by clicks", () => {
  it.each(CASES)("$what", async ({ game, position, clicks, turn, after }) => {
    await openTable(page, server.url, game, position);
    for (const click of clicks) {
      if (/^[a-p]\d+$/.test(click)) await clickSquares(page, click);
      else await page.locator(".entry").getByRole("button", { name: click }).click();
    }
    await expectTurn(page, turn);
    for (const [square, piece] of Object.entries(after))
      expect(await nameOfSquare(page, square)).toContain(piece);
  });
});

it("escape gives a turn up that has been half entered", async () => {
  await openTable(page, server.url, "jupiter", CASES[7]?.position ?? "");
  await clickSquares(page, "a10", "a11");
  expect(await nameOfSquare(page, "a11")).toContain("Blue Rook");
  await page.keyboard.press("Escape");
  expect(await nameOfSquare(page, "a11")).toContain("Tan Pawn");
});

it("the end of the game is told with its reason", async () => {
  const position = "16/15(P)/16/16/16/16/16/16/16/16/[P]15/(K)15/[Cu][P]14/[P]15/16/15[K] b";
  await openTable(page, server.url, "jupiter", position);
  await clickSquares(page, "a4", "a5");
  await page.locator(".result").getByText("Blue").waitFor();
  expect(await page.locator(".result").innerText()).toContain("1-0");
});

/** Turns of every kind, entered by clicks on the real thing. */

import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { IN_HAND, clickSquares, expectTurn, itemInHand, nameOfSquare, openPage, openTable } from "./browser";
import { startTogether } from "./together";

const together = startTogether();
let page: Page;

beforeAll(async () => {
  page = await openPage(together.browser);
});

interface Case {
  what: string;
  game: string;
  position: string;
  /** The squares to click, and in between the buttons by their names. */
  clicks: string[];
  /** The turn as it is written. */
  turn: string;
  /** The pieces on squares afterwards. */
  after: Record<string, string>;
}

/** The Kings see each other, and all reserves are full. */
const PROMOTING = "6(K)5/3[P]8/12/12/12/12/12/6[K]5 w - - -/- wb";
const PASSED = "6(K)5/12/12/5(P)[P]5/12/12/12/2[R]3[K]5 w Q d5:d6 -/- -";

const CASES: Case[] = [
  {
    what: "a promotion is chosen from a menu",
    game: "scirocco",
    position: "3(P)(W)4(K)/3[P]5(P)/10/10/10/10/10/10/10/[K]9 b",
    clicks: ["d9", "e10", "Becomes a Tadpole"],
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
  {
    what: "a pair is dropped: one of its squares tells its type",
    game: "larger-board",
    position: IN_HAND,
    clicks: ["take 2 Leapers", "g1"],
    turn: "Le@b1,g1",
    after: { b1: "White Leaper", g1: "White Leaper" },
  },
  {
    what: "a pair is dropped on mirrored squares",
    game: "larger-board",
    position: IN_HAND,
    clicks: ["take 2 Wizards", "z2"],
    turn: "Wz@z2,i2",
    after: { z2: "White Wizard", i2: "White Wizard" },
  },
  {
    what: "a pair is dropped beside its King",
    game: "larger-board",
    position: IN_HAND,
    clicks: ["take 2 Elephants", "d1"],
    turn: "El@",
    after: { d1: "White Elephant", f1: "White Elephant" },
  },
  {
    what: "a piece is dropped where it gives check",
    game: "larger-board",
    position: IN_HAND,
    clicks: ["take Assassin", "d7"],
    turn: "As@d7",
    after: { d7: "White Assassin" },
  },
  {
    what: "a drop that explodes",
    game: "larger-board",
    position: IN_HAND,
    clicks: ["take Thunder", "a6"],
    turn: "Th@a6",
    after: { a5: "empty", a6: "empty" },
  },
  {
    what: "a piece is set the other way where it stands",
    game: "larger-board",
    position: "6(K)5/12/12/12/12/12/12/4[K]1[Pa]5 w - - -/- wb",
    clicks: ["e1", "e1", "Becomes a Vao"],
    turn: "Pa!V",
    after: { e1: "White Vao" },
  },
  {
    what: "a piece is set the other way after its move",
    game: "larger-board",
    position: "6(K)5/12/12/12/12/12/12/4[K]1[Pa]5 w - - -/- wb",
    clicks: ["e1", "j1", "Becomes a Vao"],
    turn: "Pa-j1/V",
    after: { j1: "White Vao", e1: "empty" },
  },
  {
    what: "a piece that takes another becomes one on two squares",
    game: "larger-board",
    position: "6(K)5/12/12/5(Wz)6/6[P]5/12/12/4[K]7 w - - -/- wb",
    clicks: ["e4", "d5"],
    turn: "exd5=Go",
    after: { e4: "White Golem", d5: "White Golem" },
  },
  {
    what: "both parts of a piece go, one after the other",
    game: "larger-board",
    position: "6(K)5/12/12/12/3[G1]8/4[G1]7/12/8[K]3 w - - -/- wb",
    clicks: ["c3", "g4", "h5"],
    turn: "Go-g4,h5",
    after: { g4: "White Golem", h5: "White Golem", b4: "empty", c3: "empty" },
  },
  {
    what: "a piece runs in a ring, back to where it was",
    game: "larger-board",
    position: "1(K)10/12/12/12/6[K][El]4/12/12/12 w - - -/- wb",
    clicks: ["f4", "f4", "Passes"],
    turn: "El!",
    after: { f4: "White Elephant" },
  },
  {
    what: "a promotion is set down elsewhere",
    game: "larger-board",
    position: PROMOTING,
    clicks: ["b7", "b8", "Becomes an Assassin", "d8"],
    turn: "b8=As@d8",
    after: { b8: "empty", d8: "White Assassin" },
  },
  {
    what: "one of many promotions is chosen",
    game: "larger-board",
    position: PROMOTING,
    clicks: ["b7", "b8", "Becomes a Lion"],
    turn: "b8=L",
    after: { b8: "White Lion" },
  },
  {
    what: "King and Rook castle",
    game: "larger-board",
    position: PASSED,
    clicks: ["e1", "c1"],
    turn: "O-O-O",
    after: { c1: "White King", d1: "White Rook", a1: "empty" },
  },
  {
    what: "a piece is taken on a square it passed",
    game: "larger-board",
    position: PASSED,
    clicks: ["e5", "d6"],
    turn: "exd6",
    after: { d6: "White Pawn", d5: "empty" },
  },
  {
    what: "a piece is shot as it passes by",
    game: "larger-board",
    position: "6(K)5/12/12/12/12/6[As]5/12/1[K]3(R)6 w - d1:d2 -/- -",
    clicks: ["e3", "d1"],
    turn: "Asx!d1ep",
    after: { d1: "empty", e3: "White Assassin" },
  },
  {
    what: "a piece changes places with an enemy",
    game: "larger-board",
    position: "1(K)10/12/12/12/5[Wz]6/6(R)5/12/8[K]3 w - - -/- -",
    clicks: ["d4", "e3"],
    turn: "Wz<>e3",
    after: { e3: "White Wizard", d4: "Black Rook" },
  },
];

describe("a turn is entered by clicks", () => {
  it.each(CASES)("$what", async ({ game, position, clicks, turn, after }) => {
    await openTable(page, together.server.url, game, position);
    for (const click of clicks) {
      if (/^[a-z]\d+$/.test(click)) await clickSquares(page, click);
      else if (click.startsWith("take ")) await itemInHand(page, "White", click.slice(5)).click();
      else await page.locator(".question").getByRole("button", { name: click }).click();
    }
    await expectTurn(page, turn);
    for (const [square, piece] of Object.entries(after))
      expect(await nameOfSquare(page, square)).toContain(piece);
  });
});

it("a drop is made by the keyboard alone, and by dragging", async () => {
  await openTable(page, together.server.url, "larger-board", IN_HAND);
  const assassin = itemInHand(page, "White", "Assassin");
  await assassin.focus();
  await page.keyboard.press("Enter");
  expect(await assassin.getAttribute("aria-pressed")).toBe("true");
  await page.keyboard.press("Escape");
  expect(await assassin.getAttribute("aria-pressed")).toBe("false");
  await assassin.focus();
  await page.keyboard.press("Enter");
  expect(await page.locator("[data-square]:focus").getAttribute("aria-label")).toContain(
    "sets the piece down",
  );
  await page.keyboard.press("Enter");
  await page.locator(".turn[aria-current]", { hasText: "As@" }).waitFor();
  await page.getByRole("button", { name: "Take back" }).click();
  await assassin.waitFor();
  await assassin.dragTo(page.locator('[data-square="e7"]'));
  await expectTurn(page, "As@e7");
  expect(await assassin.count()).toBe(0);
});

it("what cannot be dropped now is not taken from the tray", async () => {
  const notYet = IN_HAND.replace(/wb$/, "w");
  await openTable(page, together.server.url, "larger-board", notYet);
  const wizards = itemInHand(page, "White", "2 Wizards");
  await wizards.click({ force: true });
  await page
    .getByText(/before the royal pieces of both sides have moved: that of Black has not\.$/)
    .waitFor();
  expect(await wizards.getAttribute("aria-pressed")).toBe("false");
  expect(await wizards.getAttribute("aria-disabled")).toBe("true");
  expect(await page.locator(".targets > .target").count()).toBe(0);
});

it("escape gives a turn up that has been half entered", async () => {
  await openTable(page, together.server.url, "jupiter", CASES[7]?.position ?? "");
  await clickSquares(page, "a10", "a11");
  expect(await nameOfSquare(page, "a11")).toContain("Blue Rook");
  await page.keyboard.press("Escape");
  expect(await nameOfSquare(page, "a11")).toContain("Tan Pawn");
});

it("the end of the game is told with its reason", async () => {
  const position = "16/15(P)/16/16/16/16/16/16/16/16/[P]15/(K)15/[Cu][P]14/[P]15/16/15[K] b";
  await openTable(page, together.server.url, "jupiter", position);
  await clickSquares(page, "a4", "a5");
  const ending = page.locator(".ending");
  await ending.getByText("Blue has won").waitFor();
  expect(await ending.innerText()).toContain("1-0");
});

/** Whole games, from the set-up to the result, turn by turn with clicks. */

import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { clickSquares, expectTurn, openPage } from "./browser";
import { startTogether } from "./together";

const together = startTogether();
let page: Page;

beforeAll(async () => {
  page = await openPage(together.browser);
});

interface Game {
  game: string;
  /** The clicks for each turn, and the turn as it is then written. */
  turns: [clicks: string, turn: string][];
  score: string;
  /** A word of the reason. */
  reason: string;
}

const GAMES: Game[] = [
  {
    game: "Scirocco",
    turns: [
      ["f1 e4", "C-e4"],
      ["a8 a7", "P-a7"],
      ["e4 f7", "C-f7"],
      ["a7 a6", "P-a6"],
      ["f7 e10 Becomes a Squirrel", "Cxe10=Sq"],
      ["a6 a5", "P-a5"],
      ["e10 g9", "Sqxg9"],
    ],
    score: "1-0",
    reason: "royal",
  },
  {
    game: "Typhoon",
    turns: [
      ["i5 i6", "Ba-i6"],
      ["b9 b8", "P-b8"],
      ["i6 i7", "Ba-i7"],
      ["b8 b7", "P-b7"],
      ["i7 i8", "Baxi8"],
      ["b7 b6", "P-b6"],
      ["i8 i9 Stays a Banner", "Baxi9="],
      ["b6 b5", "P-b5"],
      ["i9 i10 Becomes a Raven", "Baxi10=Ra"],
      ["c9 c8", "P-c8"],
      ["i10 g12 Takes King g12", "Raxg12"],
    ],
    score: "1-0",
    reason: "royal",
  },
  {
    game: "Jupiter",
    turns: [
      ["k7 k8", "Ba-k8"],
      ["d11 d10", "P-d10"],
      ["k8 k9", "Ba-k9"],
      ["d10 d9", "P-d9"],
      ["k9 k10", "Baxk10"],
      ["d9 d8", "P-d8"],
      ["k10 k11 Stays a Banner", "Baxk11="],
      ["d8 d7", "P-d7"],
      ["k11 k12 Stays a Banner", "Baxk12="],
      ["e11 e10", "P-e10"],
      ["k12 k13 Stays a Banner", "Baxk13="],
      ["e10 e9", "P-e9"],
      ["k13 k14 Becomes a Raven", "Baxk14=Ra"],
      ["e9 e8", "P-e8"],
      ["k14 i16 Takes King i16", "Raxi16"],
    ],
    score: "1-0",
    reason: "royal",
  },
  {
    game: "Chess on a Larger Board",
    turns: [
      ["f2 f3", "f3"],
      ["e7 e5", "e5"],
      ["g2 g4", "g4"],
      ["d8 h4", "Qh4"],
    ],
    score: "0-1",
    reason: "checkmate",
  },
];

/** Begins a game of two people and leaves everything as it is in its set-up. */
async function begin(game: string): Promise<void> {
  await page.goto(together.server.url);
  await page.getByRole("button", { name: `Play ${game}` }).click();
  await page.getByText("A friend here").click();
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  const next = page.getByRole("button", { name: /^(Done|Begin the game)$/ });
  const player = page.locator(".player").first();
  const main = page.locator("main");
  for (;;) {
    await next.or(player).first().waitFor();
    if (await player.isVisible()) return;
    const words = await main.innerText();
    await next.click();
    // The next part of the set-up, or the game: only then is there anything to press.
    await expect.poll(() => main.innerText()).not.toBe(words);
  }
}

describe("a game is played to its end", () => {
  it.each(GAMES)("$game", async ({ game, turns, score, reason }) => {
    await begin(game);
    for (const [clicks, turn] of turns) {
      const [from = "", to = "", ...choice] = clicks.split(" ");
      await clickSquares(page, from, to);
      if (choice.length > 0)
        await page
          .locator(".question")
          .getByRole("button", { name: choice.join(" "), exact: true })
          .click();
      await expectTurn(page, turn);
    }
    const result = await page.locator(".result").innerText();
    expect(result).toContain(score);
    expect(result.toLowerCase()).toContain(reason);
    await page
      .getByRole("region", { name: "The game is over" })
      .getByRole("button", { name: "Close" })
      .click();
    await clickSquares(page, ...(turns[0]?.[0].split(" ").slice(1, 2) ?? []));
    expect(await page.locator(".targets > .target").count()).toBe(0);
  });
});

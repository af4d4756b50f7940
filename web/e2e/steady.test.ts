/** A turn is one change: nothing is said or moved between its parts. */

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { PHONE, clickSquares, expectTurn, openPage, openTable, screenshot } from "./browser";
import { accept, invite, play } from "./elsewhere";
import { startTogether } from "./together";

const together = startTogether();

interface Seen {
  /** The texts of live regions, which are read aloud. */
  said: string[];
  /** Where the top of the buttons and of the panel has been. */
  tops: string[];
}

/** Begins to watch what is said and where things stand, frame by frame. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: Seen = { said: [], tops: [] };
    Object.assign(window, { seen });
    const note = (list: string[], text: string) => {
      if (!list.includes(text)) list.push(text);
    };
    const listen = () => {
      for (const text of document.querySelectorAll(".status > *:not([aria-live=off])"))
        note(seen.said, text.textContent);
    };
    new MutationObserver(listen).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    const look = () => {
      const top = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().top;
      note(seen.tops, `${top('[aria-label="The game"]')} ${top(".panel-tabs")}`);
      requestAnimationFrame(look);
    };
    look();
  });
}

const seen = (page: Page) => page.evaluate(() => (window as unknown as { seen: Seen }).seen);

/** Plays against the engine, and returns what has been seen meanwhile. */
async function againstEngine(game: string, turns: readonly (readonly [string, string])[]): Promise<Seen> {
  const page = await openPage(together.browser);
  await page.goto(`${together.server.url}/#/`);
  await page.getByRole("button", { name: `Play ${game}` }).click();
  await page.getByRole("button", { name: "Begin", exact: true }).waitFor();
  const array = page.getByText("As in the diagram");
  if (await array.isVisible()) await array.click();
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await page.locator(".player").first().waitFor();
  await page.getByRole("toolbar", { name: "The game" }).waitFor();
  const skip = page.getByRole("button", { name: "Skip" });
  if (await skip.isVisible()) await skip.click();
  await page.waitForTimeout(500);
  await watch(page);
  for (const [index, squares] of turns.entries()) {
    await clickSquares(page, ...squares);
    await page
      .locator(".rows .turn")
      .nth(2 * index + 1)
      .waitFor({ timeout: 30_000 });
  }
  const found = await seen(page);
  await page.context().close();
  return found;
}

it("nothing is said and nothing moves at the turns of a game against the engine", async () => {
  const games = [
    [
      "Scirocco",
      [
        ["e3", "e4"],
        ["a3", "a4"],
        ["b3", "b4"],
      ],
    ],
    [
      "Chess on a Larger Board",
      [
        ["f2", "f3"],
        ["g2", "g3"],
        ["h2", "h3"],
      ],
    ],
  ] as const;
  for (const [game, turns] of games) {
    const { said, tops } = await againstEngine(game, turns);
    expect(
      said.filter((text) => text.includes("earlier position")),
      game,
    ).toEqual([]);
    expect(tops.length, `${game}: ${tops.join("; ")}`).toBe(1);
  }
});

it("nothing moves under the board of a phone or a tablet when the first pieces are taken", async () => {
  const position = "9(K)/9(P)/10/10/9(P)/10/10/10/9(C)/[K]8[R] b";
  for (const viewport of [PHONE.viewport, { width: 768, height: 1024 }]) {
    const page = await openPage(together.browser, { ...PHONE, viewport });
    await openTable(page, together.server.url, "scirocco", position);
    await page.locator(".panel-tabs").waitFor();
    await page.waitForTimeout(500);
    await watch(page);
    for (const turn of ["Rxj2", "P-j8", "Rxj6"]) {
      await page.keyboard.press("/");
      await page.getByLabel("Turn", { exact: true }).fill(turn);
      await page.keyboard.press("Enter");
      await expectTurn(page, turn);
    }
    await page.getByRole("list", { name: "Blue has taken" }).waitFor();
    const { tops } = await seen(page);
    expect(tops.length, tops.join("; ")).toBe(1);
    await screenshot(page, `steady-${viewport.width}`);
    await page.context().close();
  }
});

it("nobody is told at a turn of a game elsewhere that they look back", async () => {
  const maker = await openPage(together.browser);
  const link = await invite(maker, together.server.url, "Scirocco");
  const friend = await openPage(together.browser);
  await accept(friend, link);
  await friend.locator(".player.bottom", { hasText: "you" }).waitFor();
  await maker.getByLabel("The link for your friend").waitFor({ state: "detached" });
  for (const page of [maker, friend]) await page.waitForTimeout(500);
  for (const page of [maker, friend]) await watch(page);
  const turns = [
    [maker, ["f1", "e4"], "C-e4"],
    [friend, ["a8", "a7"], "P-a7"],
    [maker, ["a3", "a4"], "P-a4"],
    [friend, ["b8", "b7"], "P-b7"],
  ] as const;
  for (const [page, squares, turn] of turns) {
    await play(page, [...squares], turn);
    for (const other of [maker, friend]) await expectTurn(other, turn);
  }
  for (const page of [maker, friend]) {
    const { said, tops } = await seen(page);
    expect(said.filter((text) => text.includes("look back"))).toEqual([]);
    expect(tops.length, tops.join("; ")).toBe(1);
  }
  await maker.context().close();
  await friend.context().close();
});

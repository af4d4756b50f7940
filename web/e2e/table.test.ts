/** At the table: clocks, going along the line, looking closer, analysing; and the rules that can be tried. */

import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
  PHONE,
  QUIET,
  clickSquares,
  doubleTap,
  expectTurn,
  nameOfSquare,
  openOther,
  openPage,
  openTable,
} from "./browser";
import { startTogether } from "./together";

const together = startTogether();

/** Begins a game of two people on the array, with a clock. */
async function beginWithClock(page: Page, clock: string, times: Record<string, string>): Promise<void> {
  await page.goto(together.server.url);
  await page.getByRole("button", { name: "Play Scirocco" }).click();
  await page.getByText("A friend here").click();
  await page.getByText("As in the diagram").click();
  await page.getByText(clock, { exact: true }).click();
  for (const [label, time] of Object.entries(times)) await page.getByLabel(label).fill(time);
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await page.locator(".clock").first().waitFor();
}

/** Returns what a clock shows, in seconds. */
async function seconds(page: Page, place: "top" | "bottom"): Promise<number> {
  const text = await page.locator(`.player.${place} .clock`).innerText();
  return text.split(":").reduce((sum, part) => 60 * sum + Number(part), 0);
}

describe("the clock", () => {
  it("runs for the side to move, adds, and goes on after a reload", async () => {
    const page = await openPage(together.browser);
    await beginWithClock(page, "For the game", {
      "Minutes for the game": "5",
      "Seconds more for each turn": "30",
    });
    await clickSquares(page, "e3", "e4");
    await expectTurn(page, "P-e4");
    expect(await seconds(page, "bottom")).toBeGreaterThan(5 * 60);
    await expect.poll(() => seconds(page, "top"), { timeout: 5000 }).toBeLessThan(5 * 60);
    const before = await seconds(page, "top");
    await page.reload();
    await expectTurn(page, "P-e4");
    expect(await seconds(page, "top")).toBeLessThanOrEqual(before);
    await expect.poll(() => seconds(page, "top"), { timeout: 5000 }).toBeLessThan(before);
    await page.context().close();
  });

  it("ends the game of a side whose time is up", async () => {
    const page = await openPage(together.browser);
    await beginWithClock(page, "For each turn", { "Seconds for each turn": "2" });
    // It runs from the first turn on.
    await clickSquares(page, "e3", "e4");
    await page.locator(".result").getByText("1-0").waitFor();
    expect(await page.locator(".result").innerText()).toContain("time");
    await page.context().close();
  });
});

it("keys lead along the line, and turn the board", async () => {
  const page = await openPage(together.browser);
  await openTable(page, together.server.url, "scirocco", QUIET);
  await clickSquares(page, "f4", "f5");
  await expectTurn(page, "Pf4-f5");
  await page.locator("main").focus();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => nameOfSquare(page, "f4")).toContain("Blue Pawn");
  await page.keyboard.press("End");
  await expect.poll(() => nameOfSquare(page, "f5")).toContain("Blue Pawn");
  const before = await page.locator('[data-square="a1"]').boundingBox();
  await page.keyboard.press("f");
  await expect
    .poll(async () => (await page.locator('[data-square="a1"]').boundingBox())?.y)
    .not.toBe(before?.y);
  await page.context().close();
});

it("Enter opens a menu that has the focus, while a turn waits to be confirmed", async () => {
  const page = await openPage(together.browser);
  await openTable(page, together.server.url, "scirocco", QUIET);
  const menu = page.getByLabel("More", { exact: true });
  await menu.click();
  await page.getByLabel("Confirm my turns").check();
  await clickSquares(page, "f4", "f5");
  await page.getByRole("button", { name: "Play Pf4-f5" }).waitFor();
  await menu.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Resign", exact: true }).waitFor();
  expect(await page.locator(".turn").count()).toBe(0);
  await page.context().close();
});

it("the focus returns to the menu from which a dialog was opened", async () => {
  const page = await openPage(together.browser);
  await openTable(page, together.server.url, "scirocco", QUIET);
  const menu = page.getByLabel("More", { exact: true });
  const isFocused = () => menu.evaluate((button) => button === document.activeElement);
  for (const button of ["Go on playing", "Close"]) {
    await menu.click();
    await page.getByRole("button", { name: "Resign", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: button }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(isFocused).toBe(true);
  }
  await page.context().close();
});

it("the focus stays on its square when the board turns to whoever moves", async () => {
  const page = await openPage(together.browser);
  await openTable(page, together.server.url, "scirocco", QUIET);
  await page.getByText("View", { exact: true }).click();
  await page.getByLabel("Turn the board to whoever moves").check();
  await page.locator('[data-square="f4"]').focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  const focused = page.locator("[data-square]:focus");
  const before = await focused.boundingBox();
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await focused.boundingBox())?.y).not.toBe(before?.y);
  expect(await focused.getAttribute("data-square")).toBe("f5");
  // The arrow keys lead on as the board is seen now.
  await page.keyboard.press("ArrowUp");
  expect(await focused.getAttribute("data-square")).toBe("f4");
  await page.context().close();
});

it("a turn of the list opens the piece that it names, and the press is no jump", async () => {
  const page = await openPage(together.browser);
  await openTable(page, together.server.url, "scirocco", QUIET);
  await clickSquares(page, "f4", "f5");
  await expectTurn(page, "Pf4-f5");
  await page.locator(".moves .turn").first().click({ button: "right" });
  await page.getByRole("dialog", { name: "Pawn" }).waitFor();
  await page.context().close();
});

it("a board is enlarged by buttons and by a double tap", async () => {
  const page = await openPage(together.browser, PHONE);
  await openTable(page, together.server.url, "scirocco", QUIET);
  const width = async () => (await page.locator('[data-square="f4"]').boundingBox())?.width ?? 0;
  const whole = await width();
  await page.getByRole("button", { name: "Larger" }).click();
  expect(await width()).toBeGreaterThan(whole * 1.3);
  await page.getByRole("button", { name: "Whole board" }).click();
  expect(await width()).toBeCloseTo(whole, 1);
  await doubleTap(page, "f4");
  await expect.poll(width).toBeGreaterThan(whole * 2);
  // The first of the taps has chosen the piece; the second one has not given it up.
  expect(await nameOfSquare(page, "f4")).toContain("chosen");
  await page.context().close();
});

it("an arrangement is analysed", async () => {
  const page = await openPage(together.browser);
  await page.goto(`${together.server.url}/#/editor/scirocco/${encodeURIComponent(QUIET)}`);
  await page.getByRole("button", { name: "Analyse it" }).click();
  const turns = page.locator('.lines .turn[tabindex="0"]');
  const choice = (on: Page) => on.getByRole("radiogroup", { name: "Lines of the analysis" });
  await expect.poll(() => turns.count()).toBe(3);
  const height = (await page.locator(".lines").boundingBox())?.height ?? 0;
  await choice(page).getByText("5").click();
  await expect.poll(() => turns.count()).toBe(5);
  expect(new Set(await turns.allInnerTexts()).size).toBe(5);
  expect((await page.locator(".lines").boundingBox())?.height).toBeCloseTo((height / 3) * 5, 0);
  await expect.poll(() => page.locator(".arrow.advice").count()).toBeGreaterThanOrEqual(5);
  // Another client of the session sees the same, and may ask for less.
  const other = await openOther(together.browser, page);
  await other.goto(page.url());
  await other.getByText("Engine", { exact: true }).click();
  await choice(other).getByText("1").click();
  await expect.poll(() => turns.count()).toBe(1);
  await turns.first().click();
  await page.getByText("Turns", { exact: true }).click();
  await page.locator(".moves .turn[aria-current]").waitFor();
  await other.context().close();
  await page.context().close();
});

it.each([
  "scirocco",
  "scirocco-2001",
  "scirocco-1999",
  "typhoon",
  "typhoon-1999",
  "jupiter",
  "jupiter-1999",
  "larger-board",
])(
  "every diagram of the rules of %s moves",
  async (game) => {
    const page = await openPage(together.browser);
    await page.goto(`${together.server.url}/#/help/${game}`);
    await page.locator(".example").first().waitFor();
    const examples = page.locator(".example");
    for (let index = 0; index < (await examples.count()); index++) {
      const example = examples.nth(index);
      await example.scrollIntoViewIfNeeded();
      await example.locator(".targets > .target").first().waitFor({ state: "attached" });
    }
    expect(await page.locator(".notice").count()).toBe(0);
    await page.context().close();
  },
  180_000,
);

/** The first view: a game in motion, and one of one's own at once. */

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { PHONE, checkAccess, clickSquares, nameOfSquare, openPage, screenshot } from "./browser";
import { startTogether } from "./together";

const together = startTogether();

/** The pieces on the board that plays by itself. */
const arrangement = (page: Page) =>
  page
    .locator(".showcase .piece")
    .evaluateAll((pieces) =>
      pieces
        .map((piece) => `${piece.getAttribute("style")} ${piece.querySelector("use")?.getAttribute("href")}`)
        .sort(),
    );

it("from opening the page to the first own turn it is a press and a turn, against a gentle opponent", async () => {
  const page = await openPage(together.browser);
  await page.goto(together.server.url);
  await page.getByRole("button", { name: "Play now" }).click();
  await page.getByText("engine, force 2, light breeze").waitFor();
  await clickSquares(page, "e3", "e4");
  // The answer may come before anybody has seen the own turn as the last one.
  await page.locator(".rows .turn").nth(1).waitFor();
  expect(await page.locator(".rows .turn").first().textContent()).toContain("P-e4");
  await page.context().close();
});

it("the board of the first view plays by itself, and stands still when told or where nothing is to move", async () => {
  const moving = await openPage(together.browser, { reducedMotion: "no-preference" });
  await moving.goto(together.server.url);
  await moving.locator(".showcase .piece").first().waitFor();
  const start = await arrangement(moving);
  await expect.poll(() => arrangement(moving), { timeout: 8000 }).not.toEqual(start);
  await moving.getByRole("button", { name: "Let the pieces stand still" }).click();
  await moving.waitForTimeout(400);
  const paused = await arrangement(moving);
  await moving.waitForTimeout(1800);
  expect(await arrangement(moving)).toEqual(paused);
  await moving.context().close();

  const still = await openPage(together.browser);
  await still.goto(together.server.url);
  await still.locator(".showcase .piece").first().waitFor();
  const shown = await arrangement(still);
  await still.waitForTimeout(1800);
  expect(await arrangement(still)).toEqual(shown);
  await still.context().close();
});

it("after a few turns the first view shows wonders of Jupiter, without moving anything, and any of them can be tried", async () => {
  const page = await openPage(together.browser);
  await page.goto(together.server.url);
  await page.locator(".showcase .piece").first().waitFor();
  const hero = page.getByRole("region", { name: "Begin at once" });
  const place = async () => {
    const { y, height } = (await hero.boundingBox()) ?? {};
    return { y, height };
  };
  const before = await place();
  await page.getByRole("button", { name: "See wonders of Jupiter" }).click();
  const words = page.locator(".wonder-words");
  await words.getByText("The Harpy lends the Pawn").waitFor();
  expect(await place()).toEqual(before);
  await checkAccess(page);
  await screenshot(page, "home-wonders");
  for (const beginning of ["The Doubler", "The Tank", "The Rook", "The Fiery Dragon", "The Immobilizer"]) {
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await words.getByText(beginning).waitFor();
    expect(await place()).toEqual(before);
  }
  await screenshot(page, "home-wonders-last");
  // Nothing moves by itself for people who do not want that.
  const shown = await arrangement(page);
  await page.waitForTimeout(2800);
  expect(await arrangement(page)).toEqual(shown);
  await page.getByRole("button", { name: "Try this" }).click();
  await page.getByText("engine, force 2, light breeze").waitFor();
  await expect.poll(() => nameOfSquare(page, "g6")).toContain("Blue Immobilizer");
  await page.context().close();

  const moving = await openPage(together.browser, { ...PHONE, reducedMotion: "no-preference" });
  await moving.goto(together.server.url);
  await moving.locator(".wonder-words").getByText("The Harpy lends the Pawn").waitFor();
  await moving.locator(".wonder-words").getByText("The Doubler").waitFor();
  await screenshot(moving, "home-wonders-phone");
  await moving.context().close();
});

it("every game's card shows its board with its pieces", async () => {
  const page = await openPage(together.browser);
  await page.goto(together.server.url);
  for (const [game, pieces] of [
    ["scirocco", 54],
    ["typhoon", 92],
    ["jupiter", 184],
    ["larger-board", 48],
  ] as const) {
    await expect
      .poll(() => page.locator(`.card use[href^="#${game}-diagram-"]`).count(), { timeout: 15_000 })
      .toBe(pieces);
  }
  await screenshot(page, "home");
  await checkAccess(page);
  await page.context().close();
});

it("on a phone the button and the board are both seen at once", async () => {
  const page = await openPage(together.browser, { ...PHONE, colorScheme: "dark" });
  await page.goto(together.server.url);
  await page.locator(".showcase .piece").first().waitFor();
  for (const seen of [page.getByRole("button", { name: "Play now" }), page.locator(".showcase > svg")]) {
    const box = await seen.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
  }
  await screenshot(page, "home-phone-dark");
  await checkAccess(page);
  await page.context().close();
});

/** The course: an evening is read, its pieces are learned by heart, and its battle is fought; the page remembers the way. */

import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { SCREENS, checkAccess, clickSquares, openPage, screenshot } from "./browser";
import { startTogether } from "./together";

const together = startTogether();

async function open(address: string, options?: BrowserContextOptions): Promise<Page> {
  const page = await openPage(together.browser, options);
  await page.goto(`${together.server.url}/#/${address}`);
  return page;
}

/** Gives the browser what it would remember of an evening: its lessons, its pieces, and perhaps its battle. */
async function remember(page: Page, learned: object, pieces: readonly string[] = []): Promise<void> {
  const due = new Date(Date.now() + 86_400_000).toISOString();
  const numbers = { stability: 3, difficulty: 5, scheduled_days: 3, reps: 1, lapses: 0, state: 2 };
  const card = { due, last_review: new Date().toISOString(), ...numbers };
  const cards = { at: 1, cards: Object.fromEntries(pieces.map((id) => [id, card])) };
  await page.evaluate(
    ([learned, cards]) => {
      localStorage.setItem("beaufort/learned", learned ?? "");
      localStorage.setItem("beaufort/cards/jupiter", cards ?? "");
    },
    [JSON.stringify(learned), JSON.stringify(cards)],
  );
  await page.reload();
}

it("the path shows ten evenings, and its button leads to what comes next", async () => {
  const page = await open("learn");
  await page.getByRole("link", { name: "Begin: The first three minutes" }).waitFor();
  const evenings = page.locator(".course-path a");
  expect(await evenings.count()).toBe(10);
  expect(await page.locator('.course-path [aria-current="step"]').innerText()).toContain("Small steps");
  await evenings.first().click();
  await page.getByRole("heading", { level: 1, name: "Small steps" }).waitFor();
  expect(await page.locator(".evening-piece").count()).toBe(8);
  await page.getByRole("link", { name: "Lesson: The first three minutes" }).waitFor();
  // The first piece is tried on its small board.
  const first = page.locator(".evening-piece", { hasText: "Whoever loses the last royal piece" });
  await expect.poll(() => first.locator('[data-square][aria-label*="moves here"]').count()).toBe(8);
  await page.getByRole("link", { name: "All evenings" }).click();
  await page.getByRole("heading", { name: "Ten evenings to Jupiter" }).waitFor();
  await page.context().close();
});

it("an evening goes from its pieces by heart to its battle, against the gentlest engine", async () => {
  const page = await open("cards/jupiter/steps");
  await page.getByText("You have met 0 of 8 pieces").waitFor();
  const ids = ["K", "P", "Fu", "Ber", "La", "Ba", "GBt", "GAl"];
  await remember(page, {}, ids);
  await page.getByText("You have met 8 of 8 pieces").waitFor();
  await page.getByRole("link", { name: "On with the evening: Small steps" }).click();
  await page.getByText("8 of 8 met").waitFor();
  await page.locator("#evening-battle").scrollIntoViewIfNeeded();
  await page.locator(".evening-battle .mini-board use").first().waitFor();
  await page.locator(".evening-battle").getByRole("button", { name: "Begin the battle" }).click();
  await page.getByText("engine, force 1").first().waitFor();
  await clickSquares(page, "d2", "d3");
  await page.locator(".rows .turn").nth(1).waitFor();
  // Who resigns has lost: the way back is there, and nothing is won.
  await page.getByLabel("More", { exact: true }).click();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  const back = page.getByRole("link", { name: "On with the evening: Small steps" });
  await back.click();
  await page.getByText("8 of 8 met").waitFor();
  expect(await page.getByText("Won", { exact: true }).count()).toBe(0);
  await page.context().close();
});

it("an address without such an evening says so", async () => {
  const page = await open("course/nothing");
  await page.getByRole("heading", { name: "No such evening" }).waitFor();
  await page.context().close();
});

describe.each(SCREENS)("on a screen: $name", ({ name, options }) => {
  it("the path, an evening and the last one have room and are accessible", async () => {
    const page = await open("learn", options);
    await page.locator(".course-path .tile").first().waitFor();
    await checkAccess(page);
    await screenshot(page, `course-path-${name}`);
    await page.goto(`${together.server.url}/#/course/movers-of-others`);
    await page.locator(".evening-piece [data-square]").first().waitFor();
    await checkAccess(page);
    await screenshot(page, `course-evening-${name}`);
    await page.goto(`${together.server.url}/#/course/jupiter`);
    await page.locator(".evening-battle .mini-board use").first().waitFor();
    await checkAccess(page);
    await screenshot(page, `course-jupiter-${name}`);
    await page.context().close();
  });
});

/** The captures on screens of every shape: dozens of kinds fit, and the score stays visible. */

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { LONG_GAME, checkAccess, openPage, openRecord, screenshot } from "./browser";
import { startTogether } from "./together";

const together = startTogether();

/** How many kinds of pieces have been taken at the end of the game. */
const KINDS = 72;

/** Returns the elements whose content does not fit into them, and which do not scroll. */
function overflowing(page: Page): Promise<string[]> {
  return page.locator(":is(.player, .side, .captures, .piece-card, .controls)").evaluateAll((all) =>
    all
      .flatMap((one) => [one, ...one.querySelectorAll<HTMLElement>("*:not(svg, svg *, .visually-hidden)")])
      .filter((one) => {
        const { display, overflowX, textOverflow } = getComputedStyle(one);
        const mayBeWider = display === "inline" || overflowX === "auto" || textOverflow === "ellipsis";
        return !mayBeWider && one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1;
      })
      .map(
        (one) => `${one.tagName}.${one.getAttribute("class") ?? ""}: ${one.scrollWidth} > ${one.clientWidth}`,
      ),
  );
}

it.each([
  [1440, 900],
  [1280, 720],
  [1024, 768],
  [768, 1024],
  [390, 844],
  [844, 390],
])("in a window of %i by %i all of them are there", async (width, height) => {
  const page = await openPage(together.browser, { viewport: { width, height } });
  await openRecord(page, together.server.url, LONG_GAME);
  const kinds = page.getByRole("list", { name: /has taken$/ }).getByRole("button");
  await kinds.first().waitFor();
  expect(await kinds.count()).toBe(KINDS);
  expect(await overflowing(page)).toEqual([]);

  // Each player has one line, and the score in it is whole.
  for (const player of await page.locator(".player").all())
    expect((await player.boundingBox())?.height).toBeLessThanOrEqual(46);
  const score = page.locator(".player .material");
  expect(await score.innerText()).toMatch(/^\+\d+\.\d$/);
  const isWhole = await score.evaluate((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [1, width - 1].every((at) => document.elementFromPoint(x + at, y + height / 2) === one);
  });
  expect(isWhole).toBe(true);

  // The last one is reached by scrolling its own row, if at all.
  const last = kinds.last();
  await last.scrollIntoViewIfNeeded();
  const name = (await last.getAttribute("aria-label")) ?? "";
  await last.hover();
  await page.locator(".piece-card .piece-name", { hasText: name.replace(/^\d+ times /, "") }).waitFor();
  await screenshot(page, `captures-${width}-by-${height}`);
  await page.context().close();
});

it("they are named for who uses the keyboard, and looked at closely", async () => {
  const page = await openPage(together.browser);
  await openRecord(page, together.server.url, LONG_GAME);
  const kinds = page.getByRole("list", { name: "Tan has taken" }).getByRole("button");
  await kinds.first().waitFor();
  await checkAccess(page);
  const names = await kinds.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? ""));
  expect(new Set(names).size).toBe(names.length);
  expect(names.some((name) => /^\d+ times Pawn$/.test(name))).toBe(true);
  // The worthiest is reached by the Tab key, the others by the arrow keys.
  expect(
    await kinds.evaluateAll((all) => all.filter((one) => (one as HTMLElement).tabIndex === 0).length),
  ).toBe(1);
  await kinds.first().focus();
  const word = page.locator(".piece-card .piece-name");
  await expect.poll(() => word.innerText()).toBe(names[0]);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => word.innerText()).toBe(names[1]);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: names[1] ?? "" }).waitFor();
  await page.context().close();
});

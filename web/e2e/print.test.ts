/** Printing: the whole page, from the first sheet on. */

import { expect, it } from "vitest";
import { LAPTOP, LONG_GAME, openPage, openRecord } from "./browser";
import { startTogether } from "./together";

const together = startTogether();

it.each([
  ["pieces/scirocco", ".guide-list li", 36, ".all-pieces h1"],
  ["pieces/scirocco/Ge", ".piece-words", 1, ".piece-title"],
  ["play", ".rows li", 178, ".player.top"],
])("%s is printed whole", async (address, parts, count, first) => {
  const page = await openPage(together.browser, { ...LAPTOP, colorScheme: "dark" });
  if (address === "play") await openRecord(page, together.server.url, LONG_GAME);
  else await page.goto(`${together.server.url}/#/${address}`);
  await page.locator(first).waitFor();
  await page.emulateMedia({ media: "print" });
  expect(await page.locator(parts).count()).toBe(count);
  const hidden = await page.locator("main *:not(svg *, .visually-hidden)").evaluateAll((all) =>
    all
      .filter((one) => one.clientHeight > 0 && getComputedStyle(one).overflowY !== "visible")
      .filter((one) => one.scrollHeight > one.clientHeight + 1)
      .map((one) => `${one.tagName}.${one.getAttribute("class") ?? ""}`),
  );
  expect(hidden).toEqual([]);
  // The page grows with what stands on it, and begins with it.
  const [top, bottom] = await page.evaluate(
    ([first, parts]) => {
      const last = [...document.querySelectorAll(parts)].at(-1);
      return [
        document.querySelector(first)?.getBoundingClientRect().top,
        last?.getBoundingClientRect().bottom,
      ];
    },
    [first, parts] as const,
  );
  expect(top).toBeLessThan(100);
  expect(bottom).toBeLessThanOrEqual(await page.evaluate(() => document.documentElement.scrollHeight));
  expect(await page.locator(".bar").isVisible()).toBe(false);
  expect(await page.evaluate(() => getComputedStyle(document.body).colorScheme)).toBe("light");
  await page.context().close();
});

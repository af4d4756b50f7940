/**
 * How soon the page without a server is there, and how soon it answers, on a slow line and a slow processor: `npm run measure` prints
 * it. Nothing is expected of the times, which are those of the machine; `counts.test.ts` bounds what costs them.
 */

import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { LAPTOP, clickSquares, openPage, playWithFriend } from "./browser";
import { SLOW_4G, startSlowHost } from "./slowHost";
import { startTogether } from "./together";

/** How many times slower the page computes. A browser slows the page alone, not its workers. */
const SLOWDOWN = 4;

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
}

describe("the speed of the page", () => {
  const together = startTogether();

  it("the first view, and the first turn of one's own", async () => {
    const host = await startSlowHost(`${together.server.url}/`, SLOW_4G);
    const page = await openPage(together.browser, LAPTOP);
    await slowDown(page);
    const start = performance.now();
    await page.goto(host.url, { waitUntil: "commit" });
    const paint = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const look = () => {
            const [first] = performance.getEntriesByName("first-contentful-paint");
            if (first) resolve(first.startTime);
            else setTimeout(look, 20);
          };
          look();
        }),
    );
    const play = page.getByRole("button", { name: "Play Scirocco" });
    await play.waitFor();
    const games = performance.now() - start;
    await play.click();
    await page.getByText("As in the diagram").click();
    await page.getByRole("button", { name: "Begin", exact: true }).click();
    await clickSquares(page, "e3");
    await page.locator(".targets > .target").first().waitFor();
    const turn = performance.now() - start;
    const bytes = host.sent();
    console.info(
      `first paint ${paint.toFixed(0)} ms, games ${games.toFixed(0)} ms, first turn ${turn.toFixed(0)} ms, ${bytes} bytes`,
    );
    await page.context().close();
    await host.stop();
  });

  it("a turn of Jupiter, from the click to the picture", async () => {
    const page = await openPage(together.browser, LAPTOP);
    await playWithFriend(page, together.server.url, "Jupiter");
    await slowDown(page);
    await page.evaluate(() => {
      const times: number[] = [];
      Object.assign(window, { times });
      let clicked = 0;
      addEventListener("pointerup", (event) => (clicked = event.timeStamp), { capture: true });
      const turns = () => document.querySelectorAll(".moves .turn").length;
      let seen = turns();
      new MutationObserver(() => {
        if (turns() === seen) return;
        seen = turns();
        // The picture is there with the frame after the change.
        requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - clicked)));
      }).observe(document.body, { childList: true, subtree: true });
    });
    const files = ["d", "e", "g", "h", "i", "j", "l", "m"];
    const walk = files.flatMap((file) => [
      [`${file}6`, `${file}7`] as const,
      [`${file}11`, `${file}10`] as const,
    ]);
    const times = () => page.evaluate(() => (window as unknown as { times: number[] }).times);
    for (const [index, [from, to]] of walk.entries()) {
      await clickSquares(page, from, to);
      await expect.poll(async () => (await times()).length).toBe(index + 1);
    }
    const sorted = (await times()).sort((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
    console.info(
      `a turn of Jupiter: ${median.toFixed(0)} ms, at most ${(sorted.at(-1) ?? Number.NaN).toFixed(0)} ms`,
    );
    await page.context().close();
  });
});

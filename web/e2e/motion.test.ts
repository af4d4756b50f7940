/** The animation of a turn, which blocks nothing. */

import type { Browser, Page } from "playwright-core";
import { expect, it } from "vitest";
import { LAPTOP, QUIET, clickSquares, expectTurn, nameOfSquare, openPage, openTable } from "./browser";
import { startTogether } from "./together";

const together = startTogether();

const PROMOTING = "3(P)(W)4(K)/3[P]5(P)/10/10/10/10/10/10/10/[K]9 b";
const BURNING = "15(K)/15(P)/16/16/16/16/16/16/16/6(FiD)9/16/16/4[N]11/16/16/15[K] b";
const POISONED = "15(K)/15(P)/16/16/16/16/16/16/16/16/5(DNi)10/16/4[N]11/16/16/15[K] b";

type Motion = "no-preference" | "reduce";

/** Opens a page that writes down which effects have been there, and which tiles have been turned over. */
async function openWatched(browser: Browser, reducedMotion: Motion = "no-preference"): Promise<Page> {
  const page = await openPage(browser, { ...LAPTOP, reducedMotion });
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(globalThis, { seen });
    new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records) {
        const elements = type === "attributes" ? [target] : [...addedNodes];
        for (const element of elements) {
          if (!(element instanceof SVGElement)) continue;
          for (const kind of ["lending", "fire", "poison", "gone"])
            if (element.classList.contains(kind)) seen.add(kind);
        }
      }
    }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] });
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...motion) {
      seen.add(`turned ${this.getAttribute("class") ?? ""}`);
      return animate.apply(this, motion);
    };
  });
  return page;
}

const seen = (page: Page) =>
  page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen].toSorted());

/** Plays a turn on a position, and waits until it is on the board. */
async function play(page: Page, game: string, position: string, clicks: string[], choice?: string) {
  await openTable(page, together.server.url, game, position);
  // In the editor, too, pieces have come and gone.
  await page.evaluate(() => (globalThis as unknown as { seen: Set<string> }).seen.clear());
  await clickSquares(page, ...clicks);
  if (choice) await page.getByRole("button", { name: choice }).click();
  await page.locator(".turn[aria-current]").waitFor();
}

it.each<[string, string, string, string[], string | undefined, string[]]>([
  ["a borrowed move", "scirocco", QUIET, ["f4", "h6"], undefined, ["lending"]],
  [
    "a capture that promotes",
    "scirocco",
    PROMOTING,
    ["d9", "e10"],
    "Becomes a Tadpole",
    ["gone", "turned face"],
  ],
  ["fire", "jupiter", BURNING, ["e4", "f6"], undefined, ["fire", "gone"]],
  ["poison", "jupiter", POISONED, ["e4", "f6"], undefined, ["gone", "poison"]],
])(
  "%s is seen, and with reduced motion only what it leads to",
  async (_, game, position, clicks, choice, motion) => {
    const page = await openWatched(together.browser);
    await play(page, game, position, clicks, choice);
    await expect.poll(() => seen(page)).toEqual(motion);
    // Short effects end, and captured pieces go.
    await page.locator(".effect :is(rect, path), .piece.gone").first().waitFor({ state: "detached" });
    await page.context().close();

    const still = await openWatched(together.browser, "reduce");
    await play(still, game, position, clicks, choice);
    expect((await seen(still)).filter((one) => one !== "gone")).toEqual([]);
    await still.context().close();
  },
);

it("a click counts at once while pieces still move", async () => {
  const page = await openWatched(together.browser);
  await openTable(page, together.server.url, "scirocco", QUIET);
  const session = await page.context().newCDPSession(page);
  await session.send("Animation.enable");
  // An effect of a fifth of a second is slowed down to more than a minute.
  await session.send("Animation.setPlaybackRate", { playbackRate: 0.002 });
  const moving = () =>
    page.evaluate(() =>
      document.getAnimations().some(({ playState, effect }) => {
        const target = effect instanceof KeyframeEffect ? effect.target : undefined;
        return playState === "running" && target?.classList.contains("piece");
      }),
    );
  await clickSquares(page, "f4", "f5");
  await expectTurn(page, "Pf4-f5");
  expect(await moving()).toBe(true);
  await clickSquares(page, "j9");
  await page.locator(".targets > .target").first().waitFor({ state: "attached" });
  await clickSquares(page, "j8");
  await expectTurn(page, "P-j8");
  expect(await moving()).toBe(true);
  expect(await nameOfSquare(page, "j8")).toContain("Tan Pawn");
  await page.context().close();
});

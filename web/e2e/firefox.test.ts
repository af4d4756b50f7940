/**
 * The page in Firefox: the rules, the engine, what is kept, and how it looks. Another library drives it than Chromium in the other
 * tests, since theirs gives an order that Debian's Firefox does not know.
 */

import { existsSync, mkdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import puppeteer, {
  ProtocolError,
  type Browser,
  type BrowserContext,
  type Page,
  type Viewport,
} from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isThere } from "./needs";
import { ROOT, type Server, startServer } from "./server";
import { IS_SITE, startSite } from "./site";

const NAMES = ["firefox-esr", "firefox"];
const FIREFOX = process.env["FIREFOX"] ?? find();
const SCREENSHOTS = join(ROOT, "target", "screenshots");
const LAPTOP: Viewport = { width: 1366, height: 768 };
const PHONE: Viewport = { width: 390, height: 844, hasTouch: true };
/** Orthodox chess: a Pawn that promotes with its next step. */
const PROMOTION = "7k/P7/8/8/8/8/8/K7 w - - 0 1";

/** The Firefox in the path. */
function find(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(existsSync);
}

const HINT = `install one of ${NAMES.join(", ")}, or name it with FIREFOX`;

describe.runIf(isThere(FIREFOX !== undefined, "the tests in Firefox", HINT))(
  "Firefox",
  { timeout: 240_000 },
  () => {
    let server: Server;
    let browser: Browser;

    beforeAll(async () => {
      server = await (IS_SITE ? startSite() : startServer());
      browser = await puppeteer.launch({
        browser: "firefox",
        executablePath: FIREFOX ?? "",
        timeout: 100_000,
        // Endless animation, such as the board of the first view, may take all the time of a small machine.
        extraPrefsFirefox: { "ui.prefersReducedMotion": 1 },
      });
    }, 120_000);
    afterAll(async () => {
      await browser.close();
      await server.stop();
    });

    /** Opens a page for a person of its own. What went wrong in it is among the errors. */
    async function open(
      viewport = LAPTOP,
    ): Promise<{ page: Page; context: BrowserContext; errors: unknown[] }> {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      page.setDefaultTimeout(40_000);
      await setViewport(page, viewport);
      const errors: unknown[] = [];
      page.on("pageerror", (error) => errors.push(error));
      return { page, context, errors };
    }

    /** Gives the page its size. The library turns the screen, too, which Firefox 140 does not know: the size counts all the same. */
    async function setViewport(page: Page, viewport: Viewport): Promise<void> {
      await page.setViewport(viewport).catch((error: unknown) => {
        const turns =
          error instanceof ProtocolError && error.message.includes("setScreenOrientationOverride");
        if (!turns) throw error;
      });
      await page.waitForFunction((width) => innerWidth === width, {}, viewport.width);
    }

    /** Clicks what this selects. In Firefox 140 the library's wait for an element to be enabled has no end: the selector says so. */
    async function click(page: Page, selector: string): Promise<void> {
      const element = page.locator(selector).setWaitForEnabled(false);
      await element.setWaitForStableBoundingBox(false).click();
    }

    /**
     * Presses the button with these words, whether or not the page has come to rest around it. It is not looked for by its role: for that
     * Firefox describes the whole page to aids for reading, again with every move on the board, and is busy with nothing else.
     */
    async function press(page: Page, words: string): Promise<void> {
      await click(page, `::-p-xpath(//button[normalize-space()="${words}" and not(@disabled)])`);
    }

    async function clickSquares(page: Page, ...squares: string[]): Promise<void> {
      for (const square of squares) await click(page, `[data-square="${square}"]`);
    }

    /** Waits until this is the last turn shown. */
    async function expectTurn(page: Page, text: string): Promise<void> {
      await page.locator(`.turn[aria-current] ::-p-text(${text})`).wait();
    }

    function turns(page: Page): Promise<number> {
      return page.$$eval(".rows .turn", (turns) => turns.length);
    }

    /** Begins a game of two people from a position. */
    async function openTable(page: Page, game: string, position: string): Promise<void> {
      await page.goto(`${server.url}/#/editor/${game}/${encodeURIComponent(position)}`);
      await press(page, "Play from here");
      await click(page, "::-p-text(A friend here)");
      await press(page, "Begin");
      await page.locator(".player").wait();
    }

    it("a game against the engine goes on after a reload", async () => {
      const { page, context, errors } = await open();
      await page.goto(`${server.url}/#/`);
      await press(page, "Play now");
      await clickSquares(page, "e3", "e4");
      await expect.poll(() => turns(page), { timeout: 40_000 }).toBe(2);
      await page.reload();
      await expect.poll(() => turns(page), { timeout: 40_000 }).toBe(2);
      await clickSquares(page, "f3", "f4");
      await expect.poll(() => turns(page), { timeout: 40_000 }).toBe(4);
      expect(errors).toEqual([]);
      await context.close();
    });

    it("a promotion is chosen beside the square, by keys alone", async () => {
      const { page, context, errors } = await open();
      await openTable(page, "orthochess", PROMOTION);
      await page.locator('[data-square="a7"]').wait();
      // The library gives the focus to elements of HTML alone.
      await page.$eval('[data-square="a7"]', (square) => (square as SVGElement).focus());
      for (const key of ["Enter", "ArrowUp", "Enter"] as const) await page.keyboard.press(key);
      await page.locator("[role='dialog'][aria-label='What does the Pawn become?']").wait();
      await page.keyboard.press("Enter");
      await expectTurn(page, "=");
      expect(errors).toEqual([]);
      await context.close();
    });

    it("every view fits a phone and a laptop", async () => {
      mkdirSync(SCREENSHOTS, { recursive: true });
      for (const [screen, viewport] of [
        ["laptop", LAPTOP],
        ["phone", PHONE],
      ] as const) {
        const { page, context, errors } = await open(viewport);
        for (const [view, address, shown] of [
          ["home", "", "main h1"],
          ["learn", "learn", "main h1"],
          ["pieces", "pieces/jupiter/Haw", "[data-square]"],
          ["editor", "editor/jupiter", "[data-square]"],
          ["help", "help", "main h1"],
        ] as const) {
          await page.goto(`${server.url}/#/${address}`);
          await page.locator(shown).wait();
          await page.evaluate(() => document.fonts.ready.then(() => undefined));
          await page.screenshot({ path: join(SCREENSHOTS, `firefox-${screen}-${view}.png`) });
          const width = await page.evaluate(() => document.documentElement.scrollWidth);
          expect(width, `${view} is too wide for a ${screen}`).toBeLessThanOrEqual(viewport.width);
        }
        expect(errors).toEqual([]);
        await context.close();
      }
    });

    it.runIf(IS_SITE)("the page without a server needs no network after the first visit", async () => {
      const host = await startSite();
      const { page, context, errors } = await open();
      await page.goto(`${host.url}/`);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await host.stop();
      await page.reload();
      await press(page, "Play now");
      await clickSquares(page, "e3", "e4");
      await expect.poll(() => turns(page), { timeout: 40_000 }).toBe(2);
      expect(errors).toEqual([]);
      await context.close();
    });

    it.runIf(IS_SITE)("a board in an article shows the moves of a piece", async () => {
      const { page, context, errors } = await open();
      await page.goto(`${server.url}/embed.html?game=jupiter&piece=harpy`);
      await page.locator("[aria-label='Moves of the Harpy']").wait();
      await expect.poll(() => page.$$eval(".legend li", (items) => items.length)).toBeGreaterThan(0);
      expect(errors).toEqual([]);
      await context.close();
    });
  },
);

/** Boards in the articles of others: what they show, how they fit, and that they leave nothing behind. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
  LAPTOP,
  PHONE,
  QUIET,
  checkAccess,
  clickSquares,
  expectTurn,
  nameOfSquare,
  openOffline,
  openPage,
  openSharing,
  playWithFriend,
  screenshot,
} from "./browser";
import { pack } from "../src/state/share";
import { ROOT } from "./server";
import { IS_SITE } from "./site";
import { startTogether } from "./together";

const JUPITER = readFileSync(join(ROOT, "web/e2e/jupiter.txt"), "utf8");
const TURNS = 56;

describe("boards in articles", () => {
  const together = startTogether();
  const address = (query: string, hash = "") => `${together.server.url}/embed.html?${query}${hash}`;

  async function open(query: string, hash = "", options: BrowserContextOptions = LAPTOP): Promise<Page> {
    const page = await openPage(together.browser, options);
    await page.goto(address(query, hash));
    return page;
  }

  it("a piece shows its moves, and they can be tried", async () => {
    const page = await open("game=jupiter&piece=harpy");
    await page.getByRole("heading", { name: "Harpy" }).waitFor();
    const board = page.getByRole("grid", { name: "Moves of the Harpy" });
    await board.waitFor();
    await expect.poll(() => page.locator(".legend li").count()).toBeGreaterThan(0);
    await clickSquares(page, "b2");
    await expect.poll(() => nameOfSquare(page, "b2")).toContain("Tan");
    await checkAccess(page);
    await screenshot(page, "embed-piece");
    await page.context().close();
  });

  it("a game of somebody's own comes with its rules, and leads to them", async () => {
    const text = 'extends = "orthochess"\nid = "mine"\nname = "Toads"\n[piece.Knight]\nability = "C"\n';
    const page = await open("piece=Knight", `#rules=${await pack(text)}`);
    await page.getByRole("heading", { name: "Knight C" }).waitFor();
    await page.locator('[data-square="c4"]').waitFor();
    const link = await page.getByRole("link", { name: "Beaufort" }).getAttribute("href");
    await page.goto(new URL(link ?? "", address("")).href);
    await page.getByRole("heading", { name: "Toads" }).waitFor();
    await page.goto(address("", `#rules=${await pack(text.replace("C", "Cc"))}`));
    await page.getByText("This game cannot be played as it is").waitFor();
    await page.goto(address("", "#rules=q1ZKy8"));
    await page.getByText("There are no rules in the address").waitFor();
    await page.context().close();
  });

  it("speaks the language of its address, and knows the English name of a piece in any", async () => {
    const page = await open("game=larger-board&piece=Wizard&lang=fr");
    await page.getByRole("heading", { name: "Magicien" }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe("fr");
    await page.getByText("ensorcelle ceux qui lui sont").waitFor();
    await checkAccess(page);
    await screenshot(page, "french-embed-piece");
    await page.goto(address("game=nothing&lang=fr-CA"));
    await page.getByText("Il n’y a pas de jeu « nothing ».").waitFor();
    await page.context().close();
  });

  it("is as wide as its frame, dark or light as the reader or the author likes", async () => {
    const narrow = { viewport: { width: 200, height: 320 }, colorScheme: "dark" } as const;
    const cases = [
      ["game=jupiter&piece=Harpy", ""],
      [`game=scirocco&position=${encodeURIComponent(QUIET)}`, ""],
      ["game=jupiter", `#record=${encodeURIComponent(JUPITER)}&ply=30`],
    ] as const;
    for (const [index, [query, hash]] of cases.entries()) {
      const page = await open(query, hash, narrow);
      await page.locator(".board-picture").waitFor();
      await screenshot(page, `embed-narrow-${index}`);
      const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
      expect(await paper()).toBe("rgb(20, 24, 27)");
      await checkAccess(page);
      await page.goto(address(`${query}&theme=light`, hash));
      await page.locator(".board-picture").waitFor();
      expect(await paper()).toBe("rgb(251, 250, 246)");
      await checkAccess(page);
      await page.setViewportSize({ width: 1200, height: 600 });
      const box = await page.locator(".board-picture").boundingBox();
      expect(box!.height).toBeGreaterThan(400);
      expect(box!.y + box!.height).toBeLessThanOrEqual(600);
      await page.context().close();
    }
  });

  it("a position shows where its pieces can go, by mouse and by keys", async () => {
    const page = await open(`game=scirocco&position=${encodeURIComponent(QUIET)}`);
    await clickSquares(page, "a1");
    await expect.poll(() => nameOfSquare(page, "a2")).toContain("move");
    await page.getByText("King", { exact: true }).waitFor();
    // The other side's pieces show their moves as well.
    await clickSquares(page, "j10");
    await expect.poll(() => nameOfSquare(page, "i10")).toContain("move");
    expect(await nameOfSquare(page, "a2")).toBe("a2, empty");
    await page.locator('[data-square="a1"]').focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => nameOfSquare(page, "b1")).toContain("move");
    await page.keyboard.press("Escape");
    expect(await nameOfSquare(page, "b1")).toBe("b1, empty");
    await page.context().close();
  });

  it("a position that nobody can play can still be looked at", async () => {
    const page = await open(
      `game=scirocco&position=${encodeURIComponent("10/10/10/10/4[N]5/10/10/10/10/10 b")}`,
    );
    await clickSquares(page, "e6");
    await expect.poll(() => nameOfSquare(page, "f8")).toContain("move");
    await page.context().close();
  });

  it("a game is clicked through: by buttons, keys, wheel and list", async () => {
    const page = await open("ply=2", `#record=${encodeURIComponent(JUPITER)}`);
    const shown = () => page.locator(".turn[aria-current]").innerText();
    await expect.poll(shown).toBe("Haw-n15");
    expect(await page.locator(".rows .turn").count()).toBe(TURNS);
    await checkAccess(page);
    await screenshot(page, "embed-record");
    await page.getByRole("button", { name: "One turn on" }).click();
    await expect.poll(shown).toBe("Sa-l2");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(shown).toBe("Haw-n15");
    await page.locator(".board-picture").hover();
    await page.mouse.wheel(0, 100);
    await expect.poll(shown).toBe("Sa-l2");
    await page.getByRole("button", { name: "Twixg8" }).click();
    await expect.poll(shown).toBe("Twixg8");
    await page.getByRole("button", { name: "To the end" }).click();
    await expect.poll(shown).toBe("Thi-k13");
    expect(await page.getByRole("button", { name: "One turn on" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "To the start" }).click();
    await expect.poll(() => page.locator(".turn[aria-current]").count()).toBe(0);
    expect(await page.getByLabel("Mark the turn").count()).toBe(0);
    await page.context().close();
  });

  it("is used on a phone", async () => {
    const page = await open("game=jupiter&ply=30", `#record=${encodeURIComponent(JUPITER)}`, PHONE);
    await page.locator('[data-square="a1"]').tap();
    await page.locator(".seen-piece strong").waitFor();
    await page.getByRole("button", { name: "One turn on" }).tap();
    await expect.poll(() => page.locator(".turn[aria-current]").innerText()).not.toBe("");
    await screenshot(page, "embed-phone");
    await checkAccess(page);
    await page.context().close();
  });

  it("says what is wrong and where, and shows the array", async () => {
    const page = await openPage(together.browser);
    const cases = [
      ["game=jupitre", "", "There is no game “jupitre”", false],
      ["", "", "The address names no game", false],
      ["game=jupiter&piece=Harpie", "", "has no piece “Harpie”", true],
      [
        "game=scirocco&position=10/10/10/10/4[Zz]5/10/10/10/10/10+b",
        "",
        /cannot be read: position, column 15: .*Zz/,
        true,
      ],
      ["game=scirocco", "#record=1. P-e4 P-e77", /cannot be read: turn 1\.\.\.: “P-e77”/, true],
      ["game=scirocco&piece=Knight&position=10", "", "only one of them", true],
    ] as const;
    for (const [query, hash, words, hasArray] of cases) {
      await page.goto(address(query, hash));
      await page.getByRole("alert").filter({ hasText: words }).waitFor();
      if (hasArray) await page.getByRole("grid", { name: /^Board of/ }).waitFor();
      await checkAccess(page);
    }
    await page.context().close();
  });

  it("stores nothing, and asks nobody but its own files", async () => {
    const context = await together.browser.newContext({ reducedMotion: "reduce" });
    const page = await context.newPage();
    const strangers: string[] = [];
    const own = `${together.server.url}/`;
    context.on("request", (request) => {
      if (!request.url().startsWith(own)) strangers.push(request.url());
    });
    // As in a frame of a browser that gives strangers no storage.
    await page.addInitScript(() => {
      for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
        const refuse = () => {
          throw new DOMException(`${name} is not for strangers`, "SecurityError");
        };
        Object.defineProperty(globalThis, name, { get: refuse });
      }
    });
    const failures: string[] = [];
    page.on("pageerror", (error) => failures.push(error.message));
    await page.goto(address("game=jupiter", `#record=${encodeURIComponent(JUPITER)}&ply=9`));
    await clickSquares(page, "e4");
    await page.locator(".seen-piece strong").waitFor();
    const look = await context.newPage();
    await look.goto(`${together.server.url}/icon.svg`);
    const kept = await look.evaluate(async () => ({
      local: localStorage.length,
      session: sessionStorage.length,
      databases: (await indexedDB.databases()).length,
      caches: (await caches.keys()).length,
      workers: (await navigator.serviceWorker.getRegistrations()).length,
    }));
    expect(kept).toEqual({ local: 0, session: 0, databases: 0, caches: 0, workers: 0 });
    expect([await context.cookies(), strangers, failures]).toEqual([[], [], []]);
    await context.close();
  });

  /** Opens the page of another host with a board in it. */
  async function article(body: string) {
    const script = `<script async src="${together.server.url}/embed.js"></script>`;
    const host = createServer((_, response) => {
      response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
      response.end(`<!doctype html><title>An article</title>${script}${body}`);
    });
    await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
    const page = await openPage(together.browser);
    await page.goto(`http://127.0.0.1:${(host.address() as AddressInfo).port}/`);
    const close = async () => {
      await page.context().close();
      host.close();
    };
    return { page, frame: page.frameLocator("iframe"), close };
  }

  it("one line puts a board into a page of another host, as high as it needs to be", async () => {
    const { page, frame, close } = await article(
      '<beaufort-board game="jupiter" piece="Harpy"></beaufort-board>',
    );
    await frame.getByRole("grid", { name: "Moves of the Harpy" }).waitFor();
    const isFull = () =>
      page.evaluate(
        () => document.querySelector("beaufort-board")!.shadowRoot!.querySelector("iframe")!.clientHeight,
      );
    const needed = () =>
      frame
        .locator("#app")
        .evaluate((app) => app.getBoundingClientRect().height)
        .then(Math.ceil);
    await expect.poll(async () => (await isFull()) - (await needed())).toBe(0);
    await page.setViewportSize({ width: 320, height: 600 });
    await expect.poll(async () => (await isFull()) - (await needed())).toBe(0);
    expect(await page.locator("iframe").getAttribute("title")).toBe("Harpy, jupiter");
    // The script shares no name with the page.
    expect(await page.evaluate("typeof FIELDS + typeof BeaufortBoard")).toBe("undefinedundefined");
    await page.locator("beaufort-board").evaluate((board) => board.setAttribute("piece", "Knight"));
    await frame.getByRole("grid", { name: "Moves of the Knight" }).waitFor();
    await close();
  });

  it("speaks the language of the text around it", async () => {
    const { page, frame, close } = await article(
      '<p lang="fr"><beaufort-board game="jupiter" piece="Knight"></beaufort-board></p>',
    );
    await frame.getByRole("heading", { name: "Cavalier" }).waitFor();
    await page.locator("beaufort-board").evaluate((board) => board.setAttribute("lang", "en"));
    await frame.getByRole("heading", { name: "Knight" }).waitFor();
    await close();
  });

  it("a record stands between the tags", async () => {
    const text = JUPITER.replaceAll("<", "&lt;");
    const { page, frame, close } = await article(`<beaufort-board ply="3">${text}</beaufort-board>`);
    await expect.poll(() => frame.locator(".turn[aria-current]").innerText()).toBe("Sa-l2");
    await page.locator("beaufort-board").evaluate((board) => board.setAttribute("ply", "4"));
    await expect.poll(() => frame.locator(".turn[aria-current]").innerText()).toBe("Sa-l15");
    await close();
  });

  it("the game and the position of a table come as code for an article", async () => {
    const page = await openPage(together.browser);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await playWithFriend(page, together.server.url, "Scirocco");
    await clickSquares(page, "e3", "e4");
    await expectTurn(page, "P-e4");
    await openSharing(page);
    const buttons = page.getByRole("button", { name: "Copy the code for a web page" });
    const codes: string[] = [];
    for (const index of [0, 1]) {
      await buttons.nth(index).click();
      await page.getByRole("button", { name: "Copied" }).waitFor();
      codes.push(await page.evaluate(() => navigator.clipboard.readText()));
      await page.getByRole("button", { name: "Copied" }).waitFor({ state: "detached" });
    }
    await screenshot(page, "share-code");
    await checkAccess(page);
    await page.context().close();
    const [game, position] = await Promise.all(codes.map(article));
    await expect.poll(() => game!.frame.locator(".rows .turn").allInnerTexts()).toEqual(["P-e4"]);
    const pawn = position!.frame.locator('[data-square="e4"]');
    await expect.poll(() => pawn.getAttribute("aria-label")).toContain("Blue Pawn");
    await Promise.all([game!.close(), position!.close()]);
  });

  it.runIf(IS_SITE)(
    "the example is an article whose boards are there, without a network as well",
    async () => {
      const page = await openOffline(together.browser, together.server.url);
      await page.goto(`${together.server.url}/article.html`);
      for (const id of ["piece", "position", "record"]) {
        await page.locator(`#${id}`).scrollIntoViewIfNeeded();
        await page.locator(`#${id}`).frameLocator("iframe").locator(".board-picture").waitFor();
      }
      expect(await page.locator("#record").frameLocator("iframe").locator(".rows .turn").count()).toBe(TURNS);
      await checkAccess(page);
      await screenshot(page, "article");
      await page.context().close();
    },
  );
});

/** The layout on screens of every shape: the largest possible board, no cut words, nothing that jumps. */

import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
  LAPTOP,
  LONG_GAME,
  PHONE,
  QUIET,
  askHint,
  checkAccess,
  clickSquares,
  expectTurn,
  openPage,
  openRecord,
  openTable,
  screenshot,
} from "./browser";
import { startTogether } from "./together";

const together = startTogether();

const touch = (width: number, height: number): BrowserContextOptions => ({
  viewport: { width, height },
  hasTouch: true,
  isMobile: true,
});

/** The margin around the squares of a board, both sides together, in squares. */
const MARGINS = 0.68;

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error("it is not to be seen");
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

const square = (page: Page, name: string) => page.locator(`[data-square="${name}"]`);

/** Opens the dialog for a game and begins it between two people. */
async function begin(page: Page, game: string, armies?: "As in the diagram"): Promise<void> {
  await page.goto(together.server.url);
  const play = page.getByRole("button", { name: `Play ${game}` });
  await play.scrollIntoViewIfNeeded();
  await play.click();
  await page.getByText("A friend here").click();
  if (armies) await page.getByText(armies).click();
  await page.getByRole("button", { name: "Begin", exact: true }).click();
}

/** Begins a game between two people from a position, in French. */
async function openFrenchTable(page: Page): Promise<void> {
  await page.goto(`${together.server.url}/#/editor/scirocco/${encodeURIComponent(QUIET)}`);
  await page.getByRole("button", { name: "Jouer à partir d’ici" }).click();
  await page.getByText("Un ami ici").click();
  await page.getByRole("button", { name: "Commencer", exact: true }).click();
  await page.locator(".player").first().waitFor();
}

/** Checks that the buttons under the board stand in one row. */
async function checkOneRow(page: Page): Promise<void> {
  const tops = await page
    .locator(".controls > *:visible")
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(8);
}

describe("on a tablet held upright", () => {
  it.each([
    [600, 960],
    [720, 1280],
    [768, 1024],
    [820, 1180],
    [912, 1368],
    [1024, 1366],
  ])(
    "of %i by %i the board is as wide as the screen, and the buttons are seen with it",
    async (width, height) => {
      const page = await openPage(together.browser, touch(width, height));
      await begin(page, "Scirocco", "As in the diagram");
      await page.locator(".player").first().waitFor();
      const { width: side } = await boxOf(square(page, "a1"));
      expect(side * (10 + MARGINS)).toBeGreaterThan(width - 1);
      expect((await boxOf(page.locator(".controls"))).bottom).toBeLessThanOrEqual(height);
      expect((await boxOf(page.locator(".panel-tabs"))).y).toBeGreaterThan(
        (await boxOf(square(page, "a1"))).bottom,
      );
      await page.context().close();
    },
  );
});

it.each([
  [1024, 768, 55],
  [900, 900, 55],
  [844, 390, 30],
  [667, 375, 28],
])(
  "in a window of %i by %i the whole board is seen, its squares at least %i wide",
  async (width, height, least) => {
    const page = await openPage(together.browser, touch(width, height));
    await begin(page, "Scirocco", "As in the diagram");
    await page.locator(".player").first().waitFor();
    const [top, bottom] = [await boxOf(square(page, "a10")), await boxOf(square(page, "j1"))];
    expect(top.width).toBeGreaterThan(least);
    expect(top.y).toBeGreaterThan(0);
    expect(bottom.bottom).toBeLessThanOrEqual(height);
    expect(bottom.right).toBeLessThanOrEqual(width);
    await page.context().close();
  },
);

it("in a high window the board stays where it is, whatever the words below it are", async () => {
  const page = await openPage(together.browser, touch(820, 1180));
  await openTable(page, together.server.url, "scirocco", QUIET);
  await page.getByRole("button", { name: "Skip" }).tap();
  const corner = async () => (await boxOf(square(page, "a10"))).y;
  const before = await corner();
  await square(page, "g5").tap();
  await page.locator(".piece-card .piece-name").waitFor();
  expect(await corner()).toBe(before);
  await page.context().close();
});

describe("on a phone", () => {
  it("a game begins with the whole board, however far the list of games was scrolled", async () => {
    const page = await openPage(together.browser, PHONE);
    await begin(page, "Typhoon");
    await page.getByText("Blue chooses").waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByText("Tan chooses").waitFor();
    await page.evaluate(() => scrollTo(0, 300));
    await page.getByRole("button", { name: "Begin the game" }).click();
    await page.locator(".player").first().waitFor();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await page.context().close();
  });

  it("who goes back to the list finds it where it was left", async () => {
    const page = await openPage(together.browser, PHONE);
    await page.goto(together.server.url);
    await page.getByRole("link", { name: "The rules of Jupiter" }).click();
    await page.getByRole("heading", { name: "The aim" }).waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await page.getByRole("link", { name: "The rules of Jupiter" }).waitFor();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500);
    await page.context().close();
  });

  it("the board stays where it is while turns are played", async () => {
    const page = await openPage(together.browser, { ...PHONE, viewport: { width: 390, height: 660 } });
    await openTable(page, together.server.url, "scirocco", QUIET);
    for (const [from, to, text] of [
      ["f4", "f5", "Pf4-f5"],
      ["j10", "i10", "K-i10"],
    ] as const) {
      await clickSquares(page, from, to);
      await page.getByRole("button", { name: `Play ${text}` }).click();
      await expectTurn(page, text);
    }
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.context().close();
  });

  it.each([360, 390])("of %i pixels all that a side has in hand stands in one row", async (width) => {
    const page = await openPage(together.browser, touch(width, 844));
    await begin(page, "Chess on a Larger Board with not so few Pieces Dropped");
    const items = page.locator(".hand.bottom .item");
    await items.first().waitFor();
    const tops = await items.evaluateAll((all) => all.map((item) => item.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
    await page.context().close();
  });

  it("the row of games in the help shows the one that is read", async () => {
    const page = await openPage(together.browser, PHONE);
    await page.goto(`${together.server.url}/#/help/larger-board`);
    await page.getByRole("heading", { name: "The aim" }).waitFor();
    const here = page.locator(".help > nav [aria-current]");
    const seen = async () => {
      const { x } = await boxOf(here);
      return x >= 0 && x < 100;
    };
    await expect.poll(seen).toBe(true);
    await page.getByRole("link", { name: "How to play here" }).click();
    await expect.poll(seen).toBe(true);
    await page.context().close();
  });

  it("nobody is told to click or to point", async () => {
    const page = await openPage(together.browser, PHONE);
    const words = async () => {
      const text = await page.locator("main").innerText();
      expect(text).not.toMatch(/\b(click|point at)/i);
      return text;
    };
    await begin(page, "Scirocco");
    await page.getByText("Blue chooses").waitFor();
    expect(await words()).toMatch(/tap a framed piece/);
    await page.getByRole("button", { name: "Default" }).click();
    await page.getByText("Tan chooses").waitFor();
    await page.getByRole("button", { name: "Default" }).click();
    await page.locator(".player").first().waitFor();
    for (;;) {
      await words();
      const next = page.locator(".tour button", { hasText: "Next" });
      if ((await next.count()) === 0) break;
      await next.click();
    }
    await page.goto(`${together.server.url}/#/pieces/scirocco`);
    await page.getByText("Tap a piece to open its page").waitFor();
    await words();
    await page.goto(`${together.server.url}/#/pieces/scirocco/Ge`);
    await page.getByText("Tap a square for an enemy").waitFor();
    await words();
    await page.context().close();
  });

  it("a tap on any piece tells what it does, held upright or sideways", async () => {
    for (const [width, height] of [
      [390, 844],
      [844, 390],
    ] as const) {
      const page = await openPage(together.browser, touch(width, height));
      await begin(page, "Scirocco", "As in the diagram");
      await page.locator(".player").first().waitFor();
      await square(page, "d10").tap();
      const description = page.locator(".piece-card .description");
      await description.waitFor();
      expect(await page.locator(".piece-name").innerText()).toBe("Dervish");
      expect((await boxOf(description)).bottom, `${width} by ${height}`).toBeLessThanOrEqual(height);
      await page.context().close();
    }
  });

  it("the names of files and ranks stand on a margin of their own, enlarged too", async () => {
    const page = await openPage(together.browser, PHONE);
    await openTable(
      page,
      together.server.url,
      "jupiter",
      "15(K)/15(P)/16/16/16/16/16/16/16/16/16/16/16/16/[P]15/[K]15 b",
    );
    const names = page.locator(".coordinates text");
    const check = async () => {
      const margins = await Promise.all((await page.locator(".coordinates rect").all()).map(boxOf));
      const board = await boxOf(page.locator(".board-picture"));
      for (const name of await names.all()) {
        const at = await boxOf(name);
        if (at.right < board.x || at.x > board.right || at.bottom < board.y || at.y > board.bottom) continue;
        const isInside = margins.some(
          (margin) =>
            at.x >= margin.x - 1 &&
            at.right <= margin.right + 1 &&
            at.y >= margin.y - 1 &&
            at.bottom <= margin.bottom + 1,
        );
        expect(isInside, `${await name.textContent()} is not on the margin`).toBe(true);
      }
    };
    await check();
    const larger = page.getByRole("button", { name: "Larger" });
    for (let step = 0; step < 2; step++) await larger.click();
    await check();
    expect(await names.count()).toBeLessThan(32);
    await page.context().close();
  });
});

describe("on the narrowest phone, in French", () => {
  it("the views stand in a menu, and the way back to the game beside it", async () => {
    const page = await openPage(together.browser, { ...touch(360, 740), locale: "fr" });
    await openFrenchTable(page);
    const menu = page.getByRole("button", { name: /^Pages/ });
    const fits = async (name: string) => {
      await screenshot(page, `narrow-${name}`);
      await checkAccess(page);
      const bar = page.locator(".bar");
      expect(await bar.evaluate((element) => element.scrollWidth - element.clientWidth), name).toBe(0);
    };
    expect(await menu.innerText()).toContain("Plateau");
    await fits("board");
    await checkOneRow(page);
    const pieces = page.getByRole("link", { name: "Pièces", exact: true });
    expect(await pieces.isVisible()).toBe(false);
    await menu.click();
    await fits("menu");
    await page.keyboard.press("Escape");
    expect(await pieces.isVisible()).toBe(false);
    await menu.click();
    await square(page, "j1").click();
    expect(await pieces.isVisible()).toBe(false);
    await menu.click();
    await pieces.click();
    await page.getByPlaceholder(/^Chercher parmi/).waitFor();
    expect(await pieces.isVisible()).toBe(false);
    await fits("pieces");
    await page.getByRole("link", { name: "Plateau", exact: true }).click();
    await page.locator(".player").first().waitFor();
    await page.context().close();
  });

  it("held sideways, the buttons stand in one row and what a panel says is whole", async () => {
    const page = await openPage(together.browser, { ...touch(740, 360), locale: "fr" });
    await openFrenchTable(page);
    await checkOneRow(page);
    await page.getByRole("button", { name: "Passer" }).click();
    await page.getByText("Examen", { exact: true }).click();
    const review = await boxOf(page.getByRole("button", { name: "Revoir la partie" }));
    expect(review.bottom).toBeLessThanOrEqual((await boxOf(page.locator(".side"))).bottom);
    await page.context().close();
  });
});

it("on a tablet held sideways, in French, the buttons stand in one row", async () => {
  const page = await openPage(together.browser, { ...touch(1180, 820), locale: "fr" });
  await openFrenchTable(page);
  await checkOneRow(page);
  await page.context().close();
});

describe("beside the board", () => {
  it("the words about a piece are whole", async () => {
    const page = await openPage(together.browser, LAPTOP);
    await begin(page, "Chess on a Larger Board with not so few Pieces Dropped");
    await page.locator(".player").first().waitFor();
    await page.getByRole("button", { name: "Skip" }).click();
    for (const name of ["e2", "c1", "z1"]) {
      await square(page, name).hover();
      const card = page.locator(".piece-card");
      const [outside, inside] = [await boxOf(card), await boxOf(card.locator("> div"))];
      expect(inside.bottom, name).toBeLessThanOrEqual(outside.bottom + 1);
      const hidden = await card
        .locator(".description")
        .evaluate((element) => element.scrollHeight - element.clientHeight);
      expect(hidden, name).toBeLessThanOrEqual(1);
    }
    await page.context().close();
  });

  it("a short list of turns leaves its room to the words, a long one keeps its own", async () => {
    const page = await openPage(together.browser, { viewport: { width: 1280, height: 720 } });
    await begin(page, "Scirocco", "As in the diagram");
    await page.locator(".player").first().waitFor();
    await page.getByRole("button", { name: "Skip" }).click();
    const [panel, card] = [page.locator(".panel"), page.locator(".piece-card")];
    const [list, words] = [await boxOf(panel), await boxOf(card)];
    expect(words.height).toBeGreaterThan(2 * list.height);
    await page.getByText("View", { exact: true }).click();
    expect((await boxOf(panel)).height).toBeGreaterThan(250);
    await page.context().close();
  });

  it("the choices of what is seen need no scrolling on a laptop", async () => {
    const page = await openPage(together.browser, { viewport: { width: 1280, height: 720 } });
    await openTable(page, together.server.url, "scirocco", QUIET);
    await page.getByRole("button", { name: "Skip" }).click();
    await page.getByText("View", { exact: true }).click();
    const panel = page.locator(".panel");
    expect(await panel.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0);
    await page.context().close();
  });
});

describe("the list of turns", () => {
  it("keeps the turn that is shown in sight while the words about a piece take more room", async () => {
    const page = await openPage(together.browser, { viewport: { width: 1280, height: 720 } });
    await openTable(page, together.server.url, "scirocco", QUIET);
    await page.getByRole("button", { name: "Skip" }).click();
    for (const [from, to, text] of [
      ["f4", "f5", "Pf4-f5"],
      ["j10", "i10", "K-i10"],
      ["a1", "b1", "K-b1"],
      ["i10", "j10", "K-j10"],
      ["b1", "a1", "K-a1"],
      ["j10", "i10", "K-i10"],
    ] as const) {
      await clickSquares(page, from, to);
      await expectTurn(page, text);
    }
    const [panel, turn] = [page.locator(".panel"), page.locator(".turn[aria-current]")];
    // As a long text and a small screen have it.
    await page.setViewportSize({ width: 1280, height: 540 });
    await square(page, "g5").hover();
    await page.locator(".piece-card .piece-name").waitFor();
    await expect
      .poll(async () => (await boxOf(turn)).bottom)
      .toBeLessThanOrEqual((await boxOf(panel)).bottom + 1);
    expect((await boxOf(turn)).y).toBeGreaterThanOrEqual((await boxOf(panel)).y - 1);
    await page.context().close();
  });

  it("keeps what can be done with a turn in sight while a hint is told", async () => {
    const page = await openPage(together.browser, { viewport: { width: 1280, height: 600 } });
    await openTable(page, together.server.url, "scirocco", QUIET);
    await askHint(page);
    await page.getByText("The engine would play").waitFor();
    const comment = await boxOf(page.getByRole("button", { name: "Comment" }));
    expect(comment.bottom).toBeLessThanOrEqual((await boxOf(page.locator(".panel"))).bottom);
    await page.context().close();
  });

  it("leaves the words about a piece that it names whole, on a laptop and on a larger screen", async () => {
    for (const [width, height] of [
      [1440, 900],
      [1280, 720],
    ] as const) {
      const page = await openPage(together.browser, { viewport: { width, height } });
      await openRecord(page, together.server.url, LONG_GAME);
      await page.getByRole("button", { name: "To the end" }).waitFor();
      await page.locator(".moves .turn", { hasText: /^DrT/ }).last().hover();
      const card = page.locator(".piece-card.from-list");
      await card.locator(".piece-name", { hasText: "Dragon Tank" }).waitFor();
      expect(await card.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0);
      await page.context().close();
    }
  });
});

it("an enlarged board is seen wholly again, however the phone is held, and the chosen piece stays in it", async () => {
  const page = await openPage(together.browser, PHONE);
  await openTable(page, together.server.url, "scirocco", QUIET);
  await square(page, "h5").tap();
  const larger = page.getByRole("button", { name: "Larger" });
  for (let step = 0; step < 3; step++) await larger.tap();
  const [piece, board] = [await boxOf(square(page, "h5")), await boxOf(page.locator(".board-picture"))];
  expect(piece.x).toBeGreaterThanOrEqual(board.x);
  expect(piece.right).toBeLessThanOrEqual(board.right);
  await page.setViewportSize({ width: 844, height: 390 });
  await page.getByRole("button", { name: "Whole board" }).tap();
  await page.getByRole("button", { name: "Whole board" }).waitFor({ state: "hidden" });
  expect((await boxOf(square(page, "j1"))).right).toBeLessThanOrEqual(844);
  await page.context().close();
});

it.each([768, 800, 900])(
  "in a window %i wide the words of the first page have room beside the board",
  async (width) => {
    const page = await openPage(together.browser, { viewport: { width, height: 1024 } });
    await page.goto(together.server.url);
    await page.locator(".hero h1").waitFor();
    expect((await boxOf(page.locator(".hero h1"))).height).toBeLessThan(130);
    expect((await boxOf(page.getByRole("button", { name: "Play now" }))).height).toBeLessThan(60);
    await page.context().close();
  },
);

it("the cards of the games are even", async () => {
  const page = await openPage(together.browser, { viewport: { width: 1440, height: 900 } });
  await page.goto(together.server.url);
  await page.getByRole("button", { name: "Play Jupiter" }).waitFor();
  const cards = await page.locator(".card").evaluateAll((all) =>
    all.map((card) => {
      const at = (part: string) => {
        const found = card.querySelector(part);
        if (!found) throw new Error(`a card without ${part}`);
        return found.getBoundingClientRect();
      };
      return { board: at(".mini-board").bottom, name: at("h3").top, button: at("button").top };
    }),
  );
  expect(cards.length).toBeGreaterThan(3);
  for (const { board, name } of cards) expect(name - board).toBeLessThan(32);
  expect(new Set(cards.map(({ button }) => Math.round(button))).size).toBe(1);
  await page.context().close();
});

describe.each([
  ["laptop", LAPTOP],
  ["phone", PHONE],
])("on a %s nothing that is seen moves while it comes", (_name, screen) => {
  const pages = [
    ["the first page", "#/", "Two engines play"],
    ["the guide", "#/pieces/scirocco", "All pieces at once"],
    ["the lobby", "#/lobby", "No public game is played."],
  ];
  it.each(pages)("on %s", async (_page, address, last) => {
    const page = await openPage(together.browser, screen);
    await page.addInitScript(() => {
      const shifts: unknown[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push(entry.toJSON());
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto(`${together.server.url}/${address}`);
    await page.getByText(last).first().waitFor();
    await page.waitForTimeout(500);
    const shifts = await page.evaluate(() => (window as unknown as { shifts: { value: number }[] }).shifts);
    const moved = shifts.reduce((sum, { value }) => sum + value, 0);
    expect(moved, JSON.stringify(shifts)).toBeLessThan(0.02);
    await page.context().close();
  });
});

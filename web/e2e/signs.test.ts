/** Everything that the page shows is true at that moment. */

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { QUIET, clickSquares, expectTurn, nameOfSquare, openPage, openTable, screenshot } from "./browser";
import { startTogether } from "./together";

const together = startTogether();

/** Lets the page find that there is a font for the characters of pieces, or none. */
async function measureAs(page: Page, hasFont: boolean): Promise<void> {
  await page.addInitScript((hasFont) => {
    // As with a font, and as the boxes that stand for missing characters.
    const measured = hasFont ? { width: 100, above: 44 } : { width: 60, above: 109 };
    CanvasRenderingContext2D.prototype.measureText = () =>
      ({
        width: measured.width,
        actualBoundingBoxAscent: measured.above,
        actualBoundingBoxDescent: -34,
      }) as TextMetrics;
  }, hasFont);
}

const DOUBLED = "15(K)/15(P)/16/16/(N)15/(P)(P)[P]13/[R][P]14/[Dbl]15/16/16/16/16/16/16/16/15[K] b";

it("the numbers of an analysis go on while it thinks", async () => {
  const page = await openPage(together.browser);
  await page.goto(`${together.server.url}/#/editor/scirocco/${encodeURIComponent(QUIET)}`);
  await page.getByRole("button", { name: "Analyse it" }).click();
  const numbers = page.locator(".thought > p");
  await expect.poll(() => numbers.innerText()).toContain("deep");
  const seen = new Set<string>();
  await expect
    .poll(async () => seen.add(await numbers.innerText()).size, { timeout: 30_000 })
    .toBeGreaterThanOrEqual(3);
  await page.context().close();
});

it("other pictures of the pieces leave the page as it is", async () => {
  const page = await openPage(together.browser);
  await openTable(page, together.server.url, "jupiter", DOUBLED);
  await page.locator(".panel-tabs").getByText("View", { exact: true }).click();
  const table = await page.locator(".table").elementHandle();
  await page.getByText("Letters only").click();
  await page.locator('.board use[href*="-letters-"]').first().waitFor({ state: "attached" });
  expect(await table.evaluate((node) => node.isConnected)).toBe(true);
  expect(await page.getByRole("radio", { name: "View", exact: true }).isChecked()).toBe(true);
  await page.context().close();
});

it("figurines are drawn for what moves like the pieces of chess, letters for the others", async () => {
  const page = await openPage(together.browser);
  for (const theme of ["light", "dark"]) {
    await page.addInitScript((theme) => {
      localStorage.setItem("beaufort", JSON.stringify({ tiles: "figurines", theme, toured: true }));
    }, theme);
    await page.goto(`${together.server.url}/#/`);
    await page.reload();
    await page.getByRole("button", { name: "Play Chess on a Larger" }).click();
    await page.getByText("A friend here").click();
    await page.getByRole("button", { name: "Begin", exact: true }).click();
    await page.locator('.board use[href*="-figurines-"]').first().waitFor({ state: "attached" });
    await screenshot(page, `figurines-larger-board-${theme}`);
  }
  const [drawn, written] = await page.evaluate(() => {
    const symbols = [...document.querySelectorAll('symbol[id*="-figurines-"]')];
    const isWritten = (symbol: Element) => symbol.querySelector("text") !== null;
    return [symbols.filter((one) => !isWritten(one)).length, symbols.filter(isWritten).length];
  });
  expect(drawn).toBeGreaterThan(10);
  expect(written).toBeGreaterThan(10);

  // Most pieces of Scirocco would have letters: they have diagrams, and figurines are not offered.
  await openTable(page, together.server.url, "scirocco", QUIET);
  await page.locator(".panel-tabs").getByText("View", { exact: true }).click();
  const choice = page.getByRole("radiogroup", { name: "Pieces" });
  expect(await choice.locator("label").allInnerTexts()).toEqual(["With diagrams", "Letters only"]);
  expect(await choice.locator("label.on").innerText()).toBe("With diagrams");
  await page.locator('.board use[href*="scirocco-diagram-"]').first().waitFor({ state: "attached" });
  await page.context().close();
});

it.each([
  { hasFont: true, set: "signs" },
  { hasFont: false, set: "letters" },
])("characters of which there is a font: $hasFont; the pieces have $set", async ({ hasFont, set }) => {
  const page = await openPage(together.browser);
  await page.addInitScript(() => localStorage.setItem("beaufort", JSON.stringify({ tiles: "signs" })));
  await measureAs(page, hasFont);
  await page.goto(`${together.server.url}/#/pieces/chu`);
  await page.locator(`.guide-list use[href*="-${set}-"]`).first().waitFor({ state: "attached" });
  await page.context().close();
});

it.each([true, false])(
  "characters are offered where pieces have some; a font for them: %s",
  async (hasFont) => {
    const page = await openPage(together.browser);
    await measureAs(page, hasFont);
    const { url } = together.server;
    const view = () => page.locator(".panel-tabs").getByText("View", { exact: true }).click();
    const choice = page.getByRole("radiogroup", { name: "Pieces" });
    const chosen = () => choice.locator("label.on").innerText();
    const drawn = (set: string) => page.locator(`.board use[href*="-${set}-"]`).first();
    const hint = page.getByText("This device has no font for the characters");

    await openTable(page, url, "xiangqi", "4k4/9/9/9/9/9/9/9/4R4/3K5 w - - 0 1");
    await view();
    expect(await hint.count()).toBe(0);
    await choice.getByText("Characters").click();
    await drawn(hasFont ? "signs" : "letters").waitFor({ state: "attached" });
    expect(await hint.count()).toBe(hasFont ? 0 : 1);
    expect(await nameOfSquare(page, "e2")).toMatch(/Chariot/);
    expect(await nameOfSquare(page, "e2")).not.toMatch(/[俥車]/);

    // It is remembered, and a game whose pieces have no characters has figurines meanwhile.
    await openTable(page, url, "orthochess", "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1");
    await view();
    await drawn("figurines").waitFor({ state: "attached" });
    expect(await choice.getByText("Characters").count()).toBe(0);
    expect(await chosen()).toBe("Figurines");
    expect(await hint.count()).toBe(0);

    await page.goto(`${url}/#/pieces/janggi/K`);
    await page.reload();
    await page
      .locator(`use[href*="janggi-${hasFont ? "signs" : "letters"}-"]`)
      .first()
      .waitFor({ state: "attached" });
    await page.getByText("楚, 漢").waitFor();
    await page.context().close();
  },
);

it.each(["typhoon", "jupiter", "larger-board"])("the letters of %s stand on their tiles", async (game) => {
  const page = await openPage(together.browser);
  await page.addInitScript(() => localStorage.setItem("beaufort", JSON.stringify({ tiles: "letters" })));
  await page.goto(`${together.server.url}/#/pieces/${game}`);
  await page.locator('.guide-list use[href*="-letters-"]').first().waitFor({ state: "attached" });
  const widths = await page.evaluate(() => {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", "0 0 100 100");
    document.body.append(svg);
    return [...document.querySelectorAll<SVGSymbolElement>('symbol[id*="-letters-"]')].map((symbol) => {
      svg.innerHTML = symbol.innerHTML;
      const text = svg.querySelector("text");
      return { id: text?.textContent, width: text?.getBBox().width ?? Infinity };
    });
  });
  expect(widths.length).toBeGreaterThan(20);
  // A tile is 82 units wide at its narrowest beside the letters.
  expect(widths.filter(({ width }) => width > 82)).toEqual([]);
  await page.context().close();
});

it("a piece that has made the first of two moves leaves its badge behind nowhere", async () => {
  const page = await openPage(together.browser);
  await openTable(page, together.server.url, "jupiter", DOUBLED);
  const badges = page.locator(".badge.doubled");
  await badges.first().waitFor({ state: "attached" });
  const before = await badges.count();
  expect(await nameOfSquare(page, "a10")).toContain("moves twice");
  await clickSquares(page, "a10", "a11");
  await expect.poll(() => badges.count()).toBe(before - 1);
  expect(await nameOfSquare(page, "a10")).not.toContain("moves twice");
  expect(await nameOfSquare(page, "a11")).not.toContain("moves twice");
  await page.keyboard.press("Escape");
  await expect.poll(() => badges.count()).toBe(before);
  await page.context().close();
});

it("what was said at one table is not read at another, nor elsewhere", async () => {
  const page = await openPage(together.browser);
  const said = page.locator("body > #app > [aria-live], [aria-live].visually-hidden").first();
  await openTable(page, together.server.url, "scirocco", QUIET);
  await clickSquares(page, "f4", "f5");
  await expectTurn(page, "Pf4-f5");
  await expect.poll(() => said.textContent()).toContain("Pawn");
  await page.getByRole("link", { name: "Help" }).click();
  await expect.poll(() => said.textContent()).toBe("");
  await page.getByRole("link", { name: "Board", exact: true }).click();
  await expect.poll(() => said.textContent()).toContain("Pawn");
  await openTable(page, together.server.url, "scirocco", QUIET);
  await expect.poll(() => said.textContent()).toBe("");
  await page.context().close();
});

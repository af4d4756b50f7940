/** The board beside playing: drawing, going through the turns with the wheel, full screen. */

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import {
  LAPTOP,
  PHONE,
  QUIET,
  clickSquares,
  closeDialog,
  expectTurn,
  nameOfSquare,
  openPage,
  openTable,
  screenshot,
} from "./browser";
import { startTogether } from "./together";

const together = startTogether();

async function middleOf(page: Page, square: string): Promise<[number, number]> {
  const box = await page.locator(`[data-square="${square}"]`).boundingBox();
  if (!box) throw new Error(`${square} is not to be seen`);
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Draws with the second button, from one square to another. */
async function draw(page: Page, from: string, to: string, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.down(key);
  await page.mouse.move(...(await middleOf(page, from)));
  await page.mouse.down({ button: "right" });
  await page.mouse.move(...(await middleOf(page, to)), { steps: 3 });
  await page.mouse.up({ button: "right" });
  for (const key of keys) await page.keyboard.up(key);
}

/** The drawings on the board: the classes of each arrow and circle. */
const drawings = (page: Page) =>
  page
    .locator(".drawings > *")
    .evaluateAll((marks) =>
      marks.map((mark) => `${mark.lastElementChild?.tagName} ${mark.getAttribute("class") ?? ""}`),
    );

it("arrows and circles are drawn with the second button, and stay with their position", async () => {
  const page = await openPage(together.browser);
  await openTable(page, together.server.url, "scirocco", QUIET);
  await draw(page, "f4", "f6");
  await draw(page, "j10", "j10", "Shift");
  await draw(page, "a1", "b2", "Alt");
  await draw(page, "c1", "d2", "Shift", "Alt");
  const all = [
    "path arrow drawn green",
    "circle drawn red",
    "path arrow drawn blue",
    "path arrow drawn yellow",
  ];
  expect(await drawings(page)).toEqual(all);
  expect(await page.getByRole("dialog").count()).toBe(0);
  await screenshot(page, "table-drawings");
  // The same once more takes it away.
  await draw(page, "c1", "d2", "Shift", "Alt");
  expect(await drawings(page)).toEqual(all.slice(0, 3));
  // Beside the board nothing is drawn.
  await draw(page, "f4", "f4");
  await draw(page, "f4", "f4");
  await page.mouse.move(...(await middleOf(page, "f4")));
  await page.mouse.down({ button: "right" });
  await page.mouse.move(2, 2);
  await page.mouse.up({ button: "right" });
  expect(await drawings(page)).toEqual(all.slice(0, 3));
  // A typed turn leaves the drawings behind; they are there when one comes back.
  await page.keyboard.press("/");
  await page.getByLabel("Turn", { exact: true }).fill("Pf4-f5");
  await page.keyboard.press("Enter");
  await expectTurn(page, "Pf4-f5");
  expect(await drawings(page)).toEqual([]);
  await page.getByRole("button", { name: "One turn back" }).click();
  await expect.poll(() => drawings(page)).toEqual(all.slice(0, 3));
  await clickSquares(page, "e8");
  expect(await drawings(page)).toEqual([]);
  await page.context().close();
});

it("the piece that is pointed at is opened by its key, on the board and beside it", async () => {
  const page = await openPage(together.browser);
  await openTable(page, together.server.url, "scirocco", QUIET);
  await page.locator('[data-square="g5"]').hover();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Dervish" }).waitFor();
  await closeDialog(page);
  await clickSquares(page, "f4");
  await page.locator('[data-square="j9"]').hover();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Pawn" }).waitFor();
  await page.context().close();
});

it("a long press opens a piece where fingers draw nothing", async () => {
  const page = await openPage(together.browser, PHONE);
  await openTable(page, together.server.url, "scirocco", QUIET);
  const [x, y] = await middleOf(page, "g5");
  const session = await page.context().newCDPSession(page);
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  await page.getByRole("dialog", { name: "Dervish" }).waitFor();
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  expect(await drawings(page)).toEqual([]);
  await page.context().close();
});

it("the wheel goes through the turns over the board alone, and enlarges it with a modifier", async () => {
  const page = await openPage(together.browser, { viewport: { width: 800, height: 700 } });
  await openTable(page, together.server.url, "scirocco", QUIET);
  await clickSquares(page, "f4", "f5");
  await expectTurn(page, "Pf4-f5");
  await clickSquares(page, "j9", "j8");
  await expectTurn(page, "P-j8");
  await page.mouse.move(...(await middleOf(page, "e5")));
  await page.mouse.wheel(0, -120);
  await expect.poll(() => nameOfSquare(page, "j9")).toContain("Pawn");
  await page.mouse.wheel(0, -120);
  await expect.poll(() => nameOfSquare(page, "f4")).toContain("Pawn");
  await page.mouse.wheel(0, 120);
  await expect.poll(() => nameOfSquare(page, "f5")).toContain("Pawn");
  await page.mouse.wheel(0, 120);
  await expect.poll(() => nameOfSquare(page, "j8")).toContain("Pawn");
  const width = async () => (await page.locator('[data-square="e5"]').boundingBox())?.width ?? 0;
  const whole = await width();
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -200);
  await page.keyboard.up("Control");
  await expect.poll(width).toBeGreaterThan(whole * 1.5);
  expect(await nameOfSquare(page, "j8")).toContain("Pawn");
  // Beside the board the wheel is the page's.
  await page.locator(".panel-tabs").scrollIntoViewIfNeeded();
  await page.locator(".panel-tabs").hover();
  await page.mouse.wheel(0, -120);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await nameOfSquare(page, "j8")).toContain("Pawn");
  await page.context().close();
});

it("the table is seen on the whole screen, where the browser can do so", async () => {
  const page = await openPage(together.browser, LAPTOP);
  await openTable(page, together.server.url, "scirocco", QUIET);
  const more = () => page.getByLabel("More", { exact: true }).click();
  await more();
  await page.getByRole("button", { name: "Full screen" }).click();
  await expect.poll(() => page.locator(".bar").isVisible()).toBe(false);
  await more();
  await page.getByRole("button", { name: "Leave the full screen" }).click();
  await expect.poll(() => page.locator(".bar").isVisible()).toBe(true);
  await page.context().close();

  const other = await openPage(together.browser);
  await other.addInitScript(() => Object.defineProperty(document, "fullscreenEnabled", { value: false }));
  await openTable(other, together.server.url, "scirocco", QUIET);
  await other.getByLabel("More", { exact: true }).click();
  await other.getByRole("button", { name: "Type a turn" }).waitFor();
  expect(await other.getByRole("button", { name: "Full screen" }).count()).toBe(0);
  await other.context().close();
});

it("after a click the keys are the table's, and the squares' again when they are reached by the keyboard", async () => {
  const page = await openPage(together.browser);
  await openTable(page, together.server.url, "scirocco", QUIET);
  await clickSquares(page, "f4", "f5");
  await expectTurn(page, "Pf4-f5");
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => nameOfSquare(page, "f4")).toContain("Blue Pawn");
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => nameOfSquare(page, "f5")).toContain("Blue Pawn");
  // So they are after a click on a choice.
  await page.getByText("Review", { exact: true }).click();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => nameOfSquare(page, "f4")).toContain("Blue Pawn");
  expect(await page.getByRole("radio", { name: "Review" }).isChecked()).toBe(true);
  await clickSquares(page, "j5");
  const before = (await page.locator('[data-square="a1"]').boundingBox())?.y;
  await page.keyboard.press("f");
  await expect.poll(async () => (await page.locator('[data-square="a1"]').boundingBox())?.y).not.toBe(before);
  await page.locator('[data-square="a1"]').focus();
  await page.keyboard.press("ArrowLeft");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("data-square"))).toBe("b1");
  await page.context().close();
});

it("a menu closes by Escape, by a press elsewhere, and by what is chosen", async () => {
  const page = await openPage(together.browser);
  await openTable(page, together.server.url, "scirocco", QUIET);
  const menu = page.locator("details.menu");
  const isOpen = () => menu.evaluate((details: HTMLDetailsElement) => details.open);
  for (const close of [
    () => page.keyboard.press("Escape"),
    () => page.locator('[data-square="j5"]').click(),
    () => page.getByRole("button", { name: "Type a turn" }).click(),
  ]) {
    await menu.locator("summary").click();
    await expect.poll(isOpen).toBe(true);
    await close();
    await expect.poll(isOpen).toBe(false);
  }
  await page.context().close();
});

it("a drag moves a piece of a diagram or an editor, and changes nothing else", async () => {
  const page = await openPage(together.browser);
  const drag = async (from: string, to: string) => {
    await page.mouse.move(...(await middleOf(page, from)));
    await page.mouse.down();
    await page.mouse.move(...(await middleOf(page, to)), { steps: 4 });
    await page.mouse.up();
  };
  await page.goto(`${together.server.url}/#/pieces/scirocco/P`);
  await page.locator('[data-square="e5"]').waitFor();
  await drag("e5", "d6");
  await expect.poll(() => nameOfSquare(page, "d6")).toContain("Pawn");
  await page.goto(`${together.server.url}/#/editor/scirocco`);
  await page.locator(".palette button").first().waitFor();
  await page.getByRole("button", { name: "Eraser" }).click();
  await drag("f3", "f5");
  await expect.poll(() => nameOfSquare(page, "f5")).toContain("Pawn");
  await page.context().close();
});

it("a piece of the palette is placed by a drag, and no click follows", async () => {
  const page = await openPage(together.browser);
  await page.goto(`${together.server.url}/#/editor/scirocco`);
  const genie = page.locator(".palette").getByRole("button", { name: "Genie" });
  const drag = async (...to: [number, number]) => {
    await genie.hover();
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 4 });
    await expect.poll(() => page.locator(".carried").count()).toBe(1);
    await page.mouse.up();
    await expect.poll(() => page.locator(".carried").count()).toBe(0);
  };
  await drag(...(await middleOf(page, "e5")));
  await expect.poll(() => nameOfSquare(page, "e5")).toContain("Genie");
  // A piece dropped beside the board is placed nowhere.
  const text = page.getByRole("textbox", { name: "The position as a text" });
  // The text follows the board a moment later.
  await expect.poll(() => text.inputValue()).toContain("Ge");
  const before = await text.inputValue();
  await drag(2, 2);
  expect(await text.inputValue()).toBe(before);
  expect(await genie.getAttribute("aria-pressed")).toBe("false");
  await genie.click();
  expect(await genie.getAttribute("aria-pressed")).toBe("true");
  await page.context().close();
});

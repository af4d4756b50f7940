/** A position with tens of thousands of turns: it comes without them, and they are asked for piece by piece. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  LAPTOP,
  PHONE,
  clickSquares,
  expectTurn,
  nameOfSquare,
  openPage,
  openTable,
  screenshot,
} from "./browser";
import { ROOT } from "./server";
import { startTogether } from "./together";

const together = startTogether();

const LINES = readFileSync(join(ROOT, "crates/session/tests/dense.tsv"), "utf8").split("\n");
/** A position of Jupiter with 37,441 turns: a Right Knight on a4 may move once, a Queen on n12 twice. */
const DENSE = LINES.find((line) => line.startsWith("jupiter\t"))?.split("\t")[1] ?? "";

it("a piece shows where it can go in a position with too many turns, and plays there", async () => {
  for (const [name, options] of [["laptop", LAPTOP] as const, ["phone", PHONE] as const]) {
    const page = await openPage(together.browser, options);
    let longest = 0;
    page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => {
        const text = payload.toString();
        if (text.includes('"type":"position"')) longest = Math.max(longest, text.length);
      }),
    );
    await openTable(page, together.server.url, "jupiter", DENSE);
    expect(longest).toBeGreaterThan(0);
    expect(longest).toBeLessThan(32 * 1024);
    await clickSquares(page, "a4");
    await expect.poll(() => page.locator(".targets > .target").count()).toBe(4);
    expect(await nameOfSquare(page, "a4")).toContain("chosen");
    expect(await nameOfSquare(page, "b6")).toContain("move");
    await screenshot(page, `dense-${name}`);
    await clickSquares(page, "b6");
    if (name === "phone")
      await page.locator(".question").getByRole("button", { name: "Play RtN-b6" }).click();
    await expectTurn(page, "RtN-b6");
    await page.context().close();
  }
});

it("turns of two steps, drags, keys and typed turns work there", async () => {
  const page = await openPage(together.browser);
  await openTable(page, together.server.url, "jupiter", DENSE);
  const back = async () => {
    await page.keyboard.press("Backspace");
    await expect.poll(() => page.locator(".turn[aria-current]").count()).toBe(0);
  };

  // The arrow keys are the board's before it is clicked.
  await page.locator('[data-square="a4"]').focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator(".targets > .target").count()).toBe(4);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expectTurn(page, "RtN-b6");
  await back();

  await clickSquares(page, "n12");
  await expect.poll(() => page.locator(".targets > .target").count()).toBeGreaterThan(4);
  await clickSquares(page, "f4", "b4");
  await expectTurn(page, "Q-f4-b4");
  await back();

  const [from, to] = [page.locator('[data-square="a4"]'), page.locator('[data-square="c3"]')];
  await from.dragTo(to);
  await expectTurn(page, "RtN-c3");
  await back();

  await page.keyboard.press("/");
  await page.getByLabel("Turn", { exact: true }).fill("RtN-c5");
  await page.keyboard.press("Enter");
  await expectTurn(page, "RtN-c5");
  await page.context().close();
});

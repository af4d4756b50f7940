/** Questions about a turn stand beside its square: for the mouse, for fingers, for the keyboard. */

import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import {
  LAPTOP,
  PHONE,
  checkAccess,
  clickSquares,
  expectTurn,
  itemInHand,
  nameOfSquare,
  openPage,
  openTable,
  screenshot,
} from "./browser";
import { startTogether } from "./together";

const together = startTogether();

const PROMOTING = "6(K)5/3[P]8/12/12/12/12/12/6[K]5 w - - H,W,E,A,T/H,W,E,A,T wb";
const CAPTURING = "3(P)(W)4(K)/3[P]5(P)/10/10/10/10/10/10/10/[K]9 b";
const DOUBLED = "15(K)/15(P)/16/16/(N)15/(P)(P)[P]13/[R][P]14/[Dbl]15/16/16/16/16/16/16/16/15[K] b";
const GENIE = "11(K)/11(P)/12/12/12/12/12/12/12/12/(P)[P]10/[Ge][P]8[K]1 b";

const question = (page: Page) => page.locator(".question");

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error("it is not to be seen");
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

/** Checks that the question lies in the window, beside the squares that it is about, with answers large enough for fingers. */
async function expectBeside(page: Page, ...squares: string[]): Promise<void> {
  const [box, window] = [await boxOf(question(page)), page.viewportSize() ?? { width: 0, height: 0 }];
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.y).toBeGreaterThanOrEqual(0);
  expect(box.right).toBeLessThanOrEqual(window.width);
  expect(box.bottom).toBeLessThanOrEqual(window.height);
  for (const name of squares) {
    const square = await boxOf(page.locator(`[data-square="${name}"]`));
    const isApart =
      box.right <= square.x + 1 ||
      square.right <= box.x + 1 ||
      box.bottom <= square.y + 1 ||
      square.bottom <= box.y + 1;
    expect(isApart, `${name} is covered`).toBe(true);
  }
  for (const button of await question(page).getByRole("button").all()) {
    const { width, height } = await boxOf(button);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
}

it("a promotion is chosen by the keyboard, and the focus comes back to the square", async () => {
  const page = await openPage(together.browser);
  await openTable(page, together.server.url, "scirocco", CAPTURING);
  await page.locator('[data-square="d9"]').focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "What does the Pawn become?" }).waitFor();
  await expectBeside(page, "d9", "e10");
  await checkAccess(page);
  await screenshot(page, "beside-promotion-laptop");
  expect(await page.locator(".question button:focus").innerText()).toContain("Becomes");
  await page.keyboard.press("Escape");
  await question(page).waitFor({ state: "detached" });
  expect(await page.locator(":focus").getAttribute("data-square")).toBe("e10");
  await clickSquares(page, "d9", "e10");
  const answers = await question(page).getByRole("button").allInnerTexts();
  const wanted = answers.findIndex((text) => text.includes("Stays a Pawn"));
  expect(wanted).toBeGreaterThanOrEqual(0);
  for (let step = 0; step < wanted; step++) await page.keyboard.press("ArrowDown");
  // The arrows do not go along the turns.
  expect(await page.locator(".question button:focus").innerText()).toContain("Stays a Pawn");
  await page.keyboard.press("Enter");
  await expectTurn(page, "Pxe10=");
  expect(await page.locator(":focus").getAttribute("data-square")).toBe("e10");
  await page.context().close();
});

it("one of many promotions is chosen by a finger on a phone", async () => {
  const page = await openPage(together.browser, PHONE);
  await openTable(page, together.server.url, "larger-board", PROMOTING);
  await page.locator('[data-square="b7"]').tap();
  await page.locator('[data-square="b8"]').tap();
  await question(page).getByRole("button", { name: "Becomes a Lion" }).waitFor();
  await expectBeside(page, "b7", "b8");
  await checkAccess(page);
  await screenshot(page, "beside-promotion-phone");
  await question(page).getByRole("button", { name: "Becomes a Lion" }).tap();
  const confirm = question(page).getByRole("button", { name: "Play b8=L" });
  await confirm.waitFor();
  await expectBeside(page, "b8");
  await confirm.tap();
  await expectTurn(page, "b8=L");
  await page.context().close();
});

it("a second step is declined beside the piece on the largest board, on every screen", async () => {
  for (const [name, options] of [["laptop", LAPTOP] as const, ["phone", PHONE] as const]) {
    const page = await openPage(together.browser, options);
    await openTable(page, together.server.url, "jupiter", DOUBLED);
    await clickSquares(page, "a10", "a11");
    await question(page).getByRole("status").getByText("A second step?").waitFor();
    await expectBeside(page, "a11", "b11", "a12");
    await screenshot(page, `beside-second-${name}`);
    // To go on is as good as to end the turn.
    expect(await question(page).locator(".primary").count()).toBe(0);
    await question(page).getByRole("button", { name: "No, end the turn" }).click();
    const confirm = question(page).getByRole("button", { name: "Play Rxa11" });
    if (name === "phone") await confirm.click();
    await expectTurn(page, "Rxa11");
    await page.context().close();
  }
});

it("the question goes with its square when the board is enlarged", async () => {
  const page = await openPage(together.browser, PHONE);
  await openTable(page, together.server.url, "typhoon", GENIE);
  await clickSquares(page, "a1", "a2");
  await question(page).getByRole("button", { name: "Stays where it is" }).waitFor();
  await page.getByRole("button", { name: "Larger" }).tap();
  await expect.poll(async () => (await boxOf(page.locator('[data-square="a2"]'))).width).toBeGreaterThan(40);
  await expectBeside(page);
  await page.getByRole("button", { name: "Whole board" }).tap();
  await expectBeside(page, "a1", "a2");
  await page.context().close();
});

it("what is dropped on an empty square is asked there", async () => {
  const page = await openPage(together.browser);
  await openTable(page, together.server.url, "larger-board", PROMOTING);
  await page.locator('[data-square="d7"]').focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "What is dropped on d7?" }).waitFor();
  await expectBeside(page, "d7");
  await screenshot(page, "beside-drop-laptop");
  await page.keyboard.press("Escape");
  expect(await page.locator(":focus").getAttribute("data-square")).toBe("d7");
  await page.keyboard.press("Enter");
  await question(page).getByRole("button", { name: "Assassin" }).click();
  await expectTurn(page, "As@d7");
  expect(await nameOfSquare(page, "d7")).toContain("White Assassin");
  await page.context().close();
});

it("the squares for an item of several pieces say which of them comes there", async () => {
  const page = await openPage(together.browser);
  await openTable(page, together.server.url, "larger-board", PROMOTING);
  await itemInHand(page, "White", "2 Leapers").click();
  for (const [square, piece] of [
    ["y1", "Withdrawer"],
    ["z1", "Advancer"],
    ["h1", "Pincer"],
    ["g1", "Leaper"],
  ] as const)
    expect(await nameOfSquare(page, square)).toContain(`sets the ${piece} down here`);
  expect(await page.locator(".targets .dropped").count()).toBe(8);
  await screenshot(page, "dropped-halflings");
  // A single piece needs no telling.
  await page.keyboard.press("Escape");
  await itemInHand(page, "White", "2 Wizards").click();
  expect(await nameOfSquare(page, "y2")).toContain("sets the piece down here");
  expect(await page.locator(".targets .dropped").count()).toBe(0);
  await page.context().close();
});

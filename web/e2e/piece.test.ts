/** A piece of one's own, made by clicks: its moves on the squares around it, its place in the array, and a turn with it. */

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import {
  LAPTOP,
  PHONE,
  SCREENS,
  checkAccess,
  clickSquares,
  closeDialog,
  nameOfSquare,
  openPage,
  screenshot,
} from "./browser";
import { startTogether } from "./together";

const together = startTogether();

const line = (page: Page, text: string | RegExp) => page.locator(".cm-line", { hasText: text }).first();
const square = (page: Page, place: string) =>
  page.locator(".move-squares").getByRole("button", { name: new RegExp(`^${place}:`) });
const ability = (page: Page) => page.locator(".move-line code");
const status = (page: Page, text: string | RegExp) =>
  page.locator(".workshop-mistakes [role=status]", { hasText: text }).waitFor({ state: "attached" });

/** Begins a game on an empty board from the first page, and shows its pieces. */
async function begin(page: Page): Promise<void> {
  await page.goto(`${together.server.url}/#/`);
  await page.getByRole("link", { name: "Make a game of your own" }).click();
  await page.getByRole("button", { name: "8 × 8" }).click();
  await status(page, "No mistakes");
  await show(page, "Piece");
}

/** Shows a part of the workshop where only one fits. */
async function show(page: Page, part: string): Promise<void> {
  const parts = page.locator(".workshop-parts");
  if (await parts.isVisible()) await parts.getByText(part, { exact: true }).click();
}

it.each([
  ["a laptop", LAPTOP],
  ["a phone", PHONE],
])("a new piece is made by clicks on %s, put into the array, and played", async (_, options) => {
  const page = await openPage(together.browser, options);
  await begin(page);
  await page.getByRole("button", { name: "A new piece" }).click();
  await checkAccess(page);
  await page.getByLabel("The name of the piece").fill("Rook");
  await page.getByRole("button", { name: "Create it" }).click();
  await page.getByText("Another piece of the game or of the bestiary has this name.").waitFor();
  await page.getByLabel("The name of the piece").fill("Toad");
  await page.getByRole("button", { name: "Create it" }).click();
  await expect.poll(() => ability(page).innerText()).toBe("W");
  // Away with the first step, then leaps like a Knight's and slides straight ahead.
  for (let clicks = 0; clicks < 3; clicks++) await square(page, "1 forward").click();
  await page.getByText("It has no moves yet: click a square.").waitFor();
  await square(page, "2 forward, 1 to the right").click();
  await expect.poll(() => ability(page).innerText()).toBe("N");
  await page.getByText("Slides", { exact: true }).click();
  await page.getByText("one square", { exact: true }).click();
  await square(page, "3 forward").click();
  await square(page, "3 forward").click();
  await expect.poll(() => ability(page).innerText()).toBe("N + forward R3 (moving)");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(() => ability(page).innerText()).toBe("N + forward R3");
  await status(page, "No mistakes");
  await page.getByText("The Toad is not on the board yet").waitFor();
  await checkAccess(page);
  await page.getByRole("button", { name: "Put it on the board" }).click();
  const onBoard = (square: string) => page.locator(`.workshop-board [data-square="${square}"]`);
  await onBoard("c1").click();
  await expect.poll(() => onBoard("c8").getAttribute("aria-label")).toContain("Toad");
  await status(page, "No mistakes");
  await checkAccess(page);
  await screenshot(page, `array-${options === PHONE ? "phone" : "laptop"}`);
  if (options === LAPTOP) {
    const rook = page.locator(".workshop-board .palette").getByRole("button", { name: "Rook" });
    await rook.dragTo(onBoard("d8"));
    await line(page, "R C T R K . C R").waitFor();
    await onBoard("d1").dragTo(onBoard("f1"));
    await line(page, "R C T . K R C R").waitFor();
    await page.getByRole("button", { name: "Eraser" }).click();
    await onBoard("f8").click();
    await line(page, "R C T . K . C R").waitFor();
  }
  await page.getByRole("button", { name: "Change the array" }).click();
  await show(page, "Piece");
  await expect.poll(() => page.getByText("The Toad is not on the board yet").count()).toBe(0);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByText("A friend here").click();
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await page.locator(".player").first().waitFor();
  await clickSquares(page, "c1", "d3");
  await expect.poll(() => nameOfSquare(page, "d3")).toContain("Toad");
  await page.context().close();
});

it("the squares and the text say the same, whichever is changed", async () => {
  const page = await openPage(together.browser);
  await begin(page);
  await line(page, "[piece.Captain]").click();
  await page.getByText("Change its moves by clicking").click();
  await expect.poll(() => ability(page).innerText()).toBe("F + forwardmost N");
  await square(page, "1 forward, 1 to the right").waitFor();
  await line(page, "ability = ").click();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.type(" + N rider; royal");
  await page.getByText("Also, in words: N rider, royal").waitFor();
  await square(page, "2 forward").click();
  await line(page, 'ability = "F + D + forwardmost N + N rider; royal"').waitFor();
  await page.getByRole("textbox", { name: "The game file" }).focus();
  await page.keyboard.press("ControlOrMeta+z");
  await line(page, 'ability = "F + forwardmost N + N rider; royal"').waitFor();
  // A piece of the bestiary gets a description of its own with the first click.
  await page.locator(".workshop-tiles").getByRole("button", { name: "Rook" }).click();
  await expect.poll(() => ability(page).innerText()).toBe("R");
  await square(page, "1 forward, 1 to the right").focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await line(page, "[piece.Rook]").waitFor();
  await line(page, 'ability = "R + N"').waitFor();
  await status(page, "No mistakes");
  await page.context().close();
});

it("a piece of the bestiary is found by its moves and taken", async () => {
  const page = await openPage(together.browser);
  await begin(page);
  await page.getByRole("button", { name: "Take one from the bestiary" }).click();
  await page.getByRole("searchbox", { name: "Search the bestiary" }).fill("R4 N");
  await page.getByRole("heading", { name: "Duke", exact: true }).waitFor();
  await checkAccess(page);
  await page.getByRole("button", { name: "Take it: Duke" }).click();
  await line(page, /^pieces = .*"Duke"/).waitFor();
  await page.getByText("The Duke is not on the board yet: put its letters, Du, into the array.").waitFor();
  // Its usual letter is the Captain's.
  await page.getByRole("button", { name: "Take one from the bestiary" }).click();
  await page.getByRole("searchbox", { name: "Search the bestiary" }).fill("Camel");
  await page.getByRole("button", { name: "Take it: Camel" }).click();
  await line(page, "[piece.Camel]").waitFor();
  await status(page, "No mistakes");
  await page.getByRole("button", { name: "Take one from the bestiary" }).click();
  await page.getByText("in the game", { exact: true }).first().waitFor();
  await closeDialog(page);
  await page.context().close();
});

it.each(SCREENS)("it fits on $name", async ({ name, options }) => {
  const page = await openPage(together.browser, options);
  await begin(page);
  await line(page, "[piece.Captain]").evaluate((element) => element.scrollIntoView());
  await page.locator(".workshop-tiles").getByRole("button", { name: "Captain" }).click();
  await page.getByText("Change its moves by clicking").click();
  await page.getByText("Slides", { exact: true }).click();
  await square(page, "1 to the right").click();
  await square(page, "2 forward, 2 to the right").click();
  await checkAccess(page);
  await page.locator(".piece-making").scrollIntoViewIfNeeded();
  await screenshot(page, `${name}-make-moves`);
  await page.getByText("9 × 9 squares").click();
  expect(await page.locator(".move-square").count()).toBe(81);
  await page.getByRole("button", { name: "Take one from the bestiary" }).click();
  await page.getByRole("heading", { name: "Duke", exact: true }).waitFor();
  await checkAccess(page);
  await screenshot(page, `${name}-make-bestiary`);
  await page.context().close();
});

/** A picture as an editor saves it. */
const TOWER = `<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45" onload="document.title = 'run'">
  <title>A tower</title>
  <path d="M9 39h27v-3H9zM12 36v-22h4v3h4v-3h5v3h4v-3h4v22z" />
  <circle cx="22" cy="26" r="4" style="fill:#fff" />
</svg>`;

it("a piece has a picture of one's own on its tile", async () => {
  const page = await openPage(together.browser, LAPTOP);
  await begin(page);
  await line(page, /^pieces = /).click();
  const choose = (text: string) =>
    page.locator(".picture-field input").setInputFiles({
      name: "tower.svg",
      mimeType: "image/svg+xml",
      buffer: Buffer.from(text),
    });
  await choose("a tower");
  await page.getByText("This file is no SVG picture.").waitFor();
  await choose(TOWER);
  await line(page, "<path d=").waitFor();
  await status(page, "No mistakes");
  // It is on the tiles of both sides, and only its shapes are.
  const shapes = page.locator("symbol > svg > circle");
  await expect.poll(() => shapes.count()).toBe(2);
  expect(await shapes.first().getAttribute("fill")).toBe("#fff");
  expect(await page.title()).not.toBe("run");
  await screenshot(page, "own-picture");
  await checkAccess(page);
  await choose(TOWER.replace("<circle", "<image href='https://elsewhere.example/x.png'/><circle"));
  await status(page, "1 mistake");
  await page.locator(".workshop-mistakes", { hasText: "cannot be in a picture" }).waitFor();
  await page.getByRole("button", { name: "Remove the picture" }).click();
  await status(page, "No mistakes");
  await expect.poll(() => shapes.count()).toBe(0);
  await page.context().close();
});

/** The rules of one's own game, changed by forms: text and forms are one game at every moment. */

import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { LAPTOP, SCREENS, checkAccess, openPage, screenshot } from "./browser";
import { startTogether } from "./together";

const together = startTogether();

const HOPS = `id = "hops"
name = "War of Hops"
author = "Tess Ter"
year = 2026
sides = ["Green", "Brown"]
pieces = ["King", "Toad", "Rook", "Pawn"]
notation = "algebraic with checks"

[board]
files = 6
ranks = 8
promotion-zone = 1

[array]
symmetry = "mirror"
ranks = """
  P P P P P P
  T . T K . T
"""

[promotions]
Pawn = ["Rook"] # not the Toad

[ending]
check = "binds" # as in chess

[piece.Toad]
id = "T"
ability = "W + forwardmost N"
`;

/** Begins with a text. */
async function paste(page: Page, text: string): Promise<void> {
  await page.goto(`${together.server.url}/#/make`);
  await page.getByLabel("The text of a game or of pieces").fill(text);
  await page.getByRole("button", { name: "Read it" }).click();
  await ready(page);
}

const ready = (page: Page) =>
  page.locator(".workshop-mistakes [role=status]", { hasText: "No mistakes" }).waitFor({ state: "attached" });
const rules = (page: Page): Locator => page.getByRole("region", { name: "The rules", exact: true });
const open = (page: Page, form: string) => rules(page).getByText(form, { exact: true }).click();

/** Waits until the draft that the browser keeps has a text. */
function expectText(page: Page, text: string | RegExp): Promise<void> {
  return expect
    .poll(() =>
      page.evaluate(() => {
        const key = Object.keys(localStorage).find((key) => key.startsWith("beaufort/draft/")) ?? "";
        return (JSON.parse(localStorage.getItem(key) ?? "{}") as { text?: string }).text ?? "";
      }),
    )
    .toMatch(text);
}

it("forms write promotions, endings and hands, and show what is typed", async () => {
  const page = await openPage(together.browser);
  await paste(page, HOPS);
  await open(page, "Promotion");
  const pawn = rules(page).getByRole("group", { name: "Pawn becomes" });
  await pawn.locator("li", { hasText: "Rook" }).waitFor();
  await pawn.getByRole("combobox", { name: "or …" }).selectOption("Toad");
  await expectText(page, 'Pawn = ["Rook", "Toad"] # not the Toad');
  await rules(page).getByLabel("Promotion in the zone is").selectOption("must");
  await expectText(page, 'promotion-zone = 1\npromotion = "must"');
  await pawn.getByRole("button", { name: "Remove Rook" }).click();
  await expectText(page, 'Pawn = ["Toad"] # not the Toad');
  await rules(page).getByRole("button", { name: "Undo" }).click();
  await expectText(page, 'Pawn = ["Rook", "Toad"]');
  await ready(page);

  await open(page, "How it ends");
  await rules(page).getByLabel("A player who cannot move").selectOption("draws");
  await expectText(page, 'check = "binds" # as in chess\nno-move = "draws"');
  await rules(page).getByLabel("Draw after this many moves without a capture").fill("50");
  await page.keyboard.press("Tab");
  await expectText(page, "quiet-moves = { draw = 50 }");
  await rules(page).getByLabel("Add a way …").selectOption("checks");
  await rules(page).getByRole("button", { name: "Add it" }).click();
  await rules(page).getByText("3 checks win").waitFor();
  await expectText(page, "[[ending.wins]]\nchecks = 3");
  await rules(page).getByLabel("Make a piece royal …").selectOption("Toad");
  await expectText(page, 'ability = "W + forwardmost N; royal"');
  await rules(page).getByRole("button", { name: "Remove Toad" }).last().click();
  await expectText(page, 'ability = "W + forwardmost N"\n');
  await ready(page);

  await open(page, "Pieces in hand");
  await rules(page).getByLabel("A captured piece").selectOption("goes to the captor");
  await expectText(page, '[hand]\ncaptured = "goes to the captor"');
  await ready(page);

  // What is typed is shown.
  // The editor draws only lines near those that are seen.
  await page.getByRole("textbox", { name: "The game file" }).click();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.locator(".cm-line", { hasText: "promotion-zone" }).click();
  await page.keyboard.press("End");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("3");
  await expect
    .poll(() => rules(page).getByLabel("Depth of the promotion zone, in ranks").inputValue())
    .toBe("3");
  await checkAccess(page);
  await page.context().close();
});

it("a region is made by clicking squares, and a King that reaches it wins", async () => {
  const page = await openPage(together.browser);
  await paste(page, HOPS);
  await open(page, "Regions of the board");
  await rules(page).getByRole("button", { name: "A new region" }).click();
  const field = page.getByLabel("The name of the region");
  await field.fill("King");
  await page.getByRole("button", { name: "Choose its squares" }).click();
  await page.getByText("Choose a name of small letters").waitFor();
  await field.fill("hill");
  await page.getByRole("button", { name: "Choose its squares" }).click();
  for (const square of ["c4", "d4", "c5", "d5", "a1", "a1"])
    await rules(page).locator(`[data-square="${square}"]`).click();
  await expectText(page, '[regions]\nhill = ["c4-d5"]');
  await rules(page).getByLabel("On the board").selectOption("tinted");
  await expectText(page, 'drawn = { hill = "tinted" }');
  await open(page, "How it ends");
  await rules(page).getByLabel("Add a way …").selectOption("goal");
  await rules(page).getByRole("combobox", { name: "Region", exact: true }).selectOption("hill");
  await rules(page).getByRole("combobox", { name: "Piece", exact: true }).selectOption("King");
  await rules(page).getByRole("button", { name: "Add it" }).click();
  await rules(page).getByText("King in hill wins").waitFor();
  await expectText(page, '[[ending.wins]]\nin = "hill"\npiece = ["King"]');
  await ready(page);
  await checkAccess(page);
  await screenshot(page, "rules-region");
  // The board of the game has its colour.
  await expect.poll(() => page.locator(".workshop-board .squares .tinted").getAttribute("d")).toMatch(/^M/);
  await page.context().close();
});

it.each(SCREENS)("the forms fit on $name", async ({ name, options }) => {
  const page = await openPage(together.browser, { ...LAPTOP, ...options });
  await paste(page, HOPS.replace("[promotions]", '[regions]\nhill = ["c4-d5"]\n\n[promotions]'));
  if (name.startsWith("phone")) await page.locator(".workshop-parts").getByText("Rules").click();
  await rules(page).waitFor();
  await screenshot(page, `${name}-rules`);
  for (const form of ["Promotion", "How it ends", "Regions of the board", "Pieces in hand"]) {
    await open(page, form);
    await checkAccess(page);
    await screenshot(page, `${name}-rules-${form.split(" ")[0]?.toLowerCase() ?? ""}`);
    await open(page, form);
  }
  await page.context().close();
});

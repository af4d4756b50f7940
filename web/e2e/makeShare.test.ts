/** A game of one's own leaves the page: as a picture of its array, as a board in a web page, and for other programs. */

import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { SCREENS, checkAccess, openPage, screenshot } from "./browser";
import { startTogether } from "./together";

const together = startTogether();

/** A game with a piece that other programs do not know. */
const TOADS = `id = "toads"
name = "War of the Toads"
author = "Tess Ter"
year = 2026
sides = ["Green", "Brown"]
pieces = ["King", "Toad", "Pawn"]
notation = "algebraic with checks"

[board]
files = 6
ranks = 8

[array]
symmetry = "mirror"
ranks = """
  P P P P P P
  T . T K . T
"""

[ending]
check = "binds"
no-move = "loses in check, else draws"

[piece.Toad]
id = "T"
ability = "W + hop-capture over adjacent pieces"
`;

/** Begins with a text, and opens the dialog in which it is shared. */
async function share(page: Page): Promise<void> {
  await page.goto(`${together.server.url}/#/make`);
  await page.getByLabel("The text of a game or of pieces").fill(TOADS);
  await page.getByRole("button", { name: "Read it" }).click();
  await page.locator(".workshop-mistakes [role=status]", { hasText: "No mistakes" }).waitFor();
  await page.getByRole("button", { name: "Share" }).click();
}

/** Saves a file by a button. */
async function saved(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  const file = await waiting;
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

it("a picture of the array is saved, and a section of variants.ini with what it lacks", async () => {
  const page = await openPage(together.browser);
  await share(page);
  const svg = await saved(page, "Save as SVG");
  expect(svg.name).toBe("my-war-of-the-toads.svg");
  expect(svg.bytes.toString()).toMatch(/^<svg[^>]*xmlns/);
  const png = await saved(page, "Save as PNG");
  expect(png.name).toBe("my-war-of-the-toads.png");
  expect(png.bytes.subarray(1, 4).toString()).toBe("PNG");
  // Six files of 112 pixels and more, by eight ranks.
  expect(png.bytes.readUInt32BE(16)).toBeGreaterThan(6 * 112);
  expect(png.bytes.readUInt32BE(20)).toBeGreaterThan(8 * 112);
  const ini = await saved(page, "Save as variants.ini");
  expect(ini.name).toBe("variants.ini");
  expect(ini.bytes.toString()).toMatch(/^\[[a-z0-9-]+/m);
  await page.getByText(/\d+ rules? (is|are) not in the file:/).waitFor();
  expect(await page.locator(".unsaid li").allInnerTexts()).toContainEqual(expect.stringContaining("Toad"));
  await checkAccess(page);
  await page.context().close();
});

it("the code of a board in a web page shows the game there", async () => {
  const page = await openPage(together.browser);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await share(page);
  await page.getByRole("button", { name: "Copy the code" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  const base = together.server.url.replace(/\/?$/, "/");
  expect(code).toContain(`<script async src="${base}embed.js"></script>`);
  await page.route(`${base}essay.html`, (route) =>
    route.fulfill({ contentType: "text/html", body: `<!doctype html><title>An essay</title>${code}` }),
  );
  await page.goto(`${base}essay.html`);
  const board = page.frameLocator("iframe");
  await board.locator(".board .tile, .board [data-square]").first().waitFor({ state: "attached" });
  await page.context().close();
});

it.each(SCREENS)("the dialog fits on $name", async ({ name, options }) => {
  const page = await openPage(together.browser, options);
  await share(page);
  await saved(page, "Save as variants.ini");
  await page.locator(".unsaid li").first().waitFor();
  await checkAccess(page);
  await screenshot(page, `${name}-share-game`);
  await page.locator(".unsaid").scrollIntoViewIfNeeded();
  await screenshot(page, `${name}-share-game-end`);
  await page.context().close();
});

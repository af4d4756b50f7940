/** Loading a game from a text: what is none harms nothing and says what is wrong; what is one is taken for what it is. */

import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { pack } from "../src/state/share";
import {
  QUIET,
  checkAccess,
  clickSquares,
  expectTurn,
  nameOfSquare,
  openPage,
  openSharing,
  openTable,
  screenshot,
} from "./browser";
import { startTogether } from "./together";

const together = startTogether();

/** A game with a turn played, and its dialog for texts. */
async function openDialog(): Promise<Page> {
  const page = await openPage(together.browser);
  await openTable(page, together.server.url, "scirocco", QUIET);
  await clickSquares(page, "f4", "f5");
  await expectTurn(page, "Pf4-f5");
  await openSharing(page);
  return page;
}

async function load(page: Page, text: string): Promise<void> {
  await page.getByLabel("A record or a position").fill(text);
  await page.getByRole("button", { name: "Load", exact: true }).click();
}

it("a text that is no game leaves the table and the text as they are, and its mistake is marked", async () => {
  const page = await openDialog();
  const address = page.url();
  const field = page.getByLabel("A record or a position");
  for (const [text, words, marked] of [
    ["hello world", "neither the record of a game nor a position", "hello"],
    ["1. P-e4 P-f7\n2. P-e9", "Line 2, column 4", "P-e9"],
    ['[Variant "chess960"]\n1. e4 *', "names no game", ""],
    ["9(K)/9(P)/10/10/10/10/10/10/10/[K]9 x", "is not a side to move", "x"],
    ["9(K)/9(P)/10 b", "the board has 10 ranks", ""],
    [
      "rnbqkbnr/pppp?ppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
      "Line 1, column 14",
      "?ppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    ],
    ["https://example.org/game/7", "this is a link", "https://example.org/game/7"],
  ] as const) {
    await load(page, text);
    await page.locator(".problem", { hasText: words }).waitFor();
    expect(await field.inputValue()).toBe(text);
    const selection = await field.evaluate((node: HTMLTextAreaElement) =>
      node.value.slice(node.selectionStart, node.selectionEnd),
    );
    expect(selection, text).toBe(marked);
    expect(page.url()).toBe(address);
  }
  await page.keyboard.press("Escape");
  await expectTurn(page, "Pf4-f5");
  await clickSquares(page, "j9", "j8");
  await expectTurn(page, "P-j8");
  await page.context().close();
});

it("turns without a result, a position, FEN and links are loaded", async () => {
  const page = await openDialog();
  await page.getByLabel("Record of the game").waitFor();
  const before = page.url();
  const record = await page.getByLabel("Record of the game").inputValue();
  await load(page, record.trim().replace(/ \*$/, ""));
  await page.waitForURL((url) => url.href !== before);
  await expectTurn(page, "Pf4-f5");

  await openSharing(page);
  await load(page, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  await expect.poll(() => page.title()).toContain("chess");
  await expect.poll(() => nameOfSquare(page, "e4")).toContain("White Pawn");

  await openSharing(page);
  await load(page, before);
  await page.waitForURL(before);
  await expectTurn(page, "Pf4-f5");
  await page.context().close();
});

it("a link to a game that cannot be opened says why", async () => {
  const page = await openPage(together.browser);
  await page.goto(`${together.server.url}/#/open/record/damaged`);
  await page.getByText("The link is damaged").waitFor();
  await page.getByRole("link", { name: "To the games" }).click();
  await page.getByRole("button", { name: "Play Scirocco" }).waitFor();
  await page.context().close();
});

it("a link begins its game once, and the way back leads to where one came from", async () => {
  const page = await openPage(together.browser);
  const games = page.locator(".table-card");
  await page.goto(together.server.url);
  await page.getByRole("button", { name: "Play Scirocco" }).waitFor();
  await page.goto(`${together.server.url}/#/open/scirocco/${await pack(QUIET)}`);
  await page.getByText("A friend here").click();
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await page.locator(".player").first().waitFor();
  expect(page.url()).toContain("#/play/");
  await page.goBack();
  await expect.poll(() => games.count()).toBe(1);
  const record = '[Variant "scirocco"]\n\n1. P-e4 *';
  await page.goto(`${together.server.url}/#/open/record/${await pack(record)}`);
  await expectTurn(page, "P-e4");
  await page.goBack();
  await expect.poll(() => games.count()).toBe(2);
  expect(new URL(page.url()).hash).toMatch(/^(#\/)?$/);
  await page.context().close();
});

it("the position is saved as a picture, and the game as a film", async () => {
  const page = await openDialog();
  const saved = async (button: string): Promise<{ name: string; bytes: Buffer }> => {
    const waiting = page.waitForEvent("download");
    await page.getByRole("button", { name: button }).click();
    const file = await waiting;
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
  };
  const svg = await saved("The position as SVG");
  expect(svg.name).toBe("scirocco.svg");
  expect(svg.bytes.toString()).toMatch(/^<svg [^]*Der[^]*<\/svg>\s*$/);
  const png = await saved("The position as PNG");
  // A board of ten squares with its margin, twice as large as the SVG document says.
  const side = 2 * (10 * 56 + 2 * 26);
  expect([png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)]).toEqual([side, side]);
  const gif = await saved("The game as a film (GIF)");
  expect(gif.bytes.toString("latin1", 0, 6)).toBe("GIF89a");
  // One picture for the array and one for the turn, which changes little.
  const frames = gif.bytes.toString("latin1").split("\x21\xf9\x04").length - 1;
  expect(frames).toBe(2);
  const shown = await page.evaluate(
    async (bytes) => {
      const type = "image/gif";
      const decoder = new ImageDecoder({ type, data: Uint8Array.from(bytes) });
      await decoder.tracks.ready;
      const count = decoder.tracks.selectedTrack?.frameCount ?? 0;
      const pixels = async (frameIndex: number) => {
        const { image } = await decoder.decode({ frameIndex });
        const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
        const context = canvas.getContext("2d");
        context?.drawImage(image, 0, 0);
        return context?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      };
      const [before, after] = [await pixels(0), await pixels(count - 1)];
      let changed = 0;
      for (let at = 0; at < before.length; at += 4) if (before[at] !== after[at]) changed++;
      return { count, share: (4 * changed) / before.length };
    },
    [...gif.bytes],
  );
  expect(shown.count).toBe(2);
  // Two squares of a hundred change, and the board has a margin.
  expect(shown.share).toBeGreaterThan(0.005);
  expect(shown.share).toBeLessThan(0.03);
  await page.context().close();
});

it("a link is copied, or shown where nothing may be copied", async () => {
  const page = await openDialog();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const copy = page.getByRole("button", { name: "Copy a link to it" }).first();
  await copy.click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain("#/open/record/");
  await page.getByRole("button", { name: "Copied" }).waitFor({ state: "detached" });
  // As over an address without encryption.
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await copy.click();
  const field = page.getByLabel("It cannot be copied from here");
  await expect.poll(() => field.inputValue()).toBe(link);
  const marked = (node: HTMLTextAreaElement) => node.value.slice(node.selectionStart, node.selectionEnd);
  await expect.poll(() => field.evaluate(marked)).toBe(link);
  await checkAccess(page);
  await screenshot(page, "copied-by-hand");
  await page.context().close();
});

it("a dialog is closed by a click beside it, and not by a text that is marked up to there", async () => {
  const page = await openDialog();
  const field = page.getByLabel("A record or a position");
  await field.fill("hello world");
  const box = await field.boundingBox();
  if (!box) throw new Error("the field is not to be seen");
  await page.mouse.move(box.x + 40, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(5, box.y + 10, { steps: 3 });
  await page.mouse.up();
  expect(await field.inputValue()).toBe("hello world");
  await page.mouse.click(5, box.y + 10);
  await field.waitFor({ state: "detached" });
  await page.context().close();
});

it("a record or a position is loaded from the first page", async () => {
  const page = await openPage(together.browser);
  await page.goto(together.server.url);
  await page.getByRole("button", { name: "Load a record or a position" }).click();
  await load(page, "hello world");
  await page.locator(".problem", { hasText: "neither the record of a game nor a position" }).waitFor();
  await page.getByRole("dialog").getByLabel("Game").selectOption("orthochess");
  await load(page, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  await page.waitForURL(/#\/play\//);
  await expect.poll(() => nameOfSquare(page, "e2")).toContain("White Pawn");
  await page.context().close();
});

it("the game of a record is found by its turns, and of several games one is chosen", async () => {
  const page = await openPage(together.browser);
  const openForm = async () => {
    await page.goto(together.server.url);
    await page.getByRole("button", { name: "Load a record or a position" }).click();
  };
  await openForm();
  await load(page, "1. f3 e5 2. g4 Qh4# *");
  await expect.poll(() => nameOfSquare(page, "h4")).toContain("Black Queen");
  await page.getByText("by the rules the game ended").waitFor();

  await openForm();
  const [ann, cy] = [
    '[White "Ann"]\n[Black "Bo"]\n\n1. e4 e5 1-0\n',
    '[Variant "scirocco"]\n[Tan "Cy"]\n\n1. P-e4 *\n',
  ];
  await load(page, `${ann}\n${cy}\n[White "Di"]\n\n1. e4 ]\n`);
  const games = page.getByRole("region", { name: "The games of this text" });
  await games.getByText("The text holds 3 games. Which one?").waitFor();
  await games.getByRole("button", { name: "Ann – Bo, 2 turns, 1-0" }).waitFor();
  await games.getByText("Line 13, column 7").waitFor();
  await checkAccess(page);
  await screenshot(page, "several-games");
  await games.getByRole("button", { name: "? – Cy, Scirocco, 1 turn, *" }).click();
  await expectTurn(page, "P-e4");
  await page.context().close();
});

it("a text that is too long is told the bound, and an old file is read", async () => {
  const page = await openPage(together.browser);
  await page.goto(together.server.url);
  await page.getByRole("button", { name: "Load a record or a position" }).click();
  const file = page.getByLabel("Choose a file");
  const give = (buffer: Buffer) => file.setInputFiles({ name: "games.pgn", mimeType: "text/plain", buffer });
  await give(Buffer.from("1. e4 *\n".repeat(200_000)));
  await page.getByRole("button", { name: "Load", exact: true }).click();
  await page.locator(".problem", { hasText: "it has 1.8 MB, and at most 1.0 MB can be loaded" }).waitFor();
  await give(Buffer.from('[White "Fran\u00e7ois"]\n\n1. e4 *\n', "latin1"));
  await page.getByText("it is read as Latin-1").waitFor();
  expect(await page.getByLabel("A record or a position").inputValue()).toContain("Fran\u00e7ois");
  await page.context().close();
});

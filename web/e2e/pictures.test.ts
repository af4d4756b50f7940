/** The moving picture at the top of the README: `UPDATE=1 npm run e2e -- pictures` takes it anew with `img2webp`. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { pack } from "../src/state/share";
import { expectTurn, openPage } from "./browser";
import { ROOT } from "./server";
import { startTogether } from "./together";

const together = startTogether();

const SIZE = { width: 1100, height: 800 };
const PICTURE = join(ROOT, "docs", "pictures", "jupiter.webp");
const MAX_BYTES = 1_000_000;
/** The single turns of the record before the picture begins, and those that it shows, one a second. */
const SKIPPED = 16;
const SHOWN = 20;
/** The least time between two frames, in milliseconds, while something moves. */
const FRAME = 80;
/** How long the last frame is shown, in milliseconds. */
const REST = 2500;

it("twenty turns of Jupiter are shown on the page", { timeout: 120_000 }, async () => {
  const isTaken = Boolean(process.env["UPDATE"]);
  const options = {
    viewport: SIZE,
    colorScheme: "light",
    reducedMotion: isTaken ? "no-preference" : "reduce",
  };
  const page = await openPage(together.browser, options as Parameters<typeof openPage>[1]);
  const record = readFileSync(join(import.meta.dirname, "jupiter.txt"), "utf8");
  await page.goto(`${together.server.url}/#/open/record/${await pack(record)}`);
  await expectTurn(page, "Thi-k13");
  await page.getByRole("button", { name: "Skip" }).click();
  await page.keyboard.press("Home");
  for (let turn = 0; turn < SKIPPED; turn++) await page.keyboard.press("ArrowRight");
  await expectTurn(page, "Pr-m14");
  await page.evaluate(() => document.fonts.ready);
  if (isTaken) await film(page);
  else for (let turn = 0; turn < SHOWN; turn++) await page.keyboard.press("ArrowRight");
  await expectTurn(page, "Int-e12");
  await page.context().close();

  // An extended WebP file has its size in bytes, and one less than the width and the height, at fixed places.
  const picture = readFileSync(PICTURE);
  expect(picture.readUIntLE(24, 3) + 1).toBe(SIZE.width);
  expect(picture.readUIntLE(27, 3) + 1).toBe(SIZE.height);
  expect(picture.readUInt32LE(4) + 8).toBe(picture.length);
  expect(picture.length).toBeLessThan(MAX_BYTES);
});

/** Films the page while it goes from turn to turn, and writes the picture. */
async function film(page: Page): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "beaufort-film-"));
  const frames: { path: string; time: number }[] = [];
  const client = await page.context().newCDPSession(page);
  client.on("Page.screencastFrame", ({ data, sessionId }) => {
    const path = join(folder, `${frames.length}.png`);
    writeFileSync(path, Buffer.from(data, "base64"));
    frames.push({ path, time: Date.now() });
    void client.send("Page.screencastFrameAck", { sessionId });
  });
  await client.send("Page.startScreencast", { format: "png" });
  for (let turn = 0; turn < SHOWN; turn++) {
    await page.keyboard.press("ArrowRight");
    await page.waitForTimeout(1000);
  }
  await client.send("Page.stopScreencast");
  const end = Date.now() + REST;
  // Of the frames of a motion some suffice; one before a rest is kept in any case.
  const kept = frames.filter(({ time }, i) => {
    const before = frames[i - 1]?.time ?? 0;
    const next = frames[i + 1]?.time ?? end;
    return Math.floor(time / FRAME) !== Math.floor(before / FRAME) || next - time > 2 * FRAME;
  });
  const shown = kept.flatMap(({ path, time }, i) => [
    "-d",
    String((kept[i + 1]?.time ?? end) - time),
    "-lossy",
    "-q",
    "70",
    path,
  ]);
  execFileSync("img2webp", [
    "-loop",
    "0",
    "-kmin",
    "30",
    "-kmax",
    "60",
    "-min_size",
    ...shown,
    "-o",
    PICTURE,
  ]);
  rmSync(folder, { recursive: true });
}

/** The picture at the top of the README: `UPDATE=1 npm run e2e -- pictures` takes it anew. */

import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { pack } from "../src/state/share";
import { clickSquares, expectTurn, openPage } from "./browser";
import { ROOT } from "./server";
import { startTogether } from "./together";

const together = startTogether();

const SIZE = { width: 1280, height: 800 };
const PICTURE = join(ROOT, "docs", "pictures", "jupiter.png");

it("a game of Jupiter in which a piece shows its moves", async () => {
  const page = await openPage(together.browser, { viewport: SIZE, colorScheme: "light" });
  const record = readFileSync(join(import.meta.dirname, "jupiter.txt"), "utf8");
  await page.goto(`${together.server.url}/#/open/record/${await pack(record)}`);
  await expectTurn(page, "Thi-k13");
  await page.getByRole("button", { name: "Skip" }).click();
  await clickSquares(page, "l6");
  await page.locator(".targets > *").first().waitFor();
  await page.evaluate(() => document.fonts.ready);
  const picture = process.env["UPDATE"] ? PICTURE : join(ROOT, "target", "screenshots", "readme.png");
  mkdirSync(dirname(picture), { recursive: true });
  await page.screenshot({ path: picture });
  // The width and the height of a PNG file stand at fixed places.
  const shown = readFileSync(PICTURE);
  expect({ width: shown.readUInt32BE(16), height: shown.readUInt32BE(20) }).toEqual(SIZE);
  await page.context().close();
});

/** A new version of the page without a server: it is offered, and games go on. */

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LAPTOP, QUIET, clickSquares, expectTurn, openTable, startBrowser } from "./browser";
import type { Server } from "./server";
import { FOLDER, IS_SITE, startSite } from "./site";

const OFFER = "A new version is there";

describe.runIf(IS_SITE)("a new version", () => {
  let browser: Browser;
  let host: Server;
  let folder: string;
  let version = 1;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "beaufort-site-"));
    cpSync(FOLDER, folder, { recursive: true });
    host = await startSite({}, folder);
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await host.stop();
    rmSync(folder, { recursive: true });
  });

  /** Publishes another version of the first page, as a build would. */
  function publish(): string {
    version += 1;
    const mark = `version-${version}`;
    const page = join(folder, "index.html");
    const html = readFileSync(page, "utf8").replace(/<body[^>]*>/, `<body data-version="${mark}">`);
    expect(html).toContain(mark);
    writeFileSync(page, html);
    const worker = join(folder, "sw.js");
    const list = readFileSync(worker, "utf8");
    const next = list.replace(/(\{"revision":")[^"]*(","url":"index\.html"\})/, `$1${mark}$2`);
    expect(next).not.toBe(list);
    writeFileSync(worker, next);
    return mark;
  }

  async function open(): Promise<Page> {
    const context = await browser.newContext({ reducedMotion: "reduce", ...LAPTOP });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await page.goto(host.url);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await openTable(page, host.url, "scirocco", QUIET);
    await clickSquares(page, "a1", "a2");
    await expectTurn(page, "K-a2");
    return page;
  }

  /** Plays Tan's turn by keys: the offer may lie over the corner of the board. */
  async function answer(page: Page): Promise<void> {
    for (const square of ["j10", "i10"]) {
      await page.locator(`[data-square="${square}"]`).focus();
      await page.keyboard.press("Enter");
    }
  }

  /** Lets the browser look for a new version, which it does by itself now and then. */
  const look = (page: Page) =>
    page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistration())?.update().then(() => undefined),
    );
  const shown = (page: Page) => page.evaluate(() => document.body.dataset["version"]);

  it("is offered, and loaded when the person says so: the game is where it was", async () => {
    const page = await open();
    const before = await shown(page);
    const mark = publish();
    await look(page);
    await page.getByText(OFFER).waitFor();
    // Nothing has changed under the player's hands.
    expect(await shown(page)).toBe(before);
    await answer(page);
    await expectTurn(page, "K-i10");
    await page.getByRole("button", { name: "Load it now" }).click();
    await expect.poll(() => shown(page).catch(() => undefined)).toBe(mark);
    await expectTurn(page, "K-i10");
    expect(await page.getByText(OFFER).count()).toBe(0);
    await clickSquares(page, "a2", "a3");
    await expectTurn(page, "K-a3");
    await page.context().close();
  });

  it("can wait: the old one goes on, also when the page is loaded anew", async () => {
    const page = await open();
    const before = await shown(page);
    publish();
    await look(page);
    await page.getByText(OFFER).waitFor();
    await page.getByRole("button", { name: "Later" }).click();
    await page.getByText(OFFER).waitFor({ state: "detached" });
    await answer(page);
    await expectTurn(page, "K-i10");
    await page.reload();
    await expectTurn(page, "K-i10");
    expect(await shown(page)).toBe(before);
    // It is offered again.
    await page.getByText(OFFER).waitFor();
    await page.context().close();
  });

  it("is offered to two pages of a person, and loaded in both", async () => {
    const page = await open();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await expectTurn(other, "K-a2");
    const mark = publish();
    await look(page);
    await other.getByText(OFFER).waitFor();
    await page.getByRole("button", { name: "Load it now" }).click();
    for (const one of [page, other]) {
      await expect.poll(() => shown(one).catch(() => undefined)).toBe(mark);
      await expectTurn(one, "K-a2");
    }
    await page.context().close();
  });
});

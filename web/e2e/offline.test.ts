/** The page without a server: it keeps its games, whatever happens, and plays them without a network. */

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
  QUIET,
  askHint,
  clickSquares,
  expectTurn,
  nameOfSquare,
  openOffline,
  openPage,
  openTable,
  playWithEngine,
} from "./browser";
import { ROOT } from "./server";
import { IS_SITE, startSite } from "./site";
import { startTogether } from "./together";

/**
 * The most that is loaded for the first view with the puzzle of the day, for its letters, for the program with all that Scirocco needs, and for the net of
 * any game, in bytes as they are sent.
 */
const MAX_FIRST_VIEW = 79_000;
const MAX_FONTS = 60_000;
const MAX_PROGRAM = 1_160_000;
const MAX_NET = 300_000;
/** The program is compressed as much as it can be, which takes a busy machine a minute or more. */
const COMPRESSION = { timeout: 240_000 };

/** Gives the worker of the page another database: what a text is in JavaScript. The page can talk to that worker, too. */
function withDatabase(database: string): void {
  const { Worker } = globalThis;
  globalThis.Worker = class extends Worker {
    constructor(url: string | URL, options?: WorkerOptions) {
      const text = `Object.defineProperty(globalThis, "indexedDB", { value: ${database} });
        const early = [];
        const keep = ({ data }) => early.push(data);
        addEventListener("message", keep);
        await import(${JSON.stringify(new URL(url, location.href).href)});
        removeEventListener("message", keep);
        for (const data of early) dispatchEvent(new MessageEvent("message", { data }));`;
      super(URL.createObjectURL(new Blob([text], { type: "text/javascript" })), options);
      Object.assign(globalThis, { itsWorker: this });
    }
  };
}

describe.runIf(IS_SITE)("the page without a server", () => {
  const together = startTogether();

  it("is small", COMPRESSION, async () => {
    const page = await openPage(together.browser);
    const sizes = new Map<string, number>();
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    const addresses = new Map<string, string>();
    session.on("Network.responseReceived", ({ requestId, response }) =>
      addresses.set(requestId, response.url),
    );
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) =>
      sizes.set(addresses.get(requestId) ?? requestId, encodedDataLength),
    );
    await page.goto(together.server.url);
    await page.getByRole("button", { name: "Play Scirocco" }).waitFor();
    const sent = (isCounted: (address: string) => boolean) =>
      [...sizes].filter(([address]) => isCounted(address)).map(([, size]) => size);
    const sum = (counted: number[]) => counted.reduce((before, size) => before + size, 0);
    const ofPage = sent((address) => !/worker|\.wasm|icon|workbox|manifest|\.woff2/.test(address));
    const fonts = sent((address) => address.endsWith(".woff2"));
    expect(ofPage.length).toBeGreaterThanOrEqual(3);
    expect(sum(ofPage)).toBeLessThan(MAX_FIRST_VIEW);
    expect(fonts.length).toBeGreaterThan(0);
    expect(sum(fonts)).toBeLessThan(MAX_FONTS);
    const assets = join(ROOT, "dist", "site", "assets");
    const compressed = (kind: RegExp) =>
      readdirSync(assets)
        .filter((name) => kind.test(name))
        .map((name) => brotliCompressSync(readFileSync(join(assets, name))).length);
    const program = compressed(/^beaufort_bg-[\w-]{8}\.wasm$|^scirocco-[\w-]{8}\.net$/);
    expect(program.length).toBe(2);
    expect(sum(program)).toBeLessThan(MAX_PROGRAM);
    const nets = compressed(/\.net$/);
    expect(nets.length).toBeGreaterThan(1);
    expect(Math.max(...nets)).toBeLessThan(MAX_NET);
    await page.context().close();
  });

  /** Opens another page beside one, of the same person. */
  async function beside(page: Page, url: string): Promise<Page> {
    const other = await page.context().newPage();
    await other.goto(url);
    return other;
  }

  it("every turn that was shown is there after the page is killed", async () => {
    const page = await openPage(together.browser);
    await openTable(page, together.server.url, "scirocco", QUIET);
    const url = page.url();
    let last = page;
    const steps = ["a1", "a2", "a3", "a4", "a5", "a6", "a7"];
    const answers = ["j10", "i10", "h10", "g10", "f10", "e10", "d10"];
    const walk = steps.slice(1).flatMap((to, turn) => [
      [steps[turn]!, to],
      [answers[turn]!, answers[turn + 1]!],
    ]);
    for (const [index, [from, to]] of walk.entries()) {
      await clickSquares(last, from!, to!);
      await expectTurn(last, `K-${to!}`);
      if (index % 3 !== 2) continue;
      // The browser ends it without asking, as when a phone needs the memory.
      const session = await last.context().newCDPSession(last);
      const crash = last.waitForEvent("crash");
      session.send("Page.crash").catch(() => undefined);
      await crash;
      const next = await page.context().newPage();
      await next.goto(url);
      await expectTurn(next, `K-${to!}`);
      last = next;
    }
    expect(await last.locator(".moves .turn").count()).toBe(walk.length);
    await page.context().close();
  });

  it("two pages side by side show one game alike, and either may be closed", async () => {
    const page = await openPage(together.browser);
    await openTable(page, together.server.url, "scirocco", QUIET);
    const other = await beside(page, page.url());
    await other.locator(".player").nth(1).waitFor();
    await clickSquares(other, "a1", "a2");
    await expectTurn(page, "K-a2");
    await clickSquares(page, "j10", "i10");
    await expectTurn(other, "K-i10");
    // The first page has the games; when it is closed the other one takes them over.
    await page.close();
    const waiting = () => other.evaluate(async () => (await navigator.locks.query()).pending?.length);
    await expect.poll(waiting).toBe(0);
    await other.getByText("Waiting for the page").waitFor({ state: "detached" });
    await clickSquares(other, "a2", "a3");
    await expectTurn(other, "K-a3");
    await other.context().close();
  });

  it("all games go into one file and come out of it elsewhere", async () => {
    const page = await openPage(together.browser);
    await openTable(page, together.server.url, "scirocco", QUIET);
    await clickSquares(page, "a1", "a2");
    await expectTurn(page, "K-a2");
    const url = page.url();
    await page.goto(`${together.server.url}/#/`);
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save all games as a file" }).click();
    const file = await (await saved).path();
    const elsewhere = await openPage(together.browser);
    await elsewhere.goto(together.server.url);
    const input = elsewhere.getByLabel("A file with games");
    await input.setInputFiles({ name: "a.json", mimeType: "application/json", buffer: Buffer.from("{}") });
    await elsewhere.getByText("this is no file with games").waitFor();
    await input.setInputFiles({
      name: "b.json",
      mimeType: "application/json",
      buffer: readFileSync(file),
    });
    await elsewhere.getByText("1 game has been added").waitFor();
    await expect.poll(() => elsewhere.locator(".table-card").count()).toBe(1);
    await elsewhere.goto(url);
    await expectTurn(elsewhere, "K-a2");
    await elsewhere.context().close();
    await page.context().close();
  });

  it("a game that is removed is not saved again by a page that has it open", async () => {
    const page = await openPage(together.browser);
    await openTable(page, together.server.url, "scirocco", QUIET);
    await clickSquares(page, "a1", "a2");
    await expectTurn(page, "K-a2");
    const other = await beside(page, `${together.server.url}/#/`);
    await other.getByLabel("More about Scirocco").click();
    await other.locator(".table-card").getByRole("button", { name: "Remove" }).click();
    await other.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("No game at this table").waitFor();
    await page.close();
    await other.reload();
    await other.getByRole("button", { name: "Play Scirocco" }).waitFor();
    const kept = other.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const request = indexedDB.open("beaufort");
          request.onsuccess = () => {
            const count = request.result.transaction("sessions").objectStore("sessions").count();
            count.onsuccess = () => resolve(count.result);
          };
        }),
    );
    expect(await kept).toBe(0);
    await other.context().close();
  });

  it("a saved game that cannot be read is set aside, and can be downloaded", async () => {
    const page = await openPage(together.browser);
    await openTable(page, together.server.url, "scirocco", QUIET);
    const url = page.url();
    await page.goto("about:blank");
    const context = page.context();
    const writer = await context.newPage();
    await writer.goto(`${together.server.url}/icon.svg`);
    await writer.evaluate(
      (session) =>
        new Promise<void>((resolve, reject) => {
          const request = indexedDB.open("beaufort");
          request.onsuccess = () => {
            const change = request.result.transaction("sessions", "readwrite");
            change.objectStore("sessions").put({ session, saved: '{"seq":1,"table":{', at: 0 });
            change.oncomplete = () => resolve();
            change.onabort = () => reject(new Error("not written"));
          };
        }),
      url.split("/").at(-1)!,
    );
    await writer.close();
    await page.goto(url);
    await page.getByText("cannot be read").waitFor();
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download what was there" }).click();
    expect(readFileSync(await (await saved).path(), "utf8")).toBe('{"seq":1,"table":{');
    await page.getByText("No game at this table").waitFor();
    await context.close();
  });

  it("a browser that keeps nothing says so, and the game goes on", async () => {
    const page = await openPage(together.browser);
    await page.addInitScript(withDatabase, `{ open() { throw new Error("storage is off"); } }`);
    await openTable(page, together.server.url, "scirocco", QUIET);
    await page.getByText("does not keep your games: storage is off").waitFor();
    await clickSquares(page, "a1", "a2");
    await expectTurn(page, "K-a2");
    await page.context().close();
  });

  it("a game that could not be read is not written over", async () => {
    const page = await openPage(together.browser);
    await openTable(page, together.server.url, "scirocco", QUIET);
    await clickSquares(page, "a1", "a2");
    await expectTurn(page, "K-a2");
    const url = page.url();
    await page.goto("about:blank");
    const unlucky = await page.context().newPage();
    // The database fails once, and works from then on.
    const once = `((all) => ({ failed: false, open(...about) {
      if (this.failed) return all.open(...about);
      this.failed = true;
      throw new Error("the disk is slow");
    } }))(indexedDB)`;
    await unlucky.addInitScript(withDatabase, once);
    await unlucky.goto(url);
    await unlucky.getByText("does not keep your games: the disk is slow").waitFor();
    // Another game begins in its place, which the page itself would give a name of its own.
    await unlucky.evaluate(() => {
      const command = { type: "start", game: "scirocco", from: { type: "text", text: "1. P-e4 P-f7" } };
      const text = JSON.stringify({ id: 1_000_000, command });
      (globalThis as unknown as { itsWorker: Worker }).itsWorker.postMessage({
        kind: "text",
        connection: 1,
        text,
      });
    });
    await expectTurn(unlucky, "P-f7");
    await unlucky.close();
    await page.goto(url);
    await expectTurn(page, "K-a2");
    await page.context().close();
  });

  it("it is there without a network after the first visit, and the engine plays", async () => {
    const page = await openOffline(together.browser, together.server.url);
    await page.reload();
    await playWithEngine(page, together.server.url);
    await page.context().close();
  });

  it("it speaks another language without a network, too", async () => {
    const page = await openOffline(together.browser, together.server.url);
    await page.reload();
    await page.getByLabel("Language").selectOption({ label: "Français" });
    await page.getByRole("button", { name: "Jouer à Scirocco" }).waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Jouer à Scirocco" }).waitFor();
    await page.context().close();
  });

  it("engines search together where pages may share memory, and stop together", async () => {
    const page = await openPage(together.browser);
    await openTable(page, together.server.url, "scirocco", QUIET);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    const session = await together.browser.newBrowserCDPSession();
    const helpers = Math.min(3, (await page.evaluate(() => navigator.hardwareConcurrency)) - 1);
    const count = async () => {
      const { targetInfos } = await session.send("Target.getTargets");
      return targetInfos.filter(({ url }) => url.includes("engine.worker")).length;
    };
    const line = () => page.locator(".lines li").first().innerText();
    await page.getByText("Engine", { exact: true }).click();
    await page.getByLabel("Analyse this position").check();
    await page.locator(".lines li").first().waitFor();
    await expect.poll(count).toBe(1 + helpers);
    await clickSquares(page, "a1", "a2");
    // They think about the other side's turns now: these begin in the far corner.
    await expect.poll(line).toMatch(/(K-[ij]|P-j|Kx)/);
    expect(await count()).toBe(1 + helpers);
    await page.getByLabel("Analyse this position").uncheck();
    await askHint(page);
    await page.getByText("The engine would play").waitFor();
    await page.context().close();
  });

  it("pages share memory from the second visit on, whatever the host sends", async () => {
    const host = await startSite({ SHARED_MEMORY: "0" });
    const page = await openOffline(together.browser, host.url);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
    await page.reload();
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    await playWithEngine(page, host.url);
    await page.context().close();
    await host.stop();
  });

  it("the engine stops without shared memory, too", async () => {
    const host = await startSite({ SHARED_MEMORY: "0" });
    const page = await openPage(together.browser);
    await openTable(page, host.url, "scirocco", QUIET);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
    await page.getByText("Engine", { exact: true }).click();
    await page.getByLabel("Analyse this position").check();
    await page.locator(".lines li").first().waitFor();
    await clickSquares(page, "a1", "a2");
    await expect.poll(() => nameOfSquare(page, "a2")).toContain("Blue King");
    // A new worker thinks about the other side's turns: these begin in the far corner.
    await expect.poll(() => page.locator(".lines li").first().innerText()).toMatch(/(K-[ij]|P-j|Kx)/);
    await page.getByLabel("Analyse this position").uncheck();
    await askHint(page);
    await page.getByText("The engine would play").waitFor();
    await page.context().close();
    await host.stop();
  });
});

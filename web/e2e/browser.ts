/** A real browser, and what a person does with the page. */

import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
  type WebSocketRoute,
  chromium,
} from "playwright-core";
import { expect } from "vitest";
import { pack } from "../src/state/share";
import { ROOT } from "./server";
import { IS_SITE } from "./site";

const SCREENSHOTS = join(ROOT, "target", "screenshots");
const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

export const LAPTOP = { viewport: { width: 1366, height: 768 } } satisfies BrowserContextOptions;
export const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
} satisfies BrowserContextOptions;

/** The screens on which every view is looked at: each size and each theme, which do not depend on one another. */
export const SCREENS: { name: string; options: BrowserContextOptions }[] = [
  { name: "laptop-light", options: { ...LAPTOP, colorScheme: "light" } },
  { name: "phone-dark", options: { ...PHONE, colorScheme: "dark" } },
];

/** A position of Scirocco in which nothing is attacked, with Pawns to move. */
export const QUIET = "9(K)/9(P)/10/10/10/6[Der][P]2/5[P]4/10/10/[K]9 b";

/** A position of the larger board in which both sides may drop their pieces. */
export const IN_HAND = "6(K)5/12/12/2[P]9/12/12/12/6[K]5 w - - H,W,E,A,T/H,W,E,A,T wb";

/** A game of Jupiter of 356 turns, at whose end 72 kinds of pieces have been taken. */
export const LONG_GAME = readFileSync(join(import.meta.dirname, "jupiter-end.txt"), "utf8");

/** Starts the browser that is installed. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: executable(), args: ARGUMENTS });
}

/** Starts the browser as one that lets no page keep anything. */
export async function startForgetfulBrowser(): Promise<BrowserContext> {
  const profile = mkdtempSync(join(tmpdir(), "beaufort-profile-"));
  mkdirSync(join(profile, "Default"));
  // As "block all cookies" in its settings.
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };
  writeFileSync(join(profile, "Default", "Preferences"), JSON.stringify(preferences));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: executable(),
    args: ARGUMENTS,
    ...LAPTOP,
    reducedMotion: "reduce",
  });
  // The browser writes there until it has ended, a moment later.
  context.on(
    "close",
    () => void rm(profile, { recursive: true, force: true, maxRetries: 20 }).catch(() => undefined),
  );
  return context;
}

const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

function executable(): string {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const found = folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(existsSync);
  const executablePath = process.env["CHROMIUM"] ?? found;
  if (!executablePath) throw new Error(`install one of ${NAMES.join(", ")}, or name it with CHROMIUM`);
  return executablePath;
}

/** Opens a page for a person of its own. An error in the page fails the test. */
export async function openPage(browser: Browser, options: BrowserContextOptions = LAPTOP): Promise<Page> {
  // The service worker has a test of its own.
  const context = await browser.newContext({ reducedMotion: "reduce", serviceWorkers: "block", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  page.on("pageerror", (error) => {
    throw error;
  });
  return page;
}

/** Opens the page without a server once, and takes the network away. */
export async function openOffline(browser: Browser, url: string): Promise<Page> {
  const page = await openPage(browser, { ...LAPTOP, serviceWorkers: "allow" });
  await page.goto(url);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.context().setOffline(true);
  return page;
}

/** Opens another client of the same games: of another person, or without a server another page of the same one. */
export async function openOther(browser: Browser, page: Page): Promise<Page> {
  if (!IS_SITE) return openPage(browser);
  const other = await page.context().newPage();
  other.setDefaultTimeout(20_000);
  return other;
}

/** Lets what the server says come late. */
export async function slowAnswers(page: Page): Promise<void> {
  await page.routeWebSocket(/\/ws\//, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => void setTimeout(() => socket.send(message), 400));
  });
}

/** Returns what takes the network away from a page that is opened afterwards, and what gives it back. */
export async function failingNetwork(page: Page): Promise<{ fail(): Promise<void>; mend(): void }> {
  let isDown = false;
  const open = new Set<WebSocketRoute>();
  await page.routeWebSocket(/\/ws\//, (socket) => {
    if (isDown) void socket.close();
    else {
      socket.connectToServer();
      open.add(socket);
    }
  });
  return {
    async fail() {
      isDown = true;
      await Promise.all([...open].map((socket) => socket.close()));
      open.clear();
      await page.getByText("Reconnecting to the server").waitFor();
    },
    mend() {
      isDown = false;
    },
  };
}

/** Keeps a picture of the page, and checks that nothing has to be scrolled sideways. */
export async function screenshot(page: Page, name: string): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, `${name} is too wide`).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
}

/** Checks that people with other senses and hands can use what is shown. */
export async function checkAccess(page: Page): Promise<void> {
  // The page allows no foreign scripts; the debugger may run one all the same.
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
  const violations = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: () => Promise<{ violations: Violation[] }> } };
    interface Violation {
      id: string;
      nodes: { html: string; failureSummary: string }[];
    }
    const { violations } = await axe.run();
    return violations.map(({ id, nodes }) => ({
      id,
      count: nodes.length,
      first: nodes[0]?.html.slice(0, 200),
      summary: nodes[0]?.failureSummary,
    }));
  });
  expect(violations).toEqual([]);
}

/** Begins a game between two people from a position, by way of the editor. */
export async function openTable(page: Page, url: string, game: string, position: string): Promise<void> {
  await page.goto(`${url}/#/editor/${game}/${encodeURIComponent(position)}`);
  await page.getByRole("button", { name: "Play from here" }).click();
  await page.getByText("A friend here").click();
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await page.locator(".player").first().waitFor();
}

/** Opens the dialog of a table in which games are saved, shared and loaded. */
export async function openSharing(page: Page): Promise<void> {
  await page.getByLabel("More", { exact: true }).click();
  await page.getByRole("button", { name: "Save, share, load" }).click();
}

/** Opens a record by way of a link that holds it. */
export async function openRecord(page: Page, url: string, record: string): Promise<void> {
  await page.goto(`${url}/#/open/record/${await pack(record)}`);
  await page.locator(".player").first().waitFor();
}

/** Begins a game between two people here, from the array. */
export async function playWithFriend(page: Page, url: string, game: string): Promise<void> {
  await page.goto(`${url}/#/`);
  await page.getByRole("button", { name: `Play ${game}`, exact: true }).click();
  await page.getByText("A friend here").click();
  await page.getByText("As in the diagram").click();
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await page.locator(".player").first().waitFor();
}

/** Begins a game of Scirocco against the engine, and waits for its first turn. */
export async function playWithEngine(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/#/`);
  await page.getByRole("button", { name: "Play Scirocco" }).click();
  await page.getByText("As in the diagram").click();
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await page.locator(".player").first().waitFor();
  await clickSquares(page, "e3", "e4");
  await page.locator(".rows .turn").nth(1).waitFor();
}

/** Returns an item in the tray of a side, by how its name begins. */
export function itemInHand(page: Page, side: string, name: string): Locator {
  const tray = page.getByRole("group", { name: `${side} has in hand` });
  return tray.getByRole("button", { name: new RegExp(`^${name}`) });
}

/** Taps twice at once. The times are told, so that a busy machine does not make two single taps of it. */
export async function doubleTap(page: Page, square: string): Promise<void> {
  const box = await page.locator(`[data-square="${square}"]`).boundingBox();
  if (!box) throw new Error(`${square} is not to be seen`);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  const session = await page.context().newCDPSession(page);
  const start = Date.now() / 1000;
  const touch = (type: "touchStart" | "touchEnd", after: number) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchStart" ? touchPoints : [],
      timestamp: start + after,
    });
  await Promise.all([
    touch("touchStart", 0),
    touch("touchEnd", 0.05),
    touch("touchStart", 0.15),
    touch("touchEnd", 0.2),
  ]);
  await session.detach();
}

/** Clicks squares one after the other. */
export async function clickSquares(page: Page, ...squares: string[]): Promise<void> {
  for (const square of squares) await page.locator(`[data-square="${square}"]`).click();
}

/** Closes the open dialog by its key. It leaves the page later, and until then a piece's has a board of its own. */
export async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

/** Waits until a turn is the one that is looked at. Where an engine answers, that is so for a moment only: see `expectListed`. */
export async function expectTurn(page: Page, text: string): Promise<void> {
  await page.locator(".turn[aria-current]", { hasText: text }).waitFor();
}

/** Waits until a turn stands in the list of turns, whatever has been played since. */
export async function expectListed(page: Page, text: string): Promise<void> {
  await page.locator(".turn", { hasText: text }).waitFor();
}

/** Returns what is said of a square. */
export async function nameOfSquare(page: Page, square: string): Promise<string> {
  return (await page.locator(`[data-square="${square}"]`).getAttribute("aria-label")) ?? "";
}

/** Asks for a hint by a button, and for all of its steps. */
export async function askHint(page: Page, button = "Hint"): Promise<void> {
  for (const name of [button, "What is it about?", "Tell the turn"])
    await page.getByRole("button", { name, exact: true }).click();
}

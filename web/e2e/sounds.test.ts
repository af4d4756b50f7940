/** Sounds: none before the first input, and none while they are off. */

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { QUIET, clickSquares, expectTurn, openPage, openTable } from "./browser";
import { startTogether } from "./together";

const together = startTogether();

/** Blue's Rook takes the last King at once. */
const WON = "[R]3(K)5/10/10/10/10/9(P)/10/10/10/[K]9 b";

/** Puts in the place of the browser's sound what only writes down when a tone begins, and counts how often it is opened. */
async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard = { opened: 0, tones: [] as string[] };
    const param = () => ({
      setValueAtTime: () => undefined,
      linearRampToValueAtTime: () => undefined,
      exponentialRampToValueAtTime: () => undefined,
    });
    class Node {
      gain = param();
      frequency = param();
      connect<Other>(other: Other): Other {
        return other;
      }
      stop(): void {
        return;
      }
    }
    class Oscillator extends Node {
      constructor(
        _: unknown,
        private readonly options: { type: string },
      ) {
        super();
      }
      start(): void {
        heard.tones.push(this.options.type);
      }
    }
    class BufferSource extends Node {
      start(): void {
        heard.tones.push("noise");
      }
    }
    class Context {
      state = "running";
      currentTime = 0;
      sampleRate = 8000;
      destination = new Node();
      constructor() {
        heard.opened += 1;
      }
      createBuffer(_: number, length: number) {
        return { getChannelData: () => new Float32Array(length) };
      }
    }
    Object.assign(globalThis, {
      heard,
      AudioContext: Context,
      OscillatorNode: Oscillator,
      AudioBufferSourceNode: BufferSource,
      BiquadFilterNode: Node,
      GainNode: Node,
    });
  });
}

const heard = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { heard: { opened: number; tones: string[] } }).heard);
const count = async (page: Page) => (await heard(page)).tones.length;

/** Asks for a turn that there is not, which sounds like nothing else: what has been heard before comes before it. */
async function beRefused(page: Page): Promise<void> {
  await page.keyboard.press("/");
  await page.getByLabel("Turn", { exact: true }).fill("Zz9");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await heard(page)).tones).toContain("square");
  await page.keyboard.press("Escape");
}

it("a turn is heard, and looking back is not", async () => {
  const page = await openPage(together.browser);
  await listen(page);
  await openTable(page, together.server.url, "scirocco", QUIET);
  expect(await heard(page)).toEqual({ opened: 0, tones: [] });
  await clickSquares(page, "f4", "f5");
  await expectTurn(page, "Pf4-f5");
  // A knock and its body.
  await expect.poll(() => heard(page)).toEqual({ opened: 1, tones: ["noise", "sine"] });
  await page.getByRole("button", { name: "One turn back" }).click();
  await page.locator(".turn[aria-current]").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "One turn on" }).click();
  await expectTurn(page, "Pf4-f5");
  // Going forward sounds like the turn; going back before it has added no sound.
  await expect.poll(() => count(page)).toBe(4);
  expect((await heard(page)).opened).toBe(1);
  await page.context().close();
});

it("nothing is heard while it is off, and the choice is kept", async () => {
  const page = await openPage(together.browser);
  await listen(page);
  await openTable(page, together.server.url, "scirocco", QUIET);
  await page.locator(".panel-tabs").getByText("View", { exact: true }).click();
  await page.getByLabel("Sounds").uncheck();
  expect(await page.getByLabel("Volume").isDisabled()).toBe(true);
  await clickSquares(page, "f4", "f5");
  await page.locator(".panel-tabs").getByText("Turns", { exact: true }).click();
  await expectTurn(page, "Pf4-f5");
  await page.reload();
  await page.locator(".player").first().waitFor();
  await clickSquares(page, "j9", "j8");
  await expectTurn(page, "P-j8");
  expect((await heard(page)).opened).toBe(0);
  await page.locator(".panel-tabs").getByText("View", { exact: true }).click();
  await page.getByLabel("Sounds").check();
  await page.locator("main").focus();
  await beRefused(page);
  expect(await heard(page)).toEqual({ opened: 1, tones: ["square"] });
  await page.context().close();
});

it("nothing is heard of what happens before anything has been pressed", async () => {
  const page = await openPage(together.browser);
  await listen(page);
  await openTable(page, together.server.url, "scirocco", QUIET);
  const watcher = await page.context().newPage();
  await listen(watcher);
  await watcher.goto(page.url());
  await watcher.locator(".player").first().waitFor();
  await clickSquares(page, "f4", "f5");
  await expectTurn(watcher, "Pf4-f5");
  expect(await heard(watcher)).toEqual({ opened: 0, tones: [] });
  await beRefused(watcher);
  expect(await heard(watcher)).toEqual({ opened: 1, tones: ["square"] });
  await page.context().close();
});

it("the end of a game and what is refused are heard", async () => {
  const page = await openPage(together.browser);
  await listen(page);
  await openTable(page, together.server.url, "scirocco", WON);
  await beRefused(page);
  await clickSquares(page, "a10", "e10");
  await page.locator(".result").getByText("1-0").waitFor();
  // Refused; taken: two breaths of noise around a tone; won: four notes.
  await expect
    .poll(async () => (await heard(page)).tones.toSorted())
    .toEqual(["noise", "noise", "sine", "square", ...Array.from({ length: 4 }, () => "triangle")]);
  await page.context().close();
});

it("the volume is chosen by ear", async () => {
  const page = await openPage(together.browser);
  await listen(page);
  await openTable(page, together.server.url, "scirocco", QUIET);
  await page.locator(".panel-tabs").getByText("View", { exact: true }).click();
  await page.getByLabel("Volume").fill("0.8");
  await expect.poll(() => count(page)).toBe(2);
  await page.context().close();
});

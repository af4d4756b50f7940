/** The network of a game is loaded when it is played, and the engine plays without it if that fails. */

import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { LAPTOP, askHint, playWithEngine } from "./browser";
import { IS_SITE } from "./site";
import { startTogether } from "./together";

const LOST = "cannot be loaded";

describe.runIf(IS_SITE)("the nets of the engine", () => {
  const together = startTogether();

  /** Opens the page of a new person, and notes the nets that it asks for. */
  async function open(): Promise<{ context: BrowserContext; page: Page; asked: string[] }> {
    const context = await together.browser.newContext({ reducedMotion: "reduce", ...LAPTOP });
    const asked: string[] = [];
    context.on("request", (request) => {
      const net = /([\w-]+)-[\w-]{8}\.net$/.exec(request.url())?.[1];
      if (net) asked.push(net);
    });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await page.goto(together.server.url);
    return { context, page, asked };
  }

  it("come with the first thought about their game, and are kept for times without a network", async () => {
    const { context, page, asked } = await open();
    await page.getByRole("button", { name: "Play Scirocco" }).waitFor();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    expect(asked).toEqual([]);
    await playWithEngine(page, together.server.url);
    expect(asked).toEqual(["scirocco"]);
    await context.setOffline(true);
    await page.reload();
    await playWithEngine(page, together.server.url);
    expect(await page.getByText(LOST).count()).toBe(0);
    await context.close();
  });

  it("those of other versions are not kept", async () => {
    const { context, page } = await open();
    await page.evaluate(async () => {
      const cache = await caches.open("beaufort-nets");
      await cache.put("assets/scirocco-12345678.net", new Response("old"));
    });
    await playWithEngine(page, together.server.url);
    const kept = () =>
      page.evaluate(async () => {
        const cache = await caches.open("beaufort-nets");
        return (await cache.keys()).map(({ url }) => url);
      });
    await expect.poll(async () => (await kept()).length).toBe(1);
    expect(await kept()).not.toContainEqual(expect.stringContaining("12345678"));
    await context.close();
  });

  it("the engine plays without one that cannot be had or is none, and says so once", async () => {
    const answers = [{ status: 404 }, { status: 200, contentType: "text/html", body: "<!doctype html>" }];
    for (const answer of answers) {
      const { context, page } = await open();
      await context.route("**/*.net", (route) => route.fulfill(answer));
      await playWithEngine(page, together.server.url);
      const notice = page.getByRole("status").filter({ hasText: `Scirocco ${LOST}` });
      await notice.getByRole("button", { name: "Close" }).click();
      // Another engine fails to load it as well, and no second notice appears.
      await playWithEngine(page, together.server.url);
      await askHint(page);
      await page.getByText("The engine would play").waitFor();
      expect(await notice.count()).toBe(0);
      expect(
        await page.evaluate(async () => (await (await caches.open("beaufort-nets")).keys()).length),
      ).toBe(0);
      await context.close();
    }
  });
});

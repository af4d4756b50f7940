/** A connection that falls silent without an end: the page notices it, says so, and nothing is lost or done twice. */

import { expect } from "vitest";
import { clickSquares, expectTurn, openPage } from "./browser";
import { accept, invite, play } from "./elsewhere";
import { itServed } from "./site";
import { startTogether } from "./together";

const together = startTogether();

itServed(
  "a turn that a silent connection has swallowed is played once when the server is heard again",
  async () => {
    const { browser, server } = together;
    const maker = await openPage(browser);
    const link = await invite(maker, server.url, "Chess on a Larger Board");
    const friend = await openPage(browser);
    await accept(friend, link);
    await friend.locator(".player.bottom", { hasText: "you" }).waitFor();
    await play(maker, ["f2", "f3"], "f3");
    await expectTurn(friend, "f3");
    const notices: string[] = [];
    await friend.exposeFunction("noteNotice", (text: string) => {
      notices.push(text);
    });
    await friend.evaluate(() => {
      const { noteNotice } = window as unknown as { noteNotice: (text: string) => Promise<void> };
      const note = () => {
        const text = document.querySelector(".notice")?.textContent;
        if (text) void noteNotice(text);
      };
      new MutationObserver(note).observe(document.body, { subtree: true, childList: true });
    });

    server.setStill(true);
    const begun = Date.now();
    await clickSquares(friend, "e7", "e5");
    const confirm = friend.locator(".question").getByRole("button", { name: /^Play / });
    if (await confirm.isVisible()) await confirm.click();
    await friend.getByText("Nothing is heard from the server any more.").waitFor({ timeout: 10_000 });
    expect(Date.now() - begun).toBeLessThan(10_000);
    // A person who does nothing is told as well.
    await maker.getByText("Nothing is heard from the server any more.").waitFor({ timeout: 10_000 });
    // During a long wait there is more than one attempt to connect.
    await friend.waitForTimeout(4000);
    server.setStill(false);
    for (const page of [friend, maker]) {
      await expectTurn(page, "e5");
      await page.getByText("Nothing is heard").waitFor({ state: "detached" });
      expect(await page.locator(".rows .turn").allTextContents()).toEqual(["f3", "e5"]);
    }
    await play(maker, ["g2", "g4"], "g4");
    await expectTurn(friend, "g4");
    expect(notices).toEqual([]);
    await maker.context().close();
    await friend.context().close();
  },
);

itServed("a short silence is not worth a word, and what was said comes once", async () => {
  const { browser, server } = together;
  const maker = await openPage(browser);
  const link = await invite(maker, server.url, "Chess on a Larger Board");
  const friend = await openPage(browser);
  await accept(friend, link);
  await friend.locator(".player.bottom", { hasText: "you" }).waitFor();
  for (const page of [maker, friend]) await page.getByText("Chat", { exact: true }).click();
  const say = async (text: string) => {
    const field = friend.getByRole("textbox", { name: "Say something" });
    await field.fill(text);
    await field.press("Enter");
  };
  const lines = () =>
    maker
      .getByRole("log")
      .getByText(/Hello|again/)
      .count();
  server.setStill(true);
  await say("Hello");
  await friend.waitForTimeout(2000);
  expect(await friend.getByText("Nothing is heard").count()).toBe(0);
  server.setStill(false);
  await expect.poll(lines).toBe(1);
  // Messages of the old connection and those sent again on the new one form one line.
  server.setStill(true);
  await say("Hello again");
  await friend.getByText("Nothing is heard").waitFor({ timeout: 12_000 });
  server.setStill(false);
  await friend.getByText("Nothing is heard").waitFor({ state: "detached" });
  await expect.poll(lines).toBe(2);
  await maker.waitForTimeout(1000);
  expect(await lines()).toBe(2);
  await maker.context().close();
  await friend.context().close();
});

itServed("a network that is there again is used at once", async () => {
  const { browser, server } = together;
  const page = await openPage(browser);
  const sockets: string[] = [];
  page.on("websocket", (socket) => sockets.push(socket.url()));
  const pings: string[] = [];
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => {
      if (payload === "ping") pings.push(socket.url());
    }),
  );
  await invite(page, server.url, "Scirocco");
  const before = pings.length;
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect.poll(() => pings.length, { timeout: 2000 }).toBeGreaterThan(before);
  expect(await page.getByText("Reconnecting").count()).toBe(0);
  await page.context().close();
});

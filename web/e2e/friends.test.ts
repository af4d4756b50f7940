/** Games between two people elsewhere: by a link, with others who watch, and with a network that fails. */

import type { BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import {
  LAPTOP,
  PHONE,
  checkAccess,
  clickSquares,
  expectTurn,
  failingNetwork,
  openPage,
  screenshot,
} from "./browser";
import { itServed } from "./site";
import { accept, invite, play } from "./elsewhere";
import { startTogether } from "./together";

const together = startTogether();

async function more(page: Page, name: string): Promise<void> {
  await page.getByLabel("More", { exact: true }).click();
  await page.getByRole("button", { name, exact: true }).click();
}

/** Returns where something ends in the window, in pixels from the top. */
async function endOf(page: Page, selector: string): Promise<number> {
  const box = await page.locator(selector).boundingBox();
  return (box?.y ?? Infinity) + (box?.height ?? 0);
}

async function wholeGame(options: BrowserContextOptions, name: string): Promise<void> {
  const { browser } = together;
  const maker = await openPage(browser);
  const link = await invite(maker, together.server.url, "Scirocco");
  await checkAccess(maker);
  await screenshot(maker, `friends-waiting-${name}`);
  // The words about it leave room for both armies.
  expect(await endOf(maker, ".player.bottom")).toBeLessThanOrEqual(LAPTOP.viewport.height);
  expect(await maker.locator(".targets > .target").count()).toBe(0);
  const friend = await openPage(browser, options);
  await accept(friend, link);
  await friend.locator(".player.bottom", { hasText: "you" }).waitFor();
  expect(friend.url()).not.toContain(link.split("/").at(-1));
  const watcher = await openPage(browser, options);
  await watcher.goto(link);
  await watcher.getByText("You watch this game.").first().waitFor();
  await maker.getByLabel("The link for your friend").waitFor({ state: "detached" });

  await play(maker, ["f1", "e4"], "C-e4");
  await expectTurn(friend, "C-e4");
  // A player without a turn has none to take back.
  const asking = (page: Page) => page.getByRole("button", { name: "Ask to take back" });
  await expect.poll(() => asking(maker).isEnabled()).toBe(true);
  expect(await asking(friend).isEnabled()).toBe(false);
  await clickSquares(maker, "a8", "a7");
  await clickSquares(watcher, "a8", "a7");
  expect(await maker.locator(".turn").count()).toBe(1);
  await play(friend, ["a8", "a7"], "P-a7");
  for (const page of [maker, watcher]) await expectTurn(page, "P-a7");

  // A turn is taken back by consent.
  await asking(friend).click();
  await maker.getByText("Tan asks to take a turn back.").waitFor();
  expect(await watcher.getByRole("button", { name: "Allow it" }).count()).toBe(0);
  await checkAccess(maker);
  await maker.getByRole("button", { name: "Allow it" }).click();
  await expectTurn(friend, "C-e4");
  await play(friend, ["b8", "b7"], "P-b7");
  await expectTurn(maker, "P-b7");

  // Everybody looks back alone.
  await watcher.getByRole("button", { name: "To the start" }).click();
  await watcher.getByText("You look back.").waitFor();
  expect(await friend.getByText("You look back.").count()).toBe(0);
  await play(maker, ["e4", "f7"], "C-f7");
  await expectTurn(watcher, "C-f7");

  // A turn that waits to be confirmed is given up by who asks for one back.
  if (name === "phone") {
    await clickSquares(friend, "a8", "a7");
    await friend.locator(".question").getByRole("button", { name: "Play P-a7" }).waitFor();
    await asking(friend).click();
    await friend.locator(".question").waitFor({ state: "detached" });
    await friend.getByRole("button", { name: "Withdraw it" }).click();
  }
  await screenshot(friend, `friends-${name}`);

  // An absent player is shown as away, and returns to the own seat.
  const table = friend.url();
  await friend.goto("about:blank");
  await maker.getByText(/away for \d+ s/).waitFor();
  await friend.goto(table);
  await maker.getByText(/away for/).waitFor({ state: "detached" });
  await play(friend, ["a8", "a7"], "P-a7");
  await expectTurn(maker, "P-a7");
  await clickSquares(maker, "f7", "e10");
  await maker.locator(".question").getByRole("button", { name: "Becomes a Squirrel", exact: true }).click();
  await expectTurn(friend, "Cxe10=Sq");
  await play(friend, ["a7", "a6"], "P-a6");
  await expectTurn(maker, "P-a6");
  await play(maker, ["e10", "g9"], "Sqxg9");
  for (const page of [maker, friend, watcher]) await page.locator(".result", { hasText: "1-0" }).waitFor();
  await maker.context().close();
  await watcher.context().close();
  await friend.context().close();
}

itServed("a game is played between two browsers by a link, and a third one watches", async () => {
  await wholeGame(LAPTOP, "laptop");
});

itServed("the same on a phone", async () => {
  await wholeGame(PHONE, "phone");
});

itServed("an end by agreement, a rematch with sides exchanged, and a copy to analyse", async () => {
  const { browser } = together;
  const maker = await openPage(browser);
  const link = await invite(maker, together.server.url, "Chess on a Larger Board");
  const friend = await openPage(browser);
  await accept(friend, link);
  await friend.locator(".player.bottom", { hasText: "you" }).waitFor();
  await play(maker, ["f2", "f3"], "f3");
  await play(friend, ["e7", "e5"], "e5");
  await more(maker, "Offer a draw");
  await friend.getByRole("button", { name: "Accept" }).click();
  for (const page of [maker, friend]) await page.locator(".result", { hasText: "1/2" }).waitFor();
  const first = maker.url();
  await maker.getByRole("button", { name: "Rematch" }).first().click();
  await friend.getByRole("button", { name: "Play again" }).first().click();
  for (const page of [maker, friend]) {
    await expect.poll(() => page.url()).not.toBe(first);
    await page.locator(".player.bottom", { hasText: "you" }).waitFor();
  }
  expect(maker.url()).toBe(friend.url());
  await play(friend, ["g2", "g4"], "g4");
  await expectTurn(maker, "g4");
  await maker.goto(first);
  await maker.getByRole("link", { name: "To the rematch" }).first().waitFor();
  await maker.getByRole("button", { name: "Analyse a copy" }).first().click();
  await expect.poll(() => maker.url()).not.toBe(first);
  await maker.getByText("Engine", { exact: true }).waitFor();
  await maker.context().close();
  await friend.context().close();
});

itServed("a network that fails in the middle of a turn costs no click", async () => {
  const { browser } = together;
  const maker = await openPage(browser);
  const network = await failingNetwork(maker);
  const link = await invite(maker, together.server.url, "Scirocco");
  const friend = await openPage(browser);
  await accept(friend, link);
  await friend.locator(".player.bottom", { hasText: "you" }).waitFor();
  await maker.getByLabel("The link for your friend").waitFor({ state: "detached" });
  await clickSquares(maker, "f1");
  await expect.poll(() => maker.locator(".targets > .target").count()).toBeGreaterThan(0);
  await network.fail();
  await friend.getByText(/away for/).waitFor();
  // The turn is completed without a network, and played when there is one again.
  await clickSquares(maker, "e4");
  network.mend();
  await expectTurn(maker, "C-e4");
  await expectTurn(friend, "C-e4");
  await maker.context().close();
  await friend.context().close();
});

itServed(
  "who sets up a game with somebody elsewhere sees them, can talk to them, and can give it up",
  async () => {
    for (const options of [LAPTOP, PHONE]) {
      const maker = await openPage(together.browser, options);
      const link = await invite(maker, together.server.url, "Scirocco", undefined, true);
      const friend = await openPage(together.browser, options);
      await accept(friend, link);
      for (const [page, place] of [
        [maker, "Blue"],
        [friend, "Tan"],
      ] as const) {
        await page.locator(".player.bottom", { hasText: "you" }).getByText(place).waitFor();
        await page.locator(".player.top").waitFor();
      }
      await friend.getByText("Blue chooses …").waitFor();
      await friend.getByRole("textbox", { name: "Say something" }).fill("Good luck");
      await friend.getByRole("textbox", { name: "Say something" }).press("Enter");
      await maker.getByRole("log").getByText("Good luck").waitFor();
      await checkAccess(friend);
      await screenshot(friend, `friends-set-up-${options === PHONE ? "phone" : "laptop"}`);
      await screenshot(maker, `friends-set-up-mine-${options === PHONE ? "phone" : "laptop"}`);
      await friend.getByRole("button", { name: "Abort the game" }).click();
      for (const page of [maker, friend]) await page.getByText("The game was aborted").first().waitFor();
      for (const page of [maker, friend]) await page.context().close();
    }
  },
);

/** Games that take days: two people elsewhere, each with a browser. */

import type { Page } from "playwright-core";
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
import { accept, invite, play } from "./elsewhere";
import { itServed } from "./site";
import { startTogether } from "./together";

const together = startTogether();

async function byMail(page: Page): Promise<void> {
  await page.getByRole("radiogroup", { name: "Clock" }).getByText("By mail").click();
  await page.getByLabel("Days for each turn").selectOption("5");
}

async function openPanel(page: Page, name: string): Promise<void> {
  await page.getByRole("radiogroup", { name: "Panel" }).getByText(name).click();
}

const openMail = (page: Page) => openPanel(page, "By mail");

itServed("a game by mail: a line of conditional turns plays two turns at once", async () => {
  const { browser, server } = together;
  const maker = await openPage(browser, { ...LAPTOP, colorScheme: "dark" });
  const link = await invite(maker, server.url, "Scirocco", byMail);
  // The waiting player has nothing to do.
  await maker.goto(`${server.url}/#/`);
  await maker.getByRole("heading", { name: "Your games" }).waitFor();
  await maker.getByRole("link", { name: "Scirocco" }).first().click();
  await maker.getByText("Waiting for the other player").waitFor();
  expect(await maker.title()).toBe("Scirocco – Beaufort");
  const friend = await openPage(browser, PHONE);
  await accept(friend, link);
  await friend.locator(".player.top time", { hasText: "4 d 23 h" }).waitFor();
  await maker.locator(".player.bottom time.running", { hasText: "4 d 23 h" }).waitFor();
  await expect.poll(() => maker.title()).toBe("(1) Scirocco – Beaufort");
  await play(maker, ["f1", "e4"], "C-e4");
  await expect.poll(() => maker.title()).toBe("Scirocco – Beaufort");

  // Conditional turns are entered on the board.
  await openMail(maker);
  await checkAccess(maker);
  await maker.getByRole("button", { name: "Enter them on the board" }).click();
  await maker.getByText("Play a turn of the other side").waitFor();
  const lines = maker.locator(".plan .lines li");
  await clickSquares(maker, "a8", "a7");
  await maker.getByText("Play your answer.").waitFor();
  await clickSquares(maker, "e4", "f7");
  await lines.filter({ hasText: "if P-a7, then C-f7" }).waitFor();
  await clickSquares(maker, "b8", "b7");
  await maker.getByText("Play your answer.").waitFor();
  await clickSquares(maker, "f7", "e4");
  await lines.filter({ hasText: "if P-a7, then C-f7; if P-b7, then C-e4" }).waitFor();
  await maker.getByRole("button", { name: "To the start" }).click();
  await clickSquares(maker, "c8", "c7");
  await expect.poll(() => lines.count()).toBe(2);
  await checkAccess(maker);
  await screenshot(maker, "conditional-turns-laptop");
  await maker.getByRole("button", { name: "Keep these turns" }).click();
  // A turn without an answer is no conditional turn.
  await openMail(maker);
  await maker.getByText("if P-a7, then C-f7; if P-b7, then C-e4").waitFor();
  expect(await maker.locator(".by-mail .lines li").count()).toBe(1);
  await maker.reload();
  await openMail(maker);
  await maker.getByText("if P-a7, then C-f7; if P-b7, then C-e4").waitFor();

  await openPanel(maker, "Turns");

  // The other player finds the game in the list of those that wait, and knows nothing of it.
  await openMail(friend);
  expect(await friend.locator(".by-mail .lines li").count()).toBe(0);
  await friend.goto(`${server.url}/#/`);
  const duties = friend.locator(".duties");
  await duties.getByText(/4 d 23 h left/).waitFor();
  await expect.poll(() => friend.title()).toBe("(1) Beaufort");
  await checkAccess(friend);
  await screenshot(friend, "your-turn-phone");
  await duties.getByRole("link", { name: "Scirocco" }).click();
  await clickSquares(friend, "a8", "a7");
  const confirm = friend.locator(".question").getByRole("button", { name: /^Play / });
  await confirm
    .or(friend.locator(".turn", { hasText: "P-a7" }))
    .first()
    .waitFor();
  if (await confirm.isVisible()) await confirm.click();
  for (const page of [maker, friend]) await expectTurn(page, "C-f7");
  await expect.poll(() => friend.locator(".turn").count()).toBe(3);
  await openMail(maker);
  await maker.getByText("if P-b7, then C-e4").waitFor();

  // A vacation is shown to the opponent.
  await openMail(friend);
  await friend.getByRole("button", { name: "Go on vacation" }).click();
  await maker.getByText("on vacation", { exact: true }).waitFor();
  await friend.getByText("Your clock stands still.").waitFor();
  await checkAccess(friend);
  await screenshot(friend, "by-mail-phone");
  await friend.getByRole("button", { name: "Back from vacation" }).click();
  await maker.getByText("on vacation", { exact: true }).waitFor({ state: "detached" });
  await maker.context().close();
  await friend.context().close();
});

itServed("conditional turns that are being entered outlast a network that fails", async () => {
  const { browser, server } = together;
  const maker = await openPage(browser);
  const network = await failingNetwork(maker);
  const link = await invite(maker, server.url, "Scirocco", byMail);
  const friend = await openPage(browser);
  await accept(friend, link);
  await friend.locator(".player.bottom", { hasText: "you" }).waitFor();
  await play(maker, ["f1", "e4"], "C-e4");
  await openMail(maker);
  await maker.getByRole("button", { name: "Enter them on the board" }).click();
  await maker.getByText("Play a turn of the other side").waitFor();
  await clickSquares(maker, "a8", "a7");
  await maker.getByText("Play your answer.").waitFor();
  await clickSquares(maker, "e4", "f7");
  const line = maker.locator(".plan .lines li", { hasText: "if P-a7, then C-f7" });
  await line.waitFor();
  await network.fail();
  network.mend();
  await maker.getByText("Reconnecting to the server").waitFor({ state: "detached" });
  expect(await line.count()).toBe(1);
  // The turn that they answer ends them.
  await play(friend, ["b8", "b7"], "P-b7");
  await expectTurn(maker, "P-b7");
  await maker.context().close();
  await friend.context().close();
});

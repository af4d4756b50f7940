/** Public games: one offers a seat to everybody, another takes it from the lobby, all may watch, and the archive keeps it. */

import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { LAPTOP, PHONE, checkAccess, expectTurn, openPage, screenshot } from "./browser";
import { play } from "./elsewhere";
import { itServed } from "./site";
import { startTogether } from "./together";

const together = startTogether();

/** Begins a game against an opponent elsewhere, as public as these boxes say. */
async function offer(page: Page, ...boxes: string[]): Promise<void> {
  await page.goto(together.server.url);
  await page.getByRole("button", { name: "Play Scirocco" }).click();
  await page.getByText("A friend elsewhere").click();
  await page.getByText("As in the diagram").click();
  for (const box of boxes) await page.getByLabel(box).check();
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await page.getByLabel("The link for your friend").waitFor();
}

async function openLobby(page: Page): Promise<void> {
  await page.goto(`${together.server.url}/#/lobby`);
  await page.getByRole("heading", { name: "Lobby", exact: true }).waitFor();
}

itServed("a seat is taken from the lobby, others watch, and the game stays in the archive", async () => {
  const { browser } = together;
  const hidden = await openPage(browser);
  await offer(hidden);
  const maker = await openPage(browser);
  await offer(maker, "Anyone may take the other seat", "Anyone may watch");
  await maker.getByText("The lobby offers the seat to anybody, too.").waitFor();
  // The server of the tests listens to its own machine alone.
  await maker.getByText("This link can be opened on this machine alone.").waitFor();

  const taker = await openPage(browser, PHONE);
  await openLobby(taker);
  const open = taker.getByRole("region", { name: "Somebody waits for you" });
  await open.getByRole("link", { name: "Play" }).first().waitFor();
  // Private games are not listed.
  expect(await open.getByRole("article").count()).toBe(1);
  await checkAccess(taker);
  await screenshot(taker, "lobby-phone");
  await open.getByRole("link", { name: "Play" }).click();
  await taker.getByRole("button", { name: "Accept", exact: true }).click();
  await taker.locator(".player.bottom", { hasText: "you" }).waitFor();
  await play(maker, ["f1", "e4"], "C-e4");
  await expectTurn(taker, "C-e4");

  const watcher = await openPage(browser);
  await openLobby(watcher);
  await watcher.getByText("Nobody waits for another player.").waitFor();
  const live = watcher.getByRole("region", { name: "Games that are played" });
  await live.getByRole("link", { name: "Watch" }).click();
  await watcher.getByText("You watch this game.").first().waitFor();
  await expectTurn(watcher, "C-e4");

  await taker.getByLabel("More", { exact: true }).click();
  await taker.getByRole("button", { name: "Resign", exact: true }).click();
  await taker.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await watcher.getByText("Tan has resigned").first().waitFor();

  await openLobby(watcher);
  await watcher.getByText("No public game is played.").waitFor();
  const archive = watcher.getByRole("region", { name: "Games that are over" });
  const games = archive.getByRole("article");
  await games.first().waitFor();
  await archive.getByLabel("First turns").fill("1. P-e5");
  await archive.getByRole("button", { name: "Find" }).click();
  await archive.getByText("There is no such game.").waitFor();
  await archive.getByLabel("First turns").fill("1. C-e4");
  await archive.getByLabel("Result").selectOption("1-0");
  await archive.getByLabel("Day").fill(String(new Date().getFullYear()));
  await archive.getByRole("button", { name: "Find" }).click();
  await games.first().waitFor();
  expect(await games.count()).toBe(1);
  await checkAccess(watcher);
  await screenshot(watcher, "lobby");

  const downloading = watcher.waitForEvent("download");
  await archive.getByRole("link", { name: "Download" }).click();
  const path = await (await downloading).path();
  expect(readFileSync(path, "utf8")).toContain("1. C-e4 1-0");
  await archive.getByRole("button", { name: "Analyse a copy" }).click();
  await expectTurn(watcher, "C-e4");
  await watcher.getByRole("button", { name: "Take back" }).waitFor();
});

itServed("a game is offered from the lobby itself", async () => {
  const page = await openPage(together.browser);
  await openLobby(page);
  await page.getByLabel("The game to offer").selectOption("orthochess");
  await page.getByRole("button", { name: "Offer a game" }).click();
  const dialog = page.getByRole("dialog");
  expect(await dialog.getByLabel("A friend elsewhere").isChecked()).toBe(true);
  expect(await dialog.getByLabel("Anyone may take the other seat").isChecked()).toBe(true);
  await dialog.getByRole("button", { name: "Begin", exact: true }).click();
  await page.getByText("The lobby offers the seat to anybody, too.").waitFor();
  await page.getByRole("button", { name: "Abort the game" }).click();
  await page.context().close();
});

/** Looks for an opponent at a game of Scirocco. */
async function find(page: Page, nickname: string): Promise<void> {
  await page.getByRole("button", { name: "Find an opponent" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Scirocco", { exact: true }).check();
  await dialog.getByLabel("Your nickname").fill(nickname);
  await dialog.getByRole("button", { name: "Find an opponent" }).click();
}

itServed("two who look for an opponent find each other, at once or by the front page", async () => {
  const { browser, server } = together;
  const one = await openPage(browser, { ...LAPTOP, colorScheme: "dark" });
  await one.goto(server.url);
  await one.getByRole("button", { name: "Find an opponent" }).click();
  await one.getByRole("dialog").getByText("By mail").waitFor();
  await checkAccess(one);
  await screenshot(one, "find-dark");
  await one.keyboard.press("Escape");
  await find(one, "Anemone");
  await one.getByText("Looking for an opponent: Scirocco, 20 min and 15 s a turn.").waitFor();
  await screenshot(one, "find-waiting-dark");

  // What is waited for is announced, and can be taken back from anywhere.
  const guest = await openPage(browser, PHONE);
  await guest.goto(server.url);
  await guest.getByRole("link", { name: "Anemone (guest), Scirocco, 20 min and 15 s a turn" }).click();
  await guest.getByRole("heading", { name: "Anemone (guest) invites you to a game" }).waitFor();
  await checkAccess(guest);
  await screenshot(guest, "invitation-phone");
  expect(await one.getByText("Looking for an opponent").count(), "nobody sits down by opening a link").toBe(
    1,
  );
  await guest.getByRole("button", { name: "Watch first" }).click();
  await guest.getByText("The game begins when somebody has taken the seat").waitFor();
  await one.goto(`${server.url}/#/learn`);
  await one.locator(".seeking").getByRole("button", { name: "Stop looking" }).click();
  await guest.getByText("The game was aborted").first().waitFor();

  // Of two who look at the same moment one comes to the other.
  const other = await openPage(browser);
  for (const page of [one, other]) await openLobby(page);
  await screenshot(other, "lobby-forces");
  await Promise.all([find(one, "Anemone"), find(other, "Breeze")]);
  await one.locator(".player.top", { hasText: "Breeze (guest)" }).waitFor();
  await other.locator(".player.top", { hasText: "Anemone (guest)" }).waitFor();
  expect(one.url()).toBe(other.url());
  await openLobby(guest);
  await guest.getByText("Nobody waits for another player.").waitFor();

  // The engine accepts at once.
  await guest.getByRole("button", { name: "Force 1, " }).click();
  await guest.locator(".player", { hasText: "force 1" }).waitFor();
  for (const page of [one, other, guest]) await page.context().close();
});

/** Playing under a name: two browsers play a rated game, a third one goes on under the same name, and a name is deleted. */

import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { LAPTOP, PHONE, SCREENS, checkAccess, expectTurn, openPage, screenshot } from "./browser";
import { play } from "./elsewhere";
import { itServed } from "./site";
import { startTogether } from "./together";

const together = startTogether();

/** Unused names: a test that failed is tried again on the same server. */
const newName = (begin: string) => `${begin}${String(Math.random()).slice(2, 8)}`;

const password = (name: string) => `the password of ${name}`;

async function openName(page: Page): Promise<void> {
  await page.goto(`${together.server.url}/#/lobby`);
  await page.getByRole("link", { name: /^(Take a name|You play as)/ }).click();
  await page.getByRole("heading", { level: 1 }).waitFor();
}

/** Takes a name, or signs in under it, from the view where that is done, with the keyboard alone. */
async function sign(page: Page, how: "Take a name" | "Sign in", name: string): Promise<void> {
  if (how === "Take a name") await page.getByText("Take a name", { exact: true }).click();
  await page.getByLabel("Name", { exact: true }).focus();
  await page.keyboard.type(name);
  await page.keyboard.press("Tab");
  await page.keyboard.type(password(name));
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name, exact: true, level: 1 }).waitFor();
}

/** Begins a rated game against an opponent elsewhere, and returns the link for them. */
async function invite(page: Page): Promise<string> {
  await page.goto(together.server.url);
  await page.getByRole("button", { name: "Play Scirocco" }).click();
  await page.getByText("A friend elsewhere").click();
  await page.getByText("As in the diagram").click();
  await page.getByLabel("Rated: who takes the other seat has a name, too").check();
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  return page.getByLabel("The link for your friend").inputValue();
}

/** Shows the page of a player as it is after forty games, in several sizes. */
async function seeCurve(page: Page, name: string): Promise<void> {
  const curve = Array.from({ length: 40 }, (_, index) => ({
    at: 1_700_000_000 + 90_000 * index,
    rating: Math.round(1500 + 6 * index + 60 * Math.sin(index)),
  }));
  await page.route(`**/players/${name}`, async (route) => {
    const response = await route.fetch();
    const player = (await response.json()) as { ratings: object[]; opponents: object[] };
    const score = { won: 11, lost: 9, drawn: 3 };
    await route.fulfill({
      response,
      json: {
        ...player,
        ratings: player.ratings.map((one) => ({ ...one, curve })),
        opponents: [{ name: "Boreas", score }, ...player.opponents],
      },
    });
  });
  await page.reload();
  const picture = page.getByRole("img", {
    name: "Scirocco: after each of the last 40 games, from 1500 to 1792, at most 1792",
  });
  await picture.waitFor();
  for (const { name: screen, options } of SCREENS) {
    await page.emulateMedia({ colorScheme: options.colorScheme ?? null });
    await page.setViewportSize(options.viewport ?? LAPTOP.viewport);
    await screenshot(page, `names-curve-${screen}`);
    await checkAccess(page);
  }
  await page.unroute(`**/players/${name}`);
}

itServed(
  "a rated game under names, from the first sign-up to the deleted name",
  async () => {
    const { browser, server } = together;
    const [annasName, bertsName] = [newName("Anna"), newName("Bert")];
    const anna = await openPage(browser);
    await openName(anna);
    await checkAccess(anna);
    await sign(anna, "Take a name", annasName);
    await anna.getByText("There is no rated game yet.").waitFor();
    const link = await invite(anna);
    await anna.getByText("The game is rated: who takes the seat has a name, too.").waitFor();

    // A person without a name is asked for one, a person with one before the game begins.
    const bert = await openPage(browser, PHONE);
    await bert.goto(link);
    await bert.getByText(`${annasName} invites you to a game`).waitFor();
    await checkAccess(bert);
    await bert.getByRole("link", { name: "Sign in to accept" }).click();
    await sign(bert, "Take a name", bertsName);
    await bert.getByRole("link", { name: "Back to the game" }).click();
    await screenshot(bert, "names-seat-phone");
    await bert.getByRole("button", { name: "Accept", exact: true }).click();
    await bert.locator(".player.bottom", { hasText: `${bertsName} (you)` }).waitFor();
    await anna.locator(".player.top", { hasText: bertsName }).waitFor();
    await play(anna, ["f1", "e4"], "C-e4");
    await play(bert, ["a8", "a7"], "P-a7");
    await expectTurn(anna, "P-a7");

    // The seat is the name's in a third browser, too.
    const third = await openPage(browser);
    await openName(third);
    await sign(third, "Sign in", annasName);
    await third.getByRole("link", { name: "Open" }).click();
    await third.locator(".player.bottom", { hasText: `${annasName} (you)` }).waitFor();
    await play(third, ["e4", "f7"], "C-f7");
    await expectTurn(bert, "C-f7");
    // A game counts from the second turn of each.
    await play(bert, ["b8", "b7"], "P-b7");
    await bert.getByLabel("More", { exact: true }).click();
    await bert.getByRole("button", { name: "Resign", exact: true }).click();
    await bert.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await anna.locator(".result", { hasText: "1-0" }).waitFor();
    await anna.locator(".player.bottom", { hasText: "1662 ± 290? (+162)" }).waitFor();
    await bert.locator(".player.bottom", { hasText: "1338 ± 290? (−162)" }).waitFor();
    await screenshot(bert, "names-rated-phone");
    await screenshot(anna, "names-rated");

    await openName(anna);
    await anna.getByText("1662 ± 290?").waitFor();
    await checkAccess(anna);
    for (const { name, options } of SCREENS) {
      await anna.emulateMedia({ colorScheme: options.colorScheme ?? null });
      await anna.setViewportSize(options.viewport ?? LAPTOP.viewport);
      await screenshot(anna, `names-${name}`);
      await checkAccess(anna);
    }
    await anna.getByRole("link", { name: "Scirocco", exact: true }).first().click();
    // One game is not enough for the list of the best.
    await anna.getByRole("heading", { name: "The best players" }).waitFor();
    await anna.getByText("Nobody has a sure rating yet.").waitFor();
    await checkAccess(anna);
    await anna.goto(`${server.url}/#/player/${bertsName}`);
    await anna.getByText("1338 ± 290?").waitFor();
    await anna.getByRole("row", { name: `${annasName} 0 0 1`, exact: true }).waitFor();
    await seeCurve(anna, bertsName);

    await openName(bert);
    const downloading = bert.waitForEvent("download");
    await bert.getByRole("link", { name: "Download all that is kept about you" }).click();
    const kept = readFileSync(await (await downloading).path(), "utf8");
    expect(kept).toContain("C-f7 P-b7 1-0");
    await bert.getByText("Delete this name").click();
    await bert.getByLabel("Password", { exact: true }).last().fill("not the password");
    await bert.getByRole("button", { name: "Delete it for good" }).click();
    await bert.getByText("There is no such name, or the password is wrong.").waitFor();
    await bert.getByLabel("Password", { exact: true }).last().fill(password(bertsName));
    await bert.getByRole("button", { name: "Delete it for good" }).click();
    await bert.getByRole("heading", { name: "A name to play under" }).waitFor();
    await third.locator(".player.top", { hasText: "deleted" }).waitFor();
    await third.goto(`${server.url}/#/player/${bertsName}`);
    await third.getByText("There is no player of this name.").waitFor();
    for (const page of [anna, bert, third]) await page.context().close();
  },
  120_000,
);

itServed("who signs out plays no more under the name, and a name is taken once", async () => {
  const page = await openPage(together.browser);
  const name = newName("Carla");
  await openName(page);
  await sign(page, "Take a name", name);
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await page.getByRole("heading", { name: "A name to play under" }).waitFor();
  await page.getByText("Take a name", { exact: true }).click();
  await page.getByLabel("Name", { exact: true }).fill(name.replace("l", "I"));
  await page.getByLabel("Password", { exact: true }).fill(password(name));
  await page.getByRole("button", { name: "Take this name" }).click();
  await page.getByText("Somebody has this name, or one that looks like it.").waitFor();
  await page.getByRole("main").getByText("Sign in", { exact: true }).first().click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Password", { exact: true }).fill(password(name));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { name, exact: true }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name, exact: true }).waitFor();
  await page.context().close();
});

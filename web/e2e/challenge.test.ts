/** One player challenges another by name, follows, and is declined. */

import type { Page } from "playwright-core";
import { expect } from "vitest";
import { LAPTOP, PHONE, checkAccess, openPage, screenshot } from "./browser";
import { itServed } from "./site";
import { startTogether } from "./together";

const together = startTogether();

const newName = (begin: string) => `${begin}${String(Math.random()).slice(2, 8)}`;

/** Takes a name. */
async function takeName(page: Page, name: string): Promise<void> {
  await page.goto(`${together.server.url}/#/name`);
  await page.getByText("Take a name", { exact: true }).click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Password", { exact: true }).fill(`the password of ${name}`);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name, exact: true, level: 1 }).waitFor();
}

/** Challenges a player on that one's page. */
async function challenge(page: Page, name: string): Promise<void> {
  await page.goto(`${together.server.url}/#/player/${name}`);
  await page.getByRole("button", { name: "Challenge", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Game" }).selectOption({ label: "Scirocco" });
  await dialog.getByText("By mail").click();
  await checkAccess(page);
  await screenshot(page, "challenge-dialog");
  await dialog.getByRole("button", { name: "Challenge", exact: true }).click();
  await page.getByText(`Only ${name} can accept. The game begins then.`).waitFor();
}

itServed("a player is challenged by name, declines once, and accepts", async () => {
  const { browser, server } = together;
  const [annasName, bertsName] = [newName("Anna"), newName("Bert")];
  const anna = await openPage(browser, { ...LAPTOP, colorScheme: "dark" });
  const bert = await openPage(browser, PHONE);
  await takeName(bert, bertsName);
  await takeName(anna, annasName);
  await challenge(anna, bertsName);
  await screenshot(anna, "challenge-waiting");
  const told = bert.getByText("challenges you: Scirocco, 3 days a turn.");
  await told.waitFor();
  await checkAccess(bert);
  await screenshot(bert, "challenge-phone");
  await bert.getByRole("button", { name: "Decline" }).click();
  await told.waitFor({ state: "hidden" });
  await anna.getByText("The challenge was declined").first().waitFor();

  await challenge(anna, bertsName);
  await bert.goto(`${server.url}/#/lobby`);
  await told.waitFor();
  await bert.getByRole("button", { name: "Accept" }).click();
  await bert.locator(".player.bottom", { hasText: `${bertsName} (you)` }).waitFor();
  await anna.locator(".player.top", { hasText: bertsName }).waitFor();

  await anna.goto(`${server.url}/#/player/${bertsName}`);
  await anna.getByRole("button", { name: "Follow", exact: true }).click();
  await anna.getByRole("button", { name: "Follow no more" }).waitFor();
  await screenshot(anna, "player-actions");
  await anna.goto(`${server.url}/#/lobby`);
  await anna.getByRole("region", { name: "Players whom you follow" }).getByText("is here").waitFor();
  await checkAccess(anna);
  await screenshot(anna, "lobby-followed");

  // Whoever accepts no challenges is not challenged.
  await bert.goto(`${server.url}/#/name`);
  await bert.getByLabel("Other players may challenge me").uncheck();
  await screenshot(bert, "allow-challenges-phone");
  await expect
    .poll(async () => {
      await anna.goto(`${server.url}/#/lobby`);
      await anna.goto(`${server.url}/#/player/${bertsName}`);
      return anna.getByText(`${bertsName} accepts no challenges.`).count();
    })
    .toBe(1);
});

/** One player challenges another by name, follows, and is declined. */

import type { Page } from "playwright-core";
import { expect } from "vitest";
import { LAPTOP, PHONE, checkAccess, expectTurn, openPage, screenshot } from "./browser";
import { play } from "./elsewhere";
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

/** Fills the dialog of a challenge in, and challenges. */
async function challengeIn(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Game" }).selectOption({ label: "Scirocco" });
  await dialog.getByText("By mail").click();
  await dialog.getByText("Blue", { exact: true }).click();
  await checkAccess(page);
  await screenshot(page, "challenge-dialog");
  await dialog.getByRole("button", { name: "Challenge", exact: true }).click();
  await page.getByText(`Only ${name} can accept. The game begins then.`).waitFor();
}

/** Challenges a player on that one's page. */
async function challenge(page: Page, name: string): Promise<void> {
  await page.goto(`${together.server.url}/#/player/${name}`);
  await page.getByRole("button", { name: "Challenge", exact: true }).click();
  await challengeIn(page, name);
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
  // The page of who is challenged shows it as it is.
  const told = bert.getByText("challenges you: Scirocco, 3 days a turn. You play Tan.");
  await told.waitFor();
  await checkAccess(bert);
  await screenshot(bert, "challenge-phone");
  await bert.getByRole("button", { name: "Decline" }).click();
  await told.waitFor({ state: "hidden" });
  await anna.getByText("The challenge was declined").first().waitFor();

  // Who looks at another page by then is told there.
  await challenge(anna, bertsName);
  await anna.goto(`${server.url}/#/lobby`);
  await told.waitFor();
  await bert.getByRole("button", { name: "Decline" }).click();
  await anna.getByText(`${bertsName}: The challenge was declined.`).waitFor();
  await screenshot(anna, "challenge-declined");

  await challenge(anna, bertsName);
  await bert.goto(`${server.url}/#/lobby`);
  await told.waitFor();
  await bert.getByRole("button", { name: "Accept" }).click();
  await bert.locator(".player.bottom", { hasText: `${bertsName} (you)` }).waitFor();
  await anna.locator(".player.top", { hasText: bertsName }).waitFor();
  await play(anna, ["f1", "e4"], "C-e4");
  await expectTurn(bert, "C-e4");
  await play(bert, ["a8", "a7"], "P-a7");
  await expectTurn(anna, "P-a7");

  await anna.goto(`${server.url}/#/player/${bertsName}`);
  await anna.getByRole("button", { name: "Follow", exact: true }).click();
  await anna.getByRole("button", { name: "Follow no more" }).waitFor();
  await screenshot(anna, "player-actions");
  await anna.goto(`${server.url}/#/lobby`);
  await anna.getByRole("region", { name: "Players whom you follow" }).getByText("is here").waitFor();
  await checkAccess(anna);
  await screenshot(anna, "lobby-followed");
  await anna.getByRole("button", { name: `Challenge ${bertsName}` }).click();
  await challengeIn(anna, bertsName);
  await told.waitFor();
  await anna.getByRole("button", { name: "Withdraw the challenge" }).click();
  await told.waitFor({ state: "hidden" });

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

itServed("a player is challenged by name where a new game is begun", async () => {
  const { browser, server } = together;
  const [annasName, bertsName] = [newName("Anna"), newName("Bert")];
  const anna = await openPage(browser, PHONE);
  const bert = await openPage(browser, LAPTOP);
  await takeName(bert, bertsName);
  await bert.goto(server.url);

  // A guest is not offered to challenge anybody.
  const field = anna.getByLabel("Challenge a player by name, if you like");
  const openForm = async () => {
    await anna.goto(server.url);
    await anna.getByRole("button", { name: "Play Scirocco" }).click();
    await anna.getByText("A friend elsewhere").click();
  };
  await openForm();
  await anna.getByLabel("Your nickname, if you like").waitFor();
  expect(await field.count()).toBe(0);
  await anna.keyboard.press("Escape");

  await takeName(anna, annasName);
  await openForm();
  const begin = anna.getByRole("button", { name: "Begin", exact: true });
  const array = anna.getByText("As in the diagram");
  if (await array.isVisible()) await array.click();
  for (const [name, why] of [
    ["Nobodyatall", "There is no player of this name."],
    [annasName.toUpperCase(), "This is your own name."],
  ] as const) {
    await field.fill(name);
    await begin.click();
    await anna.getByRole("alert").getByText(why).waitFor();
    expect(await field.getAttribute("aria-invalid")).toBe("true");
  }
  await checkAccess(anna);
  await screenshot(anna, "challenge-form-phone");
  // The name is found however it is written.
  await field.fill(bertsName.toLowerCase());
  await begin.click();
  await anna.getByText(`Only ${bertsName} can accept. The game begins then.`).waitFor();
  await screenshot(anna, "challenge-waiting-phone");
  await bert.getByText("challenges you: Scirocco").waitFor();
  await screenshot(bert, "challenge-home");

  // Who has got the link is told that the seat is another one's.
  const carl = await openPage(browser);
  await takeName(carl, newName("Carl"));
  const session = anna.url().split("/").at(-1) ?? "";
  await carl.goto(`${server.url}/#/play/${session}`);
  await carl.getByText("The game begins when somebody has taken the seat").waitFor();
  expect(await carl.getByRole("button", { name: "Accept" }).count()).toBe(0);
  await bert.getByRole("button", { name: "Accept" }).click();
  await anna.locator(".player.top", { hasText: bertsName }).waitFor();
});

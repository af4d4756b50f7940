/** The chat of two players elsewhere, and their private notes. */

import type { Page } from "playwright-core";
import { expect } from "vitest";
import { PHONE, checkAccess, openPage, screenshot } from "./browser";
import { accept } from "./elsewhere";
import { itServed } from "./site";
import { startTogether } from "./together";

const together = startTogether();

async function openChat(page: Page): Promise<void> {
  await page.getByRole("radiogroup", { name: "Panel" }).getByText(/^Chat/).click();
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel("Say something").fill(text);
  await page.getByRole("button", { name: "Say it" }).click();
  await page.getByRole("log").getByText(text).waitFor();
}

itServed("the players talk, nobody else hears it, and either switches it off", async () => {
  const { browser, server } = together;
  const maker = await openPage(browser);
  await maker.goto(server.url);
  await maker.getByRole("button", { name: "Play Scirocco" }).click();
  await maker.getByText("A friend elsewhere").click();
  await maker.getByText("As in the diagram").click();
  await maker.getByRole("button", { name: "Begin", exact: true }).click();
  const link = await maker.getByLabel("The link for your friend").inputValue();
  const friend = await openPage(browser, PHONE);
  await accept(friend, link);
  await friend.locator(".player.bottom", { hasText: "you" }).waitFor();
  const watcher = await openPage(browser);
  await watcher.goto(link);
  await watcher.getByText("You watch this game.").first().waitFor();

  await openChat(maker);
  await say(maker, "Good luck! <b>&amp;");
  // It is shown for a while, and counted.
  const notice = friend.locator(".chat-notices");
  await notice.getByText("Good luck! <b>&amp;").waitFor();
  expect(await notice.getAttribute("aria-live")).toBe("polite");
  expect(await notice.locator("p").innerText()).toBe("Blue: Good luck! <b>&amp;");
  await friend.getByText("Chat (1)").waitFor();
  await screenshot(friend, "talk-notice-phone");
  await checkAccess(friend);
  await say(maker, "It is your turn");
  await friend.getByText("Chat (2)").waitFor();
  await notice.getByRole("button", { name: "Open the chat" }).click();
  await friend.locator(".notice").waitFor({ state: "detached" });
  await friend.getByText("Chat", { exact: true }).first().waitFor();
  await friend.getByRole("log").getByText("Good luck! <b>&amp;").waitFor();
  // Pressed twice it is said once.
  await friend.getByLabel("Say something").fill("And to you");
  await friend.getByLabel("Say something").evaluate(({ form }: HTMLInputElement) => {
    form?.requestSubmit();
    form?.requestSubmit();
  });
  await maker.getByRole("log").getByText("And to you").waitFor();
  await checkAccess(maker);
  await screenshot(maker, "talk");
  await screenshot(friend, "talk-phone");
  await say(friend, "You begin");
  await maker.getByRole("log").getByText("You begin").waitFor();
  expect(await maker.getByRole("log").getByText("And to you").count()).toBe(1);
  expect(await watcher.getByText("Chat").count()).toBe(0);
  expect(await watcher.getByText("Good luck").count()).toBe(0);

  await friend.getByRole("button", { name: "Switch the chat off" }).click();
  await maker.getByText("The other player has switched the chat off.").waitFor();
  expect(await maker.getByLabel("Say something").count()).toBe(0);
  await friend.getByRole("button", { name: "Switch the chat on" }).click();
  await maker.getByLabel("Say something").waitFor();

  // A note is the own seat's, and is there when one comes again.
  await maker.getByLabel("Your note").fill("Tan hurries.");
  await maker.getByLabel("Your note").blur();
  await maker.waitForTimeout(200);
  await maker.reload();
  await openChat(maker);
  await expect.poll(() => maker.getByLabel("Your note").inputValue()).toBe("Tan hurries.");
  await maker.getByRole("log").getByText("And to you").waitFor();
  expect(await friend.getByLabel("Your note").inputValue()).toBe("");
});

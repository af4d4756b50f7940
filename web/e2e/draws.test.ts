/** Offers of a draw: who answers them, and what the engine says. */

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { QUIET, openPage, openTable } from "./browser";
import { startTogether } from "./together";

const together = startTogether();

async function offer(page: Page): Promise<void> {
  await page.getByLabel("More", { exact: true }).click();
  await page.getByRole("button", { name: "Offer a draw" }).click();
}

it("an offer is accepted by the other side alone, and can be withdrawn", async () => {
  const page = await openPage(together.browser);
  await openTable(page, together.server.url, "scirocco", QUIET);
  await offer(page);
  const status = page.locator(".status");
  await status.getByText("Blue offers a draw").waitFor();
  expect(await status.getByRole("button").allInnerTexts()).toEqual(["Accept", "Decline", "Withdraw it"]);
  await page.getByRole("button", { name: "Withdraw it" }).click();
  await status.getByText("Blue offers a draw").waitFor({ state: "detached" });
  await offer(page);
  await page.getByRole("button", { name: "Decline" }).click();
  await status.getByText("Tan declines the draw").waitFor();
  await offer(page);
  await page.getByRole("button", { name: "Accept" }).click();
  await page.locator(".result").getByText("1/2-1/2").waitFor();
  await page.context().close();
});

it("the engine declines at the beginning, and nobody answers in its place", async () => {
  const page = await openPage(together.browser);
  await page.goto(together.server.url);
  await page.getByRole("button", { name: "Play Scirocco" }).click();
  await page.getByText("As in the diagram").click();
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await page.locator(".player").first().waitFor();
  await offer(page);
  const status = page.locator(".status");
  await status.getByText("The engine thinks about it").waitFor();
  expect(await status.getByRole("button").allInnerTexts()).toEqual(["Withdraw it"]);
  await status.getByText("Tan declines the draw").waitFor();
  expect(await page.locator(".result").count()).toBe(0);
  await page.context().close();
});

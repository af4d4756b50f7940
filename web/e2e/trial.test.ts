/** How a game is: quick games of the engine, shown as they are played. */

import { expect, it } from "vitest";
import { PHONE, checkAccess, openPage, screenshot } from "./browser";
import { startTogether } from "./together";

const together = startTogether();

it("a game of one's own is tried, and a typical game is looked at", async () => {
  const page = await openPage(together.browser);
  await page.goto(`${together.server.url}/#/make`);
  await page.getByRole("button", { name: "8 × 8" }).click();
  await page.getByRole("link", { name: "How is it?" }).click();
  await page.getByText("30 games", { exact: true }).click();
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByRole("progressbar", { name: "Games that have been played" }).waitFor();
  // What is known so far is there while games are played.
  await page.getByRole("row", { name: /Rook/ }).waitFor();
  await page.locator(".advice").waitFor();
  expect(await page.getByRole("progressbar").count()).toBe(0);
  const parts = await page.locator(".trial-parts strong").allInnerTexts();
  expect(parts.reduce((sum, games) => sum + Number(games), 0)).toBe(30);
  await checkAccess(page);
  await screenshot(page, "trial");
  await page.setViewportSize(PHONE.viewport);
  await screenshot(page, "trial-phone");
  await page.getByRole("button", { name: "Look at a typical game" }).click();
  await page.waitForURL(/#\/play/);
  await page
    .getByRole("button", { name: /^Resign|^Take back|^New game/ })
    .first()
    .waitFor();
  await page.context().close();
});

it("a trial is stopped and tells what it has shown so far", async () => {
  const page = await openPage(together.browser);
  await page.goto(`${together.server.url}/#/trial/scirocco`);
  await page.getByText("300 games", { exact: true }).click();
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByRole("row", { name: /Pawn/ }).waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("button", { name: "Play anew" }).waitFor();
  await page.getByRole("button", { name: "Look at a typical game" }).waitFor();
  expect(await page.getByRole("progressbar").count()).toBe(0);
  await page.context().close();
});

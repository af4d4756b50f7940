/** Addresses that lead nowhere say so. */

import { expect, it } from "vitest";
import { IN_HAND, clickSquares, expectTurn, itemInHand, openPage, openTable } from "./browser";
import { itServed } from "./site";
import { startTogether } from "./together";

const together = startTogether();

it.each([
  ["#/pieces/halma", "No such game", "halma"],
  ["#/editor/halma", "No such game", "halma"],
  ["#/help/halma", "No such game", "halma"],
  ["#/open/halma/bad", "Open a link", "damaged"],
  ["#/play/anything", "No game at this table", "link"],
  ["#/join/a-table/a-key-that-is-cut", "A part of this link is missing", "whole link"],
  ["#/play/any%20thing", "There is nothing here", "no page"],
  ["#/nothing", "There is nothing here", "no page"],
  ["#/pieces/scirocco/Nope", "All pieces at once", "has no piece “Nope”"],
])("%s", async (hash, title, words) => {
  const page = await openPage(together.browser);
  await page.goto(`${together.server.url}/${hash}`);
  await page.getByRole("heading", { name: title }).waitFor();
  await expect.poll(() => page.locator("main").innerText()).toContain(words);
  expect(await page.locator(".notice").count()).toBe(0);
  await page.context().close();
});

itServed("the server has no page at any path", async () => {
  const page = await openPage(together.browser);
  const answer = await page.goto(`${together.server.url}/nothing/here`);
  expect(answer?.status()).toBe(404);
  await page.getByRole("link", { name: "To the games" }).click();
  await page.getByRole("button", { name: "Play Scirocco" }).waitFor();
  await page.context().close();
});

it("a position in an address that cannot be read stands in the editor to be corrected", async () => {
  const page = await openPage(together.browser);
  await page.goto(`${together.server.url}/#/editor/scirocco/${encodeURIComponent("10/[Foo]9 b")}`);
  await page.getByText("no piece with the id").waitFor();
  const text = page.getByLabel("The position as a text");
  expect(await text.inputValue()).toBe("10/[Foo]9 b");
  await page.getByRole("button", { name: "The array" }).click();
  await expect.poll(() => text.inputValue()).toContain("[Der]");
  await page.context().close();
});

it("what is said about one page is not said about the next one", async () => {
  const page = await openPage(together.browser);
  await openTable(page, together.server.url, "larger-board", IN_HAND);
  await itemInHand(page, "White", "Assassin").click();
  // An Assassin that is dropped there must give check.
  await clickSquares(page, "j4");
  const notice = page.locator(".notice");
  await notice.filter({ hasText: "check" }).waitFor();
  await page.getByRole("link", { name: "Pieces", exact: true }).click();
  await page.getByText("All pieces at once").waitFor();
  expect(await notice.count()).toBe(0);
  await page.context().close();
});

it("each view has its title", async () => {
  const page = await openPage(together.browser);
  for (const [hash, title] of [
    ["#/", "Beaufort"],
    ["#/learn", "Learn – Beaufort"],
    ["#/puzzles/scirocco", "Learn – Beaufort"],
    ["#/pieces/scirocco/Der", "Pieces – Beaufort"],
    ["#/nothing", "Beaufort"],
  ] as const) {
    await page.goto(`${together.server.url}/${hash}`);
    await expect.poll(() => page.title()).toBe(title);
  }
  await page.context().close();
});

it("a game that begins at a made-up address has a name that cannot be guessed", async () => {
  const page = await openPage(together.browser);
  await page.goto(`${together.server.url}/#/play/anything`);
  await page.getByRole("link", { name: "To the games" }).click();
  await page.getByRole("button", { name: "Play Scirocco" }).click();
  await page.getByText("A friend here").click();
  await page.getByText("As in the diagram").click();
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await page.locator(".player").first().waitFor();
  expect(page.url()).toMatch(/#\/play\/[0-9a-z]{24,}$/);
  await clickSquares(page, "e3", "e4");
  await expectTurn(page, "P-e4");
  await page.context().close();
});

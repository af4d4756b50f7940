/** A review that teaches: what each turn cost and why, and a better one to be found. */

import { expect, it } from "vitest";
import {
  PHONE,
  askHint,
  checkAccess,
  clickSquares,
  expectTurn,
  nameOfSquare,
  openPage,
  openTable,
  screenshot,
} from "./browser";
import { startTogether } from "./together";

const together = startTogether();

/** Blue stands better, and may walk into the line of the Rook. */
const BLUNDER = "1(R)7(K)/10/10/10/10/4[C]5/3[R]6/10/10/[K]9 b";

it("a blunder is named with its reason, and mended on the board", async () => {
  const page = await openPage(together.browser);
  await openTable(page, together.server.url, "scirocco", BLUNDER);
  await clickSquares(page, "a1", "b1");
  await expectTurn(page, "K-b1");
  await clickSquares(page, "b10", "b1");
  await page.getByRole("button", { name: "Review the game" }).click();
  const mistakes = page.getByRole("list", { name: "Mistakes" });
  const mistake = mistakes.locator(".mistake");
  await mistake.getByText("It leaves the King where the Rook on b10 takes it.").waitFor();
  await page.getByRole("button", { name: "Learn from your mistakes" }).waitFor();
  expect(await mistake.count()).toBe(1);
  const [, best = ""] = /^1\. K-b1\?\?.*Better was (.*)\.$/s.exec(await mistakes.innerText()) ?? [];
  expect(best).not.toBe("");
  expect(await page.locator(".graph .dot").count()).toBe(1);
  // The graph shows the board of the place at which one points.
  await page.locator(".graph rect").first().hover();
  await page.locator(".preview").waitFor();
  await screenshot(page, "review-graph");
  await page.mouse.move(5, 5);
  await page.locator(".preview").waitFor({ state: "detached" });
  await screenshot(page, "review");
  // The better turn shows the board after it. The pieces of both turns are drawn before their letters.
  await mistakes.getByRole("button", { name: best, exact: true }).hover();
  await page.locator(".preview").waitFor();
  expect(await mistakes.locator(".turn-tile use").count()).toBe(2);
  await screenshot(page, "review-better");
  await checkAccess(page);
  await mistake.click();
  await expect.poll(() => nameOfSquare(page, "b10")).toContain("Tan Rook");
  expect(await mistake.getAttribute("aria-current")).toBe("true");

  await page.getByRole("button", { name: "Learn from your mistakes" }).click();
  await expect.poll(() => nameOfSquare(page, "a1")).toContain("Blue King");
  const answer = page.locator(".lesson .answer");
  await clickSquares(page, "a1", "b2");
  await answer.getByText("Not yet").waitFor();
  expect(await answer.innerText()).toContain("It leaves the King where the Rook on b10 takes it.");
  await screenshot(page, "lesson");
  // A typed turn is tried, too, and not played.
  await page.keyboard.press("/");
  await page.getByLabel("Turn", { exact: true }).fill(best);
  await page.keyboard.press("Enter");
  await answer.getByText("Right").waitFor();
  await page.getByRole("button", { name: "Done" }).click();
  await mistake.waitFor();
  await page.getByText("Turns", { exact: true }).click();
  expect(await page.locator(".moves .turn").count()).toBe(2);
  expect(await page.locator(".moves .turn").first().innerText()).toBe("K-b1??");
  await page.context().close();
});

it("the better turn is shown to who wants to see it, on a phone, too", async () => {
  const page = await openPage(together.browser, { ...PHONE, colorScheme: "dark" });
  await openTable(page, together.server.url, "scirocco", BLUNDER);
  for (const [from, to, text] of [
    ["a1", "b1", "K-b1"],
    ["b10", "b1", "Rxb1"],
  ] as const) {
    await clickSquares(page, from, to);
    await page.getByRole("button", { name: `Play ${text}` }).click();
  }
  await page.getByRole("button", { name: "Review the game" }).click();
  await page.getByRole("button", { name: "Learn from your mistakes" }).click();
  await askHint(page, "Hint at the better turn");
  await page.getByText("Best here is").waitFor();
  await page.locator(".arrow.advice").first().waitFor({ state: "attached" });
  await screenshot(page, "lesson-phone-dark");
  await checkAccess(page);
  await page.context().close();
});

it("the opening is named at the end and in the review, which tells the turn that has left the known ones", async () => {
  const page = await openPage(together.browser);
  const array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  await openTable(page, together.server.url, "orthochess", array);
  for (const [from, to, text] of [
    ["e2", "e4", "e4"],
    ["e7", "e6", "e6"],
    ["a2", "a4", "a4"],
  ] as const) {
    await clickSquares(page, from, to);
    await expectTurn(page, text);
  }
  await page.getByLabel("More", { exact: true }).click();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog", { name: "Resign?" }).getByRole("button", { name: "Resign" }).click();
  const ending = page.getByRole("region", { name: "The game is over" });
  await ending.getByText("French Defence").waitFor();
  await screenshot(page, "ending-opening");
  await ending.getByRole("button", { name: "Close" }).click();
  await page.getByText("Review", { exact: true }).click();
  const opening = page.locator(".review .opening");
  expect(await opening.innerText()).toBe("French Defence 2. a4 has left the known openings.");
  await checkAccess(page);
  // Another line has an opening of its own.
  await page.getByRole("button", { name: "To the start" }).click();
  await clickSquares(page, "d2", "d4");
  await expect.poll(() => opening.innerText()).toBe("Queen’s Pawn Game");
  await page.context().close();
});

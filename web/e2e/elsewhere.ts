/** Games between two people elsewhere, as the tests begin and play them. */

import type { Page } from "playwright-core";
import { clickSquares, expectTurn } from "./browser";

/** Chooses the clock of a new game. */
type Clock = (page: Page) => Promise<void>;

/** Begins a game against an opponent elsewhere, from the array unless it is to be set up, and returns the link. */
export async function invite(
  page: Page,
  url: string,
  game: string,
  clock?: Clock,
  isSetUp = false,
): Promise<string> {
  await page.goto(url);
  await page.getByRole("button", { name: `Play ${game}` }).click();
  await page.getByText("A friend elsewhere").click();
  const array = page.getByText("As in the diagram");
  if (!isSetUp && (await array.isVisible())) await array.click();
  await clock?.(page);
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  return page.getByLabel("The link for your friend").inputValue();
}

/** Follows an invitation, and accepts it. */
export async function accept(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole("button", { name: "Accept", exact: true }).click();
}

/** Plays a turn by clicks, and confirms it where that is asked for. */
export async function play(page: Page, squares: string[], turn: string): Promise<void> {
  await clickSquares(page, ...squares);
  const confirm = page.locator(".question").getByRole("button", { name: /^Play / });
  const played = page.locator(".turn[aria-current]", { hasText: turn });
  await confirm.or(played).first().waitFor();
  if (await confirm.isVisible()) await confirm.click();
  await expectTurn(page, turn);
}

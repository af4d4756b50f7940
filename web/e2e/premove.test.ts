/** Turns entered while the opponent thinks, and what else can be done meanwhile. */

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import {
  LAPTOP,
  PHONE,
  checkAccess,
  clickSquares,
  expectListed,
  expectTurn,
  nameOfSquare,
  openPage,
  screenshot,
} from "./browser";
import { accept, invite, play } from "./elsewhere";
import { startTogether } from "./together";

const together = startTogether();

/** Begins a game of Scirocco against an engine that thinks long, and plays a turn. */
async function letItThink(page: Page): Promise<void> {
  await page.goto(`${together.server.url}/#/`);
  await page.getByRole("button", { name: "Play Scirocco" }).click();
  await page.getByLabel("Its strength").press("End");
  await page.getByText("30 s", { exact: true }).click();
  await page.getByText("As in the diagram").click();
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await page.locator(".player").first().waitFor();
  await clickSquares(page, "e3", "e4");
  const confirm = page.locator(".question").getByRole("button", { name: "Play P-e4" });
  await confirm.or(page.getByText("The engine thinks")).first().waitFor();
  if (await confirm.isVisible()) await confirm.click();
  await page.getByText("The engine thinks").waitFor();
}

const waiting = (page: Page, turn: string) =>
  page.getByRole("status").getByText(`${turn} waits for your turn`);

it("a turn that is clicked while the engine thinks is played right after its own", async () => {
  for (const [name, options] of [["laptop", LAPTOP] as const, ["phone", PHONE] as const]) {
    const page = await openPage(together.browser, options);
    await letItThink(page);
    await expect.poll(() => page.locator(".targets > .target").count()).toBe(0);
    await expect
      .poll(async () => {
        await clickSquares(page, "a3");
        return page.locator(".targets > .target").count();
      })
      .toBeGreaterThan(0);
    await clickSquares(page, "a4");
    if (name === "phone")
      await page.locator(".question").getByRole("button", { name: "Premove P-a4" }).click();
    await waiting(page, "P-a4").waitFor();
    expect(await nameOfSquare(page, "a3")).toContain("its turn waits");
    expect(await page.locator(".arrow.premove").count()).toBe(1);
    await checkAccess(page);
    await screenshot(page, `premove-${name}`);
    await page.getByRole("button", { name: "Play now" }).click();
    await expectListed(page, "P-a4");
    expect(await page.locator(".rows .turn").allInnerTexts()).toHaveLength(3);
    expect(await nameOfSquare(page, "a4")).toContain("Blue Pawn");
    expect(await page.locator(".arrow.premove").count()).toBe(0);
    await page.context().close();
  }
});

it("a turn that waits is dropped by Escape, by a click, and if it cannot be played", async () => {
  const page = await openPage(together.browser);
  await letItThink(page);
  const enter = async () => {
    await page.keyboard.press("/");
    await page.getByLabel("Turn", { exact: true }).fill("P-a4");
    await page.keyboard.press("Enter");
    await waiting(page, "P-a4").waitFor();
  };
  await enter();
  await page.keyboard.press("Escape");
  await waiting(page, "P-a4").waitFor({ state: "detached" });
  await enter();
  await clickSquares(page, "e6");
  await waiting(page, "P-a4").waitFor({ state: "detached" });
  // No turn of the engine makes this one legal.
  await page.keyboard.press("/");
  await page.getByLabel("Turn", { exact: true }).fill("P-a9");
  await page.keyboard.press("Enter");
  await waiting(page, "P-a9").waitFor();
  await page.getByRole("button", { name: "Play now" }).click();
  await page.getByRole("status").getByText("P-a9, entered ahead, cannot be played now").waitFor();
  expect(await page.locator(".rows .turn").allInnerTexts()).toHaveLength(2);
  await page.context().close();
});

it("premoves can be switched off, and the position is studied while the engine thinks", async () => {
  const page = await openPage(together.browser);
  await letItThink(page);
  const [from, to] = await Promise.all(
    ["f8", "f6"].map((name) => page.locator(`[data-square="${name}"]`).boundingBox()),
  );
  if (!from || !to) throw new Error("the squares are not to be seen");
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down({ button: "right" });
  await page.mouse.move(to.x + 10, to.y + 10);
  await page.mouse.up({ button: "right" });
  expect(await page.locator(".drawings > *").count()).toBe(1);
  // The piece pointed at is explained.
  await page.locator('[data-square="f1"]').hover();
  await page.locator(".piece-card .description").waitFor();
  await page.getByText("View", { exact: true }).click();
  await page.getByLabel("Attacked squares").check();
  await page.locator(".attack-first").first().waitFor({ state: "attached" });
  await clickSquares(page, "a3");
  expect(await page.locator(".targets > .target").count()).toBeGreaterThan(0);
  await page.getByLabel("More", { exact: true }).click();
  await page.getByLabel("Premoves").uncheck();
  expect(await page.locator(".targets > .target").count()).toBe(0);
  await clickSquares(page, "a3");
  expect(await page.locator(".targets > .target").count()).toBe(0);
  expect(await page.getByText("The engine thinks").count()).toBe(1);
  await page.context().close();
});

it("in a game between two people a turn that waits is played, or dropped where it is not legal", async () => {
  const maker = await openPage(together.browser);
  await maker.goto(together.server.url);
  await maker.getByRole("button", { name: "Play Scirocco" }).click();
  await maker.getByText("A friend elsewhere").click();
  await maker.getByText("As in the diagram").click();
  await maker.getByRole("button", { name: "Begin", exact: true }).click();
  const link = await maker.getByLabel("The link for your friend").inputValue();
  const friend = await openPage(together.browser);
  await accept(friend, link);
  await maker.getByLabel("The link for your friend").waitFor({ state: "detached" });

  await clickSquares(maker, "f1", "e4");
  await expectTurn(friend, "C-e4");
  await clickSquares(friend, "a8", "a7");
  await expectTurn(maker, "P-a7");
  // The Camel comes in the way of the premoved Pawn; the opponent does not see the premove.
  await clickSquares(friend, "f8", "f7");
  await waiting(friend, "P-f7").waitFor();
  expect(await maker.getByText("waits for your turn").count()).toBe(0);
  await clickSquares(maker, "e4", "f7");
  await friend.getByRole("status").getByText("P-f7, entered ahead, cannot be played now").waitFor();
  await expectTurn(friend, "C-f7");
  await clickSquares(maker, "f7", "g4");
  await waiting(maker, "C-g4").waitFor();
  await clickSquares(friend, "b8", "b7");
  await expectTurn(friend, "C-g4");
  await maker.context().close();
  await friend.context().close();
});

it("a piece that is lifted stays so when the turn of the other player arrives", async () => {
  const maker = await openPage(together.browser);
  const link = await invite(maker, together.server.url, "Scirocco");
  const friend = await openPage(together.browser);
  await accept(friend, link);
  await maker.getByLabel("The link for your friend").waitFor({ state: "detached" });
  await play(maker, ["a3", "a4"], "P-a4");
  await expectTurn(friend, "P-a4");
  const ready = (square: string) => maker.locator(`.holds[data-square="${square}"]`).waitFor();
  await ready("f1");
  await clickSquares(maker, "f1");
  await expect.poll(() => nameOfSquare(maker, "f1")).toContain("chosen");
  await play(friend, ["a8", "a7"], "P-a7");
  await expectTurn(maker, "P-a7");
  await expect.poll(() => nameOfSquare(maker, "f1")).toContain("chosen");
  await clickSquares(maker, "e4");
  await expectTurn(friend, "C-e4");
  // The same with a piece that is being dragged.
  await ready("b3");
  await maker.locator('[data-square="b3"]').hover();
  await maker.mouse.down();
  await maker.locator('[data-square="b4"]').hover();
  await expect.poll(() => nameOfSquare(maker, "b3")).toContain("chosen");
  await play(friend, ["b8", "b7"], "P-b7");
  await expectTurn(maker, "P-b7");
  await expect.poll(() => nameOfSquare(maker, "b3")).toContain("chosen");
  await maker.mouse.up();
  await expectTurn(friend, "P-b4");
  await maker.context().close();
  await friend.context().close();
});

it("a turn that waits is not played into the loss of the last royal piece", async () => {
  const maker = await openPage(together.browser);
  const position = "1(R)7(K)/10/10/10/10/4[C]5/3[R]6/10/10/[K]9 b";
  await maker.goto(`${together.server.url}/#/editor/scirocco/${encodeURIComponent(position)}`);
  await maker.getByRole("button", { name: "Play from here" }).click();
  await maker.getByText("A friend elsewhere").click();
  await maker.getByRole("button", { name: "Begin", exact: true }).click();
  const link = await maker.getByLabel("The link for your friend").inputValue();
  const friend = await openPage(together.browser);
  await accept(friend, link);
  await maker.getByLabel("The link for your friend").waitFor({ state: "detached" });
  await clickSquares(maker, "d4", "d5");
  await expectTurn(friend, "R-d5");
  // The King goes into the line of the Rook, which stays where it is.
  await clickSquares(maker, "a1", "b1");
  await waiting(maker, "K-b1").waitFor();
  await clickSquares(friend, "j10", "j9");
  const told = maker.getByRole("status").getByText("K-b1, entered ahead, has not been played");
  await told.getByText("It leaves the King where the Rook on b10 takes it.").waitFor();
  expect(await nameOfSquare(maker, "a1")).toContain("Blue King");
  // The player has been warned, and may play it all the same.
  await clickSquares(maker, "a1", "b1");
  await expectTurn(friend, "K-b1");
  await maker.context().close();
  await friend.context().close();
});

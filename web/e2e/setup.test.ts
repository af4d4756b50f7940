/** The set-up: what may be exchanged is seen, and so is what the other side has exchanged; and how a new game begins. */

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import {
  PHONE,
  checkAccess,
  clickSquares,
  expectTurn,
  failingNetwork,
  nameOfSquare,
  openOther,
  openPage,
  openTable,
  screenshot,
} from "./browser";
import { startTogether } from "./together";

const together = startTogether();

async function begin(page: Page, opponent: "A friend here" | "The engine"): Promise<void> {
  await page.goto(together.server.url);
  await page.getByRole("button", { name: "Play Scirocco" }).click();
  await page.getByText(opponent, { exact: true }).click();
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await page.getByText("Blue chooses").waitFor();
}

/** Returns the squares that lie under things which are drawn on the board, by their names. */
async function squaresUnder(page: Page, selector: string): Promise<string[]> {
  await page.locator(selector).first().waitFor({ state: "attached" });
  return page.locator(selector).evaluateAll((elements) => {
    const centre = ({ x, y, width, height }: DOMRect) => ({ x: x + width / 2, y: y + height / 2 });
    const cells = [...document.querySelectorAll(".cell")].map((cell) => ({
      name: cell.getAttribute("data-square") ?? "",
      box: cell.getBoundingClientRect(),
    }));
    const found = elements.map((element) => {
      const at = centre(element.getBoundingClientRect());
      const has = (box: DOMRect) =>
        at.x > box.left && at.x < box.right && at.y > box.top && at.y < box.bottom;
      return cells.find(({ box }) => has(box))?.name ?? "";
    });
    return [...new Set(found)].sort();
  });
}

it("what may be exchanged is framed, and a click on anything else is answered", async () => {
  const page = await openPage(together.browser);
  await begin(page, "A friend here");
  const kings = ["d2", "d9", "g2", "g9"];
  expect(await squaresUnder(page, ".exchange")).toEqual(kings);
  await page.locator('[data-square="d9"]').hover();
  expect(await squaresUnder(page, ".exchange.pointed")).toEqual(kings);
  await clickSquares(page, "e3");
  await page.getByRole("status").getByText("The Pawn cannot be exchanged now").waitFor();
  expect(await page.locator(".last rect").count()).toBe(0);
  await clickSquares(page, "g9");
  await expect.poll(() => nameOfSquare(page, "g2")).toContain("Blue King");
  await page.getByRole("status").getByText("King and Commoner: changed").waitFor();
  expect(await squaresUnder(page, ".last rect")).toEqual(kings);
  await screenshot(page, "set-up-exchanged");
  await page.context().close();
});

it("the other side is told what has been chosen, in the next phase and in the game", async () => {
  const page = await openPage(together.browser);
  await begin(page, "A friend here");
  const other = await openOther(together.browser, page);
  await other.goto(page.url());
  await other.getByText("Blue chooses").waitFor();
  await clickSquares(page, "d2");
  await page.getByRole("button", { name: "Done" }).click();
  await other.getByText("Blue has exchanged King with Commoner in both armies.").waitFor();
  expect(await squaresUnder(other, ".last rect")).toEqual(["d2", "d9", "g2", "g9"]);
  await clickSquares(other, "a1");
  await other.getByRole("button", { name: "Begin the game" }).click();
  const corners = ["a1", "a10", "j1", "j10"];
  await page.getByText("Tan has exchanged Chariot with Wagon in both armies.").waitFor();
  expect(await squaresUnder(page, ".last rect")).toEqual(corners);
  // A page that is opened later shows the same, until the first move.
  await page.reload();
  await page.getByText("Tan has exchanged Chariot with Wagon in both armies.").waitFor();
  expect(await squaresUnder(page, ".last rect")).toEqual(corners);
  await clickSquares(page, "e3", "e4");
  await expectTurn(page, "P-e4");
  expect(await page.getByText("Tan has exchanged").count()).toBe(0);
  await other.context().close();
  await page.context().close();
});

it("what has been chosen outlasts a network that fails, and not the next phase", async () => {
  const page = await openPage(together.browser);
  const network = await failingNetwork(page);
  await begin(page, "A friend here");
  await clickSquares(page, "g9");
  await expect.poll(() => nameOfSquare(page, "g2")).toContain("Blue King");
  const chosen = page.locator(".pairs input:checked");
  expect(await chosen.count()).toBe(1);
  await network.fail();
  network.mend();
  await page.getByText("Reconnecting to the server").waitFor({ state: "detached" });
  expect(await chosen.count()).toBe(1);
  expect(await nameOfSquare(page, "g2")).toContain("Blue King");
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByText("Tan chooses").waitFor();
  await page.getByText("Blue has exchanged King with Commoner in both armies.").waitFor();
  expect(await chosen.count()).toBe(0);
  await page.context().close();
});

it("of many pairs it is told how many they are, until a piece is chosen", async () => {
  const page = await openPage(together.browser);
  await begin(page, "A friend here");
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByText("Tan chooses").waitFor();
  for (const index of [0, 1, 2, 3]) await page.locator(".pairs input").nth(index).check();
  await page.getByRole("button", { name: "Begin the game" }).click();
  const news = page.getByText("Tan has exchanged 4 pairs in both armies.");
  await news.click();
  await page.locator(".status details[open]", { hasText: "with" }).waitFor();
  await clickSquares(page, "e3");
  await news.waitFor({ state: "detached" });
  await page.context().close();
});

it("what the engine has chosen is told", async () => {
  const page = await openPage(together.browser);
  await begin(page, "The engine");
  // The left one of each pair that is Tan's to exchange.
  const left = ["a1", "b1", "c1", "e1", "d1", "e2", "b2"];
  const pieces = () => Promise.all(left.map((square) => nameOfSquare(page, square)));
  const before = await pieces();
  await page.getByRole("button", { name: "Done" }).click();
  await page.locator(".player").first().waitFor();
  const after = await pieces();
  // The engine chooses at random; that it leaves all seven pairs is one case of 128.
  const changed = left.filter((_, index) => before[index]?.split(",")[1] !== after[index]?.split(",")[1]);
  expect(await page.getByText("Tan has exchanged").count()).toBe(changed.length > 0 ? 1 : 0);
  expect(await page.locator(".last rect").count()).toBe(4 * changed.length);
  await page.context().close();
});

it("the time is asked for where it makes the engine stronger", async () => {
  for (const [name, options] of [["desktop", {}] as const, ["phone", PHONE] as const]) {
    const page = await openPage(together.browser, options);
    await page.goto(together.server.url);
    await page.getByRole("button", { name: "Play Scirocco" }).click();
    await page.getByText("The engine", { exact: true }).click();
    const strength = page.getByLabel("Its strength");
    const time = page.getByRole("radiogroup", { name: "Its time for a turn" });
    await strength.fill("5");
    expect(await strength.getAttribute("aria-valuetext")).toMatch(/^Force 6, strong breeze\. [A-Z]/);
    await page.getByText("It stops after 20,000 positions and seldom takes longer than 1 s.").waitFor();
    expect(await time.count()).toBe(0);
    await screenshot(page, `strength-limited-${name}`);
    // By the keyboard, too; and what stands below does not move.
    const side = page.getByRole("radiogroup", { name: "You play" });
    const top = async () => (await side.boundingBox())?.y ?? NaN;
    const before = await top();
    for (const force of ["Force 5, fresh breeze", "Force 4, moderate breeze"]) {
      await strength.press("ArrowLeft");
      await page.locator(".force-name", { hasText: force }).waitFor();
      expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
    }
    await strength.press("End");
    await page.locator(".force-name", { hasText: "Force 12, hurricane" }).waitFor();
    await time.waitFor();
    expect(await page.getByText("It stops after").count()).toBe(0);
    await screenshot(page, `strength-full-${name}`);
    await checkAccess(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await screenshot(page, `strength-narrow-${name}`);
    await page.context().close();
  }
});

it("a new game is begun from the table, and the old one stays", async () => {
  const page = await openPage(together.browser);
  await openTable(page, together.server.url, "scirocco", "9(K)/9(P)/10/10/10/6[Der][P]2/5[P]4/10/10/[K]9 b");
  const before = page.url();
  await page.getByRole("button", { name: "New game" }).click();
  await page.getByRole("dialog", { name: "New game of Scirocco" }).waitFor();
  await page.getByText("As in the diagram").click();
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await page.waitForURL((url) => url.href !== before);
  await expect.poll(() => nameOfSquare(page, "e3")).toContain("Blue Pawn");
  await page.goto(before);
  await expect.poll(() => nameOfSquare(page, "f4")).toContain("Blue Pawn");
  await page.context().close();
});

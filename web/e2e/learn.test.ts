/** Learning by doing: a lesson and a puzzle are solved on the board, mistakes are answered, and what is solved is remembered. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { parse } from "smol-toml";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  LAPTOP,
  PHONE,
  SCREENS,
  checkAccess,
  clickSquares,
  closeDialog,
  itemInHand,
  nameOfSquare,
  openPage,
  screenshot,
} from "./browser";
import { ROOT } from "./server";
import { startTogether } from "./together";

const together = startTogether();

/** The solutions of the puzzles of Scirocco, in the order in which they are shown. */
const SOLUTIONS = puzzles()
  .sort((a, b) => a.grade - b.grade)
  .map(({ solution }) => solution);

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const verdict = (page: Page, text: string) => page.locator(".verdict", { hasText: text }).waitFor();

async function openLesson(id: string, options: BrowserContextOptions = LAPTOP, exercise = 1): Promise<Page> {
  const page = await openPage(together.browser, options);
  await page.goto(`${together.server.url}/#/learn/${id}`);
  await page.getByRole("button", { name: `Exercise ${exercise}`, exact: true }).click();
  await page.locator(`.steps [aria-current]`, { hasText: String(exercise) }).waitFor();
  await expectOpen(page);
  return page;
}

/** Waits until the learner may play. */
async function expectOpen(page: Page): Promise<void> {
  await expect.poll(() => page.getByRole("button", { name: "Show the solution" }).isEnabled()).toBe(true);
}

it("the first lesson is solved by clicks, from the first view to the end, and remembered", async () => {
  const page = await openPage(together.browser);
  await page.goto(together.server.url);
  await page.getByRole("link", { name: "Learn in three minutes" }).click();
  await page.getByRole("link", { name: "Begin: The first three minutes" }).click();
  const turns: [string, string, string?][] = [
    ["e4", "e5"],
    ["e4", "f6"],
    ["e4", "d5"],
    ["c3", "j10"],
    ["c3", "e5"],
    ["e7", "e8", "Becomes a Tadpole"],
  ];
  for (const [index, [from, to, choice]] of turns.entries()) {
    await page.locator(".steps [aria-current]", { hasText: String(index + 1) }).waitFor();
    await expectOpen(page);
    await clickSquares(page, from, to);
    if (choice) await page.getByRole("button", { name: choice }).click();
    await verdict(page, "Right!");
    if (index + 1 < turns.length) await page.getByRole("button", { name: "Next", exact: true }).click();
  }
  await page.getByRole("link", { name: "Next lesson: Winning and losing" }).click();
  await heading(page, "Winning and losing").waitFor();
  await page.getByRole("link", { name: "All lessons" }).first().click();
  const card = page.getByRole("link", { name: /^The first three minutes/ });
  expect(await card.innerText()).toContain("6 of 6 solved");
  await page.reload();
  expect(await card.innerText()).toContain("6 of 6 solved");
  await page.getByRole("link", { name: "Go on: Winning and losing" }).waitFor();
  // Practice sessions are not listed as games.
  await page.goto(together.server.url);
  await page.getByRole("button", { name: "Play Scirocco" }).waitFor();
  expect(await page.locator(".table-card").count()).toBe(0);
  await page.context().close();
});

it("a wrong turn is explained and taken back, and a hint comes in three steps", async () => {
  const page = await openLesson("relay");
  await clickSquares(page, "e5", "e6");
  await verdict(page, "Not yet: P-e6");
  await page.getByText("That is the Pawn’s own step.").waitFor();
  await expect.poll(() => nameOfSquare(page, "e5")).toContain("Blue Pawn");
  await expectOpen(page);
  await clickSquares(page, "f6", "d6");
  await verdict(page, "Not yet: Der-d6");
  // The lesson has no words for this turn: its effect is described.
  await page.locator(".answer", { hasText: "Blue Dervish f6 to d6." }).waitFor();
  await expectOpen(page);
  await page.getByRole("button", { name: "Hint" }).click();
  await page.getByText("Look at the Pawn on e5.").waitFor();
  expect(await page.getByText("From e5 across f6 to g7.").count()).toBe(0);
  await page.getByRole("button", { name: "What is it about?" }).click();
  await page.getByText("From e5 across f6 to g7.").waitFor();
  await page.getByRole("button", { name: "Tell the turn" }).click();
  await page.getByText("The turn is P-g7.").waitFor();
  await clickSquares(page, "e5", "g7");
  await verdict(page, "Right!");
  await expect.poll(() => nameOfSquare(page, "g7")).toContain("Blue Pawn");
  await page.context().close();
});

it("the opponent answers a right turn, and the solution can be shown", async () => {
  const page = await openLesson("royals", LAPTOP, 4);
  await clickSquares(page, "e4", "f6");
  await page.getByText("Your opponent has answered").waitFor();
  await expect.poll(() => nameOfSquare(page, "i7")).toContain("Tan King");
  await expectOpen(page);
  await clickSquares(page, "f6", "d7");
  await verdict(page, "Right!");
  await page.getByRole("button", { name: "Exercise 1", exact: true }).click();
  await expectOpen(page);
  await page.getByRole("button", { name: "Show the solution" }).click();
  await verdict(page, "This is the solution.");
  // A task whose solution was shown is not solved.
  await page.getByRole("button", { name: "Exercise 1", exact: true }).waitFor();
  await page.getByRole("button", { name: "Exercise 4, solved" }).waitFor();
  await page.context().close();
});

it("a lesson is done by the keyboard alone, also by typing a turn", async () => {
  const page = await openLesson("igui");
  // Nothing has the focus yet.
  await page.locator('[data-square="e5"]').hover();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Genie" }).waitFor();
  await closeDialog(page);
  await page.locator('[data-square="e5"]').focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Stays where it is" }).press("Enter");
  await verdict(page, "Right!");
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Next");
  await page.keyboard.press("Enter");
  await page.locator(".steps [aria-current]", { hasText: "2" }).waitFor();
  await expectOpen(page);
  await page.keyboard.press("/");
  await page.getByLabel("Turn", { exact: true }).fill("gec7");
  await page.keyboard.press("Enter");
  await verdict(page, "Right!");
  await page.context().close();
});

const KINGS_APART =
  "It is dropped only while royal pieces of both sides stand on one line with nothing between them.";

it("pieces are dropped from the tray in a lesson", async () => {
  const page = await openLesson("drops", LAPTOP, 3);
  // A piece in hand is explained when pointed at, and one that cannot be dropped says so.
  const thunder = itemInHand(page, "White", "Thunder");
  await thunder.hover();
  await page.getByRole("complementary", { name: "The piece pointed at" }).getByText("Thunder").waitFor();
  expect(await thunder.getAttribute("aria-disabled")).toBe("true");
  await thunder.click({ force: true });
  await page.getByText(KINGS_APART).waitFor();
  await itemInHand(page, "White", "Assassin").click();
  // A square where it cannot go says why not.
  await clickSquares(page, "a4");
  await page.getByText("It must give check when it is dropped.").waitFor();
  await screenshot(page, "drop-reason");
  await itemInHand(page, "White", "Assassin").click();
  await clickSquares(page, "i8");
  await verdict(page, "Right!");
  await page.context().close();
});

it("on a phone, what leads on is in the window once an exercise is solved, and the next board then", async () => {
  const page = await openLesson("relay", PHONE);
  await clickSquares(page, "e5", "g7");
  await page.getByRole("button", { name: "Play P-g7" }).click();
  await verdict(page, "Right!");
  const next = page.getByRole("button", { name: "Next", exact: true });
  await expect
    .poll(async () => {
      const box = await next.boundingBox();
      return (box?.y ?? Infinity) + (box?.height ?? 0);
    })
    .toBeLessThan(PHONE.viewport.height);
  await next.click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.context().close();
});

it("on a phone, a piece in hand is explained when it is tapped, and why it cannot be dropped stands there", async () => {
  const page = await openLesson("drops", PHONE, 3);
  const card = page.getByRole("complementary", { name: "The piece pointed at" });
  await itemInHand(page, "White", "Assassin").tap();
  await card.getByText("Assassin").waitFor();
  await itemInHand(page, "White", "Thunder").tap({ force: true });
  await card.getByText(KINGS_APART).waitFor();
  await screenshot(page, "drop-reason-phone");
  expect(await card.locator(".piece-name").innerText()).toBe("Thunder");
  expect(await page.locator(".notice").count()).toBe(0);
  await itemInHand(page, "White", "Assassin").tap();
  await card.getByText("Assassin").waitFor();
  expect(await card.locator(".remark").count()).toBe(0);
  await page.context().close();
});

it("two pages practise side by side", async () => {
  const page = await openLesson("relay");
  const other = await page.context().newPage();
  await other.goto(`${together.server.url}/#/learn/igui`);
  await expectOpen(other);
  await clickSquares(page, "e5", "g7");
  await verdict(page, "Right!");
  expect(await nameOfSquare(other, "e5")).toContain("Blue Genie");
  await page.context().close();
});

it("puzzles are solved one after the other, and a mistake ends the row", async () => {
  const page = await openPage(together.browser);
  await page.goto(together.server.url);
  await page.getByRole("region", { name: "Puzzle of the day" }).getByRole("link").click();
  await page.locator(".task").getByText("Puzzle of the day").waitFor();
  await page.getByRole("link", { name: "All puzzles" }).click();
  await page
    .getByRole("list")
    .getByRole("link", { name: /^Scirocco/ })
    .click();
  await solve(page);
  await page.getByText("1 in a row, at best 1").waitFor();
  // The solution says what it does, and the rating rises.
  await page
    .getByRole("list", { name: "The solution" })
    .getByText(/ takes the /)
    .waitFor();
  await page.getByText(/Rating \d+ \(provisional\) \+\d+/).waitFor();
  await page.getByRole("button", { name: "Next puzzle" }).click();
  await solve(page);
  await page.getByText("2 in a row, at best 2").waitFor();
  await page.reload();
  await expectOpen(page);
  await page.getByText("2 in a row, at best 2").waitFor();
  expect(await page.locator(".task").innerText()).toContain("2 of");
  // A wrong turn is answered by the engine until it is taken back.
  await type(page, "K-h3");
  await verdict(page, "Not yet: K-h3");
  await page.getByText("The answer is").waitFor();
  const takeBack = page.getByRole("button", { name: "Take it back" });
  await takeBack.click();
  await takeBack.waitFor({ state: "detached" });
  await expectOpen(page);
  await page.getByRole("button", { name: "Show the solution" }).click();
  await page.getByText("0 in a row, at best 2").waitFor();
  await verdict(page, "This is the solution.");
  await page.context().close();
});

it("the solution of a puzzle is named, stepped through and analysed", async () => {
  const page = await openPage(together.browser);
  const number = SOLUTIONS.findIndex(({ length }) => length === 3);
  const solution = SOLUTIONS[number] ?? [];
  await page.goto(`${together.server.url}/#/puzzles/scirocco/${number + 1}`);
  await expectOpen(page);
  await page.getByRole("button", { name: "Show the solution" }).click();
  await verdict(page, "This is the solution.");
  const turns = page.getByRole("list", { name: "The solution" }).getByRole("button");
  expect(await turns.allInnerTexts()).toEqual(solution);
  const shown = () => page.locator(".solution [aria-current]").allInnerTexts();
  await expect.poll(shown).toEqual([solution[2]]);
  await page.getByRole("button", { name: "One turn back" }).click();
  await expect.poll(shown).toEqual([solution[1]]);
  await page.keyboard.press("Home");
  await expect.poll(shown).toEqual([]);
  await turns.first().click();
  await expect.poll(shown).toEqual([solution[0]]);
  await turns.last().hover();
  await page.locator(".preview").waitFor();
  expect(await page.locator(".solution .turn-tile use").count()).toBe(solution.length);
  await screenshot(page, "solution");
  await page.getByRole("button", { name: "Analyse it" }).click();
  await page.waitForURL(/#\/play\//);
  await expect
    .poll(() => page.getByRole("checkbox", { name: "Analyse this position" }).isChecked())
    .toBe(true);
  await page.context().close();
});

it("a storm goes on after a mistake, and its record is kept", async () => {
  const page = await openPage(together.browser);
  // Without chance the puzzles come in their order.
  await page.addInitScript(() => (Math.random = () => 0.5));
  await page.goto(`${together.server.url}/#/storm`);
  await page.getByRole("button", { name: /^Scirocco/ }).click();
  await page
    .getByRole("timer")
    .getByText(/^[45]:\d\d$/)
    .waitFor();
  await expect.poll(() => nameOfSquare(page, "g2")).toContain("King");
  await type(page, SOLUTIONS[0]?.[0] ?? "");
  await verdict(page, `Right: ${SOLUTIONS[0]?.[0]}`);
  await page.getByText("1 solved").waitFor();
  await expect.poll(() => nameOfSquare(page, "g3")).toContain("King");
  await type(page, "K-h3");
  await verdict(page, `Not K-h3, but ${SOLUTIONS[1]?.[0]}`);
  await page.getByText("1 solved, 1 missed").waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("Your best storm of Scirocco.").waitFor();
  await page.getByRole("link", { name: "Puzzle 2" }).waitFor();
  await page.reload();
  await page
    .getByRole("button", { name: /^Scirocco/ })
    .getByText("Your record: 1")
    .waitFor();
  await page.context().close();
});

it("a puzzle is skipped without a mistake", async () => {
  const page = await openPage(together.browser);
  await page.goto(`${together.server.url}/#/puzzles/scirocco`);
  await solve(page);
  await page.getByRole("button", { name: "Next puzzle" }).click();
  await page.getByText("Puzzle 2,").waitFor();
  await expectOpen(page);
  await page.getByRole("button", { name: "Next puzzle" }).click();
  await page.getByText("Puzzle 3,").waitFor();
  await page.getByText("1 in a row, at best 1").waitFor();
  await page.context().close();
});

it("a puzzle has an address of its own", async () => {
  const page = await openPage(together.browser);
  const { url } = together.server;
  await page.goto(`${url}/#/puzzles/scirocco/3`);
  await page.getByText("Puzzle 3,").waitFor();
  await page.getByText("Tan to move. Find the best turn.").waitFor();
  await page.goto(`${url}/#/puzzles/scirocco/2`);
  await page.getByText("Puzzle 2,").waitFor();
  await page.goto(`${url}/#/puzzles/scirocco`);
  await page.waitForURL(/#\/puzzles\/scirocco\/2$/);
  await page.getByText("Puzzle 2,").waitFor();
  await page.goto(`${url}/#/puzzles/scirocco/99999`);
  await page.getByRole("heading", { name: "No such puzzle" }).waitFor();
  await page.context().close();
});

it("an address of no lesson or no puzzles says so", async () => {
  const page = await openPage(together.browser);
  await page.goto(`${together.server.url}/#/learn/alchemy`);
  await heading(page, "No such lesson").waitFor();
  await page.goto(`${together.server.url}/#/puzzles/orthochess`);
  await heading(page, "No puzzles").waitFor();
  await page.context().close();
});

describe.each(SCREENS)("on $name", ({ name, options }) => {
  let page: Page;

  async function look(view: string): Promise<void> {
    await checkAccess(page);
    await screenshot(page, `${name}-${view}`);
  }

  beforeAll(async () => {
    page = await openPage(together.browser, options);
  });
  afterAll(() => page.context().close());

  it("the lessons", async () => {
    await page.goto(`${together.server.url}/#/learn`);
    await heading(page, "Learn by doing").waitFor();
    await look("learn");
  });

  it("a lesson", async () => {
    await page.goto(`${together.server.url}/#/learn/igui`);
    await expectOpen(page);
    await look("lesson");
  });

  it("a mistake in a lesson", async () => {
    await page.goto(`${together.server.url}/#/learn/relay`);
    await expectOpen(page);
    await clickSquares(page, "e5", "e6");
    if (options.isMobile) await page.getByRole("button", { name: "Play P-e6" }).click();
    await verdict(page, "Not yet: P-e6");
    await expectOpen(page);
    await look("lesson-wrong");
  });

  it("the puzzles", async () => {
    await page.goto(`${together.server.url}/#/puzzles`);
    await page.locator(".puzzle-games svg").first().waitFor();
    await look("puzzles");
  });

  it("a puzzle", async () => {
    await page.goto(`${together.server.url}/#/puzzles/scirocco`);
    await expectOpen(page);
    await look("puzzle");
  });
});

/** Solves the puzzle shown, as its file says. */
async function solve(page: Page): Promise<void> {
  await expectOpen(page);
  const number = /Puzzle (\d+)/.exec(await page.locator(".task").innerText())?.[1];
  const solution = SOLUTIONS[Number(number) - 1] ?? [];
  for (const [index, turn] of solution.entries()) {
    if (index % 2 === 1) continue;
    await expectOpen(page);
    await type(page, turn);
  }
  await verdict(page, "Right!");
}

/** Plays a turn as it is typed. */
async function type(page: Page, turn: string): Promise<void> {
  await page.keyboard.press("/");
  await page.getByLabel("Turn", { exact: true }).fill(turn);
  await page.keyboard.press("Enter");
}

function puzzles(): { grade: number; solution: string[] }[] {
  const text = readFileSync(join(ROOT, "games/puzzles/scirocco.toml"), "utf8");
  return (parse(text) as unknown as { puzzle: { grade: number; solution: string[] }[] }).puzzle;
}

it("pieces are learned by heart: what is missed comes again, and who remembers it is right", async () => {
  const page = await openPage(together.browser);
  await page.goto(`${together.server.url}/#/learn`);
  await page.getByRole("link", { name: "Pieces by heart" }).click();
  await page.getByText("You have met 0 of 36 pieces").waitFor();
  await page.getByRole("button", { name: "Begin" }).click();
  const question = page.locator(".card-question");
  const over = page.getByRole("heading", { name: /of 5 without a mistake/ });
  /** What has been told, by what was asked. */
  const memory = new Map<string, string[]>();
  const isLooked = { squares: false, names: false };
  let answers = 0;
  for (; answers < 60 && (await over.count()) === 0; answers++) {
    const asked = await question.getByRole("heading").first().innerText();
    if (asked.startsWith("Where can")) {
      if (!isLooked.squares) await checkAccess(page);
      // Who knows nothing yet marks one square, and learns which are right.
      const known = memory.get(asked) ?? ["b2"];
      await clickSquares(page, ...known);
      await question.getByRole("button", { name: "Check" }).click();
      const right = page.locator('.card-board [data-square][aria-label*="here"]');
      memory.set(
        asked,
        await right.evaluateAll((all) => all.map((one) => one.getAttribute("data-square") ?? "")),
      );
      if (!isLooked.squares) await screenshot(page, "cards-squares");
      isLooked.squares = true;
    } else if (!asked.startsWith("This is")) {
      // What is seen of the piece: the picture of its tile, or its squares.
      const tile = question.locator(":scope > svg use");
      const cells = question.locator('[data-square][aria-label*="here"]');
      const seen =
        (await tile.count()) > 0
          ? ((await tile.getAttribute("href")) ?? "")
          : (await cells.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")))).join();
      const [name] = memory.get(seen) ?? [];
      const choices = question.locator(".choices button");
      await (name === undefined ? choices.first() : choices.getByText(name, { exact: true })).click();
      memory.set(seen, [await question.locator(".choices .right").innerText()]);
      if (!isLooked.names) await checkAccess(page);
      if (!isLooked.names) await screenshot(page, "cards-names");
      isLooked.names = true;
    } else if (answers === 0) {
      await checkAccess(page);
      await screenshot(page, "cards-meet");
    }
    await page.keyboard.press("Enter");
    const next = page.locator(`progress[value="${answers + 1}"]`);
    await next.or(over).waitFor();
  }
  expect(await over.count()).toBe(1);
  // Five are shown, and each is asked about twice; all but one in four guesses were wrong at first.
  expect(answers).toBeGreaterThan(15);
  await checkAccess(page);
  await screenshot(page, "cards-over");
  await page.getByText("You have met 5 of 36 pieces").waitFor();
  await page.reload();
  await page.getByText("You have met 5 of 36 pieces; 0 are to be asked about again").waitFor();
  await page.context().close();
});

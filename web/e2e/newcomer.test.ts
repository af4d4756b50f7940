/**
 * The ways of a newcomer to a game of one's own, without a manual: clicks and typed characters are counted and bounded, as seconds on
 * a busy machine say nothing.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { expectListed, openPage } from "./browser";
import { ROOT } from "./server";
import { itServed } from "./site";
import { startTogether } from "./together";

const together = startTogether();

/** A person at a page: what is clicked and typed is counted. A text from the clipboard is one action, like a click. */
function personAt(page: Page) {
  let clicks = 0;
  let characters = 0;
  return {
    page,
    async click(target: Locator | string) {
      clicks++;
      await (typeof target === "string" ? page.getByRole("button", { name: target, exact: true }) : target).click(); // prettier-ignore
    },
    square(name: string, within = ".board") {
      return this.click(page.locator(`${within} [data-square="${name}"]`).first());
    },
    async type(text: string) {
      characters += text.length;
      await page.keyboard.type(text);
    },
    async paste(target: Locator, text: string) {
      clicks++;
      await target.fill(text);
    },
    /** What it has cost so far. */
    effort: () => ({ clicks, characters }),
  };
}

type Person = ReturnType<typeof personAt>;

const newcomer = async (): Promise<Person> => personAt(await openPage(together.browser));
const playable = (page: Page) =>
  page.locator(".workshop-mistakes [role=status]", { hasText: "No mistakes" }).waitFor();

/** From the first page to the place where games are made. */
async function toWorkshop(person: Person): Promise<void> {
  await person.page.goto(`${together.server.url}/#/`);
  await person.click(person.page.getByRole("link", { name: "Make a game of your own" }));
}

/** Begins a game from the workshop and plays a turn. */
async function playTurn(person: Person, from: string, to: string): Promise<void> {
  await person.click("Play");
  await person.click("Begin");
  await person.page.locator(".player").first().waitFor();
  await person.square(from);
  await person.square(to);
  await expectListed(person.page, to);
}

it("a game with a new piece is made and played with twelve clicks and no typing", async () => {
  const person = await newcomer();
  const { page } = person;
  await toWorkshop(person);
  await person.click("8 × 8");
  await playable(page);
  await person.click("A new piece");
  await person.click("Create it");
  // It leaps two squares ahead, and to all squares like that.
  await person.click(page.locator('.move-square[data-at="0,2"]'));
  await person.click("Put it on the board");
  await person.square("d1", ".workshop-board");
  await person.square("f1", ".workshop-board");
  await page.getByRole("heading", { name: "Newcomer" }).waitFor();
  await playable(page);
  // It leaps over the Pawn before it.
  await playTurn(person, "d1", "d3");
  const { clicks, characters } = person.effort();
  expect(clicks).toBeLessThanOrEqual(12);
  expect(characters).toBe(0);
  await page.context().close();
});

it.each([
  { kind: "an Interactive Diagram", file: "camels.txt", reports: true, turn: ["a2", "a3"] },
  { kind: "a variants.ini", file: "", reports: false, turn: ["a2", "a3"] },
] as const)("$kind is pasted and played with eight clicks", async ({ file, turn }) => {
  const person = await newcomer();
  const { page } = person;
  const ini = "[croaks:chess]\ncustomPiece1 = t:WfN\nstartFen = tnbqkbnt/pppppppp/8/8/8/8/PPPPPPPP/TNBQKBNT w - - 0 1\ncastling = false\n"; // prettier-ignore
  const text = file === "" ? ini : readFileSync(join(ROOT, "xtask/imports", file), "utf8");
  await toWorkshop(person);
  await person.paste(page.getByLabel("The text of a game or of pieces"), text);
  await person.click("Read it");
  // Where something could not be said, a report comes first.
  const opens = page.getByRole("button", { name: "Open it" });
  await opens.or(page.locator(".workshop")).first().waitFor();
  if (await opens.isVisible()) await person.click(opens);
  await playable(page);
  await playTurn(person, turn[0], turn[1]);
  const { clicks, characters } = person.effort();
  expect(clicks).toBeLessThanOrEqual(8);
  expect(characters).toBe(0);
  await page.context().close();
});

itServed("a friend in another browser plays it with one click more than a turn", async () => {
  const person = await newcomer();
  const { page } = person;
  await toWorkshop(person);
  await person.click("8 × 8");
  await playable(page);
  await person.click("Play");
  await person.click(page.getByText("A friend elsewhere"));
  await person.click("Begin");
  const link = await page.getByLabel("The link for your friend").inputValue();
  expect(person.effort().clicks).toBeLessThanOrEqual(5);

  const friend = await newcomer();
  await friend.page.goto(link);
  await friend.click("Accept");
  await friend.page.locator(".player.bottom", { hasText: "you" }).waitFor();
  await person.square("a2");
  await person.square("a3");
  await expectListed(friend.page, "a3");
  await friend.square("a7");
  await friend.square("a6");
  await expectListed(page, "a6");
  expect(friend.effort().clicks).toBeLessThanOrEqual(3);
  await page.context().close();
  await friend.page.context().close();
});

/** Slips of people who know chess or another program, and what the message says. */
const SLIPS: readonly (readonly [was: string, is: string, says: RegExp])[] = [
  ['ability = "F + forwardmost N"', 'ability = "F + forwardmos N"', /Replace by “forwardmost”/],
  ['ability = "F + forwardmost N"', 'ability = "FfN"', /Betza’s notation: here/],
  ['ability = "F + forwardmost N"', 'ability = "f"', /Replace by “F”/],
  ['ability = "F + forwardmost N"', 'ability = "F, N"', /cannot stand here: expected .*“\+”/],
  ['id = "C"', 'id = "P"', /is an id for both Pawn and Captain/],
  ['pieces = ["King", ', 'pieces = ["Kign", ', /Replace by “King”/],
  ['check = "binds"', 'check = "bind"', /Replace by “binds”/],
  ['check = "binds"', 'chek = "binds"', /Replace by “check”/],
  ["files = 8", 'files = "8"', /must be a whole number/],
  ["files = 8", "files = 40", /must be 1 to 26/],
  ["  P P P P P P P P", "  P P P P P P P", /rank 2 has 7 squares: the board has 8 files/],
  ['Pawn = ["Rook", "Captain"]', 'Pawn = ["Rok"]', /Replace by “Rook”/],
  ['symmetry = "mirror"', "symmetry = mirror", /string values must be quoted/],
];

it("typical slips lead to messages that say what to write", async () => {
  const { page } = await newcomer();
  await page.goto(`${together.server.url}/#/make`);
  await page.getByRole("button", { name: "8 × 8" }).click();
  await playable(page);
  const text = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((key) => key.startsWith("beaufort/draft/")) ?? "";
    return (JSON.parse(localStorage.getItem(key) ?? "{}") as { text: string }).text;
  });
  const told = new Map<string, string>();
  for (const [was, is] of SLIPS) {
    expect(text, was).toContain(was);
    await page.getByRole("textbox", { name: "The game file" }).click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText(text.replace(was, is));
    const list = page.locator(".workshop-mistakes");
    await list.locator("[role=status]", { hasText: /mistake/ }).waitFor();
    await list.locator("li").first().waitFor();
    told.set(is, await list.innerText());
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText(text);
    await playable(page);
  }
  for (const [, is, says] of SLIPS) expect(told.get(is), is).toMatch(says);
  await page.context().close();
});

/** The page in another language: by the browser, by choice, in the midst of a game. */

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import {
  LAPTOP,
  PHONE,
  QUIET,
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

/** A view after the other takes its time on a busy machine. */
const TIMEOUT = { timeout: 240_000 };

const SCREENS = [
  { name: "laptop", options: LAPTOP },
  { name: "phone", options: PHONE },
];

const languageOf = (page: Page) => page.evaluate(() => document.documentElement.lang);

/** Checks that nothing on a page with short words is cut off, and keeps a picture of it. */
async function look(page: Page, name: string): Promise<void> {
  await screenshot(page, `french-${name}`);
  await checkAccess(page);
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("button, summary, label, .segments label, nav a")]
      .filter((one) => one.checkVisibility() && getComputedStyle(one).overflow !== "visible")
      .filter((one) => one.scrollWidth > one.clientWidth + 1)
      .map((one) => one.innerText),
  );
  expect(cut, name).toEqual([]);
}

it.each(SCREENS)("whoever reads French plays a game in French: $name", TIMEOUT, async ({ name, options }) => {
  const page = await openPage(together.browser, { ...options, locale: "fr-CA" });
  await page.goto(together.server.url);
  await page.getByRole("heading", { name: "Les échecs, par vent plus fort" }).waitFor();
  expect(await languageOf(page)).toBe("fr");
  await look(page, `${name}-games`);
  await page.getByRole("button", { name: "Jouer à Scirocco" }).click();
  await page.getByText("Un ami ici").click();
  await page.getByText("Comme sur le diagramme").click();
  await look(page, `${name}-new-game`);
  await page.getByRole("button", { name: "Commencer", exact: true }).click();
  await page.locator(".player").first().waitFor();
  expect(await nameOfSquare(page, "e3")).toContain("Pion Bleu");
  await clickSquares(page, "e3", "e4");
  // On a phone a turn is confirmed first.
  if (options === PHONE) await page.getByRole("button", { name: "Jouer P-e4" }).click();
  await expectTurn(page, "P-e4");
  expect(await page.locator("[aria-live=polite].visually-hidden").innerText()).toBe(
    "Pion Bleu de e3 à e4. Trait à Beige.",
  );
  await look(page, `${name}-board`);
  const tops = await page
    .locator(".controls > *:not(.gap)")
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
  expect(Math.max(...tops) - Math.min(...tops), "the buttons stand in one row").toBeLessThan(8);
  for (const panel of ["Examen", "Analyse", "Vue"]) {
    await page.getByText(panel, { exact: true }).click();
    await look(page, `${name}-${panel}`);
  }
  await page.goto(`${together.server.url}/#/`);
  await page.locator(".table-card .stand", { hasText: /^1 coup, trait à Beige$/ }).waitFor();
  await page.context().close();
});

it.each(SCREENS)("every view has its French words: $name", TIMEOUT, async ({ name, options }) => {
  const page = await openPage(together.browser, { ...options, locale: "fr-FR" });
  for (const [path, words] of [
    ["learn", "Apprendre en jouant"],
    ["learn/basics", "Un Pion va d’une case droit devant."],
    ["puzzles", "Problèmes"],
    ["puzzles/scirocco", "Trouvez"],
    ["pieces/jupiter", "Toutes les pièces à la fois"],
    ["pieces/larger-board/Wz", "change de place avec des ennemis"],
    ["editor/larger-board", "Côté"],
    ["help", "Comment jouer ici"],
    ["help/scirocco", "Les pièces sont promues dans les 3 dernières rangées"],
    ["nowhere", "Il n’y a rien ici"],
  ] as const) {
    await page.goto(`${together.server.url}/#/${path}`);
    if (path !== "editor/larger-board") await page.getByText(words).first().waitFor();
    else await page.getByRole("button", { name: "Jouer à partir d’ici" }).waitFor();
    await look(page, `${name}-${path.replaceAll("/", "-")}`);
  }
  await page.context().close();
});

it("the language is changed in the midst of a game, and kept", async () => {
  const page = await openPage(together.browser);
  await openTable(page, together.server.url, "scirocco", QUIET);
  expect(await languageOf(page)).toBe("en");
  await clickSquares(page, "f4");
  const chosen = page.locator("[data-square=f4][aria-selected=true]");
  await chosen.waitFor();
  await page.getByText("View", { exact: true }).click();
  await page.getByLabel("Language").selectOption({ label: "Français" });
  await page.getByRole("button", { name: "Reprendre" }).waitFor();
  expect(await languageOf(page)).toBe("fr");
  // The piece in hand stays in hand, and the panel open.
  expect(await nameOfSquare(page, "f4")).toContain("Pion Bleu, choisie");
  await page.getByLabel("Langue").waitFor();
  await clickSquares(page, "f5");
  await expect.poll(() => nameOfSquare(page, "f5")).toContain("Pion Bleu");
  await page.reload();
  await expectTurn(page, "Pf4-f5");
  await page.getByText("Vue", { exact: true }).click();
  await page.getByLabel("Langue").selectOption({ label: "English" });
  await page.getByRole("button", { name: "Take back" }).waitFor();
  expect(await languageOf(page)).toBe("en");
  await page.context().close();
});

it("the end of a game is told in French", async () => {
  const page = await openPage(together.browser, { ...LAPTOP, locale: "fr" });
  const position = encodeURIComponent("9(K)/9(R)/10/10/10/10/10/10/9[R]/[K]9 b");
  await page.goto(`${together.server.url}/#/editor/scirocco/${position}`);
  await page.getByRole("button", { name: "Jouer à partir d’ici" }).click();
  await page.getByText("Un ami ici").click();
  await page.getByRole("button", { name: "Commencer", exact: true }).click();
  await clickSquares(page, "j2", "j9");
  await page.locator(".ending h2").waitFor();
  expect(await page.locator(".ending h2").innerText()).toBe("Bleu a gagné");
  expect(await page.locator(".ending p").first().innerText()).toMatch(
    /^1-0 Beige n’a plus qu’une seule pièce\.$/,
  );
  await look(page, "ending");
  await page.context().close();
});

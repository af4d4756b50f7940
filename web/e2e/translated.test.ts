/** A page on which a translator of the browser works. */

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { clickSquares, openPage, openTable } from "./browser";
import { startTogether } from "./together";

const together = startTogether();

/**
 * Translates as browsers do: each text is taken out of the page, and a `font` element with the translation stands in its place; or the
 * text is put into such an element.
 */
async function translate(page: Page, how: "replace" | "wrap"): Promise<void> {
  await page.evaluate((how) => {
    const font = () => document.createElementNS("http://www.w3.org/1999/xhtml", "font");
    const work = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        if (!text.data.trim() || text.parentElement?.closest("font, script, style, [translate=no]")) continue;
        const outer = font();
        const inner = outer.appendChild(font());
        if (how === "replace") {
          inner.textContent = text.data.toUpperCase();
          text.replaceWith(outer);
        } else {
          text.replaceWith(outer);
          inner.append(text);
        }
      }
    };
    work();
    // It translates what is new, too.
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(work, 50);
    };
    new MutationObserver(later).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  }, how);
}

for (const how of ["replace", "wrap"] as const)
  it(`a page that is translated goes on telling the truth (${how})`, async () => {
    const page = await openPage(together.browser);
    await openTable(
      page,
      together.server.url,
      "scirocco",
      "9(K)/9(P)/10/10/10/6[Der][P]2/5[P]4/10/10/[K]9 b",
    );
    const card = page.locator(".piece-card");
    const words = async () => ((await card.textContent()) ?? "").toLowerCase();
    const point = (square: string) => page.locator(`[data-square="${square}"]`).hover();
    await point("g5");
    await expect.poll(words).toContain("dervish");
    await translate(page, how);
    await expect.poll(() => card.locator("font").count()).toBeGreaterThan(0);
    for (const [square, name] of [
      ["h5", "pawn"],
      ["g5", "dervish"],
      ["a1", "king"],
      ["f4", "pawn"],
    ] as const) {
      await point(square);
      await expect.poll(words).toContain(name);
      const others = ["dervish", "pawn", "king"].filter((other) => other !== name);
      const heading = (await card.locator(".piece-name").textContent())?.toLowerCase() ?? "";
      for (const other of others) expect(heading).not.toContain(other);
    }
    // The line that says whose turn it is, and the turns.
    await clickSquares(page, "h5", "h6");
    const turn = page.locator(".turn[aria-current]");
    await turn.waitFor();
    expect(await turn.textContent()).toBe("Ph5-h6");
    expect(await turn.locator("font").count()).toBe(0);
    const mover = async () => ((await page.locator(".player.to-move").textContent()) ?? "").toLowerCase();
    await expect.poll(mover).toContain("tan");
    expect(await mover()).toContain("to move");
    expect(
      (await page.locator(".player").allTextContents()).join().toLowerCase().split("to move").length,
    ).toBe(2);
    await page.context().close();
  });

/** The overlays show loans, attacks on a King, and the powers of pieces. */

import { expect, it } from "vitest";
import { LAPTOP, askHint, clickSquares, nameOfSquare, openPage, openTable, screenshot } from "./browser";
import { startTogether } from "./together";

const together = startTogether();

it("loans are frames around the pieces and lines under them", async () => {
  const page = await openPage(together.browser);
  await openTable(page, together.server.url, "scirocco", "9(K)/9(P)/10/10/10/6[Der][P]2/5[P]4/10/10/[K]9 b");
  await clickSquares(page, "f4");
  const order = () =>
    page.locator(".board-picture").evaluate((board) => {
      const all = [...board.querySelectorAll(".pieces, .loan-line")];
      return all.map((element) => element.classList[0]);
    });
  await expect.poll(order).toContain("loan-line");
  expect((await order()).at(-1)).toBe("pieces");
  expect(await page.locator(".lender").count()).toBe(1);
  expect(await page.locator(".borrower").count()).toBeGreaterThan(0);
  await screenshot(page, "loans");
  await page.context().close();
});

it("a King that is attacked is seen on its square, and said in words", async () => {
  const page = await openPage(together.browser);
  await openTable(page, together.server.url, "scirocco", "9(K)/9(P)/10/10/10/10/10/1(N)8/[P]9/[K]9 b");
  const status = page.locator(".status[aria-live]");
  await status.getByText("Blue: King a1 can be taken by Knight b3.").waitFor();
  expect(await page.locator(".in-check").count()).toBe(1);
  await screenshot(page, "in-check");
  await clickSquares(page, "a2", "b3");
  await status.getByText("can be taken").waitFor({ state: "detached" });
  expect(await page.locator(".in-check").count()).toBe(0);
  await page.context().close();
});

it.each(["light", "dark"] as const)(
  "arrows are seen on tiles of any colour, in the %s page",
  async (colorScheme) => {
    const page = await openPage(together.browser, { ...LAPTOP, colorScheme });
    await openTable(page, together.server.url, "scirocco", "9(K)/9(P)/10/10/10/10/10/1(N)8/[P]9/[K]9 b");
    await askHint(page);
    await page.locator(".arrow.advice.best").waitFor({ state: "attached" });
    for (const arrow of [".arrow.advice.best", ".arrow.threat"]) {
      const contrast = await page
        .locator(arrow)
        .first()
        .evaluate((one) => {
          const luminance = (element: Element | null) => {
            const colour = element ? getComputedStyle(element).stroke : "";
            const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
              const value = Number(part) / 255;
              return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
            });
            return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
          };
          const [line, halo] = [one.querySelector("path:last-child"), one.querySelector(".halo")];
          const [low = 0, high = 0] = [luminance(line), luminance(halo)].sort((a, b) => a - b);
          return (high + 0.05) / (low + 0.05);
        });
      // The contrast that a picture needs to its surroundings.
      expect(contrast, arrow).toBeGreaterThan(3);
    }
    await page.context().close();
  },
);

it("what a turn takes and what it brings can both be read", async () => {
  const page = await openPage(together.browser);
  await openTable(page, together.server.url, "scirocco", "9(K)/9(P)/3(N)6/4[P]5/10/10/10/10/10/[K]9 b");
  await clickSquares(page, "e7", "d8");
  await page.getByRole("button", { name: "Becomes a Tadpole" }).hover();
  const ghost = page.locator(".ghost-captured");
  const [square, arriving] = [
    await page.locator('[data-square="d8"]').boundingBox(),
    await ghost.locator(".arriving").boundingBox(),
  ];
  expect(arriving?.height).toBeLessThan(0.6 * (square?.height ?? 0));
  expect(await ghost.locator(".arriving").evaluate((one) => getComputedStyle(one).opacity)).toBe("1");
  await page.context().close();
});

it("the diagram of a piece begins with others to whom it can do something", async () => {
  const page = await openPage(together.browser);
  await page.goto(`${together.server.url}/#/pieces/scirocco/Ge`);
  await expect.poll(() => nameOfSquare(page, "f6")).toContain("captures this piece without moving");
  await page.goto(`${together.server.url}/#/pieces/larger-board/El`);
  await expect.poll(() => nameOfSquare(page, "c4")).toContain("White King");
  await page.context().close();
});

it("the list of the guide has the letters that stand on the tiles, of promoted pieces too", async () => {
  const page = await openPage(together.browser);
  await page.goto(`${together.server.url}/#/pieces/scirocco`);
  const genie = page.locator(".guide-list li", { hasText: "Genie" });
  await genie.waitFor();
  expect(await genie.locator("small").innerText()).toBe("Ge, promoted");
  await page.context().close();
});

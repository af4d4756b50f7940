/** The page while the games cannot be saved. */

import { expect } from "vitest";
import { clickSquares, expectTurn, openPage, openTable } from "./browser";
import { itServed } from "./site";
import { startTogether } from "./together";

const together = startTogether();
const POSITION = "9(K)/9(P)/10/10/10/10/10/10/[P]9/[K]9 b";

itServed("says so on every view, changes nothing, and goes on when the disk works again", async () => {
  const { server, browser } = together;
  const page = await openPage(browser);
  await openTable(page, server.url, "scirocco", POSITION);
  await clickSquares(page, "a2", "a3");
  await expectTurn(page, "P-a3");
  server.setDisk(false);
  await clickSquares(page, "j9", "j8");
  const banner = page.getByText("cannot be saved at present");
  await banner.waitFor();
  expect(await page.locator(".turn", { hasText: "P-j8" }).count()).toBe(0);
  await page.getByRole("link", { name: "Help", exact: true }).click();
  expect(await banner.isVisible()).toBe(true);
  await page.getByRole("link", { name: "Board", exact: true }).click();
  server.setDisk(true);
  await banner.waitFor({ state: "detached" });
  await clickSquares(page, "j9", "j8");
  await expectTurn(page, "P-j8");
  await server.restart();
  await page.reload();
  await expectTurn(page, "P-j8");
  await page.context().close();
});

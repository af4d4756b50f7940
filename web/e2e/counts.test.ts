/** What a turn costs the page, counted: a count is the same on every machine. */

import { expect, it } from "vitest";
import { LAPTOP, clickSquares, openPage, playWithFriend } from "./browser";
import { startTogether } from "./together";

const together = startTogether();

/** What changes of the page for a turn: most of it is in the list of turns and on the squares that were left and reached. */
const MOST_CHANGES = 400;
/** How often the page is laid out from the first click of a turn to its picture. */
const MOST_LAYOUTS = 15;

it("a turn of Jupiter changes little of the page", async () => {
  const page = await openPage(together.browser, LAPTOP);
  await playWithFriend(page, together.server.url, "Jupiter");
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const layouts = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "LayoutCount")?.value ?? 0;
  };
  await page.evaluate(() => {
    const counted = { changes: 0 };
    Object.assign(window, { counted });
    const count = (records: MutationRecord[]) =>
      (counted.changes += records
        .map(({ addedNodes, removedNodes }) => Math.max(1, addedNodes.length + removedNodes.length))
        .reduce((sum, number) => sum + number, 0));
    const everything = { attributes: true, characterData: true, childList: true, subtree: true };
    new MutationObserver(count).observe(document.body, everything);
  });
  const changes = () =>
    page.evaluate(() => (window as unknown as { counted: { changes: number } }).counted.changes);

  const walk = ["d", "e", "g", "h"].flatMap((file) => [
    [`${file}6`, `${file}7`] as const,
    [`${file}11`, `${file}10`] as const,
  ]);
  const costs: { changes: number; layouts: number }[] = [];
  for (const [index, [from, to]] of walk.entries()) {
    const before = { changes: await changes(), layouts: await layouts() };
    await clickSquares(page, from, to);
    await page.locator(".moves .turn").nth(index).waitFor();
    costs.push({
      changes: (await changes()) - before.changes,
      layouts: (await layouts()) - before.layouts,
    });
  }
  console.info(`a turn of Jupiter: ${JSON.stringify(costs)}`);
  for (const cost of costs) {
    expect(cost.changes).toBeLessThan(MOST_CHANGES);
    expect(cost.layouts).toBeLessThan(MOST_LAYOUTS);
  }
  await page.context().close();
});

/** A claim against an absent player, which one waits two minutes for. */

import { expect } from "vitest";
import { PHONE, checkAccess, expectTurn, openPage } from "./browser";
import { accept, invite, play } from "./elsewhere";
import { itServed } from "./site";
import { startTogether } from "./together";

const together = startTogether();

itServed(
  "who waits for long for a player who stays away claims the win",
  async () => {
    const { browser, server } = together;
    const maker = await openPage(browser);
    const link = await invite(maker, server.url, "Scirocco");
    const friend = await openPage(browser, PHONE);
    await accept(friend, link);
    await friend.locator(".player.bottom", { hasText: "you" }).waitFor();
    await play(maker, ["f1", "e4"], "C-e4");
    await play(friend, ["a8", "a7"], "P-a7");
    await expectTurn(maker, "P-a7");
    await play(maker, ["e4", "f7"], "C-f7");
    await expectTurn(friend, "C-f7");
    const table = friend.url();
    await friend.goto("about:blank");
    await maker.getByText(/away for \d+ s/).waitFor();
    expect(await maker.getByRole("button", { name: "Claim the win" }).count()).toBe(0);
    await maker.getByRole("button", { name: "Claim the win" }).waitFor({ timeout: 150_000 });
    await checkAccess(maker);
    await maker.getByRole("button", { name: "Claim the win" }).click();
    await maker.getByText(/claims the win/).waitFor();
    // A return in time averts the claim.
    await friend.goto(table);
    await friend.locator(".player.bottom", { hasText: "you" }).waitFor();
    await maker.getByText(/claims the win/).waitFor({ state: "detached" });
    await play(friend, ["b8", "b7"], "P-b7");
    await expectTurn(maker, "P-b7");
    await maker.context().close();
    await friend.context().close();
  },
  240_000,
);

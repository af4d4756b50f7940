import { createRoot } from "solid-js";
import { beforeEach, expect, it, vi } from "vitest";
import { COURSE } from "../../../learn/course";
import type { Event, GameView, Start } from "../../../protocol/protocol";
import { createLearned } from "../../../state/learned";
import { Memory } from "../../../state/memory";
import { ForgivingStorage } from "../../../state/storage";
import { WON_BATTLES } from "../words";
import { keepVictory } from "./victory";

beforeEach(() => {
  vi.stubGlobal("addEventListener", () => undefined);
});

/** Returns the evenings that count as won after a victory in a game that began so. */
async function wonBy(game: { id: string; text?: string }, start: Start): Promise<string[]> {
  const storage = new ForgivingStorage(new Memory());
  const exported = { type: "exported", start } as unknown as Event;
  const view = { summary: { id: game.id }, text: game.text } as unknown as GameView;
  return createRoot(async (dispose) => {
    await keepVictory({ askQuietly: () => Promise.resolve([exported]), storage }, view);
    const won = [...createLearned(storage).solved(WON_BATTLES)];
    dispose();
    return won;
  });
}

it("a battle is won from its array, and not from a position that somebody has arranged", async () => {
  const [first] = COURSE;
  const text = first && "text" in first.battle ? first.battle.text : "";
  const battle = { id: "own-1", text };
  expect(await wonBy(battle, { type: "default" })).toEqual(["steps"]);
  expect(await wonBy(battle, { type: "position", text: "8/8" })).toEqual([]);
  expect(await wonBy(battle, { type: "record", text: "1. P-d3" })).toEqual([]);
});

it("any game of Jupiter is the last battle, and other games are none", async () => {
  expect(await wonBy({ id: "jupiter" }, { type: "setUp" })).toEqual(["jupiter"]);
  expect(await wonBy({ id: "scirocco" }, { type: "default" })).toEqual([]);
  expect(await wonBy({ id: "own-2", text: "name = 'Mine'" }, { type: "default" })).toEqual([]);
});

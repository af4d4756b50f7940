import { createRoot } from "solid-js";
import { beforeEach, expect, it, vi } from "vitest";
import { MAX_LEARNED_GAMES, createCards } from "./cards";
import { Memory } from "./memory";

const DAY = 24 * 60 * 60 * 1000;
const START = new Date("2026-11-01T12:00:00Z").getTime();

/** Returns the cards of a game some days after the start. */
const open = (storage: Storage, days = 0, game = "scirocco") =>
  createRoot(() => createCards(storage, game, () => new Date(START + days * DAY)));

beforeEach(() => {
  vi.stubGlobal("addEventListener", () => undefined);
});

it("a piece that was known comes back after days, and later each time", () => {
  const storage = new Memory();
  open(storage).answer("Gu", true);
  const cards = open(storage);
  expect([...cards.known()]).toEqual(["Gu"]);
  expect(cards.due()).toEqual([]);
  const waits = [0, 0, 0].map(() => {
    const from = (open(storage).next()?.getTime() ?? 0) - START;
    expect(open(storage, from / DAY - 0.01).due()).toEqual([]);
    const then = open(storage, from / DAY);
    expect(then.due()).toEqual(["Gu"]);
    then.answer("Gu", true);
    return ((then.next()?.getTime() ?? 0) - START - from) / DAY;
  });
  expect(waits[0]).toBeGreaterThanOrEqual(1);
  expect(waits[1]).toBeGreaterThan(waits[0] ?? 0);
  expect(waits[2]).toBeGreaterThan(waits[1] ?? 0);
});

it("one that was not known comes back sooner, and the most urgent first", () => {
  const storage = new Memory();
  const cards = open(storage);
  cards.answer("Gu", true);
  cards.answer("Pr", false);
  const next = (open(storage).next()?.getTime() ?? 0) - START;
  expect(open(storage, next / DAY).due()[0]).toBe("Pr");
  expect(open(storage, 100).due()).toEqual(["Pr", "Gu"]);
});

it("games have cards of their own, and those of too many are dropped", () => {
  const storage = new Memory();
  for (let day = 0; day <= MAX_LEARNED_GAMES; day++) open(storage, day, `game-${day}`).answer("K", true);
  expect(open(storage, 0, "game-0").known().size).toBe(0);
  expect(open(storage, 0, "game-1").known().size).toBe(1);
  expect(storage.length).toBe(MAX_LEARNED_GAMES);
});

it("what cannot be understood is left out", () => {
  const storage = new Memory();
  open(storage).answer("Gu", true);
  const key = storage.key(0) ?? "";
  const kept = JSON.parse(storage.getItem(key) ?? "") as { cards: Record<string, unknown> };
  const { Gu } = kept.cards as { Gu: object };
  const cards = {
    Gu,
    a: 7,
    b: { ...Gu, due: "soon" },
    c: { ...Gu, stability: "much" },
    d: { ...Gu, reps: -1 },
  };
  storage.setItem(key, JSON.stringify({ ...kept, cards }));
  expect([...open(storage).known()]).toEqual(["Gu"]);
  storage.setItem(key, "no JSON");
  expect(open(storage).known().size).toBe(0);
});

import { createRoot } from "solid-js";
import { beforeEach, expect, it, vi } from "vitest";
import { MAX_LISTS, MAX_SOLVED, createLearned } from "./learned";
import { NEW_RATING } from "../learn/rating";
import { Memory } from "./memory";
import { ForgivingStorage } from "./storage";

const open = (storage: Storage) => createRoot(() => createLearned(storage));

beforeEach(() => {
  vi.stubGlobal("addEventListener", () => undefined);
});

it("what is solved is kept, list by list", () => {
  const storage = new Memory();
  const learned = open(storage);
  learned.solve("lessons/relay", "a");
  learned.solve("lessons/relay", "a");
  learned.solve("puzzles/typhoon", "b");
  for (const one of [learned, open(storage)]) {
    expect([...one.solved("lessons/relay")]).toEqual(["a"]);
    expect([...one.solved("puzzles/typhoon")]).toEqual(["b"]);
    expect(one.solved("puzzles/jupiter").size).toBe(0);
  }
});

it("puzzles in a row are counted until a mistake, and the best row is kept", () => {
  const storage = new Memory();
  const learned = open(storage);
  for (const isClean of [true, true, false, true]) learned.count(isClean);
  expect([learned.streak(), learned.best()]).toEqual([1, 2]);
  expect([open(storage).streak(), open(storage).best()]).toEqual([1, 2]);
});

it("the rating, the days in a row and the records of storms are kept", () => {
  const storage = new Memory();
  const learned = open(storage);
  learned.rate(5, true);
  learned.rate(1, false);
  for (const day of [7, 8, 8, 10, 11, 12]) learned.solveDay(day);
  learned.keepStorm("scirocco", 7);
  learned.keepStorm("scirocco", 5);
  for (const one of [learned, open(storage)]) {
    expect(one.rating().deviation).toBeLessThan(NEW_RATING.deviation);
    expect(Math.abs(one.rating().value - NEW_RATING.value)).toBeGreaterThan(1);
    // The tenth day was the first after a gap; a day later the row goes on, and two days later it is over.
    expect([12, 13, 14].map(one.daysUntil)).toEqual([3, 3, 0]);
    expect(["scirocco", "jupiter"].map(one.storm)).toEqual([7, 0]);
  }
});

it("what another page has kept meanwhile is not lost", () => {
  const storage = new Memory();
  const [one, other] = [open(storage), open(storage)];
  one.solve("lessons/relay", "a");
  other.solve("lessons/relay", "b");
  expect([...open(storage).solved("lessons/relay")].sort()).toEqual(["a", "b"]);
});

it("the oldest go where there are too many", () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => String(index));
  const lists = many(MAX_LISTS - 1).map((list) => [`lessons/${list}`, ["a"]] as const);
  const solved = { ...Object.fromEntries(lists), "puzzles/jupiter": many(MAX_SOLVED) };
  const storage = new Memory();
  storage.setItem("beaufort/learned", JSON.stringify({ solved }));
  const learned = open(storage);
  learned.solve("puzzles/jupiter", "new");
  const puzzles = learned.solved("puzzles/jupiter");
  expect([puzzles.size, puzzles.has("0"), puzzles.has("new")]).toEqual([MAX_SOLVED, false, true]);
  learned.solve("lessons/new", "a");
  expect([learned.solved("lessons/0").size, learned.solved("lessons/1").size]).toEqual([0, 1]);
});

it("what cannot be understood is no hindrance", () => {
  for (const text of [
    "",
    "[",
    "null",
    "7",
    '{"solved":[1],"streak":-1}',
    '{"solved":{"a":7,"b":[1,"c"]},"rating":{"value":"x"},"storms":[3]}',
  ]) {
    const storage = new Memory();
    storage.setItem("beaufort/learned", text);
    const learned = open(storage);
    expect([learned.streak(), learned.rating()]).toEqual([0, NEW_RATING]);
    learned.solve("b", "d");
    expect(learned.solved("b").has("d"), text).toBe(true);
  }
});

it("where nothing can be kept the page still knows", () => {
  const storage = new Memory();
  const full = () => {
    throw new Error("full");
  };
  const learned = open(new ForgivingStorage(Object.assign(storage, { setItem: full })));
  learned.solve("lessons/relay", "a");
  learned.solve("lessons/relay", "b");
  expect([...learned.solved("lessons/relay")]).toEqual(["a", "b"]);
});

import { createRoot } from "solid-js";
import { beforeEach, expect, it, vi } from "vitest";
import type { GameSummary } from "../protocol/protocol";
import { MAX_DRAFTS, MAX_DRAFT_NAME, createDrafts, draftName } from "./drafts";
import { Memory } from "./memory";
import { ForgivingStorage } from "./storage";

let clock = 0;
/** Opens a page with drafts; it hears nothing of other pages. */
const open = (storage: Storage) =>
  createRoot(() => createDrafts(new ForgivingStorage(storage), () => ++clock));

const SUMMARY = {
  id: "own-1",
  name: "Tiny",
  files: 2,
  ranks: 2,
  sides: ["White", "Black"],
  start: [2, 0, 0, 3],
} as GameSummary;

beforeEach(() => {
  vi.stubGlobal("addEventListener", () => undefined);
});

it("drafts are kept by their names, the one that changed last first", () => {
  const storage = new Memory();
  const drafts = open(storage);
  expect(drafts.create("  My\n game ", "a")).toBe("My game");
  expect(drafts.create("My game", "b")).toBe("My game 2");
  expect(drafts.save("My game", "c", "a")).toBe("saved");
  expect(drafts.all().map(({ name, text }) => [name, text])).toEqual([
    ["My game", "c"],
    ["My game 2", "b"],
  ]);
  expect(open(storage).all()).toEqual(drafts.all());
  expect(drafts.rename("My game", "My game 2")).toBe(false);
  expect(drafts.rename("My game", " ")).toBe(false);
  expect(drafts.rename("My game", "Other")).toBe(true);
  expect(drafts.find("My game")).toBeUndefined();
  expect(drafts.find("Other")?.text).toBe("c");
  expect(Array.from(draftName("😀".repeat(100)))).toHaveLength(MAX_DRAFT_NAME);
});

it("what another page has written is not overwritten", () => {
  const storage = new Memory();
  const [here, there] = [open(storage), open(storage)];
  here.create("A", "one");
  expect(there.save("A", "two", "one")).toBe("saved");
  expect(here.save("A", "three", "one")).toBe("changed");
  expect(here.find("A")?.text).toBe("two");
  // The same text is no other one.
  expect(here.save("A", "two", "one")).toBe("saved");
  expect(here.save("A", "three", "two")).toBe("saved");
  there.remove("A");
  expect(here.save("A", "four", "three")).toBe("gone");
  expect(open(storage).all()).toEqual([]);
});

it("a draft that is deleted can be put back", () => {
  const drafts = open(new Memory());
  drafts.create("A", "one");
  drafts.remove("A");
  expect(drafts.all()).toEqual([]);
  const removed = drafts.removed();
  expect(removed).toMatchObject({ name: "A", text: "one" });
  drafts.create("A", "another");
  expect(drafts.restore(removed!)).toBe("A 2");
  expect(drafts.removed()).toBeUndefined();
  expect(drafts.find("A 2")?.text).toBe("one");
});

it("the last text that could be played is remembered with its game", () => {
  const storage = new Memory();
  const drafts = open(storage);
  drafts.create("A", "good");
  drafts.notePlayable("A", { text: "older", summary: SUMMARY });
  expect(drafts.find("A")?.playable).toBeUndefined();
  drafts.notePlayable("A", { text: "good", summary: SUMMARY });
  drafts.save("A", "bad", "good");
  const again = open(storage);
  expect(again.find("A")).toMatchObject({ text: "bad", playable: { text: "good", summary: SUMMARY } });
  expect(again.game("own-1")?.text).toBe("good");
  expect(again.game("own-2")).toBeUndefined();
});

it("a draft knows from which game it is made", () => {
  const storage = new Memory();
  const drafts = open(storage);
  drafts.create("A", "one", "scirocco");
  drafts.save("A", "two", "one");
  drafts.rename("A", "B");
  expect(open(storage).find("B")?.origin).toBe("scirocco");
  drafts.notePublished("B", "own-1");
  expect(open(storage).find("B")).toMatchObject({ text: "two", origin: "own-1" });
});

it("there is a bound, and a damaged draft is none", () => {
  const storage = new Memory();
  storage.setItem("beaufort/draft/bad", "{");
  storage.setItem("beaufort/draft/worse", '{"text":1,"at":2}');
  const drafts = open(storage);
  for (let number = 0; number < MAX_DRAFTS; number++) expect(drafts.create("A", "x")).toBeDefined();
  expect(drafts.hasRoom()).toBe(false);
  expect(drafts.create("A", "x")).toBeUndefined();
  expect(drafts.all()).toHaveLength(MAX_DRAFTS);
});

it("says when the browser does not keep a draft", () => {
  const full = new Memory();
  Reflect.defineProperty(full, "setItem", {
    value: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  });
  const drafts = open(full);
  expect(drafts.isKept()).toBe(true);
  drafts.create("A", "x");
  expect(drafts.isKept()).toBe(false);
  // It stays while the page is open.
  expect(drafts.find("A")?.text).toBe("x");
});

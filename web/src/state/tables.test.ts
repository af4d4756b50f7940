import { beforeEach, expect, it, vi } from "vitest";
import { createRoot } from "solid-js";
import type { TableSummary } from "../protocol/protocol";
import { Memory } from "./memory";
import { MAX_TABLES, MAX_TAGS, createTables } from "./tables";

const summary = (moves: number): TableSummary => ({
  game: "tiny",
  players: [{ type: "person" }, { type: "person" }],
  stage: "turn",
  moves,
  side: 0,
  board: [2, 0, 0, 3],
});

let clock = 0;
const open = (storage: Storage) => createRoot(() => createTables(storage, () => ++clock));

beforeEach(() => {
  vi.stubGlobal("addEventListener", () => undefined);
});

it("tables are kept, the one that changed last first", () => {
  const storage = new Memory();
  const tables = open(storage);
  tables.note("a", summary(1));
  tables.note("b", summary(1));
  tables.note("a", summary(2));
  tables.note("b", summary(1));
  expect(tables.all().map(({ session }) => session)).toEqual(["a", "b"]);
  tables.label("b", "  A long evening ", " Club,  club, lost on Time,,");
  expect(open(storage).all()).toEqual(tables.all());
  expect(tables.all()[1]).toMatchObject({ name: "A long evening", tags: ["club", "lost on time"] });
  tables.note("b", summary(3));
  expect(tables.all()[0]).toMatchObject({ session: "b", name: "A long evening", summary: { moves: 3 } });
  tables.label("b", " ", "a,b,c,d,e,f,g,h,i");
  expect(tables.all()[0]).not.toHaveProperty("name");
  expect(tables.all()[0]?.tags).toHaveLength(MAX_TAGS);
  tables.label("b", "", " , ");
  expect(tables.all()[0]).not.toHaveProperty("tags");
  tables.remove("b");
  expect(
    open(storage)
      .all()
      .map(({ session }) => session),
  ).toEqual(["a"]);
});

it("two pages side by side keep the tables of both", () => {
  const storage = new Memory();
  const [one, other] = [open(storage), open(storage)];
  one.note("a", summary(1));
  other.note("b", summary(1));
  other.label("a", "Ann", "");
  one.note("a", summary(2));
  expect(one.all()[0]?.name).toBe("Ann");
  expect(
    open(storage)
      .all()
      .map(({ session }) => session),
  ).toEqual(["a", "b"]);
});

it("the list has an end", () => {
  const storage = new Memory();
  const tables = open(storage);
  for (let index = 0; index < MAX_TABLES + 5; index++) tables.note(`t${index}`, summary(1));
  expect(storage.length).toBe(MAX_TABLES);
  expect(tables.all().at(-1)?.session).toBe("t5");
});

it("what is no table is passed over", () => {
  const storage = new Memory();
  storage.setItem("beaufort/table/x", "{");
  storage.setItem("beaufort/table/y", "7");
  storage.setItem("other", "{}");
  expect(open(storage).all()).toEqual([]);
});

import { describe, expect, it } from "vitest";
import { changed } from "./change";
import { outlineOf } from "./outline";
import { type List, readValue, valueAt } from "./value";
import * as write from "./write";

const set = (text: string, path: string[], value: string, after?: string) =>
  changed(text, [write.setKey(outlineOf(text), text, path, value, after)]);
const remove = (text: string, path: string[]) => changed(text, write.removeKey(outlineOf(text), text, path));

describe("a value", () => {
  it("is read with its places", () => {
    const text = `[ "a", 'b\\', { to = "c", "must" = true, n = 1_000 }, # note\n ["""d\ne"""], ]`;
    const list = readValue(text, 0) as List;
    expect(list.to).toBe(text.length);
    expect(list.items.map(({ from, to }) => text.slice(from, to))).toEqual([
      '"a"',
      "'b\\'",
      '{ to = "c", "must" = true, n = 1_000 }',
      '["""d\ne"""]',
    ]);
    expect(list.items[2]).toMatchObject({
      fields: [
        { key: "to", value: { value: "c" } },
        { key: "must", value: { value: true } },
        { key: "n", value: { value: 1000 } },
      ],
    });
    expect(list.items[1]).toMatchObject({ value: "b\\" });
  });

  it("that is not finished is none", () => {
    for (const text of ["", '["a"', '"a', "{ to = ", "{ to }", "[a]", '"\\q"'])
      expect(readValue(text, 0), text).toBeUndefined();
    expect(valueAt(outlineOf("x"), "x", ["x"])).toBeUndefined();
  });
});

describe("a key", () => {
  it("gets another value, and nothing else changes", () => {
    const text = '[ending]\ncheck = "binds" # as in chess\nno-move = "loses"\n';
    expect(set(text, ["ending", "check"], '"x"')).toBe(text.replace('"binds"', '"x"'));
    const unfinished = "[ending]\ncheck =\nno-move = 1\n";
    expect(set(unfinished, ["ending", "check"], "2")).toBe(unfinished.replace("check =", "check = 2"));
  });

  it("is added behind the others of its table, whatever their values are", () => {
    const text = '[board]\nfiles = 8\ndrawn = {\n  a = "edged",\n} # all\n\n[ending]\n';
    expect(set(text, ["board", "ranks"], "9")).toBe(text.replace("# all", "# all\nranks = 9"));
    expect(set(text, ["ending", "check"], "1")).toBe(`${text.trimEnd()}\ncheck = 1\n`);
    expect(set(text, ["board", "ranks"], "9", "files")).toBe(text.replace("= 8", "= 8\nranks = 9"));
    expect(set(text, ["regions", "palace"], "[]")).toBe(`${text}\n[regions]\npalace = []\n`);
  });

  it("is added where its table is written on one line, or by dots", () => {
    expect(set("ending = {}\n", ["ending", "check"], "1")).toBe("ending = { check = 1 }\n");
    expect(set("ending = { a = 1 } # x\n", ["ending", "b"], "2")).toBe("ending = { a = 1, b = 2 } # x\n");
    expect(set("board.files = 8 # x\nid = 1\n", ["board", "ranks"], "2")).toBe(
      "board.files = 8 # x\nboard.ranks = 2\nid = 1\n",
    );
    expect(set('id = "x"\n[board]\n', ["notation"], "1")).toBe('id = "x"\nnotation = 1\n[board]\n');
  });

  it("does not get into a table of a list", () => {
    const text = "[[ending.wins]]\nchecks = 3\n";
    expect(set(text, ["ending", "wins", "x"], "1")).toBe(`${text}\n[ending.wins]\nx = 1\n`);
  });

  it("is taken away with its line, and a comment stays", () => {
    const text = "[ending]\na = 1\nb = [\n  2,\n]\nc = 3 # why\n";
    expect(remove(text, ["ending", "b"])).toBe("[ending]\na = 1\nc = 3 # why\n");
    expect(remove(text, ["ending", "c"])).toBe(text.replace("c = 3", ""));
    expect(remove("x = { a = 1, b = 2, c = 3 }\n", ["x", "b"])).toBe("x = { a = 1, c = 3 }\n");
    expect(remove("x = { a = 1, b = 2 }\n", ["x", "b"])).toBe("x = { a = 1 }\n");
    expect(remove(text, ["ending", "d"])).toBe(text);
  });
});

describe("an item of a list", () => {
  const listIn = (text: string) => valueAt(outlineOf(text), text, ["x"]) as List;
  const add = (text: string, item: string) => changed(text, [write.addItem(text, listIn(text), item)]);
  const take = (text: string, index: number) => changed(text, [write.removeItem(text, listIn(text), index)]);

  it("is added as the others stand", () => {
    expect(add("x = [] # none\n", "1")).toBe("x = [1] # none\n");
    expect(add("x = [1, 2]\n", "3")).toBe("x = [1, 2, 3]\n");
    expect(add("x = [\n  1, # one\n]\n", "2")).toBe("x = [\n  1,\n  2, # one\n]\n");
  });

  it("is taken away with its comma and its line", () => {
    expect(take("x = [1, 2, 3]\n", 0)).toBe("x = [2, 3]\n");
    expect(take("x = [1, 2, 3]\n", 1)).toBe("x = [1, 3]\n");
    expect(take("x = [1, 2, 3]\n", 2)).toBe("x = [1, 2]\n");
    expect(take("x = [1]\n", 0)).toBe("x = []\n");
    const lines = "x = [\n  1,\n  # about two\n  2\n]\n";
    expect(take(lines, 0)).toBe("x = [\n  # about two\n  2\n]\n");
    expect(take(lines, 1)).toBe("x = [\n  1,\n  # about two\n]\n");
  });
});

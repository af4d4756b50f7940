import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { GameSummary } from "../../../protocol/protocol";
import { type Known, inKeyForm, meaningAt, proposalsAt } from "./complete";
import { KEYS, VALUES, helpOf } from "./keys";

const KNOWN: Known = {
  words: [
    { name: "N", kind: "a leap", syntax: "N", help: "The Knight's leap.", example: "N" },
    { name: "forward", kind: "a direction", syntax: "<DIRECTION> <LEAP>", help: "Up.", example: "forward W" },
    { name: "hop-capture", kind: "a power", syntax: "hop-capture", help: "Hops.", example: "hop-capture" },
  ],
  bestiary: [{ name: "Giant Toad", id: "GT", ability: "D", description: "Leaps two." }],
  games: [{ id: "scirocco", name: "Scirocco" } as GameSummary],
};

/** Returns what is proposed at the bar in a text, and what it stands for. */
function proposed(marked: string) {
  const at = marked.indexOf("|");
  const text = marked.replace("|", "");
  const found = proposalsAt(text, at, KNOWN);
  return (
    found && {
      labels: found.options.map(({ label }) => label),
      written: text.slice(found.from, at),
      ...found,
    }
  );
}

it("words are proposed in abilities alone", () => {
  expect(proposed('[piece.A]\nability = "N + for|"')).toMatchObject({
    written: "for",
    labels: ["N", "forward", "hop-capture"],
  });
  expect(proposed('[piece.A]\nability = """\nN + hop-|')).toMatchObject({ written: "hop-" });
  expect(proposed('[piece.A]\ndescription = "for|"')).toBeUndefined();
  expect(proposed('[piece.A]\nability = "N" # for|')).toBeUndefined();
});

it("pieces are proposed where they are named: those of the file first", () => {
  const file = '[piece.Zag]\nid = "Z"\n';
  expect(proposed(`pieces = ["King", "G|"]\n${file}`)).toMatchObject({
    written: "G",
    labels: ["Zag", "Giant Toad"],
  });
  expect(proposed(`${file}[promotions]\nZ|`)?.options).toContainEqual(
    expect.objectContaining({ label: "Giant Toad", apply: '"Giant Toad" = ' }),
  );
  expect(proposed(`${file}[piece.G|`)).toMatchObject({ written: "G" });
  expect(proposed(`${file}[piece.G|`)?.options[1]).toMatchObject({ apply: '"Giant Toad"' });
  expect([inKeyForm("Zag"), inKeyForm("Giant Toad")]).toEqual(["Zag", '"Giant Toad"']);
});

it("keys, their values, tables and games are proposed at their places", () => {
  expect(proposed("na|")?.labels).toContain("name");
  expect(proposed("[board]\npro|")?.labels).toContain("promotion-zone");
  expect(proposed("board.fi|")).toMatchObject({ written: "fi" });
  expect(proposed("[piece.A]\nab|")?.labels).toContain("ability");
  expect(proposed("[[ending.loses]]\nany|")?.labels).toContain("any-of");
  expect(proposed("[pi|")?.labels).toContain("piece.");
  expect(proposed('[ending]\ncheck = "bi|"')).toMatchObject({
    written: "bi",
    labels: VALUES["ending.check"],
  });
  expect(proposed('extends = "|"')).toMatchObject({ labels: ["scirocco"] });
  expect(proposed("pieces = [\n  na|")).toBeUndefined();
  expect(proposed('summary = "na|"')).toBeUndefined();
});

it("the page of the language knows all keys and values, and has no others", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../../../docs/language.md"), "utf8");
  for (const [table, keys] of Object.entries(KEYS))
    for (const key of keys.split(" ")) {
      const path = [...table.split(".").filter(Boolean), key];
      // The letters of drops stand in examples.
      expect(page, path.join(".")).toMatch(new RegExp(`\\b${key}\\b`));
      if (table === "" || table === "board" || table === "ending") continue;
      expect(helpOf(path), path.join(".")).toBeDefined();
    }
  for (const [path, values] of Object.entries(VALUES))
    for (const value of values) {
      expect(page, `${path} = ${value}`).toContain(`"${value}"`);
      expect(helpOf(path.split("."))).toBeDefined();
    }
  const rows = [...page.matchAll(/^\| (`[^|]*`[^|]*) \|.*\|$/gm)]
    .flatMap(([, names = ""]) => [...names.matchAll(/`([a-z-]+)\.([a-z-]+)`/g)])
    .map(([, table = "", key = ""]) => [table, key] as const);
  expect(rows.length).toBeGreaterThan(20);
  for (const [table, key] of rows) expect(KEYS[table]?.split(" "), `${table}.${key}`).toContain(key);
});

it("what a word, a piece or a key means is told where it is pointed at", () => {
  const text = '[piece.A]\nability = "forward N"\nlike = "Giant Toad"\n[board]\nfiles = 8\n';
  const meaning = (part: string, further = 0) => meaningAt(text, text.indexOf(part) + further, KNOWN);
  expect(meaning("forward", 3)).toMatchObject({ label: "forward", help: "Up.", from: 21, to: 28 });
  expect(meaning('N"')).toMatchObject({ label: "N" });
  expect(meaning("Toad")).toMatchObject({ label: "Giant Toad", detail: "D" });
  expect(meaning("files", 1)?.help).toContain("26 files");
  expect(meaning("= 8")).toBeUndefined();
});

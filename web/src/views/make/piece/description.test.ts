import { describe, expect, it } from "vitest";
import { changed } from "../text/change";
import { outlineOf } from "../text/outline";
import {
  abilityChange,
  abilityIn,
  freeId,
  freeName,
  idsIn,
  knownPiece,
  modelIn,
  namesIn,
  newPiece,
} from "./description";

const TEXT = `id = "oasis"
pieces = [
  "King", # the first
  "Sand Cat",
]
[piece."Sand Cat"] # a cat
id = "SC"
ability = "F + forward R3" # it creeps
[piece.Well]
id = "We"
`;

/** Returns a text in which a piece has another ability. */
function withAbility(text: string, name: string, ability: string): string {
  return changed(text, [abilityChange(outlineOf(text), text, name, ability)]);
}

describe("an ability", () => {
  it("is exchanged, and nothing else", () => {
    expect(abilityIn(outlineOf(TEXT), TEXT, "Sand Cat")).toBe("F + forward R3");
    expect(withAbility(TEXT, "Sand Cat", "W")).toBe(TEXT.replace("F + forward R3", "W"));
    const short = `piece.Toad = { id = "T", ability = 'W' } # a toad\n`;
    expect(withAbility(short, "Toad", "N")).toBe(short.replace("'W'", "'N'"));
    const unfinished = `[piece.Toad]\nability =\ndescription = "Hops."\n`;
    expect(withAbility(unfinished, "Toad", "N")).toBe(unfinished.replace("ability =", 'ability = "N"'));
  });

  it("is written where there is none: behind the id, behind the header, or in a block at the end", () => {
    expect(withAbility(TEXT, "Well", "D")).toBe(`${TEXT.trimEnd()}\nability = "D"\n`);
    const text = "[piece.Knight] # jumps\n[board]\nfiles = 8";
    expect(withAbility(text, "Knight", "N")).toBe(text.replace("jumps\n", 'jumps\nability = "N"\n'));
    expect(withAbility(text, "Sand Cat", "N")).toBe(`${text}\n\n[piece."Sand Cat"]\nability = "N"\n`);
    expect(withAbility("", "Toad", "N")).toBe('[piece.Toad]\nability = "N"\n');
  });

  it("may be that of another piece", () => {
    const text = '[piece.Toad]\nlike = "Frog"\n';
    expect(modelIn(outlineOf(text), text, "Toad")).toBe("Frog");
    expect(abilityIn(outlineOf(text), text, "Toad")).toBeUndefined();
  });
});

describe("a piece is added", () => {
  const added = (text: string) => changed(text, newPiece(text, "Toad", "T", "W"));
  const BLOCK = '\n[piece.Toad]\nid = "T"\nability = "W"\n';

  it("to a list on several lines, on one, or without any", () => {
    expect(added(TEXT)).toBe(TEXT.replace('"Sand Cat",', '"Sand Cat",\n  "Toad",') + BLOCK);
    expect(added('pieces = ["King"]\n')).toBe(`pieces = ["King", "Toad"]\n${BLOCK}`);
    expect(added("pieces = []\n")).toBe(`pieces = ["Toad"]\n${BLOCK}`);
    expect(added('id = "x"\n')).toBe(`id = "x"\n${BLOCK}`);
  });

  it("to a game that changes another", () => {
    expect(added('extends = "orthochess"\nid = "x"\n')).toBe(
      `extends = "orthochess"\nadd-pieces = ["Toad"]\nid = "x"\n${BLOCK}`,
    );
    expect(added('extends = "orthochess"\nadd-pieces = ["Camel"]\n')).toBe(
      `extends = "orthochess"\nadd-pieces = ["Camel", "Toad"]\n${BLOCK}`,
    );
  });

  it("from the bestiary, with another id where its own is taken", () => {
    const text = 'pieces = ["King"]\n';
    expect(changed(text, knownPiece(text, "Camel", undefined))).toBe('pieces = ["King", "Camel"]\n');
    expect(changed(text, knownPiece(text, "Camel", "Ca"))).toBe(
      'pieces = ["King", "Camel"]\n\n[piece.Camel]\nid = "Ca"\n',
    );
    expect(changed('id = "x"\n', knownPiece('id = "x"\n', "Camel", undefined))).toBe(
      'id = "x"\n\n[piece.Camel]\n',
    );
    expect(knownPiece(text, "King", undefined)).toEqual([]);
  });
});

it("names and ids that are not taken are found", () => {
  const outline = outlineOf(TEXT);
  expect(namesIn(outline, TEXT)).toEqual(["King", "Sand Cat", "Well"]);
  expect(idsIn(outline, TEXT)).toEqual(["SC", "We"]);
  expect(freeId("Toad", [])).toBe("T");
  expect(freeId("Toad", ["t", "TO"])).toBe("Ta");
  expect(freeId("Écu", ["e"])).toBe("Ec");
  expect(freeId("象", [])).toBe("X");
  expect(freeName("Toad", ["King"])).toBe("Toad");
  expect(freeName("Toad", ["toad", "Toad 2"])).toBe("Toad 3");
  const many: string[] = [];
  for (let count = 0; count < 100; count++) many.push(freeId("Toad", many));
  expect(new Set(many.map((id) => id.toLowerCase())).size).toBe(100);
  expect(many.every((id) => /^[A-Za-z]{1,8}$/.test(id))).toBe(true);
});

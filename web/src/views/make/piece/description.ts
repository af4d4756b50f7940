/** What is written into a game file when a piece is changed or added without typing: its description and its place in the list of pieces. */

import { isCalled } from "../../../language/views";
import type { BestiaryPieceView, GameView, TypeView } from "../../../protocol/protocol";
import { type Change, block, endOfLine } from "../text/change";
import { inKeyForm } from "../text/complete";
import {
  type Entry,
  type Outline,
  describedPieces,
  entryOf,
  outlineOf,
  rootEntry,
  stringOf,
  stringsOf,
} from "../text/outline";
import { textOf, valueBehind } from "../text/value";
import { addItem, setKey } from "../text/write";

/** The most letters of an id. */
const MAX_ID = 8;

/** Returns the ability that a file gives to a piece itself. */
export function abilityIn(outline: Outline, text: string, name: string): string | undefined {
  return stringOf(outline, text, ["piece", name, "ability"]);
}

/** Returns the piece whose ability another one has by `like`. */
export function modelIn(outline: Outline, text: string, name: string): string | undefined {
  return stringOf(outline, text, ["piece", name, "like"]);
}

/** Returns the ability of a piece of a game: as the text has it, or else as it comes from the bestiary or another game. */
export function abilityOf(
  outline: Outline,
  text: string,
  name: string,
  game: GameView,
  bestiary: readonly BestiaryPieceView[],
): string {
  const own = abilityIn(outline, text, name);
  const model = modelIn(outline, text, name) ?? name;
  const usual = bestiary.find((piece) => piece.name === model)?.ability;
  const read = game.types.find((type) => isCalled(type, name))?.notation;
  // A game that changes another takes what it leaves out from there.
  return own ?? (isChange(outline) ? (read ?? usual) : (usual ?? read)) ?? "";
}

/** Whether a file changes another game. */
export function isChange(outline: Outline): boolean {
  return rootEntry(outline, "extends") !== undefined;
}

/** Returns the change that gives another ability to a piece, and nothing else. */
export function abilityChange(outline: Outline, text: string, name: string, ability: string): Change {
  const [string] = stringsOf(outline, entryOf(outline, ["piece", name, "ability"]));
  if (string) return { from: string.from, to: string.to, insert: ability };
  return setKey(outline, text, ["piece", name, "ability"], JSON.stringify(ability), "id");
}

/** Returns the changes that add a piece of one's own to a game. */
export function newPiece(text: string, name: string, id: string, ability: string): Change[] {
  const outline = outlineOf(text);
  const lines = [`id = ${JSON.stringify(id)}`, `ability = ${JSON.stringify(ability)}`];
  return [...listed(outline, text, name), described(text, name, lines)];
}

/** Returns the changes that add a piece of the bestiary to a game; with an id of its own if the usual one is taken. */
export function knownPiece(text: string, name: string, id: string | undefined): Change[] {
  const outline = outlineOf(text);
  const list = listed(outline, text, name);
  // Without a list the game has the pieces that are described.
  const isDescribed = id !== undefined || listOf(outline) === undefined;
  return isDescribed
    ? [...list, described(text, name, id === undefined ? [] : [`id = ${JSON.stringify(id)}`])]
    : list;
}

/** Returns the name under which a file describes a piece, if it does. */
export function describedAs(outline: Outline, type: TypeView): string | undefined {
  return describedPieces(outline).find((name) => isCalled(type, name));
}

/** Returns the ids that a file gives, to all pieces or to one. */
export function idsIn(outline: Outline, text: string, name?: string): string[] {
  const names = name === undefined ? describedPieces(outline) : [name];
  return names.flatMap((name) => stringOf(outline, text, ["piece", name, "id"]) ?? []);
}

/** Returns the names of the pieces that a file lists or describes. */
export function namesIn(outline: Outline, text: string): string[] {
  const lists = outline.entries.filter(
    ({ table, key }) => table.path.length === 0 && LISTS.has(key.join(".")),
  );
  const names = lists.flatMap((list) => stringsOf(outline, list).map(({ from, to }) => text.slice(from, to)));
  return [...new Set([...names, ...describedPieces(outline)])];
}

/** Returns an id for a piece that differs from others by more than capitals: letters of its name if possible. */
export function freeId(name: string, taken: readonly string[]): string {
  const isTaken = new Set(taken.map((id) => id.toLowerCase()));
  const letters = name.normalize("NFKD").replaceAll(/[^a-zA-Z]/g, "") || "X"; // prettier-ignore
  const first = letters.charAt(0).toUpperCase();
  const others = [...Array.from(letters.slice(1).toLowerCase()), ...Array.from("abcdefghijklmnopqrstuvwxyz")];
  const proposals = [first, ...others.map((letter) => first + letter)];
  for (let length = 3; length <= MAX_ID; length++)
    proposals.push(...others.map((letter) => first + others.slice(0, length - 2).join("") + letter));
  return proposals.find((id) => !isTaken.has(id.toLowerCase())) ?? first;
}

/** Returns a name that is not taken: the one that is wished, or with a number. */
export function freeName(wished: string, taken: readonly string[]): string {
  const isTaken = new Set(taken.map((name) => name.toLowerCase()));
  if (!isTaken.has(wished.toLowerCase())) return wished;
  let number = 2;
  while (isTaken.has(`${wished} ${number}`.toLowerCase())) number++;
  return `${wished} ${number}`;
}

/** The keys that list pieces. */
const LISTS = new Set(["pieces", "add-pieces"]);

/** Returns the list to which a piece is added, if there is one. */
function listOf(outline: Outline): Entry | undefined {
  return rootEntry(outline, "pieces") ?? rootEntry(outline, "add-pieces") ?? rootEntry(outline, "extends");
}

/** Returns the changes that put a name into the list of pieces. */
function listed(outline: Outline, text: string, name: string): Change[] {
  const entry = listOf(outline);
  if (!entry) return [];
  const quoted = JSON.stringify(name);
  if (entry.key.join() === "extends") {
    const at = endOfLine(text, entry.to);
    return [{ from: at, to: at, insert: `\nadd-pieces = [${quoted}]` }];
  }
  const list = valueBehind(text, entry);
  if (list?.kind !== "list" || list.items.some((item) => textOf(item) === name)) return [];
  return [addItem(text, list, quoted)];
}

/** Returns the change that adds the description of a piece. */
function described(text: string, name: string, lines: readonly string[]): Change {
  return block(text, [`[piece.${inKeyForm(name)}]`, ...lines]);
}

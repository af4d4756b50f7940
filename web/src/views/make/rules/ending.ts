/** How a game ends, as its file says it: single choices, and lists of conditions. */
/* eslint-disable texts/translated -- keys and values stand in files */

import type { Change } from "../text/change";
import { block, endOfLine } from "../text/change";
import type { Outline } from "../text/outline";
import {
  type Field,
  type Value,
  hasComments,
  itemsOf,
  numberOf,
  textOf,
  valueAt,
  valueBehind,
} from "../text/value";
import { addItem, removeItem, removeKey, setKey } from "../text/write";
import { readAbility, writeAbility } from "../piece/marks";

/** The results that conditions have. */
export const RESULTS = ["wins", "loses", "draws"] as const;
export type Result = (typeof RESULTS)[number];

/** A condition that the form knows. */
export type Known =
  | { kind: "checks"; count: number }
  | { kind: "goal"; pieces: readonly string[]; region: string }
  | { kind: "lost"; pieces: readonly string[] }
  | { kind: "bare" }
  | { kind: "row"; count: number };

/** A condition in a file. */
export interface Condition {
  result: Result;
  known: Known | undefined;
  /** Its text. */
  text: string;
  /** The changes that take it out of the text; missing if the form cannot. */
  remove: (() => Change[]) | undefined;
}

/** Returns the conditions, in the order of the text for each result. */
export function conditionsIn(outline: Outline, text: string): Condition[] {
  return RESULTS.flatMap((result) => [...inLists(outline, text, result), ...inTables(outline, text, result)]);
}

/** Returns those of `wins = [{ … }]`. */
function inLists(outline: Outline, text: string, result: Result): Condition[] {
  const value = valueAt(outline, text, ["ending", result]);
  if (!value) return [];
  return itemsOf(value).map((item, index): Condition => {
    const isOnly = itemsOf(value).length === 1;
    const remove = () =>
      isOnly || value.kind !== "list"
        ? removeKey(outline, text, ["ending", result])
        : [removeItem(text, value, index)];
    return {
      result,
      known: item.kind === "table" ? knownOf(result, item.fields) : undefined,
      text: text.slice(item.from, item.to),
      remove: hasComments(outline, item) ? undefined : remove,
    };
  });
}

/** Returns those of `[[ending.wins]]`. */
function inTables(outline: Outline, text: string, result: Result): Condition[] {
  const tables = outline.tables.filter(({ path }) => path.join("\n") === `ending\n${result}`);
  return tables.map((table) => {
    const fields = outline.entries
      .filter((entry) => entry.table === table && entry.key.length === 1)
      .map((entry) => ({ key: entry.key[0] ?? "", from: entry.from, value: valueBehind(text, entry) }));
    const isRead = fields.every(({ value }) => value !== undefined);
    const to = Math.max(table.to, ...fields.map(({ value }) => value?.to ?? 0));
    const inside = { from: table.from, to };
    const remove = (): Change[] => {
      const from =
        table.from >= 2 && text.slice(table.from - 2, table.from) === "\n\n" ? table.from - 1 : table.from;
      return [{ from, to: Math.min(endOfLine(text, to) + 1, text.length), insert: "" }];
    };
    const isPlain = !outline.comments.some(
      (comment) => comment.from >= inside.from && comment.from <= endOfLine(text, to),
    );
    return {
      result,
      known: isRead ? knownOf(result, fields as unknown as Field[]) : undefined,
      text: text.slice(table.to, to).trim().replaceAll("\n", ", "),
      remove: isRead && isPlain ? remove : undefined,
    };
  });
}

/** Returns what a condition means, if the form knows it with all its keys. */
function knownOf(result: Result, fields: readonly Pick<Field, "key" | "value">[]): Known | undefined {
  const field = (name: string) => fields.find(({ key }) => key === name)?.value;
  const has = (...names: string[]) =>
    fields.every(({ key }) => names.includes(key)) && field(names[0] ?? "") !== undefined;
  const count = numberOf(field("checks") ?? field("in-a-row"));
  if (result === "wins" && has("checks") && count !== undefined) return { kind: "checks", count };
  if (result === "wins" && has("in-a-row") && count !== undefined) return { kind: "row", count };
  const region = textOf(field("in"));
  const pieces = namesIn(field("piece"));
  if (result === "wins" && has("in", "piece") && region !== undefined && pieces !== undefined)
    return { kind: "goal", pieces, region };
  if (result === "loses" && has("all-of") && textOf(field("all-of")) === "all pieces")
    return { kind: "bare" };
  const lost = field("any-of") && namesIn(field("any-of"));
  if (result === "loses" && has("any-of") && lost !== undefined) return { kind: "lost", pieces: lost };
  return undefined;
}

/** Returns the names in a list; none if there is no list, nothing if it is something else. */
function namesIn(value: Value | undefined): string[] | undefined {
  if (!value) return [];
  const names = itemsOf(value).map(textOf);
  return names.every((name) => name !== undefined) ? names : undefined;
}

/** Returns the result that belongs to a condition, and its keys as they are written. */
function written(known: Known): { result: Result; lines: string[] } {
  const list = (names: readonly string[]) => `[${names.map((name) => JSON.stringify(name)).join(", ")}]`;
  switch (known.kind) {
    case "checks":
      return { result: "wins", lines: [`checks = ${known.count}`] };
    case "row":
      return { result: "wins", lines: [`in-a-row = ${known.count}`] };
    case "goal":
      return {
        result: "wins",
        lines: [
          `in = ${JSON.stringify(known.region)}`,
          ...(known.pieces.length > 0 ? [`piece = ${list(known.pieces)}`] : []),
        ],
      };
    case "lost":
      return { result: "loses", lines: [`any-of = ${list(known.pieces)}`] };
    case "bare":
      return { result: "loses", lines: ['all-of = "all pieces"'] };
  }
}

/** Returns the changes that add a condition. */
export function addCondition(outline: Outline, text: string, known: Known): Change[] {
  const { result, lines } = written(known);
  const inline = `{ ${lines.join(", ")} }`;
  const value = valueAt(outline, text, ["ending", result]);
  if (value?.kind === "list") return [addItem(text, value, inline)];
  // An inline table takes no tables of its own.
  if (valueAt(outline, text, ["ending"])) return [setKey(outline, text, ["ending", result], `[${inline}]`)];
  return [block(text, [`[[ending.${result}]]`, ...lines])];
}

/** Returns the number of moves without a capture after which a game is drawn. */
export function quietMovesIn(outline: Outline, text: string): number | undefined {
  return numberOf(valueAt(outline, text, ["ending", "quiet-moves", "draw"]));
}

/** Returns the changes that draw a game after a number of moves without a capture, or never. */
export function setQuietMoves(outline: Outline, text: string, moves: number | undefined): Change[] {
  const path = ["ending", "quiet-moves"];
  if (moves === undefined) {
    const isTable = outline.tables.some(({ path }) => path.join("\n") === "ending\nquiet-moves");
    return removeKey(outline, text, isTable ? [...path, "draw"] : path);
  }
  if (quietMovesIn(outline, text) !== undefined)
    return [setKey(outline, text, [...path, "draw"], String(moves))];
  return [setKey(outline, text, path, `{ draw = ${moves} }`)];
}

/** Whether an ability makes its piece royal. */
export function isRoyal(ability: string): boolean {
  return readAbility(ability).rest.some(({ text }) => text === "royal");
}

/** Returns an ability with or without the power to be royal, and otherwise as it was. */
export function withRoyal(ability: string, royal: boolean): string {
  if (royal) return ability.trim() === "" ? "royal" : `${ability.trimEnd()}; royal`;
  const shorter = ability.replace(/\s*[+;]\s*royal(?=\s*([+;]|$))/, "").replace(/^\s*royal\s*[+;]\s*/, "");
  if (!isRoyal(shorter)) return shorter;
  const { marks, rest } = readAbility(ability);
  return writeAbility({ marks, rest: rest.filter(({ text }) => text !== "royal") });
}

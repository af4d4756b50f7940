/** The values of a game file as trees, with their places. It reads finished values only. */

import { type Entry, type Outline, entryOf } from "./outline";

/** Where a value stands. */
interface Place {
  from: number;
  to: number;
}

/** A text, a number or a truth value. */
export interface Literal extends Place {
  kind: "literal";
  value: string | number | boolean;
}

export interface List extends Place {
  kind: "list";
  items: readonly Value[];
}

export interface InlineTable extends Place {
  kind: "table";
  fields: readonly Field[];
}

/** A key with its value in an inline table. */
export interface Field extends Place {
  key: string;
  value: Value;
}

export type Value = Literal | List | InlineTable;

const STRING = /"""([\s\S]*?)"""|'''([\s\S]*?)'''|"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'/y;
const WORD = /[\w+.-]+/y;
const SPACE = /(?:[\s]|#[^\n]*)*/y;
const KEY = /[\w.-]+/y;

/** Returns the value of the key with these names, if it has one that is finished. */
export function valueAt(outline: Outline, text: string, path: readonly string[]): Value | undefined {
  const entry = entryOf(outline, path);
  return entry && valueBehind(text, entry);
}

/** Returns the value of a key, if it is finished. */
export function valueBehind(text: string, entry: Entry): Value | undefined {
  const [sign] = /^[ \t]*=[ \t]*/.exec(text.slice(entry.to)) ?? [];
  return sign === undefined ? undefined : readValue(text, entry.to + sign.length);
}

/** Whether a value has comments inside. */
export function hasComments({ comments }: Outline, { from, to }: Place): boolean {
  return comments.some((comment) => comment.from >= from && comment.to <= to);
}

/** Returns the text of a value; nothing if it is no text. */
export function textOf(value: Value | undefined): string | undefined {
  return value?.kind === "literal" && typeof value.value === "string" ? value.value : undefined;
}

/** Returns the number that a value is. */
export function numberOf(value: Value | undefined): number | undefined {
  return value?.kind === "literal" && typeof value.value === "number" ? value.value : undefined;
}

/** Returns the items of a list, or a value that may stand in place of a list of one. */
export function itemsOf(value: Value): readonly Value[] {
  return value.kind === "list" ? value.items : [value];
}

/** Reads the value at a place. */
export function readValue(text: string, from: number): Value | undefined {
  const first = text.charAt(from);
  if (first === "[") return readList(text, from);
  if (first === "{") return readTable(text, from);
  const string = match(STRING, text, from);
  if (string) {
    const [whole, long, longLiteral, short, literal] = string;
    const raw = longLiteral ?? literal;
    const value = raw ?? unescaped(long ?? short ?? "");
    return value === undefined ? undefined : { kind: "literal", from, to: from + whole.length, value };
  }
  const [word] = match(WORD, text, from) ?? [];
  if (word === undefined) return undefined;
  const value = word === "true" || word === "false" ? word === "true" : Number(word.replaceAll("_", ""));
  return Number.isNaN(value) ? undefined : { kind: "literal", from, to: from + word.length, value };
}

function readList(text: string, from: number): List | undefined {
  const items: Value[] = [];
  let at = behindSpace(text, from + 1);
  while (text.charAt(at) !== "]") {
    const item = readValue(text, at);
    if (!item) return undefined;
    items.push(item);
    at = behindSpace(text, item.to);
    if (text.charAt(at) === ",") at = behindSpace(text, at + 1);
    else if (text.charAt(at) !== "]") return undefined;
  }
  return { kind: "list", from, to: at + 1, items };
}

function readTable(text: string, from: number): InlineTable | undefined {
  const fields: Field[] = [];
  let at = behindSpace(text, from + 1);
  while (text.charAt(at) !== "}") {
    const key = readKey(text, at);
    const sign = key && behindSpace(text, key.to);
    if (!key || sign === undefined || text.charAt(sign) !== "=") return undefined;
    const value = readValue(text, behindSpace(text, sign + 1));
    if (!value) return undefined;
    fields.push({ key: key.name, from: at, to: value.to, value });
    at = behindSpace(text, value.to);
    if (text.charAt(at) === ",") at = behindSpace(text, at + 1);
    else if (text.charAt(at) !== "}") return undefined;
  }
  return { kind: "table", from, to: at + 1, fields };
}

function readKey(text: string, from: number): { name: string; to: number } | undefined {
  const [quoted, , , basic, literal] = match(STRING, text, from) ?? [];
  if (quoted !== undefined) {
    const name = literal ?? unescaped(basic ?? "");
    return name === undefined ? undefined : { name, to: from + quoted.length };
  }
  const [name] = match(KEY, text, from) ?? [];
  return name === undefined ? undefined : { name, to: from + name.length };
}

/** Returns a basic string without its escapes; nothing if it has some that JSON does not know. */
function unescaped(text: string): string | undefined {
  if (!text.includes("\\")) return text.replace(/^\r?\n/, "");
  try {
    return JSON.parse(`"${text.replaceAll("\n", "\\n")}"`) as string;
  } catch {
    return undefined;
  }
}

/** Returns the place behind blanks, ends of lines and comments. */
function behindSpace(text: string, at: number): number {
  return at + (match(SPACE, text, at)?.[0].length ?? 0);
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

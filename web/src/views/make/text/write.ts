/** Changes of keys and of items of lists in a game file: nothing else in its text changes. */

import { type Change, block, endOfLine } from "./change";
import { inKeyForm } from "./complete";
import { type Entry, type Outline, type Table, entryOf, pathOf } from "./outline";
import { type List, valueAt, valueBehind } from "./value";

/**
 * Returns the change that gives a key its value, which is written as in the file. A new key comes behind the others of its table, or
 * right behind the key `after` of it or the header.
 */
export function setKey(
  outline: Outline,
  text: string,
  path: readonly string[],
  value: string,
  after?: string,
): Change {
  const entry = entryOf(outline, path);
  if (entry) {
    const before = valueBehind(text, entry);
    if (before) return { from: before.from, to: before.to, insert: value };
    // A key whose value is not finished.
    return { from: entry.to, to: endOfLine(text, entry.to), insert: ` = ${value}` };
  }
  const parents = path.slice(0, -1);
  const line = `${inKeyForm(path.at(-1) ?? "")} = ${value}`;
  const inline = parents.length > 0 ? valueAt(outline, text, parents) : undefined;
  if (inline?.kind === "table") {
    const last = inline.fields.at(-1);
    return last
      ? { from: last.to, to: last.to, insert: `, ${line}` }
      : { from: inline.from, to: inline.to, insert: `{ ${line} }` };
  }
  const table = outline.tables.find((table) => isTable(text, table) && isSame(table.path, parents));
  const own = table && outline.entries.filter((entry) => entry.table === table);
  if (table && (table.path.length > 0 || own?.length)) {
    const place =
      after === undefined ? own?.findLast(isOuter(own)) : own?.find(({ key }) => key.join() === after);
    const at = endOfLine(text, place ? (valueBehind(text, place)?.to ?? place.to) : table.to);
    return { from: at, to: at, insert: `\n${line}` };
  }
  // Its table is there by dotted keys.
  const dotted = outline.entries.findLast(
    (entry) => entry.key.length > 1 && isSame(pathOf(entry).slice(0, -1), parents) && !isInline(outline, text, entry), // prettier-ignore
  );
  if (dotted) {
    const at = endOfLine(text, valueBehind(text, dotted)?.to ?? dotted.to);
    const key = [...dotted.key.slice(0, -1).map(inKeyForm), line].join(".");
    return { from: at, to: at, insert: `\n${key}` };
  }
  if (parents.length === 0) return { from: 0, to: 0, insert: `${line}\n` };
  return block(text, [`[${parents.map(inKeyForm).join(".")}]`, line]);
}

/** Returns the changes that take a key away; a comment behind it stays. */
export function removeKey(outline: Outline, text: string, path: readonly string[]): Change[] {
  const entry = entryOf(outline, path);
  if (!entry) return [];
  const inline = path.length > 1 ? valueAt(outline, text, path.slice(0, -1)) : undefined;
  if (inline?.kind === "table") {
    const index = inline.fields.findIndex(({ key }) => key === path.at(-1));
    return index < 0 ? [] : [removed(text, inline.fields, index)];
  }
  const to = valueBehind(text, entry)?.to ?? endOfLine(text, entry.to);
  return [withLine(text, { from: entry.from, to, insert: "" })];
}

/** Returns the change that adds an item to a list, written as the others are: on the same line or on one of its own. */
export function addItem(text: string, list: List, item: string): Change {
  const [before, last] = [list.items.at(-2), list.items.at(-1)];
  if (!last) return { from: list.from + 1, to: list.from + 1, insert: item };
  const between = text.slice(before ? before.to : list.from, last.from);
  const isLines = between.includes("\n");
  const indent = isLines ? (/[ \t]*$/.exec(between)?.[0] ?? "") : "";
  return { from: last.to, to: last.to, insert: `,${isLines ? `\n${indent}` : " "}${item}` };
}

/** Returns the change that takes an item from a list. */
export function removeItem(text: string, list: List, index: number): Change {
  return removed(text, list.items, index);
}

/** Returns the change that takes one of several parts away, with the comma that parts it from its neighbour. */
function removed(text: string, parts: readonly { from: number; to: number }[], index: number): Change {
  const { from = 0, to = 0 } = parts[index] ?? {};
  const [comma] = /^[ \t]*,[ \t]*/.exec(text.slice(to)) ?? [];
  if (comma !== undefined) return withLine(text, { from, to: to + comma.length, insert: "" });
  const before = parts[index - 1];
  // A comment between the two keeps its comma.
  if (!before || text.slice(before.to, from).includes("#")) return withLine(text, { from, to, insert: "" });
  return { from: before.to, to, insert: "" };
}

/** Returns a change that takes something away, with its line if nothing else is there. */
function withLine(text: string, { from, to }: Change): Change {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const end = endOfLine(text, to);
  const isAlone = text.slice(start, from).trim() === "" && text.slice(to, end).trim() === "";
  if (!isAlone) return { from, to, insert: "" };
  return { from: start, to: Math.min(end + 1, text.length), insert: "" };
}

/** Whether a header is that of a table, and not of one of a list. */
function isTable(text: string, { from, to }: Table): boolean {
  return to === from || !text.startsWith("[[", from);
}

/** Returns whether keys stand in no inline table, given all keys of a table. */
function isOuter(all: readonly Entry[]): (entry: Entry) => boolean {
  return ({ key }) => !all.some((other) => other.key.length < key.length && isSame(other.key, key.slice(0, other.key.length))); // prettier-ignore
}

/** Whether a key stands in an inline table. */
function isInline(outline: Outline, text: string, entry: Entry): boolean {
  return outline.entries.some((other) => {
    const value = other !== entry && other.from < entry.from ? valueBehind(text, other) : undefined;
    return value !== undefined && value.kind !== "literal" && value.from < entry.from && entry.to < value.to;
  });
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((part, index) => part === other[index]);
}

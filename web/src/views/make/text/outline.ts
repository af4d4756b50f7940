/** What stands where in a game file, as far as an editor has to know: its tables, keys and strings. It reads any text, finished or not. */

/** A header, as `[piece."Sand Cat"]`, and what belongs to it. */
export interface Table {
  /** Its names: `piece` and `Sand Cat`; none before the first header. */
  path: readonly string[];
  /** The header, with its brackets. */
  from: number;
  to: number;
  /** Where the next header begins, or the text ends. */
  end: number;
}

/** A key with its value, at the beginning of a line or in an inline table. */
export interface Entry {
  table: Table;
  /** Its names: `board` and `files` in `board.files = 8`. */
  key: readonly string[];
  from: number;
  /** Behind the name. */
  to: number;
}

/** What stands between quotes. */
export interface Span {
  from: number;
  to: number;
  /** The key that it is the value of; missing in a header or a key. */
  entry: Entry | undefined;
}

export interface Outline {
  tables: readonly Table[];
  entries: readonly Entry[];
  strings: readonly Span[];
  /** Comments, from their signs on. */
  comments: readonly Omit<Span, "entry">[];
}

const OPENING = new Set(["[", "{"]);
const CLOSING = new Set(["]", "}"]);
const BARE = /[\w-]+/y;

/** Reads a text. */
export function outlineOf(text: string): Outline {
  const tables: Table[] = [{ path: [], from: 0, to: 0, end: text.length }];
  const entries: Entry[] = [];
  const strings: Span[] = [];
  const comments: Omit<Span, "entry">[] = [];
  let at = 0;

  const here = () => text.charAt(at);
  const table = () => tables.at(-1) as Table;
  const isEnd = () => at >= text.length;

  function skip(signs: string): void {
    while (!isEnd() && signs.includes(here())) at++;
  }

  function comment(): void {
    const from = at;
    while (!isEnd() && here() !== "\n") at++;
    comments.push({ from, to: at });
  }

  /** Reads a string at a quote and returns its content. */
  function string(entry: Entry | undefined): string {
    const quote = here();
    const isLong = text.startsWith(quote.repeat(3), at);
    const end = isLong ? quote.repeat(3) : quote;
    at += end.length;
    const from = at;
    while (!isEnd() && !text.startsWith(end, at) && (isLong || here() !== "\n"))
      at += quote === '"' && here() === "\\" ? 2 : 1;
    at = Math.min(at, text.length);
    strings.push({ from, to: at, entry });
    const content = text.slice(from, at);
    if (text.startsWith(end, at)) at += end.length;
    return content;
  }

  /** Reads names parted by dots, up to a sign that is none of them. */
  function names(): string[] {
    const found: string[] = [];
    for (;;) {
      skip(" \t");
      if (here() === '"' || here() === "'") found.push(string(undefined));
      else {
        BARE.lastIndex = at;
        const [name] = BARE.exec(text) ?? [];
        if (name === undefined) return found;
        found.push(name);
        at += name.length;
      }
      const end = at;
      skip(" \t");
      if (here() !== ".") {
        at = end;
        return found;
      }
      at++;
    }
  }

  function header(): void {
    const from = at;
    skip("[");
    const path = names();
    skip(" \t]");
    table().end = from;
    tables.push({ path, from, to: at, end: text.length });
  }

  /** Reads a key and its value, which ends with the line or with the brackets around it. */
  function entry(parents: readonly string[]): void {
    const from = at;
    const key = [...parents, ...names()];
    if (at === from) at++;
    const read: Entry = { table: table(), key, from, to: at };
    entries.push(read);
    skip(" \t");
    if (here() === "=") {
      at++;
      value(read);
    }
  }

  function value(entry: Entry): void {
    let depth = 0;
    while (!isEnd()) {
      if (here() === "#") comment();
      else if (here() === '"' || here() === "'") string(entry);
      else if (here() === "{") inline(entry);
      else if (here() === "\n" && depth === 0) return;
      else if (CLOSING.has(here()) && depth === 0) return;
      else if (here() === "," && depth === 0) return;
      else {
        if (OPENING.has(here())) depth++;
        if (CLOSING.has(here())) depth--;
        at++;
      }
    }
  }

  /** Reads an inline table. */
  function inline(parent: Entry): void {
    at++;
    while (!isEnd() && here() !== "}") {
      skip(" \t\n,");
      if (isEnd() || here() === "}") break;
      if (here() === "#") comment();
      else {
        const before = at;
        entryIn(parent);
        // A sign that belongs nowhere.
        if (at === before) at++;
      }
    }
    if (!isEnd()) at++;
  }

  function entryIn(parent: Entry): void {
    entry(parent.key);
  }

  while (!isEnd()) {
    skip(" \t\r\n");
    if (isEnd()) break;
    if (here() === "#") comment();
    else if (here() === "[") header();
    else {
      entry([]);
      while (!isEnd() && here() !== "\n") {
        if (here() === "#") comment();
        else at++;
      }
    }
  }
  return { tables, entries, strings, comments };
}

/** Returns the table in which a place is. */
export function tableAt({ tables }: Outline, at: number): Table | undefined {
  return tables.findLast(({ from }) => from <= at);
}

/** Returns the string in which a place is, between its quotes. */
export function stringAt({ strings }: Outline, at: number): Span | undefined {
  return strings.find(({ from, to }) => from <= at && at <= to);
}

/** Returns the names of a key with those of its table: `board`, `files`. */
export function pathOf({ table, key }: Entry): readonly string[] {
  return [...table.path, ...key];
}

/** Returns the names of the pieces that a file describes. */
export function describedPieces({ tables }: Outline): string[] {
  const names = tables.filter(({ path }) => path[0] === "piece" && path.length > 1);
  return [...new Set(names.map(({ path }) => path[1] ?? ""))];
}

/**
 * Returns the piece that a place is about, by its name or its id: the one that its table describes, or the one that stands there in a
 * list or in the array.
 */
export function pieceAt(outline: Outline, text: string, at: number): string | undefined {
  const table = tableAt(outline, at);
  if (table?.path[0] === "piece") return table.path[1];
  const string = stringAt(outline, at);
  if (!string) return undefined;
  const content = text.slice(string.from, string.to);
  const path = string.entry ? pathOf(string.entry) : [];
  if (path[0] !== "array") return content.includes("\n") ? undefined : content;
  const before = /[\p{L}\p{N}]*$/u.exec(text.slice(string.from, at))?.[0] ?? "";
  const behind = /^[\p{L}\p{N}]*/u.exec(text.slice(at, string.to))?.[0] ?? "";
  return before + behind === "" ? undefined : before + behind;
}

/** Returns where the description of a piece begins, if the file has one. */
export function placeOfPiece({ tables }: Outline, name: string): number | undefined {
  return tables.find(({ path }) => path[0] === "piece" && path[1] === name)?.from;
}

/** Returns the key with these names, `board` and `files`, if the file has it. */
export function entryOf({ entries }: Outline, path: readonly string[]): Entry | undefined {
  return entries.find((entry) => {
    const found = pathOf(entry);
    return found.length === path.length && found.every((part, index) => part === path[index]);
  });
}

/** Returns a key that stands before all tables. */
export function rootEntry({ entries }: Outline, name: string): Entry | undefined {
  return entries.find(({ table, key }) => table.path.length === 0 && key.length === 1 && key[0] === name);
}

/** Returns the strings in the value of a key. */
export function stringsOf({ strings }: Outline, entry: Entry | undefined): Span[] {
  return entry ? strings.filter((string) => string.entry === entry) : [];
}

/** Returns the string that is the value of a key. */
export function stringOf(outline: Outline, text: string, path: readonly string[]): string | undefined {
  const [string] = stringsOf(outline, entryOf(outline, path));
  return string && text.slice(string.from, string.to);
}

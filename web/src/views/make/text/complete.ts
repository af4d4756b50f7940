/** What can stand at a place of a game file: keys, values, the words of abilities, names of pieces. */

import type { BestiaryPieceView, GameSummary, WordView } from "../../../protocol/protocol";
import { helpOf, keysOf, valuesOf } from "./keys";
import { type Outline, describedPieces, outlineOf, pathOf, stringAt, tableAt } from "./outline";

/** What is known beside the text. */
export interface Known {
  words: readonly WordView[];
  bestiary: readonly BestiaryPieceView[];
  games: readonly GameSummary[];
}

export interface Proposal {
  label: string;
  kind: "word" | "piece" | "key" | "value" | "game";
  /** A few words beside it. */
  detail?: string | undefined;
  /** What it means. */
  help?: string | undefined;
  example?: string | undefined;
  /** What is written, if not the label. */
  apply?: string | undefined;
}

export interface Proposals {
  /** Where the text begins that they stand for. */
  from: number;
  options: Proposal[];
}

/** The keys whose values name pieces. */
const NAMING = new Set([
  "pieces",
  "add-pieces",
  "remove-pieces",
  "promotions",
  "like",
  "in-hand",
  "piece",
  "any-of",
  "all-of",
  "to",
  "taking",
  "if-on-board",
  "unless-on-board",
  "but",
  "guarded",
  "trifles",
  "takers",
  "pawns",
  "arrange",
]);

/** Returns what can stand at a place; nothing where that is unknown. */
export function proposalsAt(text: string, at: number, known: Known): Proposals | undefined {
  const outline = outlineOf(text);
  if (outline.comments.some(({ from, to }) => from < at && at <= to)) return undefined;
  const line = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
  const header = /^\s*\[+([\w.-]*|piece\.\s*"?[^"\]]*)$/.exec(line);
  if (header) return inHeader(header[1] ?? "", at, outline, known);
  const string = stringAt(outline, at);
  if (string?.entry) {
    const path = pathOf(string.entry);
    const before = text.slice(string.from, at);
    if (path.at(-1) === "ability") return inAbility(before, at, known.words);
    if (path[0] === "extends") return { from: string.from, options: known.games.map(gameOption) };
    const values = valuesOf(path);
    if (values.length > 0)
      return { from: string.from, options: values.map((label) => ({ label, kind: "value" as const })) };
    const last = path.at(-1) ?? "";
    const isNaming = path[0] === "piece" ? NAMING.has(last) : path.some((name) => NAMING.has(name));
    return isNaming ? { from: string.from, options: pieceOptions(outline, known) } : undefined;
  }
  const bare = /^\s*([\w.-]*)$/.exec(line);
  if (!bare || string || isInValue(outline, text, at)) return undefined;
  const path = tableAt(outline, at)?.path ?? [];
  return inKey(bare[1] ?? "", path, at, outline, known);
}

/** Whether a place belongs to the value of a key that begins on a line before. */
function isInValue({ entries }: Outline, text: string, at: number): boolean {
  const last = entries.findLast(({ from }) => from < at);
  if (!last) return false;
  const between = text.slice(last.to, at);
  return /^\s*=\s*[[{]/.test(between) && !/[\]}]\s*\n/.test(between) && between.includes("\n");
}

function inHeader(written: string, at: number, outline: Outline, known: Known): Proposals {
  const [, name] = /^piece\.\s*"?(.*)$/s.exec(written) ?? [];
  if (name !== undefined) {
    const from = at - written.length + "piece.".length;
    // The word at the cursor is no piece yet.
    const others = pieceOptions(outline, known).filter(({ label }) => label !== name);
    const options = others.map((option) => ({ ...option, apply: inKeyForm(option.label) }));
    return { from, options };
  }
  const tables = ["board", "array", "promotions", "ending", "piece.", "regions", "hand", "turns"];
  const lists = ["castling", "setup", "drop", "ending.loses", "ending.wins", "ending.draws"];
  return {
    from: at - written.length,
    options: [...tables, ...lists].map((label) => keyOption(label, label.split(".").filter(Boolean))),
  };
}

function inKey(
  written: string,
  path: readonly string[],
  at: number,
  outline: Outline,
  known: Known,
): Proposals | undefined {
  if (path[0] === "promotions" && path.length === 1)
    return {
      from: at - written.length,
      options: pieceOptions(outline, known).map((option) => ({
        ...option,
        apply: `${inKeyForm(option.label)} = `,
      })),
    };
  const parts = written.split(".");
  const parents = [...path, ...parts.slice(0, -1)];
  const tables = new Set(["board", "array", "ending", "hand", "turns", "trade", "regions", "piece"]);
  const keys = keysOf(parents);
  if (keys.length === 0) return undefined;
  return {
    from: at - (parts.at(-1) ?? "").length,
    options: keys.map((key) => ({
      ...keyOption(key, [...parents, key]),
      apply: parents.length === 0 && tables.has(key) ? `${key}.` : `${key} = `,
    })),
  };
}

function inAbility(before: string, at: number, words: readonly WordView[]): Proposals | undefined {
  const written = /[A-Za-z-]*$/.exec(before)?.[0] ?? "";
  return {
    from: at - written.length,
    options: words.map(({ name, syntax, help, example }) => ({
      label: name,
      kind: "word",
      detail: syntax,
      help,
      example,
    })),
  };
}

function pieceOptions(outline: Outline, { bestiary }: Known): Proposal[] {
  const described = describedPieces(outline);
  const own = described.map((label): Proposal => ({ label, kind: "piece" }));
  const others = bestiary.filter(({ name }) => !described.includes(name));
  return [
    ...own,
    ...others.map(({ name, ability, description }): Proposal => ({
      label: name,
      kind: "piece",
      detail: ability.length > MAX_DETAIL ? undefined : ability,
      help: description,
    })),
  ];
}

/** The longest ability that stands beside the name of a piece. */
const MAX_DETAIL = 40;

function keyOption(label: string, path: readonly string[]): Proposal {
  return { label, kind: "key", help: helpOf(path) };
}

function gameOption({ id, name }: GameSummary): Proposal {
  return { label: id, kind: "game", detail: name };
}

/** Returns a name as it stands in a key: between quotes if it has other signs than letters. */
export function inKeyForm(name: string): string {
  return /^[\w-]+$/.test(name) ? name : JSON.stringify(name);
}

/** Returns what is to be said of the place of a text that is pointed at, and where that begins and ends. */
export function meaningAt(
  text: string,
  at: number,
  known: Known,
): (Proposal & { from: number; to: number }) | undefined {
  const outline = outlineOf(text);
  const string = stringAt(outline, at);
  if (!string) {
    const entry = outline.entries.find(({ from, to }) => from <= at && at < to);
    if (!entry) return undefined;
    const path = pathOf(entry);
    const help = helpOf(path);
    return help === undefined
      ? undefined
      : { label: path.join("."), kind: "key", help, from: entry.from, to: entry.to };
  }
  if (string.entry?.key.at(-1) !== "ability") {
    const name = text.slice(string.from, string.to);
    const piece = known.bestiary.find((one) => one.name === name);
    const isDescribed = describedPieces(outline).includes(name);
    if (!piece || isDescribed) return undefined;
    return { ...pieceMeaning(piece), from: string.from, to: string.to };
  }
  const content = text.slice(string.from, string.to);
  for (const { 0: word, index } of content.matchAll(/[a-z]+(?:-[a-z]+)*|[A-Z]/g)) {
    const from = string.from + index;
    const to = from + word.length;
    if (at < from || at >= to) continue;
    const found = known.words.find(({ name }) => name === word);
    return (
      found && {
        label: found.name,
        kind: "word",
        detail: found.syntax,
        help: found.help,
        example: found.example,
        from,
        to,
      }
    );
  }
  return undefined;
}

function pieceMeaning({ name, ability, description }: BestiaryPieceView): Proposal {
  return { label: name, kind: "piece", detail: ability, help: description };
}

/** All texts that people read, in English: those of the client, out of its source, and those of the games, out of their files. */

import { readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { parse } from "smol-toml";
import * as ts from "typescript";
import { inOneLine, paragraphsOf } from "./src/learn/lines";

const ROOT = join(import.meta.dirname, "..");
const CLIENT = join(import.meta.dirname, "src");
const CRATES = join(ROOT, "crates");
const GAMES = join(ROOT, "games");

/** A text, and where it stands. */
export interface Text {
  text: string;
  /** The text for numbers other than one, if there are two. */
  plural?: string;
  /** The files in which it stands, from the root of the repository. */
  files: string[];
}

/** The functions that take a text, and in which arguments. */
const TAKERS: ReadonlyMap<string, readonly number[]> = new Map([
  ["t", [0]],
  ["msg", [0]],
  ["plural", [1, 2]],
]);

/** Collects texts, each once, in the order in which they come. */
class Collection {
  private readonly texts = new Map<string, Text>();

  add(text: string, file: string, plural?: string): void {
    if (text === "") return;
    const known = this.texts.get(text) ?? { text, files: [] };
    if (!known.files.includes(file)) known.files.push(file);
    if (plural !== undefined) known.plural = plural;
    this.texts.set(text, known);
  }

  all(): Text[] {
    return [...this.texts.values()];
  }
}

/** Returns the texts of the client, its own and those of the program. Throws an `Error` that names the place where one is not written out. */
export function clientTexts(): Text[] {
  const found = new Collection();
  const files = readdirSync(CLIENT, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".test.ts"))
    .sort();
  for (const file of files) readSource(join(CLIENT, file), found);
  for (const crate of readdirSync(CRATES).sort()) readCrate(join(CRATES, crate, "src"), found);
  return found.all();
}

/** The tokens of a Rust source, as far as they matter for where string literals begin and end. */
const RUST_TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|r(#*)"[\s\S]*?"\1|"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\\n]|\\[^\n]+?)'/g;
/** A macro that takes an English text, as `phrase!("level")`. */
const RUST_TAKER = /\b(?:phrase|template)!\(\s*"((?:[^"\\]|\\[\s\S])*)"/g;

/** Collects the texts that a crate says to people; those of its tests do not count. */
function readCrate(folder: string, found: Collection): void {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  for (const file of files.filter((file) => file.endsWith(".rs") && !/(?:^|\W)tests?\W/.test(file)).sort()) {
    const path = join(folder, file);
    const source = readFileSync(path, "utf8").split(/#\[cfg\(test\)\]\s*(?:#\[.*\]\s*)*mod \w+ \{/)[0] ?? "";
    const code = source.replaceAll(RUST_TOKEN, (token) => (token.startsWith("/") ? "" : token));
    for (const [, text = ""] of code.matchAll(RUST_TAKER))
      found.add(text.replaceAll(/\\\n\s*/g, "").replaceAll(/\\(["\\])/g, "$1"), relative(ROOT, path));
  }
}

function readSource(path: string, found: Collection): void {
  const file = relative(ROOT, path);
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const [first, second] = TAKERS.get(node.expression.text) ?? [];
      const texts = first === undefined ? [] : literals(node.arguments[first]);
      const plural = second === undefined ? undefined : literals(node.arguments[second])[0];
      for (const text of texts) found.add(text, file, plural);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}

/** Returns the texts that an expression may be, as far as they are written out in it. */
function literals(node: ts.Expression | undefined): string[] {
  if (!node) return [];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isConditionalExpression(node)) return [...literals(node.whenTrue), ...literals(node.whenFalse)];
  return ts.isParenthesizedExpression(node) ? literals(node.expression) : [];
}

type Table = Readonly<Record<string, unknown>>;

/** Returns the texts of the games: names and words about games and pieces, the rules in words, the lessons, the course, the wonders, and the openings. */
export function gameTexts(): Text[] {
  const found = new Collection();
  for (const folder of [".", "revisions", "help", "lessons", "course", "wonders", "older"]) {
    const names = readdirSync(join(GAMES, folder)).filter(
      (name) => name.endsWith(".toml") && name !== "Cargo.toml",
    );
    for (const name of names.sort()) {
      const path = join(GAMES, folder, name);
      const table = parse(readFileSync(path, "utf8"));
      const add = (text: unknown) => {
        if (typeof text === "string") found.add(text, relative(ROOT, path));
      };
      if (folder === "help") helpTexts(table).forEach(add);
      else if (folder === "lessons") lessonTexts(table).forEach(add);
      else if (folder === "wonders") tables(table["wonder"]).forEach(([, { words }]) => add(words));
      else if (folder === "course") eveningTexts(table).forEach(add);
      else definitionTexts(table).forEach(add);
    }
  }
  for (const name of readdirSync(join(GAMES, "openings")).sort()) {
    const path = join(GAMES, "openings", name);
    const lines = readFileSync(path, "utf8").split("\n");
    for (const line of lines.filter((line) => !line.startsWith("#")))
      found.add(line.split("|")[0]?.trim() ?? "", relative(ROOT, path));
  }
  return found.all();
}

/** Returns the tables in a table, by their names, or in a list. */
function tables(of: unknown): [string, Table][] {
  return typeof of === "object" && of !== null ? Object.entries(of as Record<string, Table>) : [];
}

function definitionTexts({
  name,
  summary,
  sides,
  pieces,
  piece,
  promotions,
  board,
  extends: of,
  "add-pieces": added,
}: Table): unknown[] {
  const listed = [pieces, added].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
  const described = tables(piece).flatMap(([, { description }]) => [description]);
  // Where pieces promote once, what promotes to a piece that would promote further has a kind of its own.
  const once = (board as Table | undefined)?.promotes === "once" ? tables(promotions) : [];
  const becomes = once.flatMap(([, to]) => (Array.isArray(to) ? (to as unknown[]) : [to]));
  const named = becomes.map((to) => String(typeof to === "string" ? to : (to as Table).to));
  const copies = named.filter((to) => to in (promotions as Table));
  return [
    name,
    summary,
    ...(Array.isArray(sides) ? (sides as unknown[]) : []),
    ...listed,
    ...(pieces === undefined && of === undefined && name !== undefined
      ? tables(piece).map(([one]) => one)
      : []),
    ...copies.map((one) => `${one} by promotion`),
    ...described,
  ];
}

function helpTexts({ chapter, diagram, turn }: Table): unknown[] {
  const long = (text: unknown) => (typeof text === "string" ? paragraphsOf(text) : []);
  const short = (text: unknown) => long(text).join(" ");
  return [
    ...tables(chapter).flatMap(([, { title, text }]) => [title, ...long(text)]),
    ...tables(diagram).flatMap(([, { title, text }]) => [title, short(text)]),
    ...tables(turn).flatMap(([, { text }]) => [short(text)]),
  ];
}

function lessonTexts({ title, chapter, text, exercise }: Table): unknown[] {
  const line = (one: unknown) => (typeof one === "string" ? inOneLine(one) : undefined);
  return [
    title,
    chapter,
    ...(typeof text === "string" ? paragraphsOf(text) : []),
    ...tables(exercise).flatMap(([, { goal, hint, done, answers }]) => [
      ...[goal, hint, done].map(line),
      ...Object.values(answers ?? {}).map(line),
    ]),
  ];
}

function eveningTexts({ title, text, battle }: Table): unknown[] {
  const file = (battle as Table | undefined)?.["text"];
  return [
    title,
    ...(typeof text === "string" ? paragraphsOf(text) : []),
    ...(typeof file === "string" ? definitionTexts(parse(file)) : []),
  ];
}

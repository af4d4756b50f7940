/** The colours of a game file: TOML, and the words inside abilities. */

import { HighlightStyle, StreamLanguage, type StringStream, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { tags } from "@lezer/highlight";
import type { WordView } from "../../../protocol/protocol";

interface State {
  /** The quotes at which the string ends. */
  quotes: string;
  /** The last name of the key whose value is read; empty before one. */
  key: string;
  isInValue: boolean;
  /** The brackets that are open in the value. */
  depth: number;
}

/** The colour of each kind of words. */
const COLOURS: Readonly<Record<string, string>> = {
  "a leap": "typeName",
  "a line": "typeName",
  "a direction": "modifier",
  "a note": "attributeName",
  "a shape": "keyword",
  "a power": "keyword",
  "a joint": "modifier",
};

/** Returns the language of game files, with these words in abilities. */
export function gameFile(words: readonly WordView[]): Extension {
  const colours = new Map(words.map(({ name, kind }) => [name, COLOURS[kind] ?? "keyword"]));
  const language = StreamLanguage.define<State>({
    name: "game",
    startState: () => ({ quotes: "", key: "", isInValue: false, depth: 0 }),
    token(stream, state) {
      if (state.quotes !== "") return inString(stream, state, colours);
      if (stream.sol() && state.depth === 0) state.isInValue = false;
      if (stream.eatSpace()) return null;
      if (stream.match(/#.*/)) return "comment";
      const quotes = /^("""|'''|"|')/.exec(stream.string.slice(stream.pos))?.[0];
      if (quotes !== undefined && state.isInValue) {
        stream.pos += quotes.length;
        state.quotes = quotes;
        return "string";
      }
      return state.isInValue ? inValue(stream, state) : inKey(stream, state);
    },
    languageData: { commentTokens: { line: "#" }, closeBrackets: { brackets: ["[", "{", '"', "("] } },
  });
  return [language, syntaxHighlighting(STYLE)];
}

function inKey(stream: StringStream, state: State): string | null {
  if (stream.match(/\[.*\]/) || stream.match(/\[.*/)) {
    state.key = "";
    return "heading";
  }
  const name = stream.match(/[\w-]+|"[^"]*"?|'[^']*'?/) as RegExpMatchArray | null;
  if (name) {
    state.key = name[0];
    return "propertyName";
  }
  if (stream.eat("=")) {
    state.isInValue = true;
    return "operator";
  }
  stream.next();
  return null;
}

function inValue(stream: StringStream, state: State): string | null {
  if (stream.match(/(true|false)\b/)) return "bool";
  if (stream.match(/[+-]?[\d_]+/)) return "number";
  const name = stream.match(/[\w-]+(?=\s*=)/) as RegExpMatchArray | null;
  if (name) {
    state.key = name[0];
    return "propertyName";
  }
  const sign = stream.next();
  if (sign === "[" || sign === "{") state.depth++;
  if (sign === "]" || sign === "}") state.depth--;
  return "punctuation";
}

function inString(stream: StringStream, state: State, colours: ReadonlyMap<string, string>): string | null {
  if (stream.match(state.quotes)) {
    state.quotes = "";
    return "string";
  }
  // A string of one line that is not closed ends with it.
  if (stream.sol() && state.quotes.length === 1) {
    state.quotes = "";
    return null;
  }
  if (state.key === "ability") return inAbility(stream, colours);
  if (state.key === "ranks") return inRanks(stream);
  stream.next();
  const quote = state.quotes.charAt(0);
  while (!stream.eol() && stream.peek() !== quote) if (stream.next() === "\\") stream.next();
  return "string";
}

function inAbility(stream: StringStream, colours: ReadonlyMap<string, string>): string | null {
  if (stream.eatSpace()) return null;
  if (stream.match(/-?\d+/)) return "number";
  const word = stream.match(/[a-z]+(-[a-z]+)*|[A-Z]/) as RegExpMatchArray | null;
  if (word) return colours.get(word[0]) ?? "variableName";
  return "+;".includes(stream.next() ?? "") ? "operator" : "punctuation";
}

function inRanks(stream: StringStream): string | null {
  if (stream.eatSpace()) return null;
  if (stream.match(/[\p{L}\p{N}]+/u)) return "string";
  stream.next();
  return "comment";
}

const STYLE = HighlightStyle.define([
  { tag: tags.comment, color: "var(--soft)" },
  { tag: tags.heading, color: "var(--accent)", fontWeight: "600" },
  { tag: tags.propertyName, color: "var(--ink)", fontWeight: "600" },
  { tag: tags.string, color: "var(--code-text)" },
  { tag: [tags.number, tags.bool], color: "var(--mark-change)" },
  { tag: tags.typeName, color: "var(--code-travel)", fontWeight: "600" },
  { tag: tags.modifier, color: "var(--code-direction)" },
  { tag: tags.attributeName, color: "var(--code-note)" },
  { tag: tags.keyword, color: "var(--mark-change)" },
  { tag: [tags.operator, tags.punctuation], color: "var(--soft)" },
]);

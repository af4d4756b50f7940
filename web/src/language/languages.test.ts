/**
 * The files of the languages hold each text that people read, and nothing else. `UPDATE=1 npx vitest run languages` brings them up
 * to date: new texts wait for their translation there, and those that nobody reads any more are gone.
 */

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type GetTextTranslation, po } from "gettext-parser";
import { describe, expect, it } from "vitest";
import { type Text, clientTexts, gameTexts } from "../../texts";
import { formFor } from "./catalogue";
import { SENTENCES } from "./sentences";

/** How many texts of a language may wait for a translator. */
const WAITING: Readonly<Record<string, number>> = { fr: 0 };

const ROOT = join(import.meta.dirname, "../../..");
const FOLDER = join(ROOT, "web/languages");
const LANGUAGES = readdirSync(FOLDER);

const client = clientTexts();
const ofClient = new Set(client.map(({ text }) => text));
/** The texts that each file of a language holds. A text of both the client and a game stands with the client's. */
const FILES: Readonly<Record<string, readonly Text[]>> = {
  "client.po": client,
  "games.po": gameTexts().filter(({ text }) => !ofClient.has(text)),
};

/** Returns the placeholders and tags of a text, in no order. */
function marksOf(text: string): string[] {
  return (text.match(/\{\w+\}|<\/?\w+>/g) ?? []).sort();
}

/** Returns the file of a language as it is to be: with the translations that it has. */
function updated(text: string, texts: readonly Text[]): string {
  const file = po.parse(text);
  const known = file.translations[""] ?? {};
  const forms = Number(/nplurals=(\d+)/.exec(file.headers["Plural-Forms"] ?? "")?.[1] ?? 2);
  const entry = ({ text, plural, files }: Text): GetTextTranslation => ({
    msgid: text,
    ...(plural === undefined ? {} : { msgid_plural: plural }),
    msgstr: known[text]?.msgstr ?? (plural === undefined ? [""] : Array<string>(forms).fill("")),
    comments: {
      ...known[text]?.comments,
      reference: files.join("\n"),
    },
  });
  const header = known[""] ? { "": known[""] } : {};
  file.translations = {
    "": { ...header, ...Object.fromEntries(texts.map((one) => [one.text, entry(one)])) },
  };
  return `${po.compile(file, { foldLength: 110 }).toString().trimEnd()}\n`;
}

describe.each(LANGUAGES)("%s", (language) => {
  it.each(Object.entries(FILES))("%s has each text once, translated", (name, texts) => {
    const path = join(FOLDER, language, name);
    const text = readFileSync(path, "utf8");
    const wanted = updated(text, texts);
    if (process.env["UPDATE"]) writeFileSync(path, wanted);
    else expect(text === wanted, `bring ${path} up to date: UPDATE=1 npx vitest run languages`).toBe(true);
    const entries = Object.values(po.parse(wanted).translations[""] ?? {}).filter(
      ({ msgid }) => msgid !== "",
    );
    expect(entries.length).toBe(texts.length);
    const isDone = ({ msgstr }: GetTextTranslation) => msgstr.every((form) => form !== "");
    const waiting = entries.filter((entry) => !isDone(entry)).map(({ msgid }) => msgid);
    expect(waiting.length, waiting.join("\n")).toBeLessThanOrEqual(WAITING[language] ?? 0);
    for (const { msgid, msgid_plural: plural, msgstr } of entries.filter(isDone))
      for (const form of msgstr) {
        const isNamed = plural === undefined || form.includes("{count}");
        expect(marksOf(isNamed ? form : `${form}{count}`), msgid).toEqual(marksOf(plural ?? msgid));
      }
  });

  it("has a form for each plural category, in the order of CLDR", () => {
    const rules = new Intl.PluralRules(language);
    const forms = rules.resolvedOptions().pluralCategories;
    for (const count of [0, 1, 2, 5, 21, 1_000_000]) expect(formFor(count, forms, rules)).toBeTruthy();
  });
});

/** Returns the Rust source of some folders, without the tests in it. */
function program(...folders: readonly string[]): string {
  const files = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".rs") && !/(?:^|\W)tests?\W/.test(file))
      .map((file) => join(ROOT, folder, file)),
  );
  return files
    .map((file) => readFileSync(file, "utf8").split(/#\[cfg\(test\)\]\s*(?:#\[.*\]\s*)*mod \w+ \{/)[0])
    .join("\n");
}

/** A comment, a text, raw or not, or a single character. */
const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|r(#*)"([\s\S]*?)"\1|"((?:[^"\\]|\\[\s\S])*)"|'(?:[^'\\\n]|\\[^\n]+?)'/g;

/** Returns all texts of a program. */
function literalsOf(source: string): string[] {
  const read = (text: string) => text.replaceAll(/\\\n\s*/g, "").replaceAll(/\\(["\\])/g, "$1");
  return [...source.matchAll(TOKEN)].flatMap(
    ([, , raw, text]) => raw ?? (text === undefined ? [] : read(text)),
  );
}

/** Returns a text of the program, or a sentence, without the names of its placeholders. */
function shapeOf(text: string): string {
  const brace = (text: string) => (text === "{{" ? "\u0001" : "\u0002");
  return text
    .replaceAll(/\{\{|\}\}/g, brace)
    .replaceAll(/(?:\{[^{}]*\})+\d*/g, "{}")
    .replaceAll("\u0001", "{")
    .replaceAll("\u0002", "}");
}

/**
 * The sentences that the program puts together: the texts that follow each other, and the texts that take the place of their
 * placeholders. All of these stand in the program.
 */
const PUT_TOGETHER: Readonly<
  Record<string, { texts: readonly string[]; values?: Readonly<Record<string, string>> }>
> = {
  // crates/session/src/judgement.rs
  "{part} and {deed}": { texts: ["{}", " and ", "{}"] },
  "takes {victims}": { texts: ["take{ending} {}"], values: { ending: "s" } },
  "wins over {victims}": { texts: ["win{ending} over {}"], values: { ending: "s" } },
  "becomes an {piece}": {
    texts: ["become{ending} {}"],
    values: { ending: "s", "": "{article} {name}", article: "an" },
  },
  "becomes a {piece}": {
    texts: ["become{ending} {}"],
    values: { ending: "s", "": "{article} {name}", article: "a" },
  },
  "take {victims}": { texts: ["take{ending} {}"], values: { ending: "" } },
  "win over {victims}": { texts: ["win{ending} over {}"], values: { ending: "" } },
  "become an {piece}": {
    texts: ["become{ending} {}"],
    values: { ending: "", "": "{article} {name}", article: "an" },
  },
  "become a {piece}": {
    texts: ["become{ending} {}"],
    values: { ending: "", "": "{article} {name}", article: "a" },
  },
  // crates/rules/src/position/text/error.rs
  "this game has no piece with the id `{text}`; did you mean `{known}`?": {
    texts: ["this game has no piece with the id `{id}`", "; did you mean `{known}`?"],
  },
  // crates/rules/src/notation/error.rs
  "`{text}` is not a turn here; near it is {turns}": {
    texts: ["`{}` is not a turn here; near it {are} {}"],
    values: { are: "is" },
  },
  "`{text}` is not a turn here; near it are {turns}": {
    texts: ["`{}` is not a turn here; near it {are} {}"],
    values: { are: "are" },
  },
  // crates/rules/src/record/replay.rs
  "the tags `Setup` and `Position` exclude each other": {
    texts: ["the tags `Setup` and `{}` exclude each other"],
    values: { "": "Position" },
  },
  // crates/session/src/conversation/import.rs
  "the tag `Variant` of the record names no game that is known here, but `{text}`; there are {known}": {
    texts: ["the tag `Variant` of the record names no game that is known here, but `{}`; {reason}"],
    values: { reason: "there are {}" },
  },
  // crates/rules/src/game/setup.rs
  "`{text}` is not a set-up choice of this game: its array is fixed": {
    texts: ["`{}` is not a set-up choice of this game", ": its array is fixed"],
  },
  "`{text}` is not a set-up choice of this game: expected `default` or some of {known}, separated by commas":
    {
      texts: [
        "`{}` is not a set-up choice of this game",
        ": expected `default` or some of {}, separated by commas",
      ],
    },
};

describe("the sentences", () => {
  const crates = ["draw", "engine", "rules", "server", "session"].map((crate) => `crates/${crate}/src`);
  const literals = new Set(literalsOf(program(...crates)));
  const shapes = new Set([...literals].map(shapeOf));

  /** Whether the program puts a sentence together as it is said here. */
  function isPutTogether(sentence: string, name: string): boolean {
    const { texts, values = {} } = PUT_TOGETHER[name] ?? { texts: [] };
    const parts = [...texts.filter((text) => text !== "{}"), ...Object.values(values)];
    if (!parts.every((part) => literals.has(part))) return false;
    const whole = Object.entries(values).reduce(
      (text, [name, value]) => text.replace(`{${name}}`, value),
      texts.join(""),
    );
    return shapeOf(whole) === shapeOf(sentence);
  }

  /** Whether the program says a sentence, which is that of a name unless a word of it has been changed. */
  const isSaid = (sentence: string, name = sentence) =>
    name in PUT_TOGETHER ? isPutTogether(sentence, name) : shapes.has(shapeOf(sentence));

  it("are those of the program, word by word", () => {
    expect(SENTENCES.filter((sentence) => !isSaid(sentence))).toEqual([]);
    const known = new Set(SENTENCES);
    expect(Object.keys(PUT_TOGETHER).filter((sentence) => !known.has(sentence))).toEqual([]);
    // What stands whole in the program is not put together.
    expect(Object.keys(PUT_TOGETHER).filter((sentence) => shapes.has(shapeOf(sentence)))).toEqual([]);
  });

  it("are not those of the program when a word is another", () => {
    const taken: string[] = [];
    let mutants = 0;
    for (const sentence of SENTENCES) {
      const words = [
        ...sentence.replaceAll(/\{\w+\}/g, (hole) => "\u0000".repeat(hole.length)).matchAll(/[a-z]+/gi),
      ];
      // Many a single word is one of the program's for something else.
      const others = words.length > 1 ? ["was", "after", "nobody", "pieces", "walrus"] : ["walrus"];
      for (const { 0: word, index } of words)
        for (const other of others) {
          if (other === word) continue;
          const mutant = sentence.slice(0, index) + other + sentence.slice(index + word.length);
          mutants++;
          if (isSaid(mutant, sentence)) taken.push(mutant);
        }
    }
    expect(taken).toEqual([]);
    expect(mutants).toBeGreaterThan(5000);
  });
});

/** What is refused to programs that speak the protocol, and what no control of the page asks. */
const TO_PROGRAMS = [
  "a date is written as in 2026.11.22",
  "a game by mail is between two people",
  "a key has 22 to 64 letters, digits, `-` and `_`, which are drawn at random",
  "a rematch needs a new key",
  "a review takes {} to {} ms a position",
  "a side is 0 or 1",
  "a turn has at most {} glyphs",
  "no piece stands there",
  "the days for a turn are one of {}",
  "the engine has no seat in a game between two people",
  "the engine tells 1 to {} lines, not {}",
  "the game has no seats: it is not between people elsewhere",
  "the game has {} piece types, counted from 0",
  "the game is not named",
  "the list has no such turn",
  "the list of turns is that of another position",
  "the reserve has no such item",
  "the side does not ask to take back",
  "the start is no turn",
  "the times of a clock are 1 to {} ms",
  "there is no game `{}`",
  "there is no place {}",
  "there is no such level: the levels are {}",
  "this is no language tag",
  "this phase has only {} choices",
  "this server speaks version {} of the protocol, not {}",
];

it("what is refused is a sentence", () => {
  const shape = (text: string) => text.replaceAll(/\{[\w.:]*\}/g, "{}");
  const known = new Set([...SENTENCES, ...TO_PROGRAMS].map(shape));
  const told =
    /(?:refusal\(\s*ProblemCode::\w+,|not_now\(|refused\(|unreadable\(|let message =)\s*&?(?:format!\(\s*)?"((?:[^"\\]|\\.)*)"/g;
  const source = program("crates/session/src/conversation").replaceAll(/\\\n\s*/g, "");
  const refusals = [...source.matchAll(told)].map(([, text]) => shape(text ?? ""));
  expect(refusals.length).toBeGreaterThan(80);
  expect(refusals.filter((text) => !known.has(text))).toEqual([]);
});

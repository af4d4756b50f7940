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

/** Returns all Rust source of some folders, without the tests in it. */
function program(...folders: readonly string[]): string {
  const files = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".rs"))
      .map((file) => join(ROOT, folder, file)),
  );
  return files
    .map((file) => readFileSync(file, "utf8").split("#[cfg(test)]")[0])
    .join("\n")
    .replaceAll(/\\\n\s*/g, "");
}

it("the sentences are those of the program", () => {
  const crates = ["crates/draw/src", "crates/engine/src", "crates/rules/src", "crates/session/src"];
  const source = program(...crates).replaceAll('\\"', '"');
  for (const sentence of SENTENCES) {
    const fixed = sentence.split(/\{\w+\}/).sort((a, b) => b.length - a.length)[0] ?? "";
    // A few are put together word by word.
    const isThere = source.includes(fixed.trim()) || fixed.split(" ").every((word) => source.includes(word));
    expect(isThere, sentence).toBe(true);
  }
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
  const refusals = [...program("crates/session/src/conversation").matchAll(told)].map(([, text]) =>
    shape(text ?? ""),
  );
  expect(refusals.length).toBeGreaterThan(80);
  expect(refusals.filter((text) => !known.has(text))).toEqual([]);
});

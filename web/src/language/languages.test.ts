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

/** How many texts of a language may wait for a translator. */
const WAITING: Readonly<Record<string, number>> = { fr: 0 };

const ROOT = join(import.meta.dirname, "../../..");
const FOLDER = join(ROOT, "web/languages");
/** The languages of the page; English has letters alone, as its texts stand in the code. */
const LANGUAGES = readdirSync(FOLDER).filter((language) => language !== "en");

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

it("the texts of the client are those of the program, too", () => {
  const phrase = client.find(({ text }) => text === "{winner} has won: {loser} has no royal piece left");
  expect(phrase?.files).toEqual(["crates/draw/src/words.rs"]);
  const broken = client.find(({ text }) => text.startsWith("this is neither the record"));
  expect(broken?.text).toContain("as in `1. P-e4 P-e7`; a position has");
});

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

  it("has the letters", () => {
    const letters = (language: string) => readdirSync(join(FOLDER, language, "letters")).sort();
    expect(letters(language)).toEqual(letters("en"));
  });

  it("has a form for each plural category, in the order of CLDR", () => {
    const rules = new Intl.PluralRules(language);
    const forms = rules.resolvedOptions().pluralCategories;
    for (const count of [0, 1, 2, 5, 21, 1_000_000]) expect(formFor(count, forms, rules)).toBeTruthy();
  });
});

/**
 * The language of the page. English texts stand in the code and are the keys of all others, which `languages/` holds: a folder a
 * language, loaded when it is chosen. Reads here are reactive: they run again when the language changes.
 */

import { createEffect, createSignal, untrack } from "solid-js";
import { languagesRead } from "../browser";
import type { Argument, Phrase } from "../protocol/protocol";
import { type Catalogue, type Values, filled, formFor, preferred } from "./catalogue";

const FILES = import.meta.glob<Catalogue>("../../languages/*/*.po", { import: "default" });

/** Returns the language of a file: the name of its folder. */
function languageOf(path: string): string {
  return path.split("/").at(-2) ?? "";
}

/** The languages in which everything can be shown, as BCP 47 tags. */
export const LANGUAGES: readonly string[] = ["en", ...new Set(Object.keys(FILES).map(languageOf))];

interface Spoken {
  language: string;
  texts: Catalogue;
  plurals: Intl.PluralRules;
}

const ENGLISH: Spoken = {
  language: "en",
  texts: {},
  plurals: new Intl.PluralRules("en"),
};

/** Returns an English text with the apostrophes that printers use: the sources, which a terminal shows too, have the typewriter's. */
function printed(text: string): string {
  return text.replaceAll(/(?<=\p{L})'/gu, "’");
}

const [spoken, setSpoken] = createSignal(ENGLISH);
/** The language that is loaded or being loaded. */
let wanted = ENGLISH.language;

/** The language that is spoken. */
export const language = () => spoken().language;

/** Returns the language to speak: the one chosen, or one that the person reads. */
function languageFor(chosen: string): string {
  return preferred([chosen, ...languagesRead()], LANGUAGES);
}

/**
 * Speaks the chosen language, or that of the browser, as soon as its texts are there. Where they cannot be loaded, the language
 * stays as it is.
 */
export async function speak(chosen: string): Promise<void> {
  wanted = languageFor(chosen);
  const spoken = await load(wanted).catch(() => undefined);
  // Another one may have been chosen meanwhile.
  if (spoken?.language === wanted) setSpoken(spoken);
}

async function load(language: string): Promise<Spoken> {
  if (language === ENGLISH.language) return ENGLISH;
  const paths = Object.keys(FILES).filter((path) => languageOf(path) === language);
  const parts = await Promise.all(paths.flatMap((path) => FILES[path]?.() ?? []));
  const texts = Object.assign({}, ...parts) as Catalogue;
  return { language, texts, plurals: new Intl.PluralRules(language) };
}

/**
 * Speaks the language that is chosen, or that of the browser where none is, and says so to the browser. Returns whether the first
 * one is there: what is shown before would be English.
 */
export function useLanguage(chosen: () => string): () => boolean {
  const [isReady, setReady] = createSignal(languageFor(untrack(chosen)) === language());
  createEffect(() => void speak(chosen()).then(() => setReady(true)));
  createEffect(() => {
    document.documentElement.lang = language();
  });
  return isReady;
}

/** Returns a text in the language of the page, with the values in place of its placeholders: `{name}`. */
export function t(text: string, values: Values = {}): string {
  const found = spoken().texts[text];
  return filled(typeof found === "string" ? found : printed(text), values, (value) => number(value));
}

/** Returns the text for a number, which both texts may name as `{count}`. */
export function plural(count: number, one: string, other: string, values: Values = {}): string {
  const { texts, plurals } = spoken();
  const found = texts[one];
  const text =
    typeof found === "object" ? formFor(count, found, plurals) : printed(count === 1 ? one : other);
  return filled(text, { count, ...values }, (value) => number(value));
}

/** Translates a text of the session; texts without a translation, such as those of a user's own game, stay as they are. */
export function told(text: string): string {
  const found = spoken().texts[text];
  return typeof found === "string" ? found : printed(text);
}

/**
 * Returns a phrase of the program in the language of the page. Text between backticks is put between the quotation marks of the
 * language.
 */
export function sentence(phrase: Phrase): string {
  return composed(phrase).replaceAll(/`([^`]+)`|[^`]+/g, (plain, quoted?: string) =>
    quoted === undefined ? printed(plain) : t("“{quoted}”", { quoted }),
  );
}

/** Returns a phrase in the language of the page, with the backticks that it has. */
function composed(phrase: Phrase): string {
  if (typeof phrase === "string") return translated(phrase);
  const template = translated(phrase.text);
  const values = Object.entries(phrase.args).map(([name, argument]) => {
    // Input that is quoted is no text of the catalogue.
    const isInput = typeof argument === "string" && phrase.text.includes(`\`{${name}}\``);
    return [name, isInput ? argument : argumentText(argument)];
  });
  return filled(template, Object.fromEntries(values) as Record<string, string>, String);
}

function argumentText(argument: Argument): string {
  if (typeof argument === "number") return number(argument);
  if (Array.isArray(argument)) return argument.map(argumentText).join(", ");
  if (typeof argument === "object" && "hundredths" in argument) return number(argument.hundredths / 100, 2);
  return composed(argument);
}

/** Returns a text as the catalogue has it, or as it is where the catalogue has none. */
function translated(text: string): string {
  const found = spoken().texts[text];
  return typeof found === "string" ? found : text;
}

/** Formats a number with `digits` digits after the decimal point. */
export function number(value: number, digits = 0): string {
  const key = `${language()}/${digits}`;
  const format =
    numberFormats.get(key) ??
    new Intl.NumberFormat(language(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
  numberFormats.set(key, format);
  return format.format(value);
}

/** The ways to write numbers that have been needed, as `language/digits`: each takes a while to be made. */
const numberFormats = new Map<string, Intl.NumberFormat>();

/** Returns a time as a day and an hour. */
export function dayAndTime(time: number): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(time);
}

/** Returns the day of a time. */
export function dayInWords(time: number): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: "medium" }).format(time);
}

/** Returns the things as a list: `one, two and three`. */
export function listed(things: readonly string[], type: Intl.ListFormatType = "conjunction"): string {
  return new Intl.ListFormat(language(), { type }).format(things);
}

/** Returns a sentence's beginning with a capital letter. */
export function capitalized(text: string): string {
  return text.charAt(0).toLocaleUpperCase(language()) + text.slice(1);
}

/** Returns what a language calls itself. */
export function ownName(of: string): string {
  const name = new Intl.DisplayNames([of], { type: "language" }).of(of) ?? of;
  return name.charAt(0).toLocaleUpperCase(of) + name.slice(1);
}

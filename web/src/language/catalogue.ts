/** Texts and their translations, by the English text; nothing here knows which language is spoken. */

/** The values of placeholders, by name. */
export type Values = Readonly<Record<string, string | number>>;

/** The translated texts of a language by the English ones: one text, or one for each plural category of the language. */
export type Catalogue = Readonly<Record<string, string | readonly string[]>>;

/** The plural categories of CLDR in their order; the forms of a translation stand in the same order. */
const CATEGORIES: readonly Intl.LDMLPluralRule[] = ["zero", "one", "two", "few", "many", "other"];

/** Marks an English text that is translated elsewhere, where it is shown. */
export function msg<Text extends string>(text: Text): Text {
  return text;
}

/** Puts the values in place of the placeholders: `{name}`. A placeholder without a value stays. */
export function filled(text: string, values: Values, written: (value: number) => string): string {
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name];
    return typeof value === "number" ? written(value) : (value ?? placeholder);
  });
}

/**
 * Returns the form that a language has for a number. Where the translator has given fewer forms than the language has categories,
 * the last one serves for the rest.
 */
export function formFor(count: number, forms: readonly string[], rules: Intl.PluralRules): string {
  const known = rules.resolvedOptions().pluralCategories;
  const index = CATEGORIES.filter((one) => known.includes(one)).indexOf(rules.select(count));
  return forms[Math.min(index, forms.length - 1)] ?? "";
}

/** Returns the first of the offered languages that a person reads; English if there is none. */
export function preferred(wanted: readonly string[], offered: readonly string[]): string {
  const base = (tag: string) => tag.toLowerCase().split("-")[0];
  return wanted.flatMap((tag) => offered.find((one) => base(one) === base(tag)) ?? [])[0] ?? "en";
}

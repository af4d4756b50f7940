import { describe, expect, it } from "vitest";
import { filled, formFor, preferred } from "./catalogue";

const written = (value: number) => `#${value}`;

describe("placeholders", () => {
  it("are replaced by name, numbers as the language writes them", () => {
    expect(filled("{a} of {b}, {a}", { a: 3, b: "many" }, written)).toBe("#3 of many, #3");
  });

  it("stay where nothing is known of them, and what stands in their place is no text to be filled", () => {
    expect(filled("{a} {b}", { a: "{b} $& $1" }, written)).toBe("{b} $& $1 {b}");
  });
});

describe("plural forms", () => {
  const form = (language: string, count: number, ...forms: string[]) =>
    formFor(count, forms, new Intl.PluralRules(language));

  it.each([
    ["fr", 0, "partie"],
    ["fr", 1, "partie"],
    ["fr", 2, "parties"],
    ["fr", 1_000_000, "parties"],
  ])("%s, %i: %s", (language, count, text) => {
    expect(form(language, count, "partie", "parties")).toBe(text);
  });

  it("stand in the order of CLDR", () => {
    const forms = [1, 2, 5, 21, 22].map((count) => form("pl", count, "partia", "partie", "partii"));
    expect(forms).toEqual(["partia", "partie", "partii", "partii", "partie"]);
    expect(form("ar", 0, "zero", "one", "two", "few", "many", "other")).toBe("zero");
  });
});

it.each([
  [["fr-CA", "en"], "fr"],
  [["de", "fr"], "fr"],
  [["en-GB", "fr"], "en"],
  [["", "FR"], "fr"],
  [["de"], "en"],
  [[], "en"],
])("who reads %j is shown %s", (wanted, language) => expect(preferred(wanted, ["en", "fr"])).toBe(language));

import { Linter } from "eslint";
import { describe, expect, it } from "vitest";
import { translated } from "../../tools/eslint-texts.mjs";

/** Returns how many texts of a source the rule complains of. */
function complaints(source: string): number {
  const linter = new Linter();
  const found = linter.verify(source, {
    plugins: { texts: { rules: { translated } } },
    rules: { "texts/translated": "error" },
    languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } },
  });
  expect(found.filter(({ fatal }) => fatal)).toEqual([]);
  return found.length;
}

describe("a text in one language only", () => {
  it.each([
    "<p>Stop</p>",
    '<button title="Stop" />',
    '<button aria-label={isOn() ? "Stop" : "Go on"} />',
    "<p title={`${count} games`} />",
    '<p>{isOn() && "Stop"}</p>',
    'const words = [isOn && "chosen"].join()',
    'const options = [{ value: "a", label: "Sand" }]',
    'setNotice("The game is lost.")',
    "setNotice(`${side} has won`)",
  ])("is found in %s", (source) => expect(complaints(source)).toBeGreaterThan(0));
});

describe("no complaint is made of", () => {
  it.each([
    '<p>{t("Stop it")} · {count} {"…"}</p>',
    '<button class="quiet small" title={t("Stop it")} />',
    'const words = [msg("Stop it"), plural(count, "one game", "{count} games")]',
    'throw new Error("there is no app around this view")',
    'console.error("an engine has failed", reason)',
    'document.querySelector(".board [data-index]")',
    'import { t } from "./a b"',
    'const kind = "engine"',
    'const picture = "<svg class=a b></svg>"',
  ])("%s", (source) => expect(complaints(source)).toBe(0));
});

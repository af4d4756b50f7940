import js from "@eslint/js";
import { defineConfig } from "eslint/config";
import globals from "globals";
import solid from "eslint-plugin-solid/configs/typescript";
import ts from "typescript-eslint";
import { translated } from "./tools/eslint-texts.mjs";

/** Functions that call their arguments later: what these read then is the value of that moment. */
const LATER = [
  "addEventListener",
  "animate",
  "closeWhenLeft",
  "listen",
  "queueMicrotask",
  "singleFlight",
  "then",
  "work",
];
/** Functions that call their arguments at once, in the scope of the caller; the rule knows `map` and its like by itself. */
const AT_ONCE = ["from", "replaceAll", "sort", "withSquare"];

export default defineConfig(
  { ignores: ["dist", "node_modules", "src/protocol/protocol.ts"] },
  js.configs.recommended,
  ts.configs.strictTypeChecked,
  {
    languageOptions: {
      globals: globals.browser,
      parserOptions: {
        projectService: { allowDefaultProject: ["eslint.config.js", "tools/*.mjs"] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      eqeqeq: "error",
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      // Functions are passed around here as records of functions; none of them uses `this`.
      "@typescript-eslint/unbound-method": "off",
    },
  },
  {
    files: ["src/**/*.{ts,tsx}"],
    ...solid,
    rules: {
      ...solid.rules,
      "solid/reactivity": ["error", { customReactiveFunctions: [...LATER, ...AT_ONCE] }],
    },
  },
  {
    files: ["src/**/*.{ts,tsx}"],
    ignores: ["**/*.test.ts"],
    plugins: { texts: { rules: { translated } } },
    rules: { "texts/translated": "error" },
  },
  {
    files: ["src/**/*.{ts,tsx}"],
    ignores: ["src/browser.ts", "**/*.test.ts"],
    rules: {
      "no-restricted-globals": [
        "error",
        ...["caches", "indexedDB", "localStorage", "navigator", "sessionStorage"].map((name) => ({
          name,
          message: "A browser may deny it: ask src/browser.ts.",
        })),
      ],
    },
  },
  { files: ["tools/*.mjs"], ...ts.configs.disableTypeChecked },
  { files: ["tools/*.mjs"], languageOptions: { globals: globals.node } },
  { files: ["**/*.test.ts"], rules: { "@typescript-eslint/no-non-null-assertion": "off" } },
);

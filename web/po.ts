/** Reads the texts of a language while the page is built: what a `.po` file translates is the default export of its module. */

import { po as format } from "gettext-parser";
import type { Plugin } from "vite";

/** A translated text, or its forms for numbers. */
export type Translation = string | string[];

/** Returns the translated texts of a file by the English ones; those that wait for a translator are left out. */
export function readPo(text: string): Record<string, Translation> {
  const entries = Object.values(format.parse(text).translations[""] ?? {});
  return Object.fromEntries(
    entries.flatMap(({ msgid, msgid_plural: plural, msgstr, comments }) => {
      const isDone =
        msgid !== "" && msgstr.every((form) => form !== "") && !comments?.flag?.includes("fuzzy");
      return isDone ? [[msgid, plural === undefined ? (msgstr[0] ?? "") : msgstr]] : [];
    }),
  );
}

export function po(): Plugin {
  return {
    name: "po",
    transform(text, id) {
      if (!id.endsWith(".po")) return undefined;
      return { code: `export default ${JSON.stringify(readPo(text))};`, map: null };
    },
  };
}

/** Reads the page about the language of game files while the page is built: what it says of each key is the default export. */

import type { Plugin } from "vite";

/** Returns what the tables of keys say, by the key: `board.files`, `piece.NAME`. */
export function readKeys(page: string): Record<string, string> {
  const keys: Record<string, string> = {};
  let isTable = false;
  for (const line of page.split("\n")) {
    if (line.startsWith("| key |")) isTable = true;
    else if (!line.startsWith("|")) isTable = false;
    const [, names, text] = /^\| (`[^|]*`[^|]*) \| (.*) \|$/.exec(line) ?? [];
    if (!isTable || names === undefined || text === undefined) continue;
    // One key may stand in several rows.
    for (const [, key = ""] of names.matchAll(/`([^`]+)`/g))
      keys[key] = [keys[key], text].filter(Boolean).join(" ");
  }
  return keys;
}

export function languagePage(): Plugin {
  return {
    name: "language-page",
    transform(text, id) {
      if (!id.endsWith("docs/language.md")) return undefined;
      return { code: `export default ${JSON.stringify(readKeys(text))};`, map: null };
    },
  };
}

/** Reads TOML while the page is built: what a file says is the default export of its module. */

import { parse } from "smol-toml";
import type { Plugin } from "vite";

export function toml(): Plugin {
  return {
    name: "toml",
    transform(text, id) {
      if (!id.endsWith(".toml")) return undefined;
      return { code: `export default ${JSON.stringify(parse(text))};`, map: null };
    },
  };
}

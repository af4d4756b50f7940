/** The code with which a web page shows a game of one's own: see `docs/embedding.md`. */
/* eslint-disable texts/translated -- it is code */

/** Returns the code: `rules` is the packed text of the game, `page` the address of the page without a server. */
export function embedCode(name: string, rules: string, page: string): string {
  const script = new URL("embed.js", page.replace(/[?#].*$/s, "")).href;
  const escaped = (text: string) =>
    text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return `<script async src="${escaped(script)}"></script>
<beaufort-board rules="${escaped(rules)}" title="${escaped(name)}"></beaufort-board>
`;
}

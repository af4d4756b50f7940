/** The code with which a web page shows a board: see `docs/embedding.md`. */

/** What is shown, by the attributes of the element; the rules are the packed text of a game of one's own. */
type Shown = Partial<Record<"game" | "rules" | "position" | "title", string>>;

/** Returns the code: `record` stands between the tags, `page` is the address of the page that offers the code. */
export function embedCode(shown: Shown, page: string, record = ""): string {
  const script = new URL("embed.js", page.replace(/[?#].*$/s, "")).href;
  const escaped = (text: string) =>
    text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  const attributes = Object.entries<string>(shown).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  return `<script async src="${escaped(script)}"></script>
<beaufort-board${attributes.join("")}>${escaped(record)}</beaufort-board>
`;
}

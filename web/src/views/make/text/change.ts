/** Changes of a text: parts of it, and what takes their place. */

/** A part of a text, and what takes its place. */
export interface Change {
  from: number;
  to: number;
  insert: string;
}

/** Returns the text after changes, which do not overlap. */
export function changed(text: string, changes: readonly Change[]): string {
  let now = text;
  for (const { from, to, insert } of changes.toSorted((a, b) => b.from - a.from))
    now = now.slice(0, from) + insert + now.slice(to);
  return now;
}

/** Returns the change that adds lines at the end, with an empty line before them. */
export function block(text: string, lines: readonly string[]): Change {
  const gap = text.trim() === "" ? "" : text.endsWith("\n\n") ? "" : text.endsWith("\n") ? "\n" : "\n\n";
  return { from: text.length, to: text.length, insert: gap + [...lines, ""].join("\n") };
}

/** Returns where the line of a place ends. */
export function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

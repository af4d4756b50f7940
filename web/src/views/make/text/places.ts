/** The places of mistakes: the program counts lines and characters, the page counts units of its own. */

import type { GameMistake } from "../../../protocol/protocol";

/** Returns where a mistake begins and ends in a text; one without length, at one character at least. Nothing if it is in another file. */
export function rangeOf(
  text: string,
  { file, line, column, length }: GameMistake,
): [number, number] | undefined {
  if (file !== undefined) return undefined;
  let start = 0;
  for (let number = 1; number < line; number++) {
    const end = text.indexOf("\n", start);
    if (end < 0) break;
    start = end + 1;
  }
  const from = after(text, start, column - 1);
  const to = after(text, from, length);
  if (to > from) return [from, to];
  // Something is missing: what stands there is marked, or the last character before.
  if (from < text.length && text.charAt(from) !== "\n") return [from, after(text, from, 1)];
  return from > start ? [from - 1, from] : [from, from];
}

/** Returns the correction of a mistake as it is shown: a string without its quotes. */
export function shownFix(fix: string): string {
  return /^"(.+)"$/s.exec(fix)?.[1] ?? fix;
}

/** Returns the place a number of characters after another. */
function after(text: string, from: number, characters: number): number {
  let at = from;
  for (let left = characters; left > 0 && at < text.length; left--)
    at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return at;
}

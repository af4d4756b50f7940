/** The pieces of the bestiary are found by words of their names and by the words and letters of their abilities. */

import type { BestiaryPieceView } from "../../../protocol/protocol";

/** Whether a piece has all words of a search; `shown` is its name as the page shows it. */
export function isFound(
  { name, id, ability, description }: BestiaryPieceView,
  shown: string,
  words: readonly string[],
): boolean {
  const said = new Set(ability.split(/[^\w-]+/));
  const text = `${shown} ${name} ${id} ${ability} ${description}`.toLowerCase();
  return words.every((word) =>
    // A capital, perhaps with a number, is a leap or a line: nothing that has the letter in it.
    /^[A-Z]\d*$/.test(word) ? said.has(word) : text.includes(word.toLowerCase()),
  );
}

/** The pieces of a text in which parts are marked by tags. */

/** A piece of a rich text: plain if it has no tag. */
export interface Piece {
  tag?: string;
  text: string;
}

/** Divides a text at its tags, which do not stand in each other. A tag that is not closed is text. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(/<(\w+)>(.*?)<\/\1>/gs)) {
    const [whole, tag = "", inside = ""] = match;
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) });
    pieces.push({ tag, text: inside });
    end = match.index + whole.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}

/** The squares to which pieces have gone, as a trial tells them: a digit for each, from 0 to 9. */

/** The most squares that are named. */
const MOST = 3;

/** Returns the squares to which pieces have gone most often, at most three. */
export function mostVisited(squares: string): number[] {
  return Array.from(squares, (digit, square) => ({ digit: Number(digit), square }))
    .filter(({ digit }) => digit > 0)
    .sort((one, other) => other.digit - one.digit || one.square - other.square)
    .slice(0, MOST)
    .map(({ square }) => square);
}

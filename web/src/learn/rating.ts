/**
 * How well a person solves puzzles, by Glicko: M. E. Glickman, "Parameter estimation in large dynamic paired comparison experiments",
 * Applied Statistics 48 (1999), 377 to 394; his "The Glicko system" has the formulas and the example of the test. Each puzzle is a rating
 * period of its own, and an opponent whose rating its grade gives.
 */

export interface Rating {
  value: number;
  /** The standard deviation of the value. */
  deviation: number;
}

/** A result against an opponent: 1 for a win, 0 for a loss. */
export interface Outcome {
  opponent: Rating;
  score: number;
}

/** Before the first puzzle. */
export const NEW_RATING: Rating = { value: 1500, deviation: 350 };
/** A rating with a larger deviation is provisional. */
export const SURE_DEVIATION = 110;
/** However many puzzles have been solved, a person still learns and forgets. */
const MIN_DEVIATION = 50;
const Q = Math.LN10 / 400;

/** Returns the rating of the puzzles of a grade, 1 to 5, as an opponent. */
export function ratingOfGrade(grade: number): Rating {
  return { value: 900 + 300 * grade, deviation: 100 };
}

/** Returns a rating after a period with these results. */
export function rated({ value, deviation }: Rating, outcomes: readonly Outcome[]): Rating {
  let [information, surprise] = [0, 0];
  for (const { opponent, score } of outcomes) {
    const weight = 1 / Math.sqrt(1 + (3 * (Q * opponent.deviation) ** 2) / Math.PI ** 2);
    const expected = 1 / (1 + 10 ** ((weight * (opponent.value - value)) / 400));
    information += (Q * weight) ** 2 * expected * (1 - expected);
    surprise += weight * (score - expected);
  }
  const variance = 1 / (1 / deviation ** 2 + information);
  return { value: value + Q * variance * surprise, deviation: Math.max(MIN_DEVIATION, Math.sqrt(variance)) };
}

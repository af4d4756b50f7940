/** The characters of pieces, such as those of shogi, and whether the browser has a font for them. */

import type { GameView } from "../protocol/protocol";

/** The size at which characters are measured, in pixels, and the font of that size. */
const SIZE = 100;
const FONT = "100px serif"; // eslint-disable-line texts/translated -- CSS

const known = new Map<string, boolean>();
let context: CanvasRenderingContext2D | null | undefined;

/** Returns the characters of a game's pieces, each perhaps more than once; none if it has none. */
export const signsOf = (game: GameView): string[] => game.types.flatMap(({ sign = [] }) => sign);

/**
 * Returns whether all these characters can be written. What stands for a missing character differs between browsers, but it
 * is narrower than the em square that each of these characters fills, and taller than the single stroke of the one.
 */
export function canWrite(signs: readonly string[]): boolean {
  return signs.length === 0 || (isFlat("一") && [...new Set(signs.join(""))].every(isFull));
}

function isFull(character: string): boolean {
  return kept(character, () => Math.abs((measure(character)?.width ?? 0) - SIZE) < SIZE / 10);
}

function isFlat(character: string): boolean {
  return kept(`flat ${character}`, () => {
    const { actualBoundingBoxAscent: above = SIZE, actualBoundingBoxDescent: below = 0 } =
      measure(character) ?? {};
    return above + below < SIZE / 2;
  });
}

function kept(key: string, find: () => boolean): boolean {
  const found = known.get(key) ?? find();
  known.set(key, found);
  return found;
}

function measure(text: string): TextMetrics | undefined {
  context ??= document.createElement("canvas").getContext("2d");
  if (!context) return undefined;
  context.font = FONT;
  return context.measureText(text);
}

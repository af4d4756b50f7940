/** The sounds of the board, as recipes: a few short tones and breaths of noise each, synthesized when played. */

/** The sounds that the board makes. */
export type Sound =
  | "turn"
  | "capture"
  /** A piece is taken from afar. */
  | "shot"
  /** A move is lent. */
  | "relay"
  /** A piece is pushed, pulled or exchanged. */
  | "push"
  | "convert"
  | "promotion"
  /** A piece comes onto the board. */
  | "birth"
  /** Fire kills. */
  | "burn"
  /** Poison kills. */
  | "poison"
  /** A royal piece of the side to move is in danger. */
  | "check"
  | "won"
  | "lost"
  | "drawn"
  /** It is the person's turn, while the page is not looked at. */
  | "yourTurn"
  /** The other player has said something. */
  | "message"
  /** A request was refused. */
  | "refused";

/** A tone, or noise around a pitch. */
export interface Voice {
  wave: "sine" | "triangle" | "square" | "noise";
  /** The pitch at the beginning and at the end, in Hz. */
  pitch: readonly [number, number];
  /** How loud it is at most, 0 to 1. */
  gain: number;
  /** When it begins, in milliseconds. */
  start: number;
  /** How long it takes to die away, in milliseconds. */
  length: number;
}

const voice = (
  wave: Voice["wave"],
  from: number,
  to: number,
  gain: number,
  length: number,
  start = 0,
): Voice => ({ wave, pitch: [from, to], gain, start, length });

/** Notes that follow each other, in Hz. */
const notes = (gap: number, length: number, ...pitches: number[]): Voice[] =>
  pitches.map((pitch, index) => voice("triangle", pitch, pitch, 0.35, length, index * gap));

export const RECIPES: Record<Sound, readonly Voice[]> = {
  // A wooden tile set down: a knock and its body.
  turn: [voice("noise", 2400, 900, 0.5, 30), voice("sine", 240, 150, 0.5, 70)],
  capture: [
    voice("noise", 1800, 500, 0.7, 60),
    voice("sine", 200, 90, 0.6, 110),
    voice("noise", 2600, 1200, 0.35, 40, 45),
  ],
  shot: [voice("noise", 5200, 700, 0.7, 130), voice("square", 900, 140, 0.12, 110)],
  relay: [voice("sine", 660, 660, 0.2, 90), voice("sine", 990, 990, 0.2, 140, 60)],
  push: [voice("noise", 500, 900, 0.5, 160), voice("sine", 160, 120, 0.35, 130)],
  convert: [voice("triangle", 300, 600, 0.3, 170), voice("sine", 450, 900, 0.2, 190, 30)],
  promotion: notes(55, 170, 523, 659, 784),
  birth: [voice("sine", 320, 720, 0.4, 110), voice("noise", 2400, 900, 0.25, 30, 80)],
  burn: [voice("noise", 900, 3200, 0.8, 260), voice("noise", 300, 180, 0.6, 300)],
  poison: [voice("sine", 420, 190, 0.35, 260), voice("triangle", 444, 200, 0.2, 280)],
  check: [voice("triangle", 880, 880, 0.3, 90), voice("triangle", 880, 880, 0.3, 150, 110)],
  won: notes(110, 320, 392, 523, 659, 784),
  lost: notes(140, 360, 440, 370, 294),
  drawn: notes(140, 320, 440, 440),
  yourTurn: notes(120, 260, 587, 880),
  message: notes(70, 140, 988, 1319),
  refused: [voice("square", 150, 120, 0.22, 110)],
};

/** How long a sound lasts, in milliseconds. */
export function lengthOf(sound: Sound): number {
  return Math.max(...RECIPES[sound].map(({ start, length }) => start + length));
}

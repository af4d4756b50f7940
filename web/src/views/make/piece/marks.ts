/**
 * The leaps and slides of a piece as marks on the squares around it, and as the line of words that says the same.
 * Terms that marks cannot show are kept in the text as they are.
 */

/** What a piece does on a square, as bits: it goes there if the square is empty, and it takes there. */
export type Way = 0 | 1 | 2 | 3;

export const MOVES = 1;
export const TAKES = 2;
export const BOTH = 3;

/** How far a piece slides in one direction, in squares; 0 if it does not. */
export interface Slide {
  moving: number;
  taking: number;
}

/** The length of a slide that goes on as far as squares are free. */
export const ENDLESS = Infinity;

/** The longest leap that a mark can show, in squares. */
export const REACH = 4;

/** The longest limit of a slide that the language knows, in squares. */
const MAX_LENGTH = 32;

/** Marks by the coordinates of their squares, or of the square one step away: `1,2` is one to the right and two forward. */
export interface Marks {
  leaps: ReadonlyMap<string, Way>;
  slides: ReadonlyMap<string, Slide>;
}

/** A term that marks cannot show, and the sign before it. */
export interface Rest {
  joiner: "+" | ";";
  text: string;
}

/** An ability as marks, with the terms that they cannot show. */
export interface Ability {
  marks: Marks;
  rest: readonly Rest[];
}

/** To which other squares a mark goes: none, the one on the other side of the file, or all by turns and reflections. */
export type Sameness = "all" | "mirror" | "one";

type Vector = readonly [x: number, y: number];

const keyOf = ([x, y]: Vector) => `${x},${y}`;

/** Returns the coordinates of a key. */
function vectorOf(key: string): Vector {
  const [x = 0, y = 0] = key.split(",").map(Number);
  return [x, y];
}

/** The words of direction, in the order in which two of them stand. */
const DIRECTIONS: readonly (readonly [word: string, keeps: (vector: Vector) => boolean])[] = [
  ["forwardmost", ([x, y]) => y > Math.abs(x)],
  ["backmost", ([x, y]) => -y > Math.abs(x)],
  ["leftmost", ([x, y]) => -x > Math.abs(y)],
  ["rightmost", ([x, y]) => x > Math.abs(y)],
  ["sidemost", ([x, y]) => Math.abs(x) > Math.abs(y)],
  ["side", ([, y]) => y === 0],
  ["left", ([x]) => x < 0],
  ["right", ([x]) => x > 0],
  ["forward", ([, y]) => y > 0],
  ["back", ([, y]) => y < 0],
  ["backward", ([, y]) => y < 0],
];

/** The leaps that have letters, in their usual order. */
const LETTERS: readonly (readonly [letter: string, vector: Vector])[] = [
  ["W", [1, 0]],
  ["F", [1, 1]],
  ["D", [2, 0]],
  ["N", [2, 1]],
  ["A", [2, 2]],
  ["C", [3, 1]],
  ["Z", [3, 2]],
];

/** The lines, each by its steps. */
const LINES: readonly (readonly [letter: string, steps: readonly Vector[]])[] = [
  ["R", imagesOf([1, 0], "all")],
  ["B", imagesOf([1, 1], "all")],
  ["Q", [...imagesOf([1, 0], "all"), ...imagesOf([1, 1], "all")]],
];

/** Returns a vector with those that are the same but for turns and reflections. */
export function imagesOf([x, y]: Vector, sameness: Sameness): Vector[] {
  const turned: Vector[] = sameness === "all" ? [[x, y], [y, x]] : [[x, y]]; // prettier-ignore
  const xs = sameness === "one" ? [1] : [1, -1];
  const ys = sameness === "all" ? [1, -1] : [1];
  // Adding 0 makes 0 of -0.
  const images = turned.flatMap(([x, y]) =>
    xs.flatMap((alongX) => ys.map((alongY): Vector => [x * alongX + 0, y * alongY + 0])),
  );
  return [...new Map(images.map((vector) => [keyOf(vector), vector])).values()];
}

/** Whether a square is on one of the eight lines through the piece. */
export function isOnLine(x: number, y: number): boolean {
  return x === 0 || y === 0 || Math.abs(x) === Math.abs(y);
}

/** Returns what a piece does on a square by a leap, and by a slide. */
export function waysTo({ leaps, slides }: Marks, x: number, y: number): { leap: Way; slide: Way } {
  const leap = leaps.get(keyOf([x, y])) ?? 0;
  if (!isOnLine(x, y)) return { leap, slide: 0 };
  const distance = Math.max(Math.abs(x), Math.abs(y));
  const { moving, taking } = slides.get(keyOf([Math.sign(x), Math.sign(y)])) ?? { moving: 0, taking: 0 };
  return { leap, slide: wayOf(moving >= distance, taking >= distance) };
}

function wayOf(moves: boolean, takes: boolean): Way {
  return ((moves ? MOVES : 0) | (takes ? TAKES : 0)) as Way;
}

/** What a click makes of a way: nothing, both, moving only, capturing only, nothing. */
const NEXT: Readonly<Record<Way, Way>> = { 0: BOTH, 3: MOVES, 1: TAKES, 2: 0 };

/** Returns the marks after a click that changes the leaps to a square and to those like it. */
export function clickLeap({ leaps, slides }: Marks, x: number, y: number, sameness: Sameness): Marks {
  const next = NEXT[leaps.get(keyOf([x, y])) ?? 0];
  const changed = new Map(leaps);
  for (const key of imagesOf([x, y], sameness).map(keyOf)) {
    if (next === 0) changed.delete(key);
    else changed.set(key, next);
  }
  return { leaps: changed, slides };
}

/**
 * Returns the marks after a click that changes the slide through a square and those like it. A click beside the piece is about a
 * slide without limit, one farther out about a slide that ends there. The square must be on a line.
 */
export function clickSlide({ leaps, slides }: Marks, x: number, y: number, sameness: Sameness): Marks {
  const distance = Math.max(Math.abs(x), Math.abs(y));
  const length = distance === 1 ? ENDLESS : distance;
  const step: Vector = [Math.sign(x), Math.sign(y)];
  const { moving, taking } = slides.get(keyOf(step)) ?? { moving: 0, taking: 0 };
  const isLong = Math.max(moving, taking) === length;
  const next = NEXT[isLong ? wayOf(moving === length, taking === length) : 0];
  const slide = { moving: next & MOVES ? length : 0, taking: next & TAKES ? length : 0 };
  const changed = new Map(slides);
  for (const key of imagesOf(step, sameness).map(keyOf)) {
    if (next === 0) changed.delete(key);
    else changed.set(key, slide);
  }
  return { leaps, slides: changed };
}

/** Whether two pieces have the same marks. */
export function isSame(one: Marks, other: Marks): boolean {
  return (
    one.leaps.size === other.leaps.size &&
    one.slides.size === other.slides.size &&
    [...one.leaps].every(([key, way]) => other.leaps.get(key) === way) &&
    [...one.slides].every(([key, { moving, taking }]) => {
      const slide = other.slides.get(key);
      return slide?.moving === moving && slide.taking === taking;
    })
  );
}

/** Reads an ability: its leaps and slides become marks. */
export function readAbility(text: string): Ability {
  const leaps = new Map<string, Way>();
  const slides = new Map<string, Slide>();
  const rest: Rest[] = [];
  for (const { joiner, text: term } of termsOf(text)) {
    const travels = readTerm(term);
    if (!travels) rest.push({ joiner, text: term });
    for (const { vectors, length, way } of travels ?? [])
      for (const key of vectors.map(keyOf)) {
        if (length === undefined) leaps.set(key, ((leaps.get(key) ?? 0) | way) as Way);
        else {
          const { moving, taking } = slides.get(key) ?? { moving: 0, taking: 0 };
          slides.set(key, {
            moving: Math.max(moving, way & MOVES ? length : 0),
            taking: Math.max(taking, way & TAKES ? length : 0),
          });
        }
      }
  }
  return { marks: { leaps, slides }, rest };
}

/** Writes an ability in few words: the marks first, then the terms that they cannot show. Reading it gives the same again. */
export function writeAbility({ marks, rest }: Ability): string {
  let text = writeMarks(marks);
  for (const { joiner, text: term } of rest)
    text += text === "" ? term : joiner === ";" ? `; ${term}` : ` + ${term}`;
  return text;
}

/** Splits an ability at the joiners that stand in no parentheses. */
function termsOf(text: string): Rest[] {
  const terms: Rest[] = [];
  let depth = 0;
  let from = 0;
  let joiner: Rest["joiner"] = "+";
  for (let at = 0; at <= text.length; at++) {
    const sign = text.charAt(at);
    if (sign === "(") depth++;
    if (sign === ")") depth--;
    const isJoiner = depth === 0 && (sign === "+" || sign === ";");
    if (!isJoiner && at < text.length) continue;
    const term = text.slice(from, at).trim();
    if (term !== "") terms.push({ joiner, text: term });
    if (isJoiner) joiner = sign;
    from = at + 1;
  }
  return terms;
}

/** A leap, or with a length a slide. */
interface Travel {
  vectors: readonly Vector[];
  length?: number | undefined;
  way: Way;
}

const NOTE = /\s*\(\s*(moving|capturing)\s*\)$/;
const GROUP = /^\((.*)\)$/s;
const TRAVEL =
  /^((?:[a-z]+\s+){0,2})(?:([WFDNACZ])|([RBQ])\s*(\d{1,2})?|\(\s*(-?\d{1,2})\s*,\s*(-?\d{1,2})\s*\)\s*leaper)$/;

/** Reads a term; nothing if marks cannot show it. */
function readTerm(term: string): Travel[] | undefined {
  const note = NOTE.exec(term);
  const way = note ? (note[1] === "moving" ? MOVES : TAKES) : BOTH;
  const body = note ? term.slice(0, note.index) : term;
  const [, inside] = GROUP.exec(body) ?? [];
  const parts = inside === undefined ? [body] : termsOf(inside).map(({ text }) => text);
  const travels = parts.map((part) => readTravel(part, way));
  return travels.length > 0 && travels.every((travel) => travel !== undefined) ? travels : undefined;
}

function readTravel(text: string, way: Way): Travel | undefined {
  const [, words = "", letter, line, number, x, y] = TRAVEL.exec(text) ?? [];
  const directions = words
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => DIRECTIONS.find(([name]) => name === word)?.[1]);
  const isKept = (vector: Vector) => directions.every((keeps) => keeps?.(vector));
  const length = number === undefined ? ENDLESS : Number(number);
  const leap = LETTERS.find(([name]) => name === letter)?.[1] ?? ([Number(x), Number(y)] as const);
  const steps = LINES.find(([name]) => name === line)?.[1];
  const vectors = (steps ?? imagesOf(leap, "all")).filter(isKept);
  if (vectors.length === 0 || vectors.some(([x, y]) => !isShown(x, y))) return undefined;
  if (!steps || length === 1) return { vectors, way };
  return length === ENDLESS || (length > 1 && length <= MAX_LENGTH) ? { vectors, length, way } : undefined;
}

function isShown(x: number, y: number): boolean {
  const distance = Math.max(Math.abs(x), Math.abs(y));
  return distance >= 1 && distance <= REACH;
}

/** A travel in words, with its place among others. */
interface Phrase {
  text: string;
  isDirected: boolean;
}

function writeMarks({ leaps, slides }: Marks): string {
  const groups = [BOTH, MOVES, TAKES].map((way): string => {
    const phrases = [...slidesInWords(slides, way as Way), ...leapsInWords(leaps, way as Way)];
    const sorted = phrases.sort((a, b) => Number(a.isDirected) - Number(b.isDirected));
    const terms = sorted.map(({ text }) => text);
    const together = terms.join(" + ");
    if (way === BOTH || terms.length === 0) return together;
    return `${terms.length > 1 ? `(${together})` : together} (${way === MOVES ? "moving" : "capturing"})`;
  });
  return groups.filter(Boolean).join(" + ");
}

function leapsInWords(leaps: Marks["leaps"], way: Way): Phrase[] {
  const wanted = [...leaps].filter(([, one]) => one === way).map(([key]) => key);
  const kinds = new Map(LETTERS.map(([letter, vector]) => [keyOf(vector), letter]));
  for (const key of wanted) {
    const [short = 0, long = 0] = vectorOf(key).map(Math.abs).sort((a, b) => a - b); // prettier-ignore
    const kind = keyOf([long, short]);
    if (!kinds.has(kind)) kinds.set(kind, `(${long},${short}) leaper`);
  }
  return [...kinds].flatMap(([kind, name]) => {
    const vectors = imagesOf(vectorOf(kind), "all");
    return inWords(vectors, new Set(wanted), [[name, vectors]]);
  });
}

function slidesInWords(slides: Marks["slides"], way: Way): Phrase[] {
  const byLength = new Map<number, Set<string>>();
  const add = (length: number, key: string) =>
    byLength.set(length, (byLength.get(length) ?? new Set()).add(key));
  for (const [key, { moving, taking }] of slides) {
    // First the squares where it does both, then those where it does one of them.
    if (way === BOTH) add(Math.min(moving, taking), key);
    if (way === MOVES && moving > taking) add(moving, key);
    if (way === TAKES && taking > moving) add(taking, key);
  }
  byLength.delete(0);
  const all = LINES[2]?.[1] ?? [];
  return [...byLength]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .flatMap(([length, keys]) =>
      inWords(
        all,
        keys,
        LINES.map(([letter, steps]) => [length === ENDLESS ? letter : `${letter}${length}`, steps]),
      ),
    );
}

/** Returns the fewest words that choose exactly these vectors, by what is there to choose from. */
function inWords(
  all: readonly Vector[],
  wanted: ReadonlySet<string>,
  bases: readonly (readonly [name: string, vectors: readonly Vector[]])[],
): Phrase[] {
  const keys = all.map(keyOf);
  const bits = (vectors: readonly Vector[]) =>
    vectors.reduce((mask, vector) => mask | (1 << keys.indexOf(keyOf(vector))), 0);
  const goal = bits(all.filter((vector) => wanted.has(keyOf(vector))));
  /** The shortest phrase for each choice that is part of the goal. */
  const choices = new Map<number, Phrase>();
  for (const [name, vectors] of bases)
    for (const [words, keeps] of CHOOSERS) {
      const mask = bits(vectors.filter(keeps));
      const text = words + name;
      const known = choices.get(mask);
      if (mask !== 0 && (mask & ~goal) === 0 && (!known || text.length < known.text.length))
        choices.set(mask, { text, isDirected: words !== "" });
    }
  const best = new Map<number, { cost: number; phrases: Phrase[] }>([[0, { cost: 0, phrases: [] }]]);
  // A choice that adds something makes a greater number: all ways to a number are known when its turn comes.
  for (let mask = 0; mask < goal; mask++) {
    const way = best.get(mask);
    if (!way) continue;
    for (const [choice, phrase] of choices) {
      const cost = way.cost + phrase.text.length + " + ".length;
      const known = best.get(mask | choice);
      if (choice & ~mask && (!known || cost < known.cost))
        best.set(mask | choice, { cost, phrases: [...way.phrases, phrase] });
    }
  }
  return best.get(goal)?.phrases ?? [];
}

/** No word, one word of direction, or two, with what they keep. */
const CHOOSERS: readonly (readonly [words: string, keeps: (vector: Vector) => boolean])[] = [
  ["", () => true],
  ...DIRECTIONS.map(([word, keeps]) => [`${word} `, keeps] as const),
  ...DIRECTIONS.flatMap(([first, keeps], index) =>
    DIRECTIONS.slice(index + 1).map(
      ([second, alsoKeeps]) =>
        [`${first} ${second} `, (vector: Vector) => keeps(vector) && alsoKeeps(vector)] as const,
    ),
  ),
];

import { describe, expect, it } from "vitest";
import {
  BOTH,
  ENDLESS,
  MOVES,
  type Marks,
  REACH,
  type Slide,
  TAKES,
  type Way,
  clickLeap,
  clickSlide,
  isSame,
  readAbility,
  waysTo,
  writeAbility,
} from "./marks";

const NONE: Marks = { leaps: new Map(), slides: new Map() };

/** Returns the ability that marks make alone. */
const written = (marks: Marks) => writeAbility({ marks, rest: [] });

it.each([
  "W + F; royal",
  "N",
  "R",
  "B",
  "Q",
  "forward W (moving) + forward F (capturing)",
  "W (moving) + F (capturing)",
  "C",
  "Z",
  "Q + N",
  "R + N",
  "F + forward W",
  "W + forward F",
  "(3,0) leaper",
  "forward R3",
  "forward R",
  "forwardmost N",
  "right forward F",
  "forwardmost right N",
  "rightmost forward N",
  "leftmost back N",
  "sidemost N",
  "left W",
  "side W",
  "forward R2",
  "W + F + D + N + A",
  "B (moving) + R (capturing)",
  "(W + D) (moving)",
  "(side W + forward F) (moving) + N (capturing)",
  "R4 + (4,1) leaper",
  "forward (3,3) leaper",
  "R + forward B",
])("%s is read and written as it stands", (line) => {
  expect(writeAbility(readAbility(line))).toBe(line);
});

it("other spellings of the same become the usual one", () => {
  const cases: [string, string][] = [
    ["R + B", "Q"],
    ["left W + right W", "side W"],
    ["forward W + back W + side W", "W"],
    ["W(moving)+W (capturing)", "W"],
    ["(1,2) leaper", "N"],
    ["R 4", "R4"],
    ["R1 + B1", "W + F"],
    ["backward F", "back F"],
    ["forward right F", "right forward F"],
    ["(W + N) (moving); D", "D + (W + N) (moving)"],
    ["R4 + R (moving)", "R4 + R (moving)"],
    // The slide without limit goes as far already.
    ["R + R4 (moving)", "R"],
  ];
  for (const [line, usual] of cases) expect(writeAbility(readAbility(line)), line).toBe(usual);
});

it("what marks cannot show stays as it is, with the sign before it", () => {
  const line = "W + forward R2 (moving)  from row 2 + B; royal; (5,0) leaper + F then R outwards";
  const { marks, rest } = readAbility(line);
  expect(rest.map(({ text }) => text)).toEqual([
    "forward R2 (moving)  from row 2",
    "royal",
    "(5,0) leaper",
    "F then R outwards",
  ]);
  expect(writeAbility({ marks, rest })).toBe(
    "B + W + forward R2 (moving)  from row 2; royal; (5,0) leaper + F then R outwards",
  );
  expect(writeAbility({ marks: NONE, rest })).toMatch(/^forward R2 \(moving\) {2}from row 2; royal/);
});

it.each([
  "lame N",
  "N rider",
  "Q hopper",
  "R over one piece (capturing)",
  "R beyond 2",
  "side F",
  "(0,0) leaper",
  "R33",
  "R0",
  "upward W",
  "(W + lame N) (moving)",
  "W (moving) (capturing)",
  "(W",
  "W into palace",
  "",
])("%s has no marks", (line) => {
  const { marks, rest } = readAbility(line);
  expect(isSame(marks, NONE)).toBe(true);
  expect(rest.map(({ text }) => text)).toEqual(line === "" ? [] : [line]);
});

describe("a click", () => {
  it("on a square goes through all ways to leap there, on those like it, too", () => {
    let marks = clickLeap(NONE, 1, 2, "all");
    const lines = [written(marks)];
    for (let clicks = 0; clicks < 3; clicks++) {
      marks = clickLeap(marks, 1, 2, "all");
      lines.push(written(marks));
    }
    expect(lines).toEqual(["N", "N (moving)", "N (capturing)", ""]);
    expect(written(clickLeap(NONE, 1, 2, "mirror"))).toBe("forwardmost N");
    expect(written(clickLeap(NONE, 1, 2, "one"))).toBe("forwardmost right N");
    expect(written(clickLeap(clickLeap(NONE, 1, 0, "all"), 0, -1, "one"))).toBe(
      "side W + forward W + back W (moving)",
    );
  });

  it("beside the piece makes a slide, and farther out one that ends there", () => {
    let marks = clickSlide(NONE, 0, 1, "all");
    expect(written(marks)).toBe("R");
    marks = clickSlide(marks, 0, 3, "one");
    expect(written(marks)).toBe("side R + back R + forward R3");
    expect(waysTo(marks, 0, 3)).toEqual({ leap: 0, slide: BOTH });
    expect(waysTo(marks, 0, 4)).toEqual({ leap: 0, slide: 0 });
    expect(waysTo(marks, -4, 0)).toEqual({ leap: 0, slide: BOTH });
    marks = clickSlide(clickSlide(NONE, 2, 2, "mirror"), 2, 2, "mirror");
    expect(written(marks)).toBe("forward B2 (moving)");
    marks = clickSlide(clickSlide(marks, 2, 2, "mirror"), 2, 2, "mirror");
    expect(isSame(marks, NONE)).toBe(true);
  });
});

describe("marks", () => {
  /** Returns numbers from 0 to below 1 that are the same in every run. */
  function numbers(seed: number): () => number {
    let state = seed;
    return () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 32;
    };
  }

  function randomMarks(next: () => number): Marks {
    const density = next();
    const leaps = new Map<string, Way>();
    const slides = new Map<string, Slide>();
    const lengths = [0, 0, 2, 3, 4, 32, ENDLESS];
    const length = () => lengths[Math.floor(next() * lengths.length)] ?? 0;
    for (let x = -REACH; x <= REACH; x++)
      for (let y = -REACH; y <= REACH; y++) {
        if (x === 0 && y === 0) continue;
        if (next() < density * 0.6) leaps.set(`${x},${y}`, ([MOVES, TAKES, BOTH] as const)[Math.floor(next() * 3)] ?? BOTH); // prettier-ignore
        const slide = { moving: length(), taking: length() };
        if (Math.abs(x) <= 1 && Math.abs(y) <= 1 && next() < density && slide.moving + slide.taking > 0)
          slides.set(`${x},${y}`, slide);
      }
    return { leaps, slides };
  }

  it("read back from their line are the same, whatever they are", () => {
    const next = numbers(7);
    for (let run = 0; run < 300; run++) {
      const marks = randomMarks(next);
      const line = written(marks);
      const again = readAbility(line);
      expect(again.rest, line).toEqual([]);
      expect(isSame(again.marks, marks), line).toBe(true);
      // No travel is said twice, not even with different notes.
      const travels = line.replaceAll(/\((?:moving|capturing)\)/g, "").split("+").map((term) => term.replaceAll(/^\s*\((?!\d)|\)?\s*\)?\s*$/g, "").trim()); // prettier-ignore
      expect(new Set(travels).size, line).toBe(travels.length);
    }
  });

  it("on any of the squares of one kind of leap have a line", () => {
    const squares = [[1, 2], [2, 1], [-1, 2], [-2, 1], [1, -2], [2, -1], [-1, -2], [-2, -1]]; // prettier-ignore
    for (let chosen = 1; chosen < 256; chosen++) {
      const leaps = new Map(squares.filter((_, bit) => chosen & (1 << bit)).map(([x, y]) => [`${x},${y}`, BOTH] as const)); // prettier-ignore
      const marks = { leaps, slides: new Map() };
      expect(isSame(readAbility(written(marks)).marks, marks), written(marks)).toBe(true);
    }
  });
});

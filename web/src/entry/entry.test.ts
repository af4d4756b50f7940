import { describe, expect, it } from "vitest";
import type { Change, StepKind, StepView, TurnView } from "../protocol/protocol";
import {
  type Entry,
  begin,
  choose,
  commonChanges,
  endSquare,
  finish,
  isBlank,
  origins,
  pick,
  settledStages,
  stepsAt,
  takeItem,
  targets,
} from "./entry";

const PIECE = 2;
const ENEMY = 5;

/** A step that moves a piece, taking what the list says. */
function step(from: number, to: number, more: Partial<StepView> & { takes?: number[] } = {}): StepView {
  const { takes = [], ...rest } = more;
  const travel: Change[] =
    from === to
      ? []
      : [
          [from, PIECE, 0, "left"],
          [
            to,
            takes.includes(to) ? ENEMY : 0,
            2 * (1 + (more.promotion ?? 0)),
            takes.includes(to) ? "captured" : "arrived",
            from,
          ],
        ];
  const captures = takes
    .filter((square) => square !== to)
    .map((square): Change => [square, ENEMY, 0, "captured"]);
  return { from, to, kind: "own", changes: [...travel, ...captures], ...rest };
}

function turn(text: string, ...steps: StepView[]): TurnView {
  return { text, steps };
}

/** Clicks squares one after the other. */
function click(turns: TurnView[], ...squares: number[]): Entry {
  return squares.reduce(pick, begin(turns));
}

function marks(entry: Entry): Record<number, string[]> {
  return Object.fromEntries(targets(entry).map(({ square, marks }) => [square, marks]));
}

describe("a plain turn", () => {
  const turns = [turn("a", step(1, 2)), turn("b", step(1, 3, { takes: [3] })), turn("c", step(9, 8))];

  it("begins with a piece that can move", () => {
    expect(origins(begin(turns))).toEqual(new Set([1, 9]));
    expect(click(turns, 5)).toEqual(begin(turns));
  });

  it("shows where the piece can go, and what happens there", () => {
    expect(marks(click(turns, 1))).toEqual({ 2: ["move"], 3: ["capture"] });
  });

  it("is whole after two clicks", () => {
    expect(click(turns, 1, 3).complete?.text).toBe("b");
  });

  it("stays as it is when something else is clicked", () => {
    const entry = click(turns, 1);
    expect(pick(entry, 7)).toBe(entry);
  });
});

it("of turns with one result the first is taken without a question", () => {
  const turns = [turn("a", step(1, 2)), turn("a", step(1, 2, { kind: "relayed", lender: 7 }))];
  expect(click(turns, 1, 2).complete?.text).toBe("a");
});

it("a promotion is asked for, and the preview shows it", () => {
  const turns = [turn("stay", step(1, 2)), turn("promote", step(1, 2, { promotion: 4 }))];
  const entry = click(turns, 1, 2);
  expect(entry.complete).toBeUndefined();
  expect(entry.choices).toHaveLength(2);
  // To go without it is asked last.
  const first = entry.choices[0]!;
  expect(commonChanges(click(turns, 1), first.turns)[1]?.[2]).toBe(10);
  expect(choose(entry, first).complete?.text).toBe("promote");
});

describe("a piece that takes in passing", () => {
  const igui = turn("igui", step(1, 1, { kind: "strike", via: 2, takes: [2] }));
  const land = turn("land", step(1, 2, { takes: [2] }));
  const on = turn("on", step(1, 3, { kind: "strike", via: 2, takes: [2] }));
  const far = turn("far", step(1, 3));

  it("marks the piece on the way and the squares behind it", () => {
    expect(marks(click([igui, land, on, far], 1))).toEqual({
      2: ["shot", "capture", "through"],
      3: ["sweep", "move"],
    });
  });

  it("asks for the destination after the piece on the way, origin included", () => {
    const entry = click([igui, land, on, far], 1, 2);
    expect(entry.path).toEqual([2]);
    expect(marks(entry)).toEqual({ 1: ["stay"], 2: ["capture"], 3: ["sweep"] });
    expect(pick(entry, 1).complete?.text).toBe("igui");
    expect(pick(entry, 2).complete?.text).toBe("land");
    expect(pick(entry, 3).complete?.text).toBe("on");
  });

  it("asks which way if the destination alone does not tell", () => {
    const entry = click([igui, land, on, far], 1, 3);
    expect(entry.choices.map(({ turns }) => turns[0]?.text)).toEqual(["on", "far"]);
  });

  it("goes on by itself if nothing else can be done", () => {
    expect(click([on], 1, 2).complete?.text).toBe("on");
  });
});

describe("a piece on two squares", () => {
  const goes = (to: number, via: number) => turn(`${to},${via}`, step(12, to, { via, kind: "twofold" }));
  const turns = [goes(20, 31), goes(20, 33), goes(22, 33)];
  const start = begin(turns, [[1, 12]]);

  it("is taken up by either", () => {
    expect(origins(start)).toEqual(new Set([1, 12]));
    expect(pick(start, 1).origin).toBe(1);
  });

  it("is set down on one square and then on the other, in any order", () => {
    const entry = [12, 33].reduce(pick, start);
    expect(marks([12].reduce(pick, start))).toEqual({
      20: ["move"],
      31: ["move"],
      33: ["move"],
      22: ["move"],
    });
    expect(entry.complete).toBeUndefined();
    expect(marks(entry)).toEqual({ 20: ["move"], 22: ["move"] });
    expect(pick(entry, 22).complete?.text).toBe("22,33");
  });

  it("goes at once where the first square tells the second", () => {
    expect([1, 31].reduce(pick, start).complete?.text).toBe("20,31");
  });
});

describe("a piece that comes in where another leaves", () => {
  const enters = (promotion: number, at: number) => step(at, at, { kind: "drop", promotion });
  const move = step(1, 4);
  const castle = step(5, 7, { kind: "castle", via: 8 });
  const turns = [
    turn("move", move),
    turn("move/7", move, enters(7, 1)),
    turn("move/8", move, enters(8, 1)),
    turn("castle", castle),
    turn("castle/7", castle, enters(7, 5)),
    turn("castle/7 there", castle, enters(7, 8)),
  ];

  it("is asked for once the move is there", () => {
    const entry = click(turns, 1, 4);
    expect(entry.choices.map(({ turns }) => turns[0]?.text)).toEqual(["move/7", "move/8"]);
    expect(choose(entry, entry.choices[1] as (typeof entry.choices)[0]).complete?.text).toBe("move/8");
  });

  it("may stay away", () => {
    expect(finish(click(turns, 1, 4)).complete?.text).toBe("move");
  });

  it("comes to either square of a castling", () => {
    const entry = click(turns, 5, 7);
    expect(entry.choices.map(({ step }) => step.to)).toEqual([5, 8]);
  });
});

describe("a drop", () => {
  const drop = (promotion: number, to: number, via?: number) =>
    turn(`${promotion}@${to}`, {
      ...step(to, to, { kind: "drop", promotion, ...(via === undefined ? {} : { via }) }),
      changes: [to, via].filter((at) => at !== undefined).map((at) => [at, 0, 2 * (1 + promotion), "born"]),
    });
  const turns = [drop(7, 3, 8), drop(8, 2, 9), drop(9, 5), turn("move", step(3, 4))];

  it("is asked for on an empty square", () => {
    const entry = click(turns, 8);
    expect(entry.choices).toHaveLength(1);
    expect(isBlank(entry)).toBe(false);
    expect(endSquare(entry)).toBe(8);
    const [only] = entry.choices;
    expect(only && choose(entry, only).complete?.steps[0]?.promotion).toBe(7);
    expect(click(turns, 6)).toEqual(begin(turns));
    // A piece that stands there goes before.
    expect(click(turns, 3).origin).toBe(3);
  });

  it("begins beside the board alone", () => {
    expect(origins(begin(turns))).toEqual(new Set([3]));
    expect(takeItem(begin(turns), 0, [4])).toEqual(begin(turns));
  });

  it("of a pair is told by one of its squares, which tells its type", () => {
    const entry = takeItem(begin(turns), 0, [7, 8]);
    expect(entry.item).toBe(0);
    expect(marks(entry)).toEqual({ 3: ["drop"], 8: ["drop"], 2: ["drop"], 9: ["drop"] });
    const dropped = (entry: Entry) =>
      Object.fromEntries(targets(entry).map(({ square, dropped }) => [square, dropped]));
    expect(dropped(entry)).toEqual({ 3: [16], 8: [16], 2: [18], 9: [18] });
    // One type needs no telling.
    expect(dropped(takeItem(begin(turns), 0, [7]))).toEqual({ 3: [], 8: [] });
    expect(pick(entry, 8).complete?.text).toBe("7@3");
    expect(pick(entry, 2).complete?.text).toBe("8@2");
    expect(pick(entry, 5)).toBe(entry);
  });
});

describe("a promotion that is set down elsewhere", () => {
  const place = (promotion: number, via: number) =>
    turn(`${promotion}@${via}`, {
      ...step(1, 2, { via, kind: "place", promotion }),
      changes: [[via, 0, 2 * promotion, "born"]],
    });
  const turns = [turn("queen", step(1, 2, { promotion: 4 })), place(7, 20), place(7, 21), place(8, 30)];

  it("is asked for before the square", () => {
    const entry = click(turns, 1, 2);
    expect(entry.choices.map(({ turns, isOpen }) => [turns.length, isOpen])).toEqual([
      [1, false],
      [2, true],
      [1, false],
    ]);
    expect(choose(entry, entry.choices[0]!).complete?.text).toBe("queen");
    expect(choose(entry, entry.choices[2]!).complete?.text).toBe("8@30");
    const placing = choose(entry, entry.choices[1]!);
    expect(marks(placing)).toEqual({ 20: ["drop"], 21: ["drop"] });
    expect(pick(placing, 21).complete?.text).toBe("7@21");
  });
});

describe("a piece that acts without moving", () => {
  const kinds: StepKind[] = ["igui", "convert", "pull", "push", "birth"];
  it.each(kinds)("%s is one click on the piece it acts on", (kind) => {
    const acts = turn(kind, step(1, 1, { kind, via: 5, takes: [5] }));
    expect(marks(click([acts], 1))).toEqual({ 5: [kind === "igui" ? "shot" : kind] });
    expect(click([acts], 1, 5).complete?.text).toBe(kind);
  });

  it("never passes or dies without having been asked", () => {
    const turns = [turn("pass", step(1, 1, { kind: "pass" }))];
    const entry = click(turns, 1, 1);
    expect(entry.complete).toBeUndefined();
    expect(choose(entry, entry.choices[0]!).complete?.text).toBe("pass");
  });
});

describe("a turn of two steps", () => {
  const turns = [
    turn("once", step(1, 2)),
    turn("twice", step(1, 2), step(2, 3)),
    turn("back", step(1, 2), step(2, 1)),
    turn("other", step(1, 4), step(8, 9)),
    turn("third", step(1, 4), step(7, 9)),
  ];

  it("goes on with the same piece, and may end before", () => {
    const entry = click(turns, 1, 2);
    expect(entry.origin).toBe(2);
    expect(marks(entry)).toEqual({ 3: ["move"], 1: ["move"] });
    expect(finish(entry).complete?.text).toBe("once");
    expect(pick(entry, 3).complete?.text).toBe("twice");
  });

  it("shows the board after the first step", () => {
    expect(settledStages(click(turns, 1, 2))).toEqual([{ changes: turns[0]!.steps[0]!.changes }]);
  });

  it("may be another piece's, which is clicked first", () => {
    const entry = click(turns, 1, 4);
    expect(entry.origin).toBeUndefined();
    expect(entry.finish).toBeUndefined();
    expect(origins(entry)).toEqual(new Set([8, 7]));
    expect([8, 9].reduce(pick, entry).complete?.text).toBe("other");
  });

  it("cannot be ended early where that is no turn", () => {
    const entry = click(turns, 1, 4);
    expect(finish(entry)).toBe(entry);
  });
});

describe("a forbidden turn", () => {
  const turns = [{ ...turn("again", step(1, 2)), forbidden: true }, turn("fine", step(1, 3))];

  it("is shown", () => {
    expect(targets(click(turns, 1)).map(({ square, forbidden }) => [square, forbidden])).toEqual([
      [2, true],
      [3, false],
    ]);
  });

  it("cannot be entered", () => {
    expect(stepsAt(click(turns, 1), 2)).toEqual([]);
    expect(click(turns, 1, 2).complete).toBeUndefined();
  });
});

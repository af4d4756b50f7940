import { describe, expect, it } from "vitest";
import type { GameView, PositionView, StepView, TypeView } from "../protocol/protocol";
import { choiceLabels, pieceNamed, targetInWords, threatsInWords, turnInWords } from "./words";

function type(id: string, name: string): TypeView {
  const nothing = { notation: "", betza: { text: "" }, description: "", royal: false, promoted: false };
  return { id, name, ...nothing, promotesTo: [], promotesFrom: [], starts: [] };
}

const GAME: GameView = {
  summary: {
    id: "tiny",
    name: "Tiny",
    author: "A. Nonymous",
    year: 2026,
    summary: "",
    files: 3,
    ranks: 3,
    types: 3,
    pieces: 2,
    sides: ["Blue", "Tan"],
    typicalTurns: 1,
    setUpPhases: 0,
    start: [],
  },
  fileNames: ["a", "b", "c"],
  rankNames: ["1", "2", "3"],
  zones: [[], []],
  types: [type("P", "Pawn"), type("Pr", "Priest"), type("Q", "Queen")],
  setUp: [],
  illegalRepetition: 3,
  drawnRepetition: 0,
};
const [PAWN, TAN_PRIEST, QUEEN] = [2, 5, 6];

const quiet: StepView = {
  from: 0,
  to: 4,
  kind: "own",
  changes: [
    [0, PAWN, 0, "left"],
    [4, 0, PAWN, "arrived", 0],
  ],
};
const taking: StepView = {
  ...quiet,
  promotion: 2,
  changes: [
    [0, PAWN, 0, "left"],
    [4, TAN_PRIEST, QUEEN, "captured", 0],
  ],
};
const declined: StepView = {
  ...quiet,
  changes: [
    [0, PAWN, 0, "left"],
    [4, TAN_PRIEST, PAWN, "captured", 0],
  ],
};
const shot: StepView = { from: 0, to: 0, via: 4, kind: "igui", changes: [[4, TAN_PRIEST, 0, "captured"]] };
const pass: StepView = { from: 0, to: 0, kind: "pass", changes: [] };
const choice = (step: StepView, text = "") => ({
  step,
  turns: [{ text, steps: [step] }],
  isOpen: false,
});

it("a turn is told from its first piece to what perishes at its end", () => {
  expect(turnInWords(GAME, { text: "", steps: [quiet, shot], marks: [[8, TAN_PRIEST, 0, "perished"]] })).toBe(
    "Blue Pawn a1 to b2, then stays, takes Priest b2, then Priest c3 perishes",
  );
});

it("a drop is told by what comes and where", () => {
  const drop: StepView = { from: 0, to: 0, via: 4, kind: "drop", promotion: 1, changes: [[0, 0, 4, "born"]] };
  expect(turnInWords(GAME, { text: "", steps: [drop] })).toBe("Priest dropped on a1 and b2");
});

it("a royal piece that is attacked can be taken, whichever side is to move and whether check binds or not", () => {
  const board = [PAWN, 0, 0, 0, TAN_PRIEST];
  const position = { board, threats: [{ from: 4, royal: 0 }] } as unknown as PositionView;
  for (const side of [0, 1])
    expect(threatsInWords(GAME, { ...position, side })).toEqual(["Blue: Pawn a1 can be taken by Priest b2."]);
});

describe("the choices of a menu", () => {
  it("tell what differs, and only that", () => {
    expect(choiceLabels(GAME, [choice(taking), choice(declined)])).toEqual([
      "Becomes a Queen",
      "Stays a Pawn",
    ]);
  });

  it("have the article of the name", () => {
    const types = GAME.types.map((type) => ({ ...type, name: `${type.id === "Q" ? "E" : "O"}${type.name}` }));
    expect(choiceLabels({ ...GAME, types }, [choice(taking), choice(declined)])).toEqual([
      "Becomes an EQueen",
      "Stays an OPawn",
    ]);
  });

  it("tell a shot from a capture by moving", () => {
    expect(choiceLabels(GAME, [choice(shot), choice(declined)])).toEqual(["Stays where it is", "Goes there"]);
  });

  it("ask before a pass", () => {
    expect(choiceLabels(GAME, [choice(pass)])).toEqual(["Passes"]);
  });

  it("fall back to the notation where words do not tell", () => {
    expect(choiceLabels(GAME, [choice(quiet, "one"), choice(quiet, "two")])).toEqual(["one", "two"]);
  });
});

it("a target says who lends the move", () => {
  const target = { square: 4, marks: ["move" as const], forbidden: false, lenders: [8], dropped: [] };
  expect(targetInWords(GAME, [0, 0, 0, 0, 0, 0, 0, 0, QUEEN], target)).toBe("moves here, lent by Queen c3");
  expect(targetInWords(GAME, [], { ...target, forbidden: true })).toContain("repeat");
});

it("a target says which piece is dropped there, where that differs", () => {
  const target = { square: 4, marks: ["drop" as const], forbidden: false, lenders: [], dropped: [QUEEN] };
  expect(targetInWords(GAME, [], target)).toBe("sets the Queen down here");
  expect(targetInWords(GAME, [], { ...target, dropped: [] })).toBe("sets the piece down here");
});

it("the longest id names the piece of a turn", () => {
  expect(pieceNamed(GAME, "Pr-b2")).toBe(1);
  expect(pieceNamed(GAME, "Pxb2")).toBe(0);
  expect(pieceNamed(GAME, "o11=Trb")).toBeUndefined();
});

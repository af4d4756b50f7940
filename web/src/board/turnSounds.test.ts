import { describe, expect, it } from "vitest";
import type { Change, PositionView, StepKind, StepView } from "../protocol/protocol";
import { isInCheck, soundsOf } from "./turnSounds";
import type { Sound } from "./sounds";

const PAWN = 2;
const ENEMY = 3;
const QUEEN = 4;

const LEFT: Change = [0, PAWN, 0, "left"];
const MOVED: Change[] = [LEFT, [1, 0, PAWN, "arrived", 0]];
const TAKEN: Change[] = [LEFT, [1, ENEMY, PAWN, "captured", 0]];

const step = (kind: StepKind, changes: Change[], more: Partial<StepView> = {}): StepView => ({
  from: 0,
  to: 1,
  kind,
  changes,
  ...more,
});
const heard = (...steps: StepView[]): Sound[][] => soundsOf({ text: "", steps });

describe("a step sounds like what it does", () => {
  it.each<[string, StepView, Sound[]]>([
    ["a move", step("own", MOVED), ["turn"]],
    ["a capture", step("own", TAKEN), ["capture"]],
    ["both parts of a piece take", step("twofold", TAKEN), ["capture"]],
    ["a piece taken in passing", step("strike", TAKEN), ["capture"]],
    ["a piece taken from afar", step("igui", [[1, ENEMY, 0, "captured"]]), ["shot"]],
    ["a borrowed move", step("relayed", MOVED, { lender: 5 }), ["relay", "turn"]],
    ["a borrowed capture", step("relayed", TAKEN, { lender: 5 }), ["relay", "capture"]],
    ["a push", step("push", [[1, ENEMY, 0, "left"]]), ["push"]],
    ["an exchange", step("swapEnemy", MOVED), ["push"]],
    ["a conversion", step("convert", [[1, ENEMY, PAWN, "converted"]]), ["convert"]],
    ["a promotion", step("own", MOVED, { promotion: 1 }), ["turn", "promotion"]],
    ["a capture that promotes", step("own", TAKEN, { promotion: 1 }), ["capture", "promotion"]],
    ["a piece that turns where it is", step("flip", [[0, PAWN, QUEEN, "promoted"]]), ["promotion"]],
    ["a new piece", step("birth", [[1, 0, PAWN, "born"]]), ["birth"]],
    ["a drop, whose type is no promotion", step("drop", [[1, 0, PAWN, "born"]], { promotion: 0 }), ["birth"]],
    ["a piece that removes itself", step("suicide", [[0, PAWN, 0, "died"]]), ["capture"]],
    ["nothing at all", step("pass", []), ["turn"]],
  ])("%s", (_, one, sounds) => expect(heard(one)).toEqual([sounds]));
});

it("the steps of a turn are heard one after the other", () => {
  expect(heard(step("own", TAKEN), step("own", MOVED))).toEqual([["capture"], ["turn"]]);
});

it("poison and fire are heard at the end, each once", () => {
  const marks: Change[] = [
    [1, PAWN, 0, "perished"],
    [7, PAWN, 0, "perished"],
    [8, PAWN, 0, "perished"],
  ];
  expect(soundsOf({ text: "", steps: [step("own", TAKEN)], marks })).toEqual([
    ["capture"],
    ["poison", "burn"],
  ]);
});

it("the side to move is in check, and not the one that could be taken from", () => {
  const position = (side: number) =>
    ({ board: [PAWN, ENEMY], side, threats: [{ from: 1, royal: 0 }] }) as unknown as PositionView;
  expect([0, 1].map((side) => isInCheck(position(side)))).toEqual([true, false]);
});

/** Which sounds a turn makes: what its steps do, then what poison and fire do. */

import type { PositionView, StepKind, StepView, TurnView } from "../protocol/protocol";
import { EMPTY, sideOf } from "./piece";
import type { Sound } from "./sounds";
import { deathsOf } from "./stages";

/** The sounds of steps by their kind alone. */
const OF_KIND: Record<StepKind, Sound> = {
  own: "turn",
  declining: "turn",
  relayed: "turn",
  strike: "capture",
  igui: "shot",
  sweep: "capture",
  longLeap: "capture",
  convert: "convert",
  swap: "push",
  pull: "push",
  push: "push",
  shove: "push",
  birth: "birth",
  pass: "turn",
  suicide: "capture",
  castle: "turn",
  enPassant: "capture",
  stagger: "turn",
  swapEnemy: "push",
  flip: "promotion",
  twofold: "turn",
  iguiInPassing: "shot",
  drop: "birth",
  place: "birth",
  wall: "push",
  jump: "capture",
  imitatedLeap: "capture",
};

/** A dropped piece has its type in `promotion`, and that is no promotion. */
const FROM_BESIDE: ReadonlySet<StepKind> = new Set(["drop", "place"]);

/** Returns the sounds of a turn, those of each stage together. */
export function soundsOf(turn: TurnView): Sound[][] {
  const deaths = deathsOf(turn).map(({ cause }): Sound => (cause === "fire" ? "burn" : "poison"));
  const stages = turn.steps.map(stepSounds);
  return deaths.length > 0 ? [...stages, [...new Set(deaths)]] : stages;
}

/** Whether a royal piece of the side to move is attacked. */
export function isInCheck({ board, side, threats }: PositionView): boolean {
  return threats.some(({ royal }) => sideOf(board[royal] ?? EMPTY) === side);
}

function stepSounds(step: StepView): Sound[] {
  const fates = new Set(step.changes.map(([, , , fate]) => fate));
  const own = OF_KIND[step.kind];
  const main = own === "turn" && (fates.has("captured") || fates.has("died")) ? "capture" : own;
  const promotes = (step.promotion !== undefined && !FROM_BESIDE.has(step.kind)) || fates.has("promoted");
  return [
    ...new Set<Sound>([
      ...(step.lender === undefined ? [] : ["relay" as const]),
      main,
      ...(promotes ? ["promotion" as const] : []),
    ]),
  ];
}

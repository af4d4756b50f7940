/** The sample of the state's tests: a game between two people, and its seats. */

import type { StateView } from "../protocol/protocol";

export const PLAYING: StateView = {
  stage: "turn",
  players: [{ type: "person" }, { type: "person" }],
  node: 1,
  thinking: false,
  waiting: false,
  canTakeBack: true,
  canRedo: false,
  canReopen: false,
  reviewing: false,
};

export const SEATS = {
  taken: [true, true],
  canAbort: false,
  canOfferDraw: [true, true],
  canOfferTakeBack: [true, true],
} satisfies StateView["seats"];

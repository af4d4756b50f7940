/** The rules in our own words, by the ids of the games. */

import { JUPITER } from "./jupiter";
import { LARGER_BOARD } from "./larger-board";
import { ORTHOCHESS } from "./orthochess";
import { SCIROCCO } from "./scirocco";
import type { RulesText } from "./text";
import { TYPHOON } from "./typhoon";

export const RULES: Record<string, RulesText | undefined> = {
  scirocco: SCIROCCO,
  typhoon: TYPHOON,
  jupiter: JUPITER,
  "larger-board": LARGER_BOARD,
  orthochess: ORTHOCHESS,
};

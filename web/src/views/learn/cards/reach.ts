/** Where a piece can go, alone in the middle of a board. */

import { middleOf } from "../../../board/shape";
import { type Code, EMPTY, WALL, codeOf, exists } from "../../../board/piece";
import type { Target } from "../../../board/target";
import { begin, pick, targets } from "../../../entry/entry";
import type { GameView } from "../../../protocol/protocol";
import type { App } from "../../../state/app";
import { reachOf } from "../../sight/sight";

/** How many squares of a board are shown to each side of the piece. */
export const SHOWN = 3;
/** The most squares that are asked for: to mark whole lines teaches nothing. */
const MOST = 16;

/** Returns the squares to which a piece can go that are shown around the middle; none if it does not stand on one square there. */
export async function shownReach(
  app: Pick<App, "askQuietly">,
  game: GameView,
  type: number,
): Promise<readonly Target[]> {
  const middle = middleOf(game.summary);
  if (!exists(game, middle) || game.types[type]?.standing !== undefined) return [];
  const board = onlyWith(game, codeOf(type, 0));
  const reach = await reachOf(app, { game: game.summary.id, board, pairs: [] }, middle);
  const found = targets(pick(begin(reach?.turns ?? [], []), middle));
  return found.filter((target) => target.square !== middle && isShown(game, target.square));
}

/** Returns the board of a game with nothing on it but what stands in the middle. */
export function onlyWith(game: GameView, code: Code): Code[] {
  const middle = middleOf(game.summary);
  return game.summary.start.map((at, square) => (at === WALL ? WALL : square === middle ? code : EMPTY));
}

function isShown(game: GameView, square: number): boolean {
  const { files } = game.summary;
  const middle = middleOf(game.summary);
  const [dx, dy] = [
    (square % files) - (middle % files),
    Math.floor(square / files) - Math.floor(middle / files),
  ];
  return Math.max(Math.abs(dx), Math.abs(dy)) <= SHOWN;
}

/** Whether one may be asked for all squares. */
export function canBeMarked(reach: readonly Target[]): boolean {
  return reach.length > 0 && reach.length <= MOST;
}

/** Whether two pieces go to the same squares in the same ways, so that neither can be told from its moves. */
export function isAlike(one: readonly Target[], other: readonly Target[]): boolean {
  const words = (reach: readonly Target[]) =>
    reach
      .map(({ square, marks }) => `${square} ${marks.toSorted().join(" ")}`)
      .toSorted()
      .join();
  return words(one) === words(other);
}

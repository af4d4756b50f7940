/** Where a piece can go, alone in the middle of a board. */

import { codeOf, exists } from "../../../board/piece";
import type { Target } from "../../../board/target";
import { begin, pick, targets } from "../../../entry/entry";
import type { Command, Event, GameView } from "../../../protocol/protocol";
import { explore } from "../../../state/explore";

/** How many squares of a board are shown to each side of the piece. */
export const SHOWN = 3;
/** The most squares that are asked for: to mark whole lines teaches nothing. */
const MOST = 16;

/** The square in the middle of a game's board. */
export function middleOf({ summary: { files, ranks } }: GameView): number {
  return Math.floor((ranks - 1) / 2) * files + Math.floor((files - 1) / 2);
}

/** Returns the squares to which a piece can go that are shown around the middle; none if it does not stand on one square there. */
export async function reachOf(
  ask: (command: Command) => Promise<Event[] | undefined>,
  game: GameView,
  type: number,
): Promise<readonly Target[]> {
  const square = middleOf(game);
  if (!exists(game, square) || game.types[type]?.standing !== undefined) return [];
  const pieces = [{ square, piece: codeOf(type, 0) }];
  const explored = await explore(ask, { type: "explore", game: game.summary.id, pieces, square });
  const found = targets(pick(begin(explored?.turns ?? [], []), square));
  return found.filter((target) => target.square !== square && isShown(game, target.square));
}

function isShown(game: GameView, square: number): boolean {
  const { files } = game.summary;
  const middle = middleOf(game);
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

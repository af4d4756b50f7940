/** The wonders of Jupiter: positions with a turn that only such a game has, read from `games/wonders/`. */

import { type Box, UNIT, cornerOf } from "../../../board/viewport";
import { type Code, EMPTY, WALL } from "../../../board/piece";
import { nameOf, shapeOf, squaresOf } from "../../../board/shape";
import { inOneLine } from "../../../learn/lines";
import type { GameView, StepView, TurnView } from "../../../protocol/protocol";
import type { App } from "../../../state/app";
import { explore } from "../../../state/explore";
import { answer } from "../../../state/link";

/** The game that has the wonders. */
export const STORMY = "jupiter";

interface WondersFile {
  /** Two corners of the part that is seen: the lower left square, and the upper right one. */
  seen: readonly string[];
  wonder: readonly { position: string; turn: string; way: readonly string[]; words: string }[];
}

const FILES = import.meta.glob<WondersFile>("../../../../../games/wonders/jupiter.toml", {
  eager: true,
  import: "default",
});
const [FILE = { seen: [], wonder: [] }] = Object.values(FILES);

/** A position, and a turn to be seen in it. */
export interface Wonder {
  position: string;
  /** The side to move. */
  side: number;
  board: readonly Code[];
  turn: TurnView;
  /** What happens, in English. */
  words: string;
}

export interface Reel {
  wonders: readonly Wonder[];
  /** The part of the board that is seen. */
  seen: Box;
}

/** Asks a session for what happens in each wonder; those that it does not tell are left out. */
export async function readWonders(app: Pick<App, "askQuietly">, game: GameView): Promise<Reel> {
  const shape = shapeOf(game);
  const named = (name: string) => squaresOf(shape).find((square) => nameOf(shape, square) === name) ?? 0;
  const found = await Promise.all(
    FILE.wonder.map(async ({ position, way, words }): Promise<Wonder[]> => {
      const squares = way.map(named);
      const arrangement = { type: "text" as const, text: position };
      const events = await app.askQuietly({ type: "check", game: STORMY, arrangement });
      if (!events) return [];
      const { pieces, side } = answer(events, "checked");
      const wish = { type: "explore" as const, game: STORMY, pieces, square: squares[0] ?? 0 };
      const explored = await explore(app.askQuietly, wish);
      // Turns on an arrangement have no text: this one is known by its way.
      const turn = explored?.turns.find(({ steps }) =>
        isSame([...startOf(steps), ...endsOf(steps)], squares),
      );
      if (!turn) return [];
      const board = game.summary.start.map((code) => (code === WALL ? WALL : EMPTY));
      for (const { square, piece } of pieces) board[square] = piece;
      return [{ position, side, board, turn, words: inOneLine(words) }];
    }),
  );
  const [from, to] = FILE.seen.map((name) => cornerOf(shape, named(name), false));
  const [left, bottom, right, top] = [from?.x ?? 0, from?.y ?? 0, to?.x ?? 0, to?.y ?? 0];
  return {
    wonders: found.flat(),
    seen: { x: left, y: top, width: right - left + UNIT, height: bottom - top + UNIT },
  };
}

const startOf = (steps: readonly StepView[]) => steps.slice(0, 1).map(({ from }) => from);
const endsOf = (steps: readonly StepView[]) => steps.map(({ to }) => to);

function isSame(one: readonly (number | undefined)[], other: readonly number[]): boolean {
  return one.length === other.length && other.every((square, index) => square === one[index]);
}

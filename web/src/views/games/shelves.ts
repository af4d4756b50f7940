/** Where the games stand: in front, or one step away. */

import type { GameSummary } from "../../protocol/protocol";

/** Chess and its nearest relatives, which other programs play, too: one step away. */
const CHESS = new Set(["orthochess", "capablanca", "grand", "shako", "courier"]);

/** Whether a game is one of the older ones, from which the large ones descend. */
export const isOlder = (game: GameSummary) => game.older ?? false;

/** Whether it is an older revision of a game, or a near relative of chess. */
export const isNear = (game: GameSummary) => Boolean(game.revisionOf) || CHESS.has(game.id);

/** Whether it stands in front. */
export const isInFront = (game: GameSummary) => !isOlder(game) && !isNear(game);

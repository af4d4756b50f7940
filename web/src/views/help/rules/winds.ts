/** What the three games of winds have in common. */

import type { Chapter, Diagram } from "./text";

export const AIM: Chapter = {
  title: "The aim",
  paragraphs: [
    "You win as soon as the other side has no royal piece left, or has only a single piece of any kind. Royal pieces have a second outline on their tiles. At the start each side has one, the King; other pieces may become royal by promoting, and then all of them have to be taken.",
    "There is no check and no checkmate. You may leave your King where it can be taken, and whoever overlooks that has lost. A side that cannot move at all loses, too.",
    "If a turn takes the last royal piece of both sides, the side that made the turn has won.",
  ],
};

export const TURNS: Chapter = {
  title: "Moving and taking",
  paragraphs: [
    "The players move in turn, one piece a turn, and must move. A piece ends its move on an empty square or on an enemy, which it takes. Some pieces take otherwise, and the guide tells for each how.",
    "A piece slides when it goes any distance over empty squares, and stops at the first piece in its way. It leaps when it goes straight to a square, whatever stands between. Forward and left are seen from the side of the piece's owner.",
  ],
};

export const REPETITION: Chapter = {
  title: "Repetition and draws",
  paragraphs: [
    "A turn that would bring about the same position for the third time, with the same side to move, is not allowed; the starting position counts as the first time. The board shows such turns faded, and a line beside it warns as soon as a position has come back. If all your turns are forbidden for this reason, you have lost.",
    "A game is drawn only if both players agree on it.",
  ],
};

export const promotion = (zone: string, ranks: string): Chapter => ({
  title: "Promotion",
  paragraphs: [
    `Nearly every piece can be promoted, and to one certain other piece. Your promotion zone is the ${zone}. When one of your pieces moves by its own power into the zone, within it or out of it, you may turn the tile over: the menu asks. You need not, not even on the last rank, and you may do it on a later move.`,
    `A line across the board shows where the zone begins (${ranks}). A promoted piece has letters of another colour and a bar at its base, and does not promote again.`,
    "There is no promotion after a borrowed move, after a shot or a conversion, or when a piece has been moved by another one.",
  ],
});

export const LENDING: Chapter = {
  title: "Borrowed moves",
  paragraphs: [
    "Some pieces lend a move to friends that stand where they reach. The friend goes and takes as if the move were its own, but it does not promote by it, and what it would do on arrival stays undone. A borrowed move is not lent on to a third piece.",
    "Squares that can be reached by a borrowed move alone have a dotted frame, and pointing at one tells who lends it.",
  ],
};

/** The lender that all three games have. */
export const DERVISH: Diagram = {
  piece: "P",
  at: "e5",
  others: { f6: "[Der]" },
  title: "The Dervish lends leaps across itself",
  says: "The Dervish stands at the Pawn’s corner. Besides its own step the Pawn may leap to the opposite corner of the Dervish, g7. A friend beside a Dervish goes to the far side, or round one of its corners.",
};

export const HARPY: Diagram = {
  piece: "W",
  at: "e5",
  others: { g7: "[Ha]" },
  title: "The Harpy lends the Knight’s leap",
  says: "A Harpy sees its friends along any straight or diagonal line, up to three squares away. The first friend on a line may leap like a Knight.",
};

export const GENIE: Diagram = {
  piece: "Ge",
  at: "e5",
  others: { f6: "(N)", d5: "(P)", e8: "(P)" },
  title: "The Genie shoots",
  says: "It takes an enemy on a neighbouring square without leaving its own, or by moving there; where both are possible, a menu asks.",
};

export const HOPS: Diagram = {
  piece: "Za",
  at: "e5",
  others: { e6: "(P)", f5: "(N)", g5: "(P)" },
  title: "The Zag takes by jumping over",
  says: "It jumps over an enemy straight beside it and takes it, if the square behind is empty: the Pawn on e6 is lost, the Knight on f5 is covered by its friend behind. The Zig does the same on diagonals.",
};

export const WAGON: Diagram = {
  piece: "Wa",
  at: "e5",
  others: { e6: "(P)", h5: "(P)" },
  reach: 4,
  title: "The Wagon needs a run-up",
  says: "It slides like a Rook, but at least two squares. What stands right beside it blocks the whole line and is safe from it.",
};

export const OCTOPUS: Diagram = {
  piece: "Oc",
  at: "e5",
  others: { f6: "(P)", d8: "(P)" },
  reach: 4,
  title: "The Octopus turns outwards",
  says: "One diagonal step onto an empty square, where it may stop, then a slide like a Rook’s away from where it came from. The Spider begins with a straight step and goes on diagonally.",
};

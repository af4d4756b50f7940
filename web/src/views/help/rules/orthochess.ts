/** The rules of orthodox chess, in short. */

import type { RulesText } from "./text";

export const ORTHOCHESS: RulesText = {
  chapters: [
    {
      title: "The aim",
      paragraphs: [
        "Attack the King so that it cannot escape. You may not leave your own King attacked. A side that is not in check and cannot move has drawn.",
      ],
    },
    {
      title: "As everybody plays it",
      paragraphs: [
        "Castling: click the King, then the square two files beside it. The Pawn's first double step and the capture in passing are among the turns shown. A Pawn that reaches the last rank promotes, and a menu asks to what.",
      ],
    },
    {
      title: "Draws",
      paragraphs: [
        "A game is drawn when a position has been there three times, after fifty turns of each side without a capture or a Pawn's move, when nobody can win any more, and by agreement.",
      ],
    },
  ],
};

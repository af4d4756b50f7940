/** The rules of Typhoon. */

import { ARRIVAL, CHANGES, IMMOBILIZER, LIONS } from "./storms";
import type { RulesText } from "./text";
import {
  AIM,
  DERVISH,
  GENIE,
  HARPY,
  HOPS,
  LENDING,
  OCTOPUS,
  REPETITION,
  TURNS,
  WAGON,
  promotion,
} from "./winds";

export const TYPHOON: RulesText = {
  chapters: [
    AIM,
    TURNS,
    {
      title: "The set-up",
      paragraphs: [
        "Behind the Pawns almost every piece has a twin that stands on the mirrored square, and twins may change places before the first turn, for both armies alike. First Blue decides on King and Commoner, and whether the armies face each other turned half round or like mirror images. Then Tan decides on all the other pairs. Then Blue begins.",
      ],
    },
    promotion("four far ranks", "ranks 9 to 12 for Blue, 1 to 4 for Tan"),
    {
      title: "More royal pieces",
      paragraphs: [
        "A King promotes to an Emperor if no Emperor of either side is on the board, else to the Emperor of Emperors. The Drunk Elephant and the Blind Tiger turn into Princes, which are royal. A side loses only when it has lost all its royal pieces: with a Prince on the board the King may fall.",
      ],
      diagrams: [
        {
          piece: "EE",
          at: "e5",
          others: { e8: "(P)", h8: "(N)", g5: "[P]" },
          title: "The Emperor of Emperors",
          says: "It leaps anywhere within three squares, and shoots the first enemy that it sees on any line, however far away, without moving.",
        },
      ],
    },
    { ...LENDING, diagrams: [DERVISH, HARPY] },
    { ...LIONS, diagrams: [...(LIONS.diagrams ?? []), GENIE] },
    ARRIVAL,
    CHANGES,
    {
      title: "Held fast",
      paragraphs: [
        "The Immobilizer never takes anything, and is one of the strongest pieces: what it stands beside does not move. Who is held is looked up once, at the beginning of the turn.",
      ],
      diagrams: [IMMOBILIZER],
    },
    {
      title: "Other pieces that are unlike those of chess",
      paragraphs: ["Bent ways, jumps and blind spots: try them."],
      diagrams: [
        {
          piece: "Ci",
          at: "e5",
          others: { e6: "[P]", e7: "(N)", f6: "(P)" },
          title: "The Cicada flies over others",
          says: "It goes two or three squares along a line if it passes over at least one piece, friend or enemy, and may take where it lands. Its single steps do not take.",
        },
        HOPS,
        {
          piece: "Nr",
          at: "e5",
          others: { g6: "(P)", d7: "[P]" },
          reach: 4,
          title: "The Nightrider",
          says: "It leaps like a Knight, and goes on in the same direction as long as it lands on empty squares.",
        },
        WAGON,
        OCTOPUS,
      ],
    },
    REPETITION,
  ],
};

/** The rules of Scirocco. */

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

export const SCIROCCO: RulesText = {
  chapters: [
    AIM,
    TURNS,
    {
      title: "The set-up",
      paragraphs: [
        "Before the first turn the players choose how the armies stand. First Blue decides whether the King and the Commoner change places, and whether the armies face each other turned half round, as in the diagram, or like mirror images.",
        "Then Tan may exchange any of the other pairs: Chariot and Wagon, Alfil and Dabbaba, Stork and Goat, Knight and Camel, Wazir and Firzan, Priest and Marquis, and the Dervish with the empty square of its rank. Every exchange is made for both armies. Then Blue begins.",
      ],
    },
    promotion("three far ranks", "ranks 8 to 10 for Blue, 1 to 3 for Tan"),
    { ...LENDING, diagrams: [DERVISH, HARPY] },
    {
      title: "Pieces that are unlike those of chess",
      paragraphs: [
        "No piece of the first array is as strong as a Rook. Most are short leapers and sliders whose tiles show all there is to know. The following have something of their own.",
      ],
      diagrams: [HOPS, GENIE, WAGON, OCTOPUS],
    },
    REPETITION,
  ],
};

/** The powers that Typhoon and Jupiter have and Scirocco has not. */

import type { Chapter, Diagram } from "./text";

export const LIONS: Chapter = {
  title: "Taking and going on",
  paragraphs: [
    "Some pieces take an enemy beside them and go on in the same move: click the enemy first, then the square where the piece is to land, which may be its own. Such a piece can also pass, which counts as a turn.",
  ],
  diagrams: [
    {
      piece: "Pa",
      at: "e5",
      others: { e6: "(P)", f5: "(N)", g5: "(P)" },
      title: "The Parrot",
      says: "It takes an enemy straight beside it and stays, or lands right behind it, taking what stands there, too. The Raven does so on diagonals; Horned Owl, Horned Falcon, Diving Osprey and Soaring Eagle have the power only ahead.",
    },
    {
      piece: "Ty",
      at: "e5",
      others: { f5: "(P)", g5: "(N)", e7: "(P)", c3: "[P]" },
      title: "The Typhoon sweeps",
      says: "It rides up to three squares along a line and takes every enemy on its way; only friends stop it.",
    },
    {
      piece: "Lo",
      at: "e5",
      others: { e6: "(P)", g7: "(N)", g5: "(P)", h5: "(P)" },
      reach: 4,
      title: "The Longleaper",
      says: "It takes only by leaping: along a line over one enemy after the other, if an empty square follows each. Two in a row are safe.",
    },
  ],
};

const SORCERER: Diagram = {
  piece: "So",
  at: "d5",
  others: { g5: "(P)", h5: "(N)" },
  reach: 4,
  title: "The Sorcerer",
  says: "It moves up to two squares like a Queen and takes the unbroken row of enemies that it then faces: from f5 both pieces are lost.",
};

export const ARRIVAL: Chapter = {
  title: "Powers on arrival",
  paragraphs: [
    "Some pieces go only to empty squares, and what they do happens when they arrive. It is no choice unless the guide says so: what can be taken is taken. It happens only after a move by the piece's own power, not after a borrowed one.",
  ],
  diagrams: [
    SORCERER,
    {
      piece: "Mi",
      at: "d5",
      others: { f5: "(N)" },
      title: "The Missionary",
      says: "It moves like the Sorcerer; the enemy that it then faces changes sides. From e5 it wins the Knight.",
    },
    {
      piece: "Un",
      at: "e5",
      others: { d5: "(P)", d6: "(N)" },
      title: "The Undertaker",
      says: "It takes by stepping straight away from an enemy: from d5 by going to f5, from d6 by going to f4.",
    },
  ],
};

export const CHANGES: Chapter = {
  title: "Changing sides and places",
  paragraphs: [
    "A piece may change sides or be moved by another one. It does not promote by that, and nothing else of its own happens; but where it stands then is where it stands. Even a King can be won over, and is royal for its new owner.",
  ],
  diagrams: [
    {
      piece: "Cu",
      at: "e5",
      others: { e6: "(P)", d5: "(N)" },
      title: "The Cuckoo wins over",
      says: "Instead of moving it makes an enemy straight ahead, beside it, or two squares behind it one of yours.",
    },
    {
      piece: "Hu",
      at: "e5",
      others: { e6: "(N)", f5: "[P]", e3: "(P)" },
      title: "The Hummingbird exchanges",
      says: "Instead of moving it changes places with a friend or an enemy straight beside it, or two squares ahead or behind.",
    },
  ],
};

export const IMMOBILIZER: Diagram = {
  piece: "R",
  at: "e5",
  others: { f6: "(Im)" },
  title: "The Immobilizer holds its neighbours",
  says: "An enemy that stands beside it when a turn begins cannot move by itself. It can use a move that a friend lends it, be moved by another piece, or remove itself from the board, which is a turn. Held pieces wear a badge with two bars.",
};

/** The rules of Jupiter. */

import { ARRIVAL, CHANGES, IMMOBILIZER, LIONS } from "./storms";
import type { RulesText } from "./text";
import { AIM, DERVISH, LENDING, REPETITION, TURNS, promotion } from "./winds";

export const JUPITER: RulesText = {
  chapters: [
    AIM,
    TURNS,
    {
      title: "The set-up",
      paragraphs: [
        "As in Typhoon: pieces of one rank that stand equally far from the middle are twins and may change places, for both armies alike. Blue decides on King and Commoner and on the symmetry of the armies, Tan on the other thirty-seven pairs. “Default” and “Random” spare you the choice.",
      ],
    },
    promotion("six far ranks", "ranks 11 to 16 for Blue, 1 to 6 for Tan"),
    {
      title: "More royal pieces",
      paragraphs: [
        "A King promotes to an Emperor if there is none on the board, else to the Emperor of Emperors. Drunk Elephant and Blind Tiger become Princes, the Kamikaze an Ancient Emperor, the Go-Along a Sultan: all are royal, and all have to be lost before the game is.",
      ],
    },
    {
      ...LENDING,
      diagrams: [
        {
          piece: "P",
          at: "e5",
          others: { f6: "[RlW]" },
          title: "Relay Wazir and Relay Firzan",
          says: "They lend their single step, straight or diagonal, to all eight neighbours.",
        },
        {
          piece: "P",
          at: "e5",
          others: { h8: "[Zoo]" },
          reach: 4,
          title: "The Zoom",
          says: "It lends the Queen's slide, without taking, to the first friend on each of its lines.",
        },
        DERVISH,
      ],
    },
    {
      title: "Pushing and pulling",
      paragraphs: [
        "A piece that is pushed, pulled or exchanged uses no power of its own and does not promote. Pieces that are held fast can be moved so.",
      ],
      diagrams: [
        {
          piece: "OxT",
          at: "e5",
          others: { e6: "[P]", e7: "(N)", f5: "[P]", g5: "[P]" },
          title: "The Tanks",
          says: "A Tank pushes one or two friends in a row before it; the foremost takes what stands in its way. The Ox Tank pushes straight, the Dragon Tank diagonally.",
        },
        {
          piece: "CmH",
          at: "e5",
          others: { e8: "(N)", g7: "(P)" },
          title: "Come Here and Go Away",
          says: "Come Here pulls an enemy that it sees two to four squares away one square nearer, Go Away pushes one a square farther. Neither takes anything.",
        },
        {
          piece: "Tlp",
          at: "e5",
          others: { g8: "[N]", b3: "[P]" },
          reach: 4,
          title: "The Teleporter",
          says: "It moves like a Queen without taking, or changes places with any friend anywhere.",
        },
        {
          piece: "Trb",
          at: "e5",
          others: { e7: "[P]" },
          title: "The Tribble",
          says: "Instead of leaping two squares it may place a new Tribble there.",
        },
      ],
    },
    {
      title: "Guns",
      paragraphs: ["These pieces need something to jump over, for taking or for moving."],
      diagrams: [
        {
          piece: "Bln",
          at: "e5",
          others: { e6: "[P]", e8: "(N)", g5: "(P)" },
          reach: 4,
          title: "Blunderbuss and Crossbow",
          says: "The Blunderbuss moves up to four squares straight and takes only over one piece between. The Crossbow takes up to four squares diagonally and moves only over one.",
        },
        {
          piece: "QCn",
          at: "e5",
          others: { e6: "(P)", e8: "(N)" },
          reach: 4,
          title: "The Queen Cannon",
          says: "A Queen that also takes the second piece on a line.",
        },
        {
          piece: "RGn",
          at: "e5",
          others: { e6: "[P]", e7: "(P)", e8: "(N)" },
          reach: 4,
          title: "The Generals",
          says: "Rook General and Bishop General also take over any number of pieces, unless a royal piece or another General is jumped over or would be taken so.",
        },
        {
          piece: "Hlm",
          at: "e5",
          others: { e7: "[P]", g8: "(N)", h8: "(P)" },
          reach: 4,
          title: "Hoppers",
          says: "The Halmopper jumps over the first piece that it sees on a line to the square right behind, again and again if it likes, and may take at the end. Hippogriff and Werewolf jump once.",
        },
      ],
    },
    {
      title: "Bent ways",
      paragraphs: ["These go round a corner. They pass over empty squares only, and take at the end."],
      diagrams: [
        {
          piece: "Hoo",
          at: "e5",
          others: { e6: "(P)", g6: "(N)" },
          title: "Hooklet and Great Hook",
          says: "One slide, then if it likes another at right angles. The Capricorn does so diagonally.",
        },
        {
          piece: "Boy",
          at: "e5",
          others: { f8: "(P)" },
          reach: 4,
          title: "Boyscout and Girlscout",
          says: "They zigzag: a step one way, a step another way, and so on.",
        },
      ],
    },
    LIONS,
    {
      ...ARRIVAL,
      diagrams: [
        {
          piece: "Coo",
          at: "c3",
          others: { h8: "[K]", e8: "(N)", h5: "(P)" },
          reach: 5,
          title: "The Coordinator",
          says: "It takes where its lines cross those of a friendly royal piece: from e5 both e8, in its file and the King's rank, and h5 are lost.",
        },
        {
          piece: "Int",
          at: "e5",
          others: { f7: "(P)", f8: "[P]", d7: "(N)", c8: "[P]" },
          reach: 4,
          title: "Intertaker and Neartaker",
          says: "The Intertaker takes every enemy that stands between it and another of your pieces when it arrives. The Neartaker takes the enemy that it has stepped up to.",
        },
        ...(ARRIVAL.diagrams ?? []),
        {
          piece: "Kam",
          at: "e5",
          others: { g5: "(N)" },
          title: "The Kamikaze",
          says: "It takes like a Queen up to two squares away, and dies of it.",
        },
      ],
    },
    CHANGES,
    {
      title: "What lasts: held, doubled, poisoned, burning",
      paragraphs: [
        "Some pieces act on others merely by where they stand. What holds is looked up once, when a turn begins, and stays so until it ends: a piece that has just arrived changes nothing before the next turn. Badges and colours on the board show it, for both sides.",
        "Poison and fire act when the turn is over, on the pieces of both sides: whoever stands then on a square that was deadly to it when the turn began is gone, however it came there, and even if the source of the poison is gone, too. Only its own poison spares a piece that has changed sides.",
      ],
      diagrams: [
        IMMOBILIZER,
        {
          piece: "R",
          at: "e5",
          others: { c7: "[Dbl]", e8: "(P)", g8: "(N)" },
          title: "The Doubler",
          says: "The first piece that a Doubler of either side sees on a line may make two moves in its turn (badge ×2). The second may be left out. If a lender is doubled, it may lend to two pieces.",
        },
        {
          piece: "R",
          at: "e5",
          others: { e8: "(P)", i8: "(Psn)", b5: "(DNi)" },
          reach: 4,
          title: "Poison",
          says: "A Deadly Nightshade is poisonous, and so is the first piece that a Poisoner of either side sees on a line (badge with a skull): whoever takes it and stays there dies at the end of the turn.",
        },
        {
          piece: "N",
          at: "e5",
          others: { f8: "(FiD)" },
          reach: 4,
          title: "Fire",
          says: "The squares around a Fiery Dragon burn its enemies: who ends a turn there is lost. When the Dragon moves by itself, it also takes every enemy beside the square where it lands. Nothing holds it fast.",
        },
      ],
    },
    {
      title: "Three more",
      paragraphs: ["And there is more: the guide has all pieces, and a board to try each of them."],
      diagrams: [
        {
          piece: "Roy",
          at: "c3",
          others: { g7: "[K]", g8: "(P)" },
          reach: 6,
          title: "The Royalist",
          says: "It may leap to any square beside a friendly royal piece and remove what stands there, even a friend.",
        },
        {
          piece: "KLi",
          at: "e5",
          others: { e6: "(P)", f7: "(N)" },
          title: "The King Lion",
          says: "It leaps within two squares, or takes a neighbour and steps on in any direction, even back, taking again.",
        },
        {
          piece: "Cst",
          at: "e5",
          others: { g8: "(R)", f8: "[Q]", h7: "(P)" },
          title: "The Communist",
          says: "After its own move it takes every promoted piece beside it, of both sides, and nothing else there.",
        },
      ],
    },
    REPETITION,
  ],
};

/** The rules in our own words, for people. Nothing is decided by these texts. */

export interface RulesText {
  parts: { title: string; paragraphs: string[] }[];
  /** Pieces worth trying, by id; a game that has no such piece leaves it out. */
  examples: { piece: string; says: string }[];
}

const AIM = {
  title: "The aim",
  paragraphs: [
    "Take every royal piece of the other side, or leave it with a single piece. A side that cannot move loses, too. There is no check: you may leave your royal piece where it can be taken, and lose it.",
    "A turn that would bring about the same position for the third time is not allowed. A game is drawn only if both players agree.",
  ],
};

const PROMOTION = {
  title: "Promotion",
  paragraphs: [
    "Nearly every piece promotes to another one. When it moves by its own power into the promotion zone, within it or out of it, you may turn it over. You need not, and you can do so on a later move. A move that was lent by another piece, or one in which the piece itself did not travel, does not promote.",
  ],
};

const LENDING = {
  title: "Borrowed moves",
  paragraphs: [
    "Some pieces lend a move to friends that stand where they reach. The friend goes as if the move were its own, except that it does not promote and that what it does on arrival stays undone. A borrowed move is not lent on.",
  ],
};

const STATES = {
  title: "Lasting effects",
  paragraphs: [
    "Some pieces act on others merely by standing there, friend and enemy alike: they hold neighbours fast, let a piece that they see move twice, or make it poisonous. What holds is looked up once, at the beginning of the turn.",
    "A piece that is held may only use moves that others lend it, or remove itself from the board. Poison and fire act at the end of every turn: a piece that stands on a square that was deadly to it when the turn began is gone.",
  ],
};

export const RULES: Record<string, RulesText | undefined> = {
  scirocco: {
    parts: [
      AIM,
      {
        title: "The set-up",
        paragraphs: [
          "Blue decides where the Kings and Commoners stand and whether the armies face each other rotated or mirrored. Then Tan may exchange any other pair, for both armies alike. Blue moves first.",
        ],
      },
      PROMOTION,
      LENDING,
    ],
    examples: [
      {
        piece: "Der",
        says: "It lends moves to its neighbours: put a friend beside it and open that friend’s page.",
      },
      { piece: "Zi", says: "It jumps over an enemy to take it. Put an enemy diagonally beside it." },
      { piece: "Ge", says: "It takes a neighbour without moving." },
    ],
  },
  typhoon: {
    parts: [
      AIM,
      {
        title: "The set-up",
        paragraphs: [
          "Almost every piece has a twin, and the two may change places before the game: first as Blue likes, then as Tan likes.",
        ],
      },
      PROMOTION,
      LENDING,
      STATES,
    ],
    examples: [
      { piece: "Cu", says: "It does not capture the pieces it attacks; it wins them over." },
      { piece: "Hu", says: "It exchanges squares with a neighbour." },
      { piece: "Ty", says: "It sweeps along a line and takes every enemy on the way." },
    ],
  },
  jupiter: {
    parts: [
      AIM,
      {
        title: "The set-up",
        paragraphs: [
          "The largest of the three winds has the same choices as Typhoon: Blue places Kings and Commoners, Tan exchanges whatever other pairs it likes.",
        ],
      },
      PROMOTION,
      LENDING,
      STATES,
    ],
    examples: [
      { piece: "OxT", says: "It pushes friends before it; the pushed piece captures." },
      { piece: "CmH", says: "It pulls an enemy nearer." },
      { piece: "KLi", says: "It may take a neighbour and step on, or come back." },
    ],
  },
  orthochess: {
    parts: [
      {
        title: "The aim",
        paragraphs: [
          "Attack the King so that it cannot escape. You may not leave your own King attacked. A side that is not in check and cannot move has drawn.",
          "Castling, the Pawn's first double step and the capture in passing are as everybody plays them. A game is drawn when a position has been there three times, after fifty turns of each side without a capture or a Pawn's move, and when nobody can win any more.",
        ],
      },
    ],
    examples: [],
  },
  "larger-board": {
    parts: [
      {
        title: "The aim",
        paragraphs: [
          "Checkmate the King on a board of twelve by eight. The files are called y, z, a to j, so that the middle ones keep their names.",
        ],
      },
      {
        title: "Pieces in reserve",
        paragraphs: [
          "Each side holds pieces back: a pair of Halflings, of Wizards and of Elephants, an Assassin and a Thunder. Instead of a move a piece or a pair is dropped, each on squares of its own, once both Kings have moved and as long as no King has reached the far row.",
        ],
      },
      {
        title: "Wizards, Golems, Elephants",
        paragraphs: [
          "A Wizard changes places with enemies and bewitches those that stand straight beside it: they may only step one square straight, and capture nothing.",
          "A Pawn that takes a Wizard grows into a Golem, which stands on two squares at once. An Elephant circles round its own King and stops nearly everything; only a King, a Pawn or a Thunder can take it.",
        ],
      },
    ],
    examples: [],
  },
};

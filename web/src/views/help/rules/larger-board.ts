/** The rules of Chess on a Larger Board. */

import type { RulesText } from "./text";

export const LARGER_BOARD: RulesText = {
  chapters: [
    {
      title: "The aim",
      paragraphs: [
        "Checkmate the King. All rules of chess hold where this page says nothing else: check, stalemate, castling with the Rooks, capture in passing.",
        "The board has twelve files and eight ranks. The files are called y, z, a to j, so that those in the middle keep their names. The mirror of a square is the square of the same rank as far from the other edge: y and j, z and i, d and e are mirrors of each other.",
      ],
    },
    {
      title: "Lions and Can(n)ons",
      paragraphs: [
        "A Pawn on its second row may go one or two squares, on its first row up to three. Two kinds of pieces stand on the board besides those of chess.",
      ],
      diagrams: [
        {
          piece: "L",
          at: "d4",
          others: { d5: "(P)", d6: "(N)" },
          title: "The Lion",
          says: "It leaps two squares straight or diagonally to an empty square, and takes like a King.",
        },
        {
          piece: "Pa",
          at: "d3",
          others: { d5: "(P)", d7: "(N)" },
          reach: 4,
          title: "The Can(n)on",
          says: "Set straight, it moves like a Rook and takes the piece behind exactly one other. Set diagonally, it does so like a Bishop. After its move, or instead of one, its owner may set it the other way.",
        },
      ],
    },
    {
      title: "Pieces in reserve",
      paragraphs: [
        "Each side holds pieces back: a pair of Halflings, a pair of Wizards, a pair of Elephants, an Assassin and a Thunder. A turn may be a drop instead of a move, once both Kings have moved and as long as no King has reached its far row.",
        "Halflings come two at once on their squares of the first row; the first player to drop them chooses which of the four kinds, and the other's are of the same kind. Wizards come on two mirror squares of the second row, Elephants on both sides of the own King. An Assassin is dropped where it gives check, a Thunder anywhere, as soon as the Kings see each other.",
      ],
    },
    {
      title: "Halflings",
      paragraphs: [
        "They move along the lines of a Queen to empty squares, but at most half the way to the edge, rounded up. They take by the way they move, never by going where an enemy stands, and what can be taken is taken.",
      ],
      diagrams: [
        {
          piece: "Le",
          at: "b2",
          others: { d4: "(P)" },
          reach: 5,
          title: "The Leaper",
          says: "It jumps over enemies on a line, each with an empty square behind it, and takes them.",
        },
        {
          piece: "Ad",
          at: "b2",
          others: { e5: "(P)", b6: "(N)" },
          reach: 5,
          title: "The Advancer",
          says: "It takes the enemy that it has moved up to.",
        },
        {
          piece: "Wd",
          at: "d4",
          others: { c4: "(P)", d3: "(N)" },
          title: "The Withdrawer",
          says: "It takes the enemy that it moves straight away from.",
        },
        {
          piece: "Pi",
          at: "c3",
          others: { d5: "(N)", d6: "[P]" },
          title: "The Pincer",
          says: "It takes every enemy straight beside it that has a friend of the Pincer right behind.",
        },
      ],
    },
    {
      title: "Wizards and Golems",
      paragraphs: [
        "An enemy straight beside a Wizard is bewitched: it may only step one square straight, and takes nothing; a bewitched Pawn or Assassin cannot do anything. A bewitched piece attacks nothing, so it gives no check.",
        "A Pawn that takes a Wizard grows into a Golem, which stands on the Wizard's square and the one the Pawn came from. In its move both parts go to the mirrors of their squares and then one square diagonally, and must end diagonally beside each other; each takes the enemy that it meets. A Golem is taken whole.",
      ],
      diagrams: [
        {
          piece: "Wz",
          at: "a2",
          others: { b3: "(N)", h3: "(P)" },
          reach: 8,
          title: "The Wizard",
          says: "One step diagonally, or from the mirror of its square one step straight. It takes nothing, but changes places with an enemy that stands there.",
        },
      ],
    },
    {
      title: "Elephants",
      paragraphs: [
        "An Elephant circles round its own King, always as far from it as it is, over empty squares. It takes nothing. Only a King, a Pawn or a Thunder can remove it; to everybody else it is a rock.",
      ],
      diagrams: [
        {
          piece: "El",
          at: "b2",
          others: { c4: "[K]" },
          reach: 4,
          title: "Round the King",
          says: "At a distance of two it visits every second square of the ring, at three every third.",
        },
      ],
    },
    {
      title: "Assassin and Thunder",
      paragraphs: [
        "An Assassin does not move. It shoots an enemy on a neighbouring square and stays. It may also shoot, right after its move, an enemy that has passed one of those squares. Who takes an Assassin puts it into the own reserve.",
        "A Thunder destroys everything but Kings on its square and the neighbouring ones, friend and enemy alike, and is gone.",
      ],
      diagrams: [
        {
          piece: "As",
          at: "d4",
          others: { e5: "(N)", d6: "(P)" },
          title: "The Assassin",
          says: "Only what stands beside it can be shot.",
        },
      ],
    },
    {
      title: "Promotion",
      paragraphs: [
        "A Pawn that reaches the far row must promote: to any piece but a King or a Golem, a Can(n)on being set straight. It becomes an Assassin only if that can give check at once from a square of its choice, and a Thunder only if the Kings see each other; it then explodes.",
      ],
    },
    {
      title: "Draws",
      paragraphs: [
        "A game is drawn by stalemate, when a position has been there three times, after fifty turns of each side without a capture, a drop or a move of a Pawn, with bare Kings, and by agreement.",
      ],
    },
  ],
};

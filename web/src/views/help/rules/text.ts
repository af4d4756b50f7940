/** What a page of rules is made of. Nothing is decided by these texts. */

/** The rules of a game in our own words. */
export interface RulesText {
  chapters: Chapter[];
}

export interface Chapter {
  title: string;
  paragraphs: string[];
  diagrams?: Diagram[];
}

/** A board on which a piece shows what the text says; it can be tried. */
export interface Diagram {
  /** The piece, by its id, and its square. */
  piece: string;
  at: string;
  /** What else stands there, as in a position: `[P]` is a friend, `(P)` an enemy. */
  others?: Record<string, string>;
  /** How many squares are shown to each side of it, 3 if missing. */
  reach?: number;
  title: string;
  says: string;
}

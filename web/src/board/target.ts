/** The squares that can be clicked on a board, and the marks on them. */

/** The effect of a click on a square; each mark has a shape of its own. */
export type Mark =
  | "move"
  | "capture"
  /** Moves there and takes something elsewhere. */
  | "sweep"
  /** Takes it without moving. */
  | "shot"
  /** Takes it in passing; the destination comes next. */
  | "through"
  | "convert"
  | "swap"
  | "pull"
  | "push"
  | "birth"
  /** Sets a piece down that comes from beside the board. */
  | "drop"
  | "flip"
  | "castle"
  /** Back to, or still on, its own square. */
  | "stay"
  | "pass"
  | "suicide";

/** A square that can be clicked, and what for. */
export interface Target {
  square: number;
  marks: Mark[];
  /** Whether a turn there is forbidden, as it would repeat a position too often. */
  forbidden: boolean;
  /** The pieces that lend the move; empty if the piece can go there by itself. */
  lenders: number[];
  /** The pieces, as codes, that may be dropped there, if the square decides which one; else empty. */
  dropped: number[];
}

/** Keeps the identity of pieces from one board to the next, so that a piece that moves is seen to move. */

import { type Accessor, type Setter, batch, createSignal } from "solid-js";
import type { Change } from "../protocol/protocol";
import { type Code, EMPTY, WALL } from "./piece";

/** A piece on the screen. It is the same object as long as it is the same piece. */
export interface Tracked {
  id: number;
  code: Accessor<Code>;
  square: Accessor<number>;
  /** Whether it has left the board and is only seen to go. */
  gone: Accessor<boolean>;
}

interface Cell extends Tracked {
  setCode: Setter<Code>;
  setSquare: Setter<number>;
  setGone: Setter<boolean>;
}

export interface Tracker {
  pieces: Accessor<readonly Tracked[]>;
  /** Shows another board; the changes, if they are known, say which piece went where. */
  show(board: readonly Code[], changes?: readonly Change[]): void;
  /** Forgets the pieces that have left. */
  sweep(): void;
}

/** Makes a tracker for an empty board. */
export function createTracker(): Tracker {
  let shown: Code[] = [];
  let next = 0;
  let at = new Map<number, Cell>();
  let leaving: Cell[] = [];
  const [pieces, setPieces] = createSignal<readonly Cell[]>([]);

  function born(square: number, code: Code): Cell {
    const [codeNow, setCode] = createSignal(code);
    const [squareNow, setSquare] = createSignal(square);
    const [gone, setGone] = createSignal(false);
    return { id: next++, code: codeNow, square: squareNow, gone, setCode, setSquare, setGone };
  }

  function show(told: readonly Code[], changes: readonly Change[] = []): void {
    const board = told.map((code) => (code === WALL ? EMPTY : code));
    const after = new Map(at);
    const vacated = new Map<number, Cell>();
    const empty: number[] = [];
    board.forEach((code, square) => {
      if (code === (shown[square] ?? EMPTY)) return;
      const cell = at.get(square);
      const stays =
        code !== EMPTY && shown[square] && changes.some((c) => c[0] === square && c[4] === undefined);
      if (cell && !stays) {
        vacated.set(square, cell);
        after.delete(square);
      }
      if (code !== EMPTY && !(cell && stays)) empty.push(square);
    });
    const origins = new Map(
      changes.flatMap(([square, , , , origin]) => (origin === undefined ? [] : [[square, origin]])),
    );
    batch(() => {
      const place = (cell: Cell, from: number, square: number) => {
        vacated.delete(from);
        cell.setSquare(square);
        after.set(square, cell);
      };
      const lost = empty.filter((square) => {
        const from = origins.get(square);
        const cell = from === undefined ? undefined : vacated.get(from);
        if (from === undefined || !cell) return true;
        place(cell, from, square);
        return false;
      });
      for (const square of lost) {
        const match = [...vacated].find(([, cell]) => cell.code() === board[square]);
        if (match) place(match[1], match[0], square);
        else after.set(square, born(square, board[square] ?? EMPTY));
      }
      for (const [square, cell] of after) cell.setCode(board[square] ?? EMPTY);
      for (const cell of vacated.values()) cell.setGone(true);
      leaving = [...leaving, ...vacated.values()];
      shown = board;
      at = after;
      publish();
    });
  }

  /** The order in the document stays, so that nothing is taken out and put in again while it moves. */
  function publish(): void {
    setPieces([...leaving, ...at.values()].sort((a, b) => a.id - b.id));
  }

  function sweep(): void {
    if (leaving.length === 0) return;
    leaving = [];
    publish();
  }

  return { pieces, show, sweep };
}

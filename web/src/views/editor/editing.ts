/** The edited position: the person's changes, and the server's checks of them. */

import { batch, createSignal } from "solid-js";
import type {
  Arrangement as Asked,
  BesideView,
  Command,
  Event,
  GameView,
  Problem,
} from "../../protocol/protocol";
import { answer } from "../../state/link";
import { type Arranged, arranged, placed } from "./arrangement";

/** An arrangement with the side to move and, if the game has any, the state beside the board. */
export interface Draft extends Arranged {
  side: number;
  beside: BesideView | undefined;
}

/** Makes the next draft of the one before. */
export type Edit = (now: Draft) => Draft;

/** Returns the array of a game. */
export function arrayOf(game: GameView): Draft {
  return { board: game.summary.start, pairs: [], side: 0, beside: game.beside };
}

/**
 * Returns the draft of a position, at first the array. Changes show at once and are checked afterwards; a text shows once
 * it has been read, and changes made meanwhile are changes of what it says.
 */
export function createEditing(game: GameView, ask: (command: Command) => Promise<Event[] | undefined>) {
  const [draft, setDraft] = createSignal<Draft>(arrayOf(game));
  const [text, setText] = createSignal("");
  const [problems, setProblems] = createSignal<readonly Problem[]>([]);
  /** The number of the last question: only its answer counts. */
  let asked = 0;
  /** The changes that wait while a text is read. */
  let waiting: Edit[] | undefined;
  /** Ends when the last question has been answered. */
  let pending = Promise.resolve();

  async function check(arrangement: Asked) {
    const number = ++asked;
    const events = await ask({ type: "check", game: game.summary.id, arrangement });
    return events && number === asked ? answer(events, "checked") : undefined;
  }

  async function checkDraft(): Promise<void> {
    const { side, beside, ...pieces } = draft();
    const besides = beside ? { beside } : {};
    const checked = await check({ type: "pieces", pieces: placed(pieces), side, ...besides });
    if (!checked) return;
    batch(() => {
      setProblems(checked.problems);
      if (checked.position === "") return;
      setText(checked.position);
      setDraft((now) => ({ ...now, beside: checked.beside }));
    });
  }

  /** Changes the draft. */
  function change(edit: Edit): void {
    if (waiting) {
      waiting.push(edit);
      return;
    }
    setDraft(edit);
    pending = checkDraft();
  }

  /** Replaces the position by that of a text. */
  function read(position: string): void {
    pending = readText(position);
  }

  async function readText(position: string): Promise<void> {
    const edits: Edit[] = (waiting = []);
    const checked = await check({ type: "text", text: position });
    // Another text has come after this one.
    if (waiting !== edits) return;
    waiting = undefined;
    batch(() => {
      if (checked) setProblems(checked.problems);
      if (!checked || checked.position === "") return;
      setText(checked.position);
      setDraft({ ...arranged(game, checked.pieces), side: checked.side, beside: checked.beside });
    });
    if (edits.length > 0) change((now) => edits.reduce((draft, edit) => edit(draft), now));
  }

  /** Waits until all that has been done is known, and returns the position if it can be played. */
  async function finished(): Promise<string | undefined> {
    let last: Promise<void>;
    do {
      last = pending;
      await last;
    } while (last !== pending);
    return problems().length === 0 ? text() : undefined;
  }

  return { draft, text, problems, change, read, finished };
}

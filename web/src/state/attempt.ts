/**
 * Solving an exercise: a right turn is answered, a wrong one is explained and taken back, or answered by the engine and then taken back. The
 * exercise knows which turns are right, the session which are legal; no rule of any game is here.
 */

import { type Accessor, createSignal } from "solid-js";
import type { Exercise } from "../learn/exercise";

/** A turn as it was played. */
export interface Played {
  /** Its text. */
  text: string;
  /** Whether it has ended the game, and won it. */
  wins: boolean;
}

/** The engine's answer to a wrong turn, on the board. */
export interface Refutation {
  turn: string;
  /** What it does, in words; empty if nothing plain can be said. */
  text: string;
}

/** The board of an exercise. Each of these fails where the session cannot be reached; then nothing is known of the board. */
export interface PracticeBoard {
  /** Puts a position up. */
  open(position: string): Promise<void>;
  /** Plays a turn as people write it; returns nothing if it is none. */
  play(turn: string): Promise<Played | undefined>;
  /** Takes the last turns back. */
  takeBack(turns: number): Promise<void>;
  /** Plays the engine's answer to the wrong turn that has just been played; returns nothing where there is none. */
  refute?(): Promise<Refutation | undefined>;
  /** Describes the effect of the wrong turn that has just been played. */
  explain(): string;
}

/** How it stands. */
export type Standing =
  /** A turn is to be found. */
  | { type: "asked" }
  /** The last turn tried was wrong, and why. */
  | { type: "wrong"; turn: string; text: string; refutation?: Refutation }
  | { type: "solved" }
  /** The solution has been shown. */
  | { type: "shown" };

export interface Attempt {
  standing: Accessor<Standing>;
  /** Whether the learner may play now. */
  isOpen: Accessor<boolean>;
  /** Whether it has been solved, or shown. */
  isFinished: Accessor<boolean>;
  /** Whether a wrong turn and its refutation stand on the board, to be taken back. */
  isRefuted: Accessor<boolean>;
  /** Whether the first turn is still to be found. */
  isFirst: Accessor<boolean>;
  /** The next turn of the solution. */
  next: Accessor<string | undefined>;
  /** How many turns were wrong. */
  wrong: Accessor<number>;
  /** Whether a turn was wrong, or help was needed. */
  isFlawed: Accessor<boolean>;
  /** Plays a turn as the learner writes it. Returns whether it is one. */
  take(turn: string): Promise<boolean>;
  /** Takes a refuted turn back. */
  takeBack(): Promise<void>;
  /** Notes that a hint has been given. */
  noteHint(): void;
  /** Plays the rest of the solution. */
  show(): Promise<void>;
  /** Nothing more happens on the board from now on. */
  end(): void;
}

/** Returns a pause of some milliseconds. */
export function pauseOf(ms: number): () => Promise<void> {
  return () => new Promise((resolve) => setTimeout(resolve, ms));
}

/** Begins an exercise on a board; `pause` is waited for between one thing and the next, so that they can be seen. */
export function createAttempt(exercise: Exercise, board: PracticeBoard, pause: () => Promise<void>): Attempt {
  const [standing, setStanding] = createSignal<Standing>({ type: "asked" });
  const [path, setPath] = createSignal<readonly string[]>([]);
  const [wrong, setWrong] = createSignal(0);
  const [isHinted, setHinted] = createSignal(false);
  /** Something is happening on the board: it is being put up, a reply is on its way. */
  const [isBusy, setBusy] = createSignal(true);
  const [isRefuted, setRefuted] = createSignal(false);
  let hasEnded = false;
  const isFinished = () => standing().type === "solved" || standing().type === "shown";
  /** The solutions that go on from here. */
  const lines = () =>
    exercise.solutions.filter((line) => path().every((turn, index) => line[index] === turn));
  const next = () => lines()[0]?.[path().length];

  /** Does something on the board. If that fails, the exercise begins again as soon as it can. */
  async function work(act: () => Promise<void>): Promise<void> {
    setBusy(true);
    try {
      await act();
    } catch {
      if (hasEnded) return;
      setRefuted(false);
      setPath([]);
      setStanding({ type: "asked" });
      await board.open(exercise.position);
    }
    setBusy(false);
  }

  async function step(turn: string): Promise<void> {
    await pause();
    if (hasEnded) return;
    if (!(await board.play(turn))) throw new Error(`${turn} cannot be played`);
    setPath((old) => [...old, turn]);
  }

  /** Has the engine answer a wrong turn, or takes it back where there is no answer. */
  async function refute(turn: string): Promise<void> {
    const refutation = await board.refute?.();
    if (hasEnded) return;
    if (!refutation) return board.takeBack(1);
    setStanding({ type: "wrong", turn, text: "", refutation });
    setRefuted(true);
  }

  async function judge({ text, wins }: Played): Promise<void> {
    const right = lines().find((line) => line[path().length] === text);
    if (!right && !wins) {
      const answer = exercise.answers?.[text];
      setWrong((old) => old + 1);
      setStanding({ type: "wrong", turn: text, text: answer ?? board.explain() });
      await pause();
      if (hasEnded) return;
      if (answer === undefined) await refute(text);
      else await board.takeBack(1);
      return;
    }
    setPath((old) => [...old, text]);
    const reply = right?.[path().length];
    if (wins || reply === undefined) {
      setStanding({ type: "solved" });
      return;
    }
    setStanding({ type: "asked" });
    await step(reply);
  }

  void work(() => board.open(exercise.position));
  return {
    standing,
    isOpen: () => !isBusy() && !isFinished() && !isRefuted(),
    isFinished,
    isRefuted,
    isFirst: () => path().length === 0,
    next,
    wrong,
    isFlawed: () => wrong() > 0 || isHinted() || standing().type === "shown",
    async take(turn) {
      if (isBusy() || isFinished() || isRefuted()) return false;
      let isTurn = false;
      await work(async () => {
        const played = await board.play(turn);
        if (!played) return;
        isTurn = true;
        await judge(played);
      });
      return isTurn;
    },
    async takeBack() {
      if (isBusy() || !isRefuted()) return;
      await work(async () => {
        await board.takeBack(2);
        setRefuted(false);
      });
    },
    noteHint: () => setHinted(true),
    async show() {
      if (isBusy() || isFinished()) return;
      await work(async () => {
        if (isRefuted()) await board.takeBack(2);
        setRefuted(false);
        for (let turn = next(); turn !== undefined && !hasEnded; turn = next()) await step(turn);
        setStanding({ type: "shown" });
      });
    },
    end: () => (hasEnded = true),
  };
}

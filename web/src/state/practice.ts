/**
 * A board to practise on: a session of its own beside the game that is being played. Views that receive its `app` show that
 * session; games, pictures and settings are those of the page.
 */

import { createEffect, createMemo, createRoot, createSignal, onCleanup } from "solid-js";
import { lockManager } from "../browser";
import { EMPTY, sideOf } from "../board/piece";
import { sentence } from "../language/language";
import type { Command, Event, Thought } from "../protocol/protocol";
import { practiceSession } from "../session";
import { type App } from "./app";
import type { PracticeBoard, Refutation } from "./attempt";
import { createFacts } from "./facts";
import { Interruption, type Link, Refusal, createLink, quietly, untilAnswered } from "./link";
import { NO_TURNS, turnListOf } from "./turnList";

export interface Practice {
  app: App;
  /** Returns the board for positions of a game, on which wrong turns are explained so. */
  board(game: string, explain: () => string): PracticeBoard;
  /** Plays the engine's answer to the position shown; returns nothing if there is none in time. */
  refute(): Promise<Refutation | undefined>;
}

/** How long the engine thinks about a refutation, and how long one is waited for, in milliseconds. */
const REFUTATION_MS = 500;
const MAX_WAIT = 6000;

/** The most pages of a browser that have a session of their own to practise in. */
const MAX_PLACES = 20;

/** Returns a board to practise on, which lasts as long as the view that asks for it. */
export function createPractice(app: App): Practice {
  const { facts: own, ...sink } = createFacts();
  const [link, setLink] = createSignal<Link>();
  /** The side of the learner. */
  const [learner, setLearner] = createSignal(0);
  let leave: () => void = () => undefined;
  const left = new Promise<void>((resolve) => (leave = resolve));
  let hasLeft = false;

  const connected = findPlace(left).then((place) => {
    const link = createLink(app.connect, practiceSession(app.settings.practice, place), sink);
    if (hasLeft) link.close();
    setLink(link);
    return link;
  });
  onCleanup(() => {
    hasLeft = true;
    leave();
    link()?.close();
  });

  const tell = async (command: Command): Promise<Event[]> => (await connected).ask(command);
  const node = () => own.position()?.node ?? 0;

  function showRefusal(reason: unknown): void {
    if (!(reason instanceof Refusal)) throw reason;
    app.notices.show(reason.problem.message);
  }

  /** Asks; a refusal is shown to the person. Returns nothing if it was refused. */
  async function ask(command: Command): Promise<Event[] | undefined> {
    try {
      return await tell(command);
    } catch (reason) {
      showRefusal(reason);
      return undefined;
    }
  }

  async function open(game: string, position: string): Promise<void> {
    const command: Command = { type: "start", game, from: { type: "position", text: position } };
    try {
      await untilAnswered(
        () => tell(command),
        () => hasLeft,
      );
      setLearner(own.position()?.side ?? 0);
    } catch (reason) {
      if (!hasLeft) showRefusal(reason);
    }
  }

  /** Asks the engine about the position shown. */
  async function think(): Promise<Thought | undefined> {
    const at = node();
    try {
      await tell({ type: "hint", ms: REFUTATION_MS });
    } catch (reason) {
      // The game may be over: then there is no answer.
      if (reason instanceof Interruption) throw reason;
      return undefined;
    }
    return createRoot(
      (dispose) =>
        new Promise((resolve) => {
          const settle = (thought?: Thought) => {
            clearTimeout(timer);
            dispose();
            resolve(thought);
          };
          const timer = setTimeout(settle, MAX_WAIT);
          createEffect(() => {
            const thought = own.hint();
            if (thought?.node === at) settle(thought);
          });
        }),
    );
  }

  async function refute(): Promise<Refutation | undefined> {
    const [line] = (await think())?.lines ?? [];
    const turn = line?.turns[0];
    if (turn === undefined) return undefined;
    await tell({ type: "play", node: node(), turn: { type: "typed", text: turn } });
    return { turn, text: line?.reason === undefined ? "" : sentence(line.reason) };
  }

  // Facts that all sessions share are asked for once, by the page.
  const { levels, version, games, views, rules, showings, tiles, worth, heatMaps } = app.facts;
  /** Threats against the opponent are for the learner to find: only those against the learner are shown. */
  const position = createMemo(() => {
    const now = own.position();
    const isOwn = ({ royal }: { royal: number }) => sideOf(now?.board[royal] ?? EMPTY) === learner();
    return now && { ...now, threats: now.threats.filter(isOwn) };
  });
  const facts = { ...own, position, levels, version, games, views, rules, showings, tiles, worth, heatMaps };
  const game = createMemo(() => app.library.drawable(own.state()?.game));
  const turns = createMemo(() => {
    const now = own.position();
    return now ? turnListOf(now, now.node, ask) : NO_TURNS;
  });
  const jump = (to: number) => void ask({ type: "jump", node: to });
  return {
    app: {
      ...app,
      facts,
      ask,
      askQuietly: quietly(tell),
      jump,
      here: () => own.position()?.node,
      mayPlay: () => true,
      isMine: (side) => side === learner(),
      game,
      turns,
    },
    board: (game, explain) => ({
      open: (position) => open(game, position),
      async play(text) {
        const side = own.position()?.side;
        try {
          await tell({ type: "play", node: node(), turn: { type: "typed", text } });
        } catch (reason) {
          if (reason instanceof Interruption) throw reason;
          showRefusal(reason);
          return undefined;
        }
        const winner = own.state()?.result?.winner;
        return {
          text: own.position()?.last?.text ?? text,
          wins: winner !== undefined && winner === side,
        };
      },
      async takeBack(turns) {
        let first = node();
        for (let turn = 1; turn < turns; turn++) first = own.tree().get(first)?.parent ?? first;
        await tell({ type: "delete", node: first });
      },
      explain,
    }),
    refute,
  };
}

/**
 * Returns a place that no other page of this browser practises at, until this one has left: so pages side by side do not play on
 * one board, and few sessions serve all.
 */
async function findPlace(left: Promise<void>): Promise<number> {
  const locks = lockManager();
  // Without locks, on an insecure address or where storage is denied, pages cannot be distinguished.
  if (!locks) return 0;
  for (let place = 0; place < MAX_PLACES; place++) {
    const isFree = await new Promise<boolean | undefined>((resolve) => {
      const hold = (lock: Lock | null) => {
        resolve(lock !== null);
        return lock ? left : undefined;
      };
      locks
        .request(`beaufort/practice/${place}`, { ifAvailable: true }, hold)
        .catch(() => resolve(undefined));
    });
    if (isFree === undefined) return 0;
    if (isFree) return place;
  }
  return MAX_PLACES;
}

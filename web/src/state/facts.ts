/** The last value of everything that the session has sent. Nothing is guessed, and nothing else writes here. */

import { type Accessor, batch, createSignal } from "solid-js";
import type {
  BestiaryPieceView,
  ChapterView,
  Event,
  GameSummary,
  GameView,
  HeatMapView,
  LevelView,
  NodeScore,
  NodeView,
  PositionView,
  SetupView,
  StateView,
  Thought,
  TileSet,
  TileView,
  TrialView,
  TuningView,
  WordView,
} from "../protocol/protocol";
import { chapterInLanguage, gameInLanguage, levelInLanguage, summaryInLanguage } from "../language/views";

/** The judgement of a turn that was not played. */
export type JudgedAnswer = Extract<Event, { type: "judged" }>;

/** The chat of a game elsewhere. */
export type ChatAnswer = Extract<Event, { type: "chat" }>;

/** The address for letters to the own seat. */
export type MailAnswer = Extract<Event, { type: "mail" }>;
export type PushAnswer = Extract<Event, { type: "push" }>;

/** A claim against an absent player. */
export interface Claim {
  side: number;
  draw: boolean;
  until: number;
}

/** A game of engines to be watched. */
export type Showing = Pick<Extract<Event, { type: "showcase" }>, "board" | "turns">;

/** Everything that is known; each value is replaced as a whole. */
interface FactValues {
  /** The engine's levels. */
  levels: readonly LevelView[];
  version: string;
  games: readonly GameSummary[];
  /** The games that have been asked for, by id. */
  views: ReadonlyMap<string, GameView>;
  /** The rules that have been asked for, by the id of the game. */
  rules: ReadonlyMap<string, readonly ChapterView[]>;
  /** The games to be watched that have been asked for, by the id of the game. */
  showings: ReadonlyMap<string, Showing>;
  /** The pictures that are there, as `game/set`. */
  tiles: ReadonlySet<string>;
  /** The values of a game's pieces, by the id of the game. */
  worth: ReadonlyMap<string, readonly number[]>;
  /** The values of a piece on each square, as `game/type`. */
  heatMaps: ReadonlyMap<string, HeatMapView>;
  /** How the games of a trial went so far, by the id of the game. */
  trials: ReadonlyMap<string, TrialView>;
  /** What the games of a tuning say so far, by the id of the game. */
  tunings: ReadonlyMap<string, TuningView>;
  /** The words of the language in which abilities are written, once they have been asked for. */
  words: readonly WordView[];
  /** The pieces that any game can have, once they have been asked for. */
  bestiary: readonly BestiaryPieceView[];
  state: StateView | undefined;
  /** The game tree, by the ids of its nodes. */
  tree: ReadonlyMap<number, NodeView>;
  position: PositionView | undefined;
  /** The engine's thought about its own turn. */
  thinking: Thought | undefined;
  /** The engine's analysis of the position shown. */
  analysis: Thought | undefined;
  hint: Thought | undefined;
  /** The scores of the places of the tree, from a review and from the engine's thoughts. */
  scores: ReadonlyMap<number, NodeScore>;
  review: { done: number; total: number } | undefined;
  /** The engine's last judgement of a turn that was not played. */
  judged: JudgedAnswer | undefined;
  /** When the clock arrived, on the page's own clock. */
  clockAt: number;
  /** The side that has just declined a draw. */
  declined: number | undefined;
  /** The side of this page's seat, in a game with an opponent elsewhere. */
  mySide: number | undefined;
  /** The chat; missing for spectators. */
  chat: ChatAnswer | undefined;
  /** The note of the own seat. */
  note: string;
  /** The conditional turns of the own seat. */
  plan: readonly (readonly string[])[];
  /** The address for letters to the own seat; missing where none can be sent. */
  mail: MailAnswer | undefined;
  /** The browsers that are notified of the own seat's turn; missing where none can be. */
  push: PushAnswer | undefined;
  /** The absence after which a claim is possible, in milliseconds; missing where the clock alone decides. */
  claimAfter: number | undefined;
  /** The claim against the absent player, and when it is granted, on the page's own clock. */
  claim: Claim | undefined;
  /** Since when each player elsewhere has been away, on the page's own clock; missing for a player who is there. */
  awaySince: readonly (number | undefined)[];
}

export type Facts = { readonly [Key in keyof FactValues]: Accessor<FactValues[Key]> };

/** Puts the pictures of a game's pieces where boards find them. */
type PutTiles = (game: string, set: TileSet, tiles: readonly TileView[]) => void;

export interface FactBook {
  facts: Facts;
  /** Applies events that belong together in one batch: no reader sees a state between them. */
  apply(events: readonly Event[]): void;
  /** The session has sent its whole state: facts about a seat that were not among it are forgotten. */
  greeted(): void;
  /** Forgets what is known of a game that is looked at no more. */
  forgetGame(id: string): void;
  /** Forgets the game that is played; what all sessions know alike stays. */
  forget(): void;
}

const NO_SEAT = { mySide: undefined, chat: undefined, note: "", plan: [], mail: undefined, push: undefined };

/** The event that brings each fact about the own seat. */
const SEAT_EVENTS: [keyof typeof NO_SEAT, Event["type"]][] = [
  ["mySide", "seated"],
  ["chat", "chat"],
  ["note", "note"],
  ["plan", "plan"],
  ["mail", "mail"],
  ["push", "push"],
];

const NO_OPPONENT = { claimAfter: undefined, claim: undefined, awaySince: [] };

const NO_SCORES = { scores: new Map<number, NodeScore>(), review: undefined, judged: undefined };

const NO_TREE = { ...NO_SCORES, tree: new Map<number, NodeView>(), position: undefined, hint: undefined };

const NO_GAME = {
  ...NO_TREE,
  ...NO_SEAT,
  ...NO_OPPONENT,
  state: undefined,
  thinking: undefined,
  analysis: undefined,
  declined: undefined,
};

const NOTHING: FactValues = {
  ...NO_GAME,
  levels: [],
  version: "",
  games: [],
  views: new Map(),
  rules: new Map(),
  showings: new Map(),
  tiles: new Set(),
  worth: new Map(),
  heatMaps: new Map(),
  trials: new Map(),
  tunings: new Map(),
  words: [],
  bestiary: [],
  clockAt: 0,
};

export function createFacts(
  now: () => number = () => performance.now(),
  putTiles: PutTiles = () => undefined,
): FactBook {
  /** The facts as they are, read without being tracked. */
  const known: FactValues = { ...NOTHING };
  // A signal for each, not a store: a store walks every value that is put into it, which takes 50 ms for 4,096 turns.
  const readers: Record<string, Accessor<unknown>> = {};
  const writers: Record<string, (write: () => unknown) => void> = {};
  for (const [key, value] of Object.entries(NOTHING)) {
    const [read, write] = createSignal<unknown>(value);
    [readers[key], writers[key]] = [read, write];
  }

  function set(changes: Partial<FactValues>): void {
    Object.assign(known, changes);
    batch(() => {
      for (const [key, value] of Object.entries(changes)) writers[key]?.(() => value);
    });
  }

  /** The types of the events since the session began to tell everything. */
  const told = new Set<Event["type"]>();

  function score({ node, lines: [best] }: Thought): void {
    if (!best) return;
    const [turn] = best.turns;
    const { judgement } = known.scores.get(node) ?? {};
    set({
      scores: added(known.scores, node, {
        node,
        score: best.score,
        ...(turn ? { best: turn } : {}),
        ...(judgement ? { judgement } : {}),
      }),
    });
  }

  function apply(event: Event): void {
    told.add(event.type);
    switch (event.type) {
      case "welcome":
        told.clear();
        // The nodes of the tree may have other numbers now; their scores come again.
        set({ ...NO_SCORES, levels: event.levels.map(levelInLanguage), version: event.version });
        break;
      case "games":
        set({ games: event.games.map(summaryInLanguage) });
        break;
      case "game":
        set({ views: added(known.views, event.game.summary.id, gameInLanguage(event.game)) });
        break;
      case "rules":
        set({ rules: added(known.rules, event.game, event.chapters.map(chapterInLanguage)) });
        break;
      case "showcase":
        set({ showings: added(known.showings, event.game, event) });
        break;
      case "tiles":
        putTiles(event.game, event.set, event.tiles);
        set({ tiles: new Set([...known.tiles, `${event.game}/${event.set}`]) });
        break;
      case "worth": {
        const { game, worth, heatMap } = event;
        set({ worth: added(known.worth, game, worth) });
        if (heatMap) set({ heatMaps: added(known.heatMaps, `${game}/${heatMap.pieceType}`, heatMap) });
        break;
      }
      case "trial":
        set({ trials: added(known.trials, event.trial.game, event.trial) });
        break;
      case "tuning":
        set({ tunings: added(known.tunings, event.tuning.game, event.tuning) });
        break;
      case "words":
        set({ words: event.words });
        break;
      case "bestiary":
        set({ bestiary: event.pieces });
        break;
      case "state": {
        const { state } = event;
        set({ state, clockAt: now() });
        if (!state.thinking) set({ thinking: undefined });
        if (state.analysis === undefined) set({ analysis: undefined });
        if (state.drawOffer !== undefined || state.stage !== "turn") set({ declined: undefined });
        if (state.stage === "empty") set(NO_TREE);
        if (!state.seats) set({ ...NO_SEAT, ...NO_OPPONENT });
        break;
      }
      case "tree": {
        const tree = new Map(event.nodes.map((node) => [node.id, node]));
        set({ tree, scores: new Map([...known.scores].filter(([node]) => tree.has(node))) });
        break;
      }
      case "node":
        set({ tree: added(known.tree, event.node.id, event.node) });
        break;
      case "position":
        // A session sends its position again to a new connection: a turn that is being entered goes on.
        if (!isSame(event.position, known.position))
          set({ position: event.position, hint: undefined, declined: undefined });
        break;
      case "thinking":
        set({ thinking: event.thought });
        score(event.thought);
        break;
      case "analysis":
        set({ analysis: event.thought });
        score(event.thought);
        break;
      case "hint":
        set({ hint: event.thought });
        break;
      case "review":
        set({
          review: { done: event.done, total: event.total },
          scores: new Map([...known.scores, ...event.scores.map((one) => [one.node, one] as const)]),
        });
        break;
      case "judged":
        set({ judged: event });
        break;
      case "drawDeclined":
        set({ declined: event.side });
        break;
      case "seated":
        set({ mySide: event.side });
        break;
      case "chat":
        set({ chat: event });
        break;
      case "note":
        set({ note: event.text });
        break;
      case "plan":
        set({ plan: event.lines });
        break;
      case "mail":
        set({ mail: event });
        break;
      case "push":
        set({ push: event });
        break;
      case "presence":
        set({
          awaySince: event.sides.map(({ away }) => (away === undefined ? undefined : now() - away)),
          claimAfter: event.claimAfter,
          claim: event.claim && { ...event.claim, until: now() + event.claim.left },
        });
        break;
      case "done":
      case "error":
      case "summary":
      case "records":
      case "recordWarnings":
      case "setUpPreview":
      case "exported":
      case "explored":
      case "overlay":
      case "attackers":
      case "line":
      case "checked":
      case "foreseen":
      case "premoves":
      case "gameRead":
      case "imported":
      case "gameExported":
      case "turns":
      case "picture":
        // Answers to a request; see `Link`.
        break;
      default:
        event satisfies never;
    }
  }

  function forgetSeat(): void {
    for (const [key, type] of SEAT_EVENTS) if (!told.has(type)) set({ [key]: NO_SEAT[key] });
  }

  return {
    facts: readers as unknown as Facts,
    apply: (events) => batch(() => events.forEach(apply)),
    greeted: () => batch(forgetSeat),
    forget: () => set(NO_GAME),
    forgetGame(id) {
      const isOther = ([key]: readonly [string, unknown]) => key !== id && !key.startsWith(`${id}/`);
      const others = <Value>(of: ReadonlyMap<string, Value>) => new Map([...of].filter(isOther));
      set({
        views: others(known.views),
        rules: others(known.rules),
        tiles: new Set([...known.tiles].filter((key) => !key.startsWith(`${id}/`))),
        worth: others(known.worth),
        heatMaps: others(known.heatMaps),
      });
    },
  };
}

function isSame(told: PositionView, known: PositionView | undefined): boolean {
  const count = ({ turns, unlisted }: PositionView) => unlisted?.count ?? turns.length;
  return told.node === known?.node && told.key === known.key && count(told) === count(known);
}

function added<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, value: Value): ReadonlyMap<Key, Value> {
  return new Map(map).set(key, value);
}

/** The set-up phase that waits, if one does. */
export function setupOf(facts: Facts): SetupView | undefined {
  const state = facts.state();
  return state?.stage === "setUp" ? state.setUp : undefined;
}

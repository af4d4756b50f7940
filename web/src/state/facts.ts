/**
 * What the session has told: the last of everything. Nothing here is guessed, and nothing else is written here.
 */

import { type Accessor, type Setter, batch, createSignal, untrack } from "solid-js";
import type {
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
} from "../protocol/protocol";
import { putSprites } from "../board/sprites";
import { chapterInLanguage, gameInLanguage, levelInLanguage, summaryInLanguage } from "../language/views";

/** What a turn would cost that nobody has played. */
export type JudgedAnswer = Extract<Event, { type: "judged" }>;

/** What the players of a game elsewhere have said. */
export type ChatAnswer = Extract<Event, { type: "chat" }>;

/** Where letters to the own seat go. */
export type MailAnswer = Extract<Event, { type: "mail" }>;

/** What is claimed of a player who stays away. */
export interface Claim {
  side: number;
  draw: boolean;
  until: number;
}

/** A game to be watched. */
export type Showing = Pick<Extract<Event, { type: "showcase" }>, "board" | "turns">;

/** What is known. */
export interface Facts {
  /** How well the engine can play. */
  levels: Accessor<readonly LevelView[]>;
  version: Accessor<string>;
  games: Accessor<readonly GameSummary[]>;
  /** The games that have been asked for, by id. */
  views: Accessor<ReadonlyMap<string, GameView>>;
  /** The rules that have been asked for, by the id of the game. */
  rules: Accessor<ReadonlyMap<string, readonly ChapterView[]>>;
  /** The games to be watched that have been asked for, by the id of the game. */
  showings: Accessor<ReadonlyMap<string, Showing>>;
  /** The pictures that are there, as `game/set`. */
  tiles: Accessor<ReadonlySet<string>>;
  /** What the pieces of a game are worth, by the id of the game. */
  worth: Accessor<ReadonlyMap<string, readonly number[]>>;
  /** What a piece is worth on each square, as `game/type`. */
  heatMaps: Accessor<ReadonlyMap<string, HeatMapView>>;
  state: Accessor<StateView | undefined>;
  /** The game tree, by the ids of its nodes. */
  tree: Accessor<ReadonlyMap<number, NodeView>>;
  position: Accessor<PositionView | undefined>;
  /** What the engine thinks about its own turn. */
  thinking: Accessor<Thought | undefined>;
  /** What it thinks of the position shown. */
  analysis: Accessor<Thought | undefined>;
  hint: Accessor<Thought | undefined>;
  /** The scores of the places of the tree, from a review and from the engine's thoughts. */
  scores: Accessor<ReadonlyMap<number, NodeScore>>;
  review: Accessor<{ done: number; total: number } | undefined>;
  /** What the engine has said last of a turn that nobody has played. */
  judged: Accessor<JudgedAnswer | undefined>;
  /** When the clock was told, on the page's own watch. */
  clockAt: Accessor<number>;
  /** Who has declined a draw just now. */
  declined: Accessor<number | undefined>;
  /** The side whose seat this page has, in a game with somebody elsewhere. */
  mySide: Accessor<number | undefined>;
  /** What the players elsewhere have said; nothing for who watches. */
  chat: Accessor<ChatAnswer | undefined>;
  /** The note of the own seat. */
  note: Accessor<string>;
  /** The conditional turns of the own seat. */
  plan: Accessor<readonly (readonly string[])[]>;
  /** Where letters to the own seat go; nothing where none can be sent. */
  mail: Accessor<MailAnswer | undefined>;
  /** After how long an absence something may be claimed, in milliseconds; nothing where the clock alone decides. */
  claimAfter: Accessor<number | undefined>;
  /** What is claimed of who stays away, and when it is granted, on the page's own watch. */
  claim: Accessor<Claim | undefined>;
  /** Since when each player elsewhere has been away, on the page's own watch; nothing for who is there. */
  awaySince: Accessor<readonly (number | undefined)[]>;
}

export interface FactBook {
  facts: Facts;
  /** Takes events that belong together: nobody sees anything between them. */
  apply(events: readonly Event[]): void;
  /** Everything has been told anew, and of a seat as much as there is: what was not told is there no more. */
  greeted(): void;
  /** Forgets the game, not the games. */
  forget(): void;
}

export function createFacts(now: () => number = () => performance.now()): FactBook {
  const [levels, setLevels] = createSignal<readonly LevelView[]>([]);
  const [version, setVersion] = createSignal("");
  const [games, setGames] = createSignal<readonly GameSummary[]>([]);
  const [views, setViews] = createSignal<ReadonlyMap<string, GameView>>(new Map());
  const [rules, setRules] = createSignal<ReadonlyMap<string, readonly ChapterView[]>>(new Map());
  const [showings, setShowings] = createSignal<ReadonlyMap<string, Showing>>(new Map());
  const [tiles, setTiles] = createSignal<ReadonlySet<string>>(new Set<string>());
  const [worth, setWorth] = createSignal<ReadonlyMap<string, readonly number[]>>(new Map());
  const [heatMaps, setHeatMaps] = createSignal<ReadonlyMap<string, HeatMapView>>(new Map());
  const [state, setState] = createSignal<StateView>();
  const [tree, setTree] = createSignal<ReadonlyMap<number, NodeView>>(new Map());
  const [position, setPosition] = createSignal<PositionView>();
  const [thinking, setThinking] = createSignal<Thought>();
  const [analysis, setAnalysis] = createSignal<Thought>();
  const [hint, setHint] = createSignal<Thought>();
  const [scores, setScores] = createSignal<ReadonlyMap<number, NodeScore>>(new Map());
  const [review, setReview] = createSignal<{ done: number; total: number }>();
  const [judged, setJudged] = createSignal<JudgedAnswer>();
  const [clockAt, setClockAt] = createSignal(0);
  const [declined, setDeclined] = createSignal<number>();
  const [mySide, setMySide] = createSignal<number>();
  const [chat, setChat] = createSignal<ChatAnswer>();
  const [note, setNote] = createSignal("");
  const [plan, setPlan] = createSignal<readonly (readonly string[])[]>([]);
  const [mail, setMail] = createSignal<MailAnswer>();
  const [claimAfter, setClaimAfter] = createSignal<number>();
  const [claim, setClaim] = createSignal<Claim>();
  const [awaySince, setAwaySince] = createSignal<readonly (number | undefined)[]>([]);

  /** What has been told since the session began to tell everything. */
  const told = new Set<Event["type"]>();

  /** Forgets what is told to who has a seat, unless it has been told since the session began to tell everything. */
  function leaveSeat(isTold: (type: Event["type"]) => boolean = () => false): void {
    if (!isTold("seated")) setMySide(undefined);
    if (!isTold("chat")) setChat(undefined);
    if (!isTold("note")) setNote("");
    if (!isTold("plan")) setPlan([]);
    if (!isTold("mail")) setMail(undefined);
  }

  function leaveTree(): void {
    setTree(new Map());
    setPosition(undefined);
    setScores(new Map());
    setReview(undefined);
    setJudged(undefined);
    setHint(undefined);
  }

  function leaveOthers(): void {
    setClaimAfter(undefined);
    setClaim(undefined);
    setAwaySince([]);
  }

  function score(thought: Thought): void {
    const best = thought.lines[0];
    if (!best) return;
    const [turn] = best.turns;
    setScores((old) => {
      const { judgement } = old.get(thought.node) ?? {};
      return new Map(old).set(thought.node, {
        node: thought.node,
        score: best.score,
        ...(turn ? { best: turn } : {}),
        ...(judgement ? { judgement } : {}),
      });
    });
  }

  function apply(event: Event): void {
    told.add(event.type);
    switch (event.type) {
      case "welcome":
        told.clear();
        // The places of the tree may have other numbers now; what is known of them is told again.
        setScores(new Map());
        setReview(undefined);
        setJudged(undefined);
        setLevels(event.levels.map(levelInLanguage));
        setVersion(event.version);
        break;
      case "games":
        setGames(event.games.map(summaryInLanguage));
        break;
      case "game":
        add(setViews, event.game.summary.id, gameInLanguage(event.game));
        break;
      case "rules":
        add(setRules, event.game, event.chapters.map(chapterInLanguage));
        break;
      case "showcase":
        add(setShowings, event.game, event);
        break;
      case "tiles":
        putSprites(event.game, event.set, event.tiles);
        setTiles((old) => new Set([...old, `${event.game}/${event.set}`]));
        break;
      case "worth":
        add(setWorth, event.game, event.worth);
        if (event.heatMap) add(setHeatMaps, `${event.game}/${event.heatMap.pieceType}`, event.heatMap);
        break;
      case "state":
        setState(event.state);
        setClockAt(now());
        if (!event.state.thinking) setThinking(undefined);
        if (event.state.analysis === undefined) setAnalysis(undefined);
        if (event.state.drawOffer !== undefined || event.state.stage !== "turn") setDeclined(undefined);
        if (event.state.stage === "empty") leaveTree();
        if (!event.state.seats) {
          leaveSeat();
          leaveOthers();
        }
        break;
      case "tree":
        setTree(new Map(event.nodes.map((node) => [node.id, node])));
        setScores((old) => new Map([...old].filter(([node]) => untrack(tree).has(node))));
        break;
      case "node":
        add(setTree, event.node.id, event.node);
        break;
      case "position":
        // Who connects again is told what is known already: a turn that is being entered goes on.
        if (isSame(event.position, untrack(position))) break;
        setPosition(event.position);
        setHint(undefined);
        setDeclined(undefined);
        break;
      case "thinking":
        setThinking(event.thought);
        score(event.thought);
        break;
      case "analysis":
        setAnalysis(event.thought);
        score(event.thought);
        break;
      case "hint":
        setHint(event.thought);
        break;
      case "review":
        setReview({ done: event.done, total: event.total });
        setScores((old) => new Map([...old, ...event.scores.map((one) => [one.node, one] as const)]));
        break;
      case "judged":
        setJudged(event);
        break;
      case "drawDeclined":
        setDeclined(event.side);
        break;
      case "seated":
        setMySide(event.side);
        break;
      case "chat":
        setChat(event);
        break;
      case "note":
        setNote(event.text);
        break;
      case "plan":
        setPlan(event.lines);
        break;
      case "mail":
        setMail(event);
        break;
      case "presence":
        setAwaySince(event.sides.map(({ away }) => (away === undefined ? undefined : now() - away)));
        setClaimAfter(event.claimAfter);
        setClaim(event.claim && { ...event.claim, until: now() + event.claim.left });
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
      case "checked":
      case "foreseen":
      case "premoves":
      case "turns":
      case "picture":
        // Answers for who asked; see `Link`.
        break;
      default:
        event satisfies never;
    }
  }

  function forget(): void {
    batch(() => {
      setState(undefined);
      setThinking(undefined);
      setAnalysis(undefined);
      setDeclined(undefined);
      leaveTree();
      leaveSeat();
      leaveOthers();
    });
  }

  return {
    facts: {
      levels,
      version,
      games,
      views,
      rules,
      showings,
      tiles,
      worth,
      heatMaps,
      state,
      tree,
      position,
      thinking,
      analysis,
      hint,
      scores,
      review,
      judged,
      clockAt,
      declined,
      mySide,
      chat,
      note,
      plan,
      mail,
      claimAfter,
      claim,
      awaySince,
    },
    apply: (events) => batch(() => events.forEach(apply)),
    greeted: () => batch(() => leaveSeat((type) => told.has(type))),
    forget,
  };
}

function isSame(told: PositionView, known: PositionView | undefined): boolean {
  const count = ({ turns, unlisted }: PositionView) => unlisted?.count ?? turns.length;
  return told.node === known?.node && told.key === known.key && count(told) === count(known);
}

function add<Key, Value>(set: Setter<ReadonlyMap<Key, Value>>, key: Key, value: Value): void {
  set((old) => new Map(old).set(key, value));
}

/** The set-up phase that waits, if one does. */
export function setupOf(facts: Facts): SetupView | undefined {
  const state = facts.state();
  return state?.stage === "setUp" ? state.setUp : undefined;
}

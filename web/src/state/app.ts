/** Everything the views need, in one place: what the session has told, what the person has chosen, and what can be done. */

import {
  type Accessor,
  createContext,
  createEffect,
  createMemo,
  createSignal,
  on,
  useContext,
} from "solid-js";
import type {
  ChapterView,
  Command,
  Event,
  GameView,
  HeatMapView,
  Player,
  Problem,
  Publicity,
  Start,
  ClockRule,
  TileSet,
} from "../protocol/protocol";
import { putSprites } from "../board/sprites";
import { localStore } from "../browser";
import { sentence, t } from "../language/language";
import type { Shelf } from "../offline/shelf";
import { newSession } from "../session";
import type { Connect } from "../transport/transport";
import type { Duty } from "./duties";
import { type Showing, createFacts } from "./facts";
import { Interruption, Refusal, type SeatKeeper, answer, createLink } from "./link";
import { recordDay } from "./lobby";
import { createOwnName } from "./names";
import { createRoute, href } from "./route";
import { createSeats } from "./seats";
import { createSettings } from "./settings";
import { createSounds } from "./sounds";
import { ForgivingStorage } from "./storage";
import { createTables } from "./tables";
import { NO_TURNS, turnListOf } from "./turnList";
import { fateOf } from "./unanswered";

/** Two persons at one board. */
export const PERSONS: [Player, Player] = [{ type: "person" }, { type: "person" }];

const TILE_SETS: readonly TileSet[] = ["diagram", "letters", "figurines"];

/** What a new game is to be. */
export interface NewGame {
  /** The id of the game; a record may name its own. */
  game?: string | undefined;
  players: [Player, Player];
  clock?: ClockRule | undefined;
  from: Start;
  /** The own side, if the other one is somebody's elsewhere. */
  mySide?: number | undefined;
  /** Who may find such a game without a link; nobody if missing. */
  open?: Publicity | undefined;
  /** Whether such a game is rated. */
  rated?: boolean | undefined;
}

/** A newer version of the page. */
export interface Update {
  /** Whether it is there and waits. */
  isReady: Accessor<boolean>;
  /** Loads it, in all pages; games go on where they were. */
  begin(): void;
  later(): void;
}

/** Where the page is. */
export interface Surroundings {
  connect: Connect;
  /** Whether a server is behind it, which knows names; no if missing. */
  hasServer?: boolean;
  /** Where settings and the list of games are kept; the browser's own storage if missing. */
  storage?: Storage;
  /** The games, if this browser keeps them and no server. */
  shelf?: Shelf;
  update?: Update;
}

export type App = ReturnType<typeof createApp>;

const AppContext = createContext<App>();
export const AppProvider = AppContext.Provider;

/** Returns the app of the page. */
export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error("there is no app around this view");
  return app;
}

export function createApp({ connect, hasServer = false, storage: given, shelf, update }: Surroundings) {
  const storage = new ForgivingStorage(given ?? localStore());
  /** Whether the page is touched rather than pointed at. */
  const isTouch = matchMedia("(pointer: coarse)").matches;
  const isPhone = isTouch && matchMedia("(max-width: 600px), (max-height: 600px)").matches;
  const [settings, set] = createSettings(storage, isPhone);
  const route = createRoute();
  const asked = route();
  const seats = createSeats(storage);
  const ownName = createOwnName(hasServer);
  if (asked.view === "join") follow(asked.session, asked.invitation);
  if ((asked.view === "play" || asked.view === "join") && asked.session) set("session", asked.session);
  const { facts, ...sink } = createFacts(undefined, putSprites);
  const seatKeeper: SeatKeeper = {
    // A rated game is not begun before the person has been asked.
    sit: (session) => (isRatedSeatFree(session) ? undefined : seats.sit(session)),
    refused(session, { problem }) {
      // What cannot be saved now is asked again with the next connection.
      if (problem.code === "forbidden") seats.forget(session);
      setNotice(
        problem.code === "forbidden"
          ? t("You watch: {reason}.", { reason: sentence(problem.message) })
          : problem.message,
      );
    },
  };
  const link = createLink(connect, settings.session, sink, seatKeeper, (command) => fateOf(facts, command));
  const tables = createTables(storage);
  const sounds = createSounds(() => (settings.sound ? settings.volume : 0));
  // The same may be said twice: it is to be read as long again.
  const [notice, setNotice] = createSignal<string | undefined>(undefined, { equals: false });
  let noticeOfNextPage: string | undefined;
  const [announcement, announce] = createSignal("");
  /** The games elsewhere in which it is one's turn. */
  const [duties, setDuties] = createSignal<readonly Duty[]>([]);
  /** Whether conditional turns are being entered. */
  const [isPlanning, setPlanning] = createSignal(false);
  /** The place that has been asked for and is not shown yet. */
  const [heading, setHeading] = createSignal<{ node: number }>();
  /** Games and pictures that have been asked for. */
  const requested = new Set<string>();

  /** Whether this browser has been invited to a rated game whose seat is free. */
  function isRatedSeatFree(session: string): boolean {
    const seen = facts.state()?.seats;
    return Boolean(seen?.rated && seen.taken.includes(false) && seats.isInvited(session));
  }

  /** Takes the seat in the rated game to which this browser has been invited. */
  async function takeRatedSeat(): Promise<void> {
    const command = seats.sit(link.session());
    if (command) await ask(command);
  }

  /** Notes under which name the browser is signed in from now on, and connects anew: a connection keeps the name that it had. */
  function beCalled(name: string): void {
    ownName.set(name);
    link.join(link.session());
  }

  /** Keeps an invitation and takes it out of the address, which may be shown to others. */
  function follow(session: string, invitation: string): void {
    seats.accept(session, invitation);
    history.replaceState(null, "", href("play", session));
    dispatchEvent(new HashChangeEvent("hashchange"));
  }

  /** Asks; a refusal is shown to the person. Returns nothing if it was refused. */
  async function ask(command: Command): Promise<Event[] | undefined> {
    try {
      return await link.ask(command);
    } catch (reason) {
      complain(reason);
      return undefined;
    }
  }

  /** Shows a refusal to the person. */
  function complain(reason: unknown): void {
    if (!(reason instanceof Refusal)) throw reason;
    // A turn that came too late is no mistake of the person's.
    if (reason.problem.code === "stale") return;
    setNotice(reason.problem.message);
    sounds.play("refused");
  }

  /** Asks for what all sessions know alike, unless that has been done: on the next connection if this one ends before. */
  function once(key: string, command: Command): void {
    if (requested.has(key)) return;
    requested.add(key);
    link.ask(command).catch((reason: unknown) => {
      requested.delete(key);
      if (reason instanceof Interruption) once(key, command);
      else complain(reason);
    });
  }

  /** Whether it is certain that there is no such game. */
  function isUnknown(id: string): boolean {
    const games = facts.games();
    return games.length > 0 && !games.some((game) => game.id === id);
  }

  /** Returns a game, and asks for it if it is not there yet. */
  function gameView(id: string | undefined): GameView | undefined {
    if (!id || facts.games().length === 0 || isUnknown(id)) return undefined;
    once(`game/${id}`, { type: "game", game: id });
    return facts.views().get(id);
  }

  /** Returns a game once it and its pictures are there. */
  function drawable(id: string | undefined): GameView | undefined {
    const view = gameView(id);
    if (!id || !view) return undefined;
    once(`${id}/${settings.tiles}`, { type: "tiles", game: id, set: settings.tiles });
    return facts.tiles().has(`${id}/${tileSet(id)}`) ? view : undefined;
  }

  /** Returns the pictures with which a game is drawn: those that are wanted or, until they are there, the others. */
  function tileSet(id: string): TileSet {
    const has = (set: TileSet) => facts.tiles().has(`${id}/${set}`);
    return has(settings.tiles) ? settings.tiles : (TILE_SETS.find(has) ?? settings.tiles);
  }

  /** Returns the rules of a game, and asks for them if they are not there yet. */
  function rulesOf(id: string): readonly ChapterView[] | undefined {
    once(`rules/${id}`, { type: "rules", game: id });
    return facts.rules().get(id);
  }

  /** Returns a game to be watched, and asks for it if it is not there yet. */
  function showingOf(id: string): Showing | undefined {
    once(`showcase/${id}`, { type: "showcase", game: id });
    return facts.showings().get(id);
  }

  /** Returns what the pieces of a game are worth, and asks for it if it is not known yet. */
  function worthOf(id: string): readonly number[] | undefined {
    once(`worth/${id}`, { type: "worth", game: id });
    return facts.worth().get(id);
  }

  /** Returns what a piece is worth on each square, and asks for it if it is not known yet. */
  function heatMapOf(id: string, type: number): HeatMapView | undefined {
    once(`worth/${id}/${type}`, { type: "worth", game: id, pieceType: type });
    return facts.heatMaps().get(`${id}/${type}`);
  }

  /** Shows another place of the game. */
  function jump(node: number): void {
    const goal = { node };
    setHeading(goal);
    // Another place may have been asked for meanwhile.
    const arrive = () => setHeading((now) => (now === goal ? undefined : now));
    void ask({ type: "jump", node }).then(arrive);
  }

  /** Goes over to another session. */
  function join(session: string): void {
    if (session === link.session()) return;
    set("session", session);
    link.join(session);
  }

  /** Begins a game in a session of its own; the one that was there stays where it is. Throws a `Refusal`. */
  async function begin(wish: NewGame): Promise<void> {
    const session = newSession();
    const { clock, game, mySide, open, rated, ...rest } = wish;
    const command: Command = {
      type: "start",
      ...rest,
      ...(mySide === undefined ? {} : { date: recordDay(new Date()) }),
      ...(game ? { game } : {}),
      ...(clock ? { clock } : {}),
    };
    const told = await link.joinWith(
      session,
      command,
      ...(mySide === undefined ? [] : [seats.invite(session, mySide, open, rated)]),
    );
    set("session", session);
    for (const event of told) if (event.type === "recordWarnings") warn(event.warnings);
    const address = href("play", session);
    // Who goes back does not come upon the link again, which would begin another game.
    if (route().view === "open") location.replace(address);
    else location.hash = address;
  }

  /** Shows on the next page, which is that of the game, what was assumed to read its record. */
  function warn(warnings: readonly Problem[]): void {
    noticeOfNextPage = warnings
      .map(({ message }) => t("Read all the same: {reason}.", { reason: sentence(message) }))
      .join(" ");
  }

  /** Begins a game; a refusal is shown to the person. Returns whether it has begun. */
  async function start(wish: NewGame): Promise<boolean> {
    try {
      await begin(wish);
      return true;
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      setNotice(reason.problem.message);
      return false;
    }
  }

  /** Keeps where the table of the session stands, so that it can be found again. */
  async function noteTable(session: string, isLookedAt: boolean): Promise<void> {
    const events = await link.ask({ type: "summary" }).catch(() => undefined);
    const table = events && answer(events, "summary").table;
    // One that has been removed from the list comes back when somebody looks at it.
    const isListed = tables.all().some((known) => known.session === session);
    if (table && (isListed || isLookedAt)) tables.note(session, table);
  }

  /** Puts sessions into the list that this browser keeps and the list does not know. */
  async function noteSessions(sessions: readonly string[]): Promise<void> {
    const listed = new Set(tables.all().map(({ session }) => session));
    for (const session of sessions.filter((one) => !listed.has(one))) {
      const events = await link.askIn(session, { type: "summary" });
      const { table } = answer(events, "summary");
      if (table) tables.note(session, table);
    }
  }

  createEffect(
    on(link.isOpen, (isOpen) => {
      // A list that cannot be completed is shown as it is.
      if (isOpen)
        shelf
          ?.sessions()
          .then(noteSessions)
          .catch(() => undefined);
    }),
  );
  createEffect(() => {
    const state = facts.state();
    const isLookedAt = route().view === "play";
    if (link.isOpen() && state && state.stage !== "empty") void noteTable(link.session(), isLookedAt);
  });
  createEffect(
    on(route, (now) => {
      // What was said about one page is not said about the next one.
      setNotice(noticeOfNextPage);
      noticeOfNextPage = undefined;
      if (now.view === "join") {
        follow(now.session, now.invitation);
        const sit = seats.sit(now.session);
        // Who watches the table already takes the seat there.
        if (sit && now.session === link.session()) void ask(sit);
      }
      if (now.view === "play" && now.session) join(now.session);
    }),
  );
  createEffect(() => {
    const side = facts.mySide();
    if (side !== undefined) seats.note(link.session(), side);
  });
  // What answers a turn is of no use once it has been played.
  const node = createMemo(() => facts.state()?.node);
  createEffect(on([link.session, node], () => setPlanning(false)));
  // Who has wanted to play again goes to the rematch when it begins.
  createEffect(() => {
    const rematch = facts.state()?.seats?.rematch;
    if (rematch && route().view === "play" && seats.move(link.session(), rematch))
      location.hash = href("play", rematch);
  });
  const game = createMemo(() => drawable(facts.state()?.game));
  const turns = createMemo(() => {
    const position = facts.position();
    return position ? turnListOf(position, position.node, ask) : NO_TURNS;
  });
  /** Whether the game waits for somebody to take the other seat. */
  const isWaiting = () =>
    facts.state()?.stage !== "over" && (facts.state()?.seats?.taken.includes(false) ?? false);
  /** Whether this page may do something for a side: that of its seat, or any in a game without seats. */
  const mayPlay = (side: number | undefined) => !facts.state()?.seats || facts.mySide() === side;
  createEffect(() => {
    if (link.isOpen() && facts.games().length === 0) once("games", { type: "games" });
  });

  return {
    facts,
    link,
    route,
    settings,
    set,
    tables,
    sounds,
    connect,
    storage,
    /** Whether the browser keeps what the page tells it to. */
    isKept: storage.isKept,
    shelf,
    update,
    noteSessions,
    isTouch,
    notice,
    setNotice,
    announcement,
    announce,
    duties,
    setDuties,
    isPlanning,
    setPlanning,
    ask,
    gameView,
    isUnknown,
    drawable,
    tileSet,
    rulesOf,
    showingOf,
    worthOf,
    heatMapOf,
    join,
    jump,
    /** The place that is shown, or will be at once. */
    here: () => heading()?.node ?? facts.position()?.node,
    seats,
    isWaiting,
    isRatedSeatFree: () => isRatedSeatFree(link.session()),
    takeRatedSeat,
    ownName,
    beCalled,
    mayPlay,
    /** Whether a person at this page decides for a side, once both seats are taken. */
    isMine: (side: number) =>
      facts.state()?.players[side]?.type === "person" && mayPlay(side) && !isWaiting(),
    begin,
    start,
    /** The game of the session, once it can be drawn. */
    game,
    /** The turns of the position shown. */
    turns,
  };
}

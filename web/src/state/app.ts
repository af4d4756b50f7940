/** The state of the page, put together from its parts. */

import {
  type Accessor,
  createContext,
  createEffect,
  createMemo,
  createSignal,
  on,
  useContext,
} from "solid-js";
import { dropSprites, putSprites } from "../board/sprites";
import { localStore } from "../browser";
import { sentence, t } from "../language/language";
import type { Shelf } from "../offline/shelf";
import type { Command, Event } from "../protocol/protocol";
import type { Connect, Exporter, Importer } from "../transport/transport";
import { createDrafts } from "./drafts";
import type { Duty } from "./duties";
import { createFacts } from "./facts";
import { createLibrary } from "./library";
import { publishedText } from "./gallery";
import { Refusal, type SeatKeeper, answer, createLink, quietly } from "./link";
import { createOwnName } from "./names";
import { createBeginning } from "./newGame";
import { createNotices } from "./notices";
import { createOwnGames, withOwnGames } from "./ownGames";
import { createRoute, href } from "./route";
import { createSeats } from "./seats";
import type { Seeking } from "./seek";
import { createSettings } from "./settings";
import { createSounds } from "./sounds";
import { ForgivingStorage } from "./storage";
import { noteTables } from "./tableNotes";
import { createTables } from "./tables";
import { NO_TURNS, turnListOf } from "./turnList";
import { fateOf } from "./unanswered";

/** A newer version of the page. */
export interface Update {
  /** Whether it is there and waits. */
  isReady: Accessor<boolean>;
  /** Loads it, in all pages; games go on where they were. */
  begin(): void;
  later(): void;
}

/** The connection and storage of a page. */
export interface Surroundings {
  connect: Connect;
  /** Reads games and pieces of other programs, if the session does not. */
  importer?: Importer;
  /** Writes games for other programs, if the session does not. */
  exporter?: Exporter;
  /** Whether the page comes from a server, which knows names; no if missing. */
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

export function createApp({
  connect,
  importer,
  exporter,
  hasServer = false,
  storage: given,
  shelf,
  update,
}: Surroundings) {
  const storage = new ForgivingStorage(given ?? localStore());
  /** Whether the page is used by touch. */
  const isTouch = matchMedia("(pointer: coarse)").matches;
  const isPhone = isTouch && matchMedia("(max-width: 600px), (max-height: 600px)").matches;
  const [settings, set] = createSettings(storage, isPhone);
  const route = createRoute();
  const seats = createSeats(storage);
  const ownName = createOwnName(hasServer);
  const notices = createNotices();
  const asked = route();
  if (asked.view === "join") follow(asked.session, asked.invitation);
  if ((asked.view === "play" || asked.view === "join") && asked.session) set("session", asked.session);
  const { facts, forgetGame, ...sink } = createFacts(undefined, putSprites);
  const drafts = createDrafts(storage);
  const ownGames = createOwnGames(storage);
  /** Returns a user-made game, if the browser has it. */
  const ownGame = (id: string) => drafts.game(id) ?? ownGames.find(id);
  const seatKeeper: SeatKeeper = {
    // No seat is taken before the person has been asked.
    sit: (session) => (isInvited(session) ? undefined : seats.sit(session)),
    refused(session, { problem }) {
      // A change that cannot be saved now is tried again with the next connection.
      if (problem.code === "forbidden") seats.forget(session);
      notices.show(
        problem.code === "forbidden"
          ? t("You watch: {reason}.", { reason: sentence(problem.message) })
          : problem.message,
      );
    },
  };
  const link = withOwnGames(
    createLink(connect, settings.session, sink, seatKeeper, (command) => fateOf(facts, command)),
    (id) => ownGame(id)?.text,
    hasServer ? publishedText : undefined,
  );
  const tables = createTables(storage);
  const sounds = createSounds(() => (settings.sound ? settings.volume : 0));
  const library = createLibrary({
    facts,
    link,
    settings,
    ownGame,
    showRefusal,
    forgetGame(id) {
      forgetGame(id);
      dropSprites(id);
    },
  });
  const setSession = (session: string) => set("session", session);
  /** A guest may have a nickname, for the seats that are taken on a connection. */
  const introduce = (): Command[] =>
    settings.nickname && !ownName.name() ? [{ type: "nickname", name: settings.nickname }] : [];
  const beginning = createBeginning({ link, seats, notices, route, introduce, setSession });
  const noteSessions = noteTables({ tables, link, facts, route, shelf });
  /** The games elsewhere in which it is this browser's turn. */
  const [duties, setDuties] = createSignal<readonly Duty[]>([]);
  /** Whether conditional turns are being entered. */
  const [isPlanning, setPlanning] = createSignal(false);
  /** The search for an opponent that is going on. */
  const [seeking, setSeeking] = createSignal<Seeking>();
  /** The place that has been asked for and is not shown yet. */
  const [heading, setHeading] = createSignal<{ node: number }>();

  /** Whether this browser has been invited to a game whose seat is free. */
  function isInvited(session: string): boolean {
    const state = facts.state();
    const isFree = state?.stage !== "over" && state?.seats?.taken.includes(false);
    return Boolean(isFree && seats.isInvited(session));
  }

  /** Takes the seat in the game to which this browser has been invited. */
  async function accept(): Promise<void> {
    const sit = seats.sit(link.session());
    for (const command of [...introduce(), ...(sit ? [sit] : [])]) if (!(await ask(command))) return;
  }

  /** Notes the name under which the browser is signed in, and reconnects: a connection keeps its name. */
  function signedInAs(name: string): void {
    ownName.set(name);
    link.join(link.session());
  }

  /** Keeps an invitation and takes it out of the address, which may be shown to others. */
  function follow(session: string, invitation: string): void {
    seats.accept(session, invitation);
    history.replaceState(null, "", href("play", session));
    dispatchEvent(new HashChangeEvent("hashchange"));
  }

  /** Sends a command and returns the answer; a refusal is shown to the person, and nothing is returned. */
  async function ask(command: Command): Promise<Event[] | undefined> {
    try {
      return await link.ask(command);
    } catch (reason) {
      showRefusal(reason);
      return undefined;
    }
  }

  /** Sends a question of which the person knows nothing: without an answer nothing is returned, and nothing shown. */
  const askQuietly = quietly(link.ask);

  const importBySession: Importer = async (format, name, text) =>
    answer(await link.ask({ type: "import", format, name, text }), "imported").answer;
  const exportBySession: Exporter = async (game) =>
    answer(await link.ask({ type: "exportGame", game }), "gameExported").exported;

  /** Shows a refusal to the person. */
  function showRefusal(reason: unknown): void {
    if (!(reason instanceof Refusal)) throw reason;
    // A turn that came too late is no mistake of the person's.
    if (reason.problem.code === "stale") return;
    notices.show(reason.problem.message);
    sounds.play("refused");
  }

  /** Shows another place of the game. */
  function jump(node: number): void {
    const goal = { node };
    setHeading(goal);
    // Another place may have been asked for meanwhile.
    const arrive = () => setHeading((now) => (now === goal ? undefined : now));
    void ask({ type: "jump", node }).then(arrive);
  }

  createEffect(
    on(route, (now) => {
      notices.turnPage();
      if (now.view === "join") {
        follow(now.session, now.invitation);
      }
      if (now.view !== "play" || !now.session || now.session === link.session()) return;
      setSession(now.session);
      link.join(now.session);
    }),
  );
  createEffect(() => {
    const side = facts.mySide();
    if (side !== undefined) seats.note(link.session(), side);
  });
  // Conditional turns are of no use once the turn that they answer has been played.
  const node = createMemo(() => facts.state()?.node);
  createEffect(on([link.session, node], () => setPlanning(false)));
  // A player who has offered a rematch goes to it when it begins.
  createEffect(() => {
    const rematch = facts.state()?.seats?.rematch;
    if (rematch && route().view === "play" && seats.move(link.session(), rematch))
      location.hash = href("play", rematch);
  });
  const game = createMemo(() => library.drawable(facts.state()?.game));
  // A game played here can be viewed later, even if another user made it.
  createEffect(() => {
    const view = game();
    if (view) ownGames.note(view);
  });
  const turns = createMemo(() => {
    const position = facts.position();
    return position ? turnListOf(position, position.node, ask) : NO_TURNS;
  });
  /** Whether the game waits for the other seat to be taken. */
  const isWaiting = () =>
    facts.state()?.stage !== "over" && (facts.state()?.seats?.taken.includes(false) ?? false);
  /** Whether this page may act for a side: that of its seat, or any in a game without seats. */
  const mayPlay = (side: number | undefined) => !facts.state()?.seats || facts.mySide() === side;

  return {
    facts,
    link,
    route,
    settings,
    set,
    notices,
    library,
    drafts,
    ownGames,
    ownGame,
    /** Reads games and pieces of other programs. */
    importer: importer ?? importBySession,
    /** Writes games for other programs. */
    exporter: exporter ?? exportBySession,
    ...beginning,
    tables,
    noteSessions,
    sounds,
    connect,
    storage,
    shelf,
    update,
    isTouch,
    duties,
    setDuties,
    isPlanning,
    setPlanning,
    ask,
    askQuietly,
    jump,
    /** The place that is shown, or will be at once. */
    here: () => heading()?.node ?? facts.position()?.node,
    seats,
    isWaiting,
    /** Whether this browser has been invited to the game that is shown, and has not taken the seat. */
    isInvited() {
      // An invitation comes by an address.
      void route();
      return facts.mySide() === undefined && isInvited(link.session());
    },
    accept,
    introduce,
    seeking,
    setSeeking,
    ownName,
    signedInAs,
    mayPlay,
    /** Whether a person at this page decides for a side, once both seats are taken. */
    isMine: (side: number) =>
      facts.state()?.players[side]?.type === "person" && mayPlay(side) && !isWaiting(),
    /** The game of the session, once it can be drawn. */
    game,
    /** The turns of the position shown. */
    turns,
  };
}

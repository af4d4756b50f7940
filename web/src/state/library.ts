/** Facts that all sessions share: games, their pictures, rules and values. Each is asked for when it is first read. */

import { createEffect, createSignal } from "solid-js";
import { canWrite, signsOf } from "../board/signs";
import { offeredSet } from "../board/tileSets";
import type {
  BestiaryPieceView,
  ChapterView,
  Command,
  GameSummary,
  GameView,
  HeatMapView,
  TileSet,
  WordView,
} from "../protocol/protocol";
import type { Facts, Showing } from "./facts";
import { type Link, Refusal, untilAnswered } from "./link";
import { type OwnGame, isOwn } from "./ownGames";
import type { Settings } from "./settings";

const TILE_SETS: readonly TileSet[] = ["diagram", "letters", "figurines", "signs"];

export interface Library {
  /** Returns whether it is certain that there is no such game. */
  isUnknown(id: string): boolean;
  /** Returns a built-in game or, if the browser or the session has it, a user-made one. */
  summaryOf(id: string | undefined): GameSummary | undefined;
  gameView(id: string | undefined): GameView | undefined;
  /** Returns a game once it and its pictures are there. */
  drawable(id: string | undefined): GameView | undefined;
  /**
   * Returns the pictures with which a game is drawn: those that are wanted, by the settings if it is not said which, or, until they are
   * there, others.
   */
  tileSet(id: string, wanted?: TileSet): TileSet;
  rulesOf(id: string): readonly ChapterView[] | undefined;
  /** Returns a game to be watched. */
  showingOf(id: string): Showing | undefined;
  /** Returns the values of the pieces of a game. */
  worthOf(id: string): readonly number[] | undefined;
  /** Returns the values of a piece on each square. */
  heatMapOf(id: string, type: number): HeatMapView | undefined;
  /** Returns the words of the language in which abilities are written; none until they are there. */
  words(): readonly WordView[];
  /** Returns the pieces that any game can have; none until they are there. */
  bestiary(): readonly BestiaryPieceView[];
  /** Forgets a game that is looked at no more. If it is looked at again, it is asked for again. */
  forget(id: string): void;
}

interface Wiring {
  facts: Facts;
  link: Link;
  settings: Settings;
  /** Returns a user-made game, if the browser has it. */
  ownGame: (id: string) => OwnGame | undefined;
  /** Shows a refusal to the person. */
  showRefusal: (reason: unknown) => void;
  /** Forgets the facts about a game, and its pictures. */
  forgetGame: (id: string) => void;
}

export function createLibrary({ facts, link, settings, ownGame, showRefusal, forgetGame }: Wiring): Library {
  const requested = new Set<string>();
  /** The games of people's own that the session does not know. */
  const [missing, setMissing] = createSignal<ReadonlySet<string>>(new Set<string>());

  /** Sends a command unless it has been sent; one that is refused may be sent again. */
  function once(key: string, command: Command, refused = showRefusal): void {
    if (requested.has(key)) return;
    requested.add(key);
    untilAnswered(() => link.ask(command)).catch((reason: unknown) => {
      requested.delete(key);
      refused(reason);
    });
  }

  /** Notes that the session does not know a user-made game. */
  const missesOwn = (id: string) => (reason: unknown) => {
    if (!isOwn(id) || !(reason instanceof Refusal) || reason.problem.code !== "unknown") showRefusal(reason);
    else setMissing((old) => new Set(old).add(id));
  };

  createEffect(() => {
    if (link.isOpen() && facts.games().length === 0) once("games", { type: "games" });
  });

  function isUnknown(id: string): boolean {
    if (isOwn(id)) return missing().has(id);
    const games = facts.games();
    return games.length > 0 && !games.some((game) => game.id === id);
  }

  function gameView(id: string | undefined): GameView | undefined {
    if (!id || facts.games().length === 0 || isUnknown(id)) return undefined;
    once(`game/${id}`, { type: "game", game: id }, missesOwn(id));
    return facts.views().get(id);
  }

  /** Returns the pictures that are wanted for a game, or others if it has none of them; letters if no font has its characters. */
  function wantedSet(view: GameView | undefined): TileSet {
    if (!view) return settings.tiles;
    const set = offeredSet(view, settings.tiles);
    return set === "signs" && !canWrite(signsOf(view)) ? "letters" : set;
  }

  function tileSet(id: string, asked?: TileSet): TileSet {
    const has = (set: TileSet) => facts.tiles().has(`${id}/${set}`);
    const wanted = asked ?? wantedSet(facts.views().get(id));
    if (asked) once(`${id}/${asked}`, { type: "tiles", game: id, set: asked });
    return has(wanted) ? wanted : (TILE_SETS.find(has) ?? wanted);
  }

  return {
    isUnknown,
    summaryOf: (id) =>
      id === undefined
        ? undefined
        : (facts.games().find((game) => game.id === id) ??
          facts.views().get(id)?.summary ??
          ownGame(id)?.summary),
    gameView,
    tileSet,
    drawable(id) {
      const view = gameView(id);
      if (!id || !view) return undefined;
      const set = wantedSet(view);
      once(`${id}/${set}`, { type: "tiles", game: id, set });
      return facts.tiles().has(`${id}/${tileSet(id)}`) ? view : undefined;
    },
    rulesOf(id) {
      once(`rules/${id}`, { type: "rules", game: id });
      return facts.rules().get(id);
    },
    showingOf(id) {
      once(`showcase/${id}`, { type: "showcase", game: id });
      return facts.showings().get(id);
    },
    worthOf(id) {
      once(`worth/${id}`, { type: "worth", game: id });
      return facts.worth().get(id);
    },
    heatMapOf(id, type) {
      once(`worth/${id}/${type}`, { type: "worth", game: id, pieceType: type });
      return facts.heatMaps().get(`${id}/${type}`);
    },
    words() {
      once("words", { type: "words" });
      return facts.words();
    },
    bestiary() {
      once("bestiary", { type: "bestiary" });
      return facts.bestiary();
    },
    forget(id) {
      for (const key of [...requested]) if (key.split("/").includes(id)) requested.delete(key);
      forgetGame(id);
    },
  };
}

/** Begins games, each in a session of its own; the game that was shown stays where it is. */

import type { ClockRule, Command, Phrase, Player, Problem, Publicity, Start } from "../protocol/protocol";
import { sentence, t } from "../language/language";
import { newSession } from "../session";
import { type Link, Refusal, isRefused } from "./link";
import { recordDay } from "./lobby";
import type { Notices } from "./notices";
import { type Route, href } from "./route";
import type { Seats } from "./seats";

/** Two persons at one board. */
export const PERSONS: [Player, Player] = [{ type: "person" }, { type: "person" }];

/** Draws a side, each with the same chance. */
export const drawSide = () => Math.floor(Math.random() * 2);

/** The choices for a new game. */
export interface NewGame {
  /** The id of the game; a record may name its own. */
  game?: string | undefined;
  players: [Player, Player];
  clock?: ClockRule | undefined;
  from: Start;
  /** The own side, if the opponent plays elsewhere. */
  mySide?: number | undefined;
  /** Where such a game is listed; it is joined by a link alone if missing. */
  open?: Publicity | undefined;
  /** Whether such a game is rated. */
  rated?: boolean | undefined;
  /** The name of the player who is challenged to such a game. */
  opponent?: string | undefined;
}

interface Wiring {
  link: Link;
  seats: Seats;
  notices: Notices;
  route: () => Route;
  /** What says to a session under which nickname its seats are taken; nothing without one. */
  introduce: () => Command[];
  /** Notes the session of the game that is shown. */
  setSession: (session: string) => void;
}

export interface Beginning {
  /** Begins a game. Throws a `Refusal`. */
  begin(game: NewGame): Promise<void>;
  /** Shows the page of a session that has been joined. */
  show(session: string): void;
  /** Begins a game; a refusal is shown to the person, as a notice or as `tell` does it. Returns whether it has begun. */
  start(game: NewGame, tell?: (message: Phrase) => void): Promise<boolean>;
}

export function createBeginning({ link, seats, notices, route, introduce, setSession }: Wiring): Beginning {
  async function begin(wish: NewGame): Promise<void> {
    const session = newSession();
    const { clock, game, mySide, open, rated, opponent, ...rest } = wish;
    const command: Command = {
      type: "start",
      ...rest,
      ...(mySide === undefined ? {} : { date: recordDay(new Date()) }),
      ...(game ? { game } : {}),
      ...(clock ? { clock } : {}),
    };
    const inviting =
      mySide === undefined ? undefined : seats.invite(session, mySide, { open, rated, opponent });
    let told;
    try {
      told = await link.joinWith(session, ...(inviting ? [...introduce(), command, inviting] : [command]));
    } catch (reason) {
      // There is no such game, so there are no seats; after a lost connection that is unknown.
      if (isRefused(reason)) seats.forget(session);
      throw reason;
    }
    for (const event of told) if (event.type === "recordWarnings") warn(event.warnings);
    show(session);
  }

  function show(session: string): void {
    setSession(session);
    const address = href("play", session);
    // A link that has begun a game must not do so again on the way back.
    if (route().view === "open") location.replace(address);
    else location.hash = address;
  }

  /** Shows the assumptions under which a record was read on the page of its game, which is the next one. */
  function warn(warnings: readonly Problem[]): void {
    notices.showOnNextPage(
      warnings
        .map(({ message }) => t("Read all the same: {reason}.", { reason: sentence(message) }))
        .join(" "),
    );
  }

  return {
    begin,
    show,
    async start(game, tell = notices.show) {
      try {
        await begin(game);
        return true;
      } catch (reason) {
        if (!(reason instanceof Refusal)) throw reason;
        tell(reason.problem.message);
        return false;
      }
    },
  };
}

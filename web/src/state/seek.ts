/**
 * Looks for an opponent: takes an open seat that suits, or else opens a table, which is announced to everybody, and goes on looking.
 * Two who wait for each other meet: the server tells one of them alone of the other's table (docs/protocol.md).
 */

import type { ClockRule, ListedGame } from "../protocol/protocol";
import { newSession } from "../session";
import type { App } from "./app";
import { Refusal } from "./link";
import { readSeats } from "./lobby";
import { accountOf } from "./names";
import { PERSONS, drawSide } from "./newGame";
import { href } from "./route";
import { takeSeat } from "./takeSeat";

/** The settings of a search for an opponent. */
export interface Wish {
  /** The ids of the games; any game if it is empty. */
  games: readonly string[];
  /** The game of the table that is opened if no player waits. */
  first: string;
  clock: ClockRule;
  rated: boolean;
}

/** The search that is going on: a table that waits. */
export interface Seeking {
  wish: Wish;
  session: string;
}

/** The parts of the page that a search needs. */
export type SeekPage = Pick<
  App,
  | "begin"
  | "facts"
  | "introduce"
  | "link"
  | "notices"
  | "ownName"
  | "route"
  | "seats"
  | "seeking"
  | "set"
  | "setSeeking"
  | "show"
  | "tables"
>;

/** Takes a seat at an open table, or opens one. Throws a `Refusal` or a `LobbyError`. */
export async function seek(page: SeekPage, wish: Wish): Promise<void> {
  await stopSeeking(page);
  if (!(await takeOneOf(page, wish, await suiting(page, wish)))) await openTable(page, wish);
}

/** Looks again while the own table waits: another player may have opened one at the same moment. */
export async function lookAgain(page: SeekPage): Promise<void> {
  const now = page.seeking();
  if (!now || page.link.session() !== now.session || !page.link.isOpen()) return;
  try {
    const found = await suiting(page, now.wish, now.session);
    if (found.length === 0 || page.seeking() !== now) return;
    // From here on the seat cannot be taken; if it just was, the game has begun.
    if (!(await withdraw(page, now.session))) return;
    page.setSeeking(undefined);
    if (!(await takeOneOf(page, now.wish, found))) await openTable(page, now.wish);
    page.tables.remove(now.session);
  } catch (reason) {
    // The server is away or busy: the next look may succeed.
    if (page.seeking() === now) return;
    if (!(reason instanceof Error)) throw reason;
    page.notices.show(reason.message);
  }
}

/** Stops the search. If the seat has just been taken, the game goes on and is shown. */
export async function stopSeeking(page: SeekPage): Promise<void> {
  const now = page.seeking();
  if (!now) return;
  page.setSeeking(undefined);
  const isHere = page.link.session() === now.session;
  if (!(await withdraw(page, now.session))) {
    if (isHere) page.show(now.session);
    return;
  }
  page.tables.remove(now.session);
  if (!isHere) return;
  const session = newSession();
  page.set("session", session);
  page.link.join(session);
  if (page.route().view === "play") location.hash = href("lobby");
}

/** Returns the tables at which one could sit down, the one that has waited for longest first. */
async function suiting(page: SeekPage, wish: Wish, own?: string): Promise<ListedGame[]> {
  const mine = new Set(page.seats.sessions());
  const name = page.ownName.name();
  const isOwn = ({ session, game }: ListedGame) =>
    mine.has(session) || Boolean(name && game.names?.some((named) => accountOf(named) === name));
  const { games } = await readSeats(wish.games, wish.clock, wish.rated, own);
  return games.filter((game) => !isOwn(game));
}

/** Sits down at the first of some tables where that is possible. Returns whether it is. */
async function takeOneOf(page: SeekPage, wish: Wish, tables: readonly ListedGame[]): Promise<boolean> {
  for (const table of tables) {
    try {
      if (await takeSeat(page, table, wish.clock.type !== "days")) return true;
    } catch (reason) {
      // Another player was faster, or the waiting player has gone. The next table would give any other refusal, too.
      const isGone = reason instanceof Refusal && ["forbidden", "notNow"].includes(reason.problem.code);
      if (!isGone) throw reason;
    }
  }
  return false;
}

async function openTable(page: SeekPage, wish: Wish): Promise<void> {
  await page.begin({
    game: wish.first,
    players: PERSONS,
    clock: wish.clock,
    from: { type: "default" },
    mySide: drawSide(),
    open: { take: true, watch: false },
    rated: wish.rated,
  });
  page.setSeeking({ wish, session: page.link.session() });
}

/** Withdraws the seat of an open table. Returns whether it was still free. */
async function withdraw(page: SeekPage, session: string): Promise<boolean> {
  const side = page.seats.side(session);
  const sit = page.seats.sit(session);
  if (side === undefined || !sit) return true;
  try {
    if (page.link.session() === session) await page.link.ask({ type: "withdraw", side });
    else await page.link.askIn(session, sit, { type: "withdraw", side });
  } catch (reason) {
    if (reason instanceof Refusal && reason.problem.code === "notNow") return false;
    throw reason;
  }
  page.seats.forget(session);
  return true;
}

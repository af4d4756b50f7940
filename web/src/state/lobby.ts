/** The public games of the server: those to join, to watch and to look up. */

import type { ClockRule, ListedGame, LobbyPage } from "../protocol/protocol";
import { plural, t } from "../language/language";

/** A list of public games. */
export type LobbyList = "open" | "live" | "archive";

/** The search in the archive. A missing field equals an empty text. */
export interface Search {
  game?: string;
  result?: string;
  /** How the day begins, as records write it. */
  day?: string;
  /** The first turns. */
  turns?: string;
  /** The name of a player. */
  player?: string;
}

/** Why public games cannot be shown. */
export class LobbyError extends Error {}

/** Reads a page of a list, counted from 0. Throws a `LobbyError`. */
export async function readLobby(list: LobbyList, page: number, search: Search = {}): Promise<LobbyPage> {
  const wanted = Object.entries(search).filter(([, text]) => text);
  const query = new URLSearchParams([...wanted, ["page", String(page)]] as [string, string][]);
  return (await read(`/lobby/${list}?${query.toString()}`)).json() as Promise<LobbyPage>;
}

/**
 * Reads the open seats for who wants one of these games, or any if there are none, with this clock: who has waited for longest comes
 * first. `own` is the session of the table that waits already. Throws a `LobbyError`.
 */
export async function readSeats(
  games: readonly string[],
  clock: ClockRule,
  rated: boolean,
  own = "",
): Promise<LobbyPage> {
  const wanted = { games: games.join(","), clock: JSON.stringify(clock), rated: String(rated), own };
  return (await read(`/lobby/seats?${new URLSearchParams(wanted).toString()}`)).json() as Promise<LobbyPage>;
}

/** Returns the games of a page. An unchanged game keeps its object, so that its row is not rendered anew. */
export function kept(old: readonly ListedGame[], games: readonly ListedGame[]): ListedGame[] {
  const known = new Map(old.map((game) => [JSON.stringify(game), game]));
  return games.map((game) => known.get(JSON.stringify(game)) ?? game);
}

/** Reads the record of a game of the archive. Throws a `LobbyError`. */
export async function readRecord(session: string): Promise<string> {
  return (await read(recordAddress(session))).text();
}

/** Where the record of a game of the archive is. */
export function recordAddress(session: string): string {
  return `/lobby/record/${encodeURIComponent(session)}`;
}

/** Returns a day as records write it, where the browser is. */
export function recordDay(day: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${day.getFullYear()}.${two(day.getMonth() + 1)}.${two(day.getDate())}`;
}

/** Reads a day as people may write it: `2026-11` as `2026.11`. */
export function dayOf(text: string): string {
  return text.trim().replaceAll("-", ".");
}

/** Reads turns as people may write them: without the numbers of the moves. */
export function turnsOf(text: string): string {
  return text
    .split(/\s+/)
    .map((word) => word.replace(/^\d+\.+/, ""))
    .filter(Boolean)
    .join(" ");
}

/** Returns how the time is limited, in words. */
export function clockInWords(clock: ClockRule | undefined): string {
  if (!clock) return t("no clock");
  if (clock.type === "days") return plural(clock.days, "{count} day a turn", "{count} days a turn");
  if (clock.type === "perTurn") return t("{seconds} s a turn", { seconds: clock.time / 1000 });
  const { initial, increment } = clock;
  const minutes = initial / 60_000;
  return increment > 0
    ? t("{minutes} min and {seconds} s a turn", { minutes, seconds: increment / 1000 })
    : t("{minutes} min", { minutes });
}

async function read(address: string): Promise<Response> {
  const answer = await fetch(address).catch(() => undefined);
  if (!answer) throw new LobbyError(t("The server is away."));
  if (!answer.ok)
    throw new LobbyError(t("The server says: {reason}.", { reason: (await answer.text()).trim() }));
  return answer;
}

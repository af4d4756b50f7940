/**
 * The keys to this browser's seats in games with people elsewhere. A key is drawn here and never shown: it goes to the server in a
 * message of its own, which keeps its hash alone.
 */

import { toBase64url } from "./base64url";
import type { Command, Publicity } from "../protocol/protocol";
import { keep, keysWith, recall } from "./storage";

/** The seat in a session. */
interface KnownSeat {
  /** The key to it. */
  seat: string;
  /** The key with which it is taken, as long as that may not have been done, or with which the other one is, for who invites. */
  invitation?: string;
  /** Whether this browser has begun the game and invites the opponent. */
  isMaker?: boolean;
  /** The name of the player who is challenged, for whom the other seat is kept. */
  opponent?: string;
  /** The key to the seat in the rematch, once it has been offered. */
  next?: string;
  /** The side of the seat, once it is known. */
  side?: number;
  /** When it was last taken, in milliseconds since 1970; missing if that was before it was kept. */
  at?: number;
}

/** Who may take the other seat of a new game. */
export interface InvitationTerms {
  /** Where the game is listed; it is joined by a link alone if missing. */
  open?: Publicity | undefined;
  rated?: boolean | undefined;
  /** The name of the player for whom the seat is kept. */
  opponent?: string | undefined;
}

export interface Seats {
  /** Returns the command that proves that this browser has a seat; nothing if it has none. */
  sit(session: string): Command | undefined;
  /** Whether this browser has been invited and may not have taken the seat. */
  isInvited(session: string): boolean;
  /** Keeps an invitation that has been followed, unless this browser has a seat there already. */
  accept(session: string, invitation: string): void;
  /** Draws the keys of a new game and returns the command that invites an opponent. */
  invite(session: string, side: number, terms?: InvitationTerms): Command;
  /** The key with which the own game is joined. */
  invitation(session: string): string | undefined;
  /** The name of the player who is challenged to the own game. */
  challenged(session: string): string | undefined;
  /** Notes that a challenge has its answer. Returns the name of the player, the first time. */
  answered(session: string): string | undefined;
  /** The key to the seat in the rematch; it is drawn once. */
  next(session: string): string;
  /** Takes the seat in the rematch. Returns whether there is one to take. */
  move(session: string, rematch: string): boolean;
  /** Keeps the side of a seat that this browser has. */
  note(session: string, side: number): void;
  /** The side of the seat in a session, as far as it is known. */
  side(session: string): number | undefined;
  /** The sessions in which this browser has a seat. */
  sessions(): string[];
  /** There is no such seat. */
  forget(session: string): void;
}

/** The most seats that are kept; the one that was taken longest ago is dropped. */
export const MAX_SEATS = 200;

const PREFIX = "beaufort/seat/";

/** Returns a key that cannot be guessed: 128 random bits in base64url. */
export function newKey(): string {
  return toBase64url(crypto.getRandomValues(new Uint8Array(16)));
}

/** Returns the seats that a browser keeps. */
export function createSeats(storage: Storage, now: () => number = Date.now): Seats {
  const find = (session: string) => read(recall(storage, PREFIX + session));
  const at = (session: string) => find(session)?.at ?? 0;
  const sessions = () => keysWith(storage, PREFIX).map((key) => key.slice(PREFIX.length));
  const forget = (session: string) => storage.removeItem(PREFIX + session);

  function put(session: string, seat: KnownSeat): void {
    const others = sessions().filter((other) => other !== session);
    if (others.length >= MAX_SEATS) {
      others.sort((one, other) => at(other) - at(one));
      others.slice(MAX_SEATS - 1).forEach(forget);
    }
    keep(storage, PREFIX + session, { ...seat, at: now() });
  }

  return {
    sit(session) {
      const known = find(session);
      if (!known) return undefined;
      put(session, known);
      const { seat, invitation, isMaker } = known;
      return { type: "sit", seat, ...(invitation && !isMaker ? { invitation } : {}) };
    },
    isInvited(session) {
      const known = find(session);
      return Boolean(known?.invitation && !known.isMaker);
    },
    accept(session, invitation) {
      if (!find(session)) put(session, { seat: newKey(), invitation });
    },
    invite(session, side, { open, rated, opponent } = {}) {
      const [seat, invitation] = [newKey(), newKey()];
      put(session, { seat, invitation, isMaker: true, ...(opponent && { opponent }) });
      return {
        type: "invite",
        side,
        seat,
        invitation,
        ...(open && { public: open }),
        ...(rated && { rated }),
        ...(opponent && { opponent }),
      };
    },
    invitation(session) {
      const known = find(session);
      return known?.isMaker ? known.invitation : undefined;
    },
    challenged: (session) => find(session)?.opponent,
    answered(session) {
      const known = find(session);
      if (!known?.opponent) return undefined;
      const { opponent, ...rest } = known;
      put(session, rest);
      return opponent;
    },
    next(session) {
      const known = find(session) ?? { seat: newKey() };
      const next = known.next ?? newKey();
      put(session, { ...known, next });
      return next;
    },
    move(session, rematch) {
      const known = find(session);
      if (!known?.next) return false;
      const { next, ...rest } = known;
      put(rematch, { seat: next });
      put(session, rest);
      return true;
    },
    note(session, side) {
      const known = find(session);
      if (known && known.side !== side) put(session, { ...known, side });
    },
    side: (session) => find(session)?.side,
    sessions,
    forget,
  };
}

/** Returns what can be understood of a seat that was kept. */
function read(kept: Record<string, unknown> | undefined): KnownSeat | undefined {
  const { seat, invitation, isMaker, opponent, next, side, at } = kept ?? {};
  if (typeof seat !== "string") return undefined;
  return {
    seat,
    ...(typeof invitation === "string" && { invitation }),
    ...(isMaker === true && { isMaker }),
    ...(typeof opponent === "string" && { opponent }),
    ...(typeof next === "string" && { next }),
    ...((side === 0 || side === 1) && { side }),
    ...(typeof at === "number" && { at }),
  };
}

/** Which view is shown: the part of the address behind `#`. */

import { createSignal } from "solid-js";

export type Route =
  | { view: "games" }
  | { view: "play"; session?: string }
  /** The invitation to a seat. */
  | { view: "join"; session: string; invitation: string }
  | { view: "pieces"; game?: string; piece?: string }
  | { view: "editor"; game?: string; position?: string }
  | { view: "open"; kind: string; data: string }
  /** The own games, or one in the making. */
  | { view: "make"; draft?: string }
  /** How quick games of a game go. */
  | { view: "trial"; game: string }
  /** What the pieces of a game are worth. */
  | { view: "tune"; game: string }
  /** A game made by another user, whose text is in the address. */
  | { view: "made"; data: string }
  /** The games that people have published on the server. */
  | { view: "gallery" }
  /** One of them. */
  | { view: "published"; id: string }
  | { view: "help"; page?: string }
  | { view: "learn"; lesson?: string }
  /** An evening of the course. */
  | { view: "course"; evening: string }
  /** The pieces of a game by heart, or those of an evening of the course. */
  | { view: "cards"; game?: string; evening?: string }
  /** The puzzles of a game, or the one with a number, counted from 1. */
  | { view: "puzzles"; game?: string; number?: number }
  /** As many puzzles as possible in five minutes. */
  | { view: "storm" }
  | { view: "lobby" }
  /** The own name. */
  | { view: "name" }
  | { view: "player"; name: string }
  /** The best players of a game. */
  | { view: "ratings"; game: string }
  /** The link of a letter: to confirm an address, or to get no more letters. */
  | { view: "mail"; session: string; token: string; stop: boolean }
  /** A link of which a part is missing. */
  | { view: "truncated" }
  | { view: "unknown" };

/** The form of a session's name. */
const SESSION = /^[\w-]{1,64}$/;

/** The form of an invitation: 128 random bits or more. */
const INVITATION = /^[\w-]{22,64}$/;

/** The form of the hash of a game's text. */
const HASH = /^[0-9a-f]{32}$/;

const NUMBER = /^[1-9]\d{0,5}$/;

/** Reads an address. */
export function parse(hash: string): Route {
  const [view = "", ...parts] = hash.replace(/^#?\/?/, "").split("/");
  const [first, second] = parts.map(decode).map((part) => (part === "" ? undefined : part));
  switch (view) {
    case "":
      return { view: "games" };
    case "play":
      if (first && !SESSION.test(first)) return { view: "unknown" };
      return { view, ...(first ? { session: first } : {}) };
    case "join":
      return first && second && SESSION.test(first) && INVITATION.test(second)
        ? { view, session: first, invitation: second }
        : { view: "truncated" };
    case "mail":
      return first && second && SESSION.test(first) && SESSION.test(second)
        ? { view, session: first, token: second, stop: parts[2] === "stop" }
        : { view: "truncated" };
    case "pieces":
      return { view, ...(first ? { game: first } : {}), ...(second ? { piece: second } : {}) };
    case "editor":
      return { view, ...(first ? { game: first } : {}), ...(second ? { position: second } : {}) };
    case "open":
      return first && second ? { view, kind: first, data: second } : { view: "unknown" };
    case "make":
      if (first === "from" && second) return { view: "made", data: second };
      return { view, ...(first ? { draft: first } : {}) };
    case "trial":
    case "tune":
      return first ? { view, game: first } : { view: "unknown" };
    case "help":
      return { view, ...(first ? { page: first } : {}) };
    case "learn":
      return { view, ...(first ? { lesson: first } : {}) };
    case "course":
      return first ? { view, evening: first } : { view: "learn" };
    case "cards":
      return { view, ...(first ? { game: first } : {}), ...(second ? { evening: second } : {}) };
    case "puzzles":
      if (second && !NUMBER.test(second)) return { view: "unknown" };
      return { view, ...(first ? { game: first } : {}), ...(second ? { number: Number(second) } : {}) };
    case "made":
      return first && HASH.test(first) ? { view: "published", id: `own-${first}` } : { view: "truncated" };
    case "storm":
    case "lobby":
    case "gallery":
    case "name":
      return { view };
    case "player":
      return first ? { view, name: first } : { view: "unknown" };
    case "ratings":
      return first ? { view, game: first } : { view: "unknown" };
    default:
      return { view: "unknown" };
  }
}

/** Writes an address. */
export function href(...parts: string[]): string {
  return `#/${parts.map(encodeURIComponent).join("/")}`;
}

/** Follows the address of the page. */
export function createRoute() {
  const [route, setRoute] = createSignal(parse(location.hash));
  addEventListener("hashchange", () => setRoute(parse(location.hash)));
  return route;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

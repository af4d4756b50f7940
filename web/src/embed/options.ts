/**
 * The request in an address: `embed.html?game=jupiter&piece=Harpy`.
 *
 * The fields may also stand behind `#`, where a long record has room: that part of an address is never sent.
 */

import { listed, t } from "../language/language";

export type Theme = "light" | "dark";

/** The part of a game that is shown. */
export type Subject =
  | { kind: "array" }
  | { kind: "piece"; piece: string }
  | { kind: "position"; position: string }
  /** A game, and how many turns of it are played at first. */
  | { kind: "record"; record: string; ply: number };

export interface EmbedOptions {
  /** The id of the game; a record may name its own. */
  game: string | undefined;
  /** A user-made game in place of an id: its text, packed as in the link of the game. */
  rules: string | undefined;
  subject: Subject;
  /** That of the reader's system if missing. */
  theme: Theme | undefined;
  /** The language, as a BCP 47 tag; that of the reader's browser if empty. */
  language: string;
  /** Whether the frame becomes as high as what is in it. */
  isAsHighAsNeeded: boolean;
  /** Says what is wrong with the address, in a sentence. */
  problem: () => string | undefined;
}

/** How a game is named. */
const GAMES = ["game", "rules"] as const;
const SUBJECTS = ["piece", "position", "record"] as const;

/** Reads an address: what stands before `#` in it, and behind. */
export function readOptions(search: string, hash: string): EmbedOptions {
  const fields = new URLSearchParams(search);
  for (const [name, value] of new URLSearchParams(hash.replace(/^#/, ""))) fields.set(name, value);
  const asked = SUBJECTS.filter((name) => fields.has(name));
  const [game, rules] = GAMES.map((name) => fields.get(name)?.trim() || undefined);
  const theme = fields.get("theme") ?? undefined;
  const ply = fields.get("ply") ?? "0";
  const isTheme = theme === "light" || theme === "dark";
  const isPly = /^\d{1,5}$/.test(ply);
  const tooMany = [asked, GAMES.filter((name) => fields.has(name))].find((names) => names.length > 1);
  const problems = () => [
    tooMany && t("The address has {fields}: only one of them can be shown.", { fields: listed(tooMany) }),
    theme !== undefined &&
      !isTheme &&
      t("The address has the theme “{theme}”: it is light or dark.", { theme }),
    !isPly && t("The address has the ply “{ply}”: it is a number of turns, 0 for the start.", { ply }),
    !game && !rules && !fields.has("record") && t("The address names no game."),
  ];
  return {
    game: rules === undefined ? game : undefined,
    rules,
    subject: asked.length > 1 ? { kind: "array" } : subjectOf(fields, isPly ? Number(ply) : 0),
    theme: isTheme ? theme : undefined,
    language: fields.get("lang")?.trim() ?? "",
    isAsHighAsNeeded: fields.get("height") === "auto",
    problem: () => problems().find((problem) => typeof problem === "string"),
  };
}

function subjectOf(fields: URLSearchParams, ply: number): Subject {
  const [piece, position, record] = SUBJECTS.map((name) => fields.get(name)?.trim());
  if (piece !== undefined) return { kind: "piece", piece };
  if (position !== undefined) return { kind: "position", position };
  return record === undefined ? { kind: "array" } : { kind: "record", record, ply };
}

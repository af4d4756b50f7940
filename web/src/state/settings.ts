/** The person's settings, kept in the browser. */

import { createEffect } from "solid-js";
import { createStore } from "solid-js/store";
import type { TileSet } from "../protocol/protocol";
import { newSession } from "../session";
import { keep, recall } from "./storage";

export type Theme = "auto" | "light" | "dark";

/** The colours of the squares. */
export type BoardTheme = "sand" | "wood" | "sea";

/** The overlays of a position. */
export type Overlay = "attacks" | "defended" | "states" | "loans" | "threats" | "zones" | "prey";

export interface Settings {
  theme: Theme;
  /** The language of the page, as a BCP 47 tag; empty for that of the browser. */
  language: string;
  board: BoardTheme;
  tiles: TileSet;
  /** Whether a turn is played only after it has been confirmed. */
  confirm: boolean;
  /** Whether a turn can be entered while the opponent thinks. */
  premove: boolean;
  /** Whether the evaluation bar is shown. */
  evaluation: boolean;
  /** Whether a square is looked at on which a pointer rests: what its piece could do, and who could take there. */
  sight: boolean;
  /** How many lines of an analysis are wanted, 1 to 5. */
  lines: number;
  /** Whether the board turns to the side to move when two persons play. */
  turnBoard: boolean;
  overlays: Overlay[];
  /** Whether sounds are on. */
  sound: boolean;
  /** How loud it is, 0 to 1. */
  volume: number;
  /** The session of the game that is being played. */
  session: string;
  /** The name of this browser's practice sessions; see `practiceSession`. */
  practice: string;
  /** The last choices for a new game. */
  level: string;
  seconds: number;
  side: "0" | "1" | "random" | "both";
  /** The nickname for games with people elsewhere without a name; empty for none. */
  nickname: string;
  /** Whether the first-game tour has been seen. */
  toured: boolean;
}

const KEY = "beaufort";

const isBoolean = (value: unknown) => typeof value === "boolean";
const isText = (value: unknown) => typeof value === "string";
const oneOf =
  (...known: readonly string[]) =>
  (value: unknown) =>
    known.includes(value as string);
const isBetween = (least: number, most: number) => (value: unknown) =>
  typeof value === "number" && value >= least && value <= most;
const isSession = (value: unknown) => typeof value === "string" && /^[\w-]{1,64}$/.test(value);

/** Checks for stored values: others are damaged, or of another version. */
const FITS: Readonly<Record<keyof Settings, (value: unknown) => boolean>> = {
  theme: oneOf("auto", "light", "dark"),
  language: isText,
  board: oneOf("sand", "wood", "sea"),
  tiles: oneOf("diagram", "letters", "figurines", "signs"),
  confirm: isBoolean,
  premove: isBoolean,
  evaluation: isBoolean,
  sight: isBoolean,
  lines: (value) => Number.isInteger(value) && isBetween(1, 5)(value),
  turnBoard: isBoolean,
  overlays: (value) =>
    Array.isArray(value) &&
    value.every(oneOf("attacks", "defended", "states", "loans", "threats", "zones", "prey")),
  sound: isBoolean,
  volume: isBetween(0, 1),
  session: isSession,
  practice: isSession,
  level: isText,
  seconds: isBetween(0, 86_400),
  side: oneOf("0", "1", "random", "both"),
  nickname: isText,
  toured: isBoolean,
};

/** Returns the settings, which keep themselves. */
export function createSettings(storage: Pick<Storage, "getItem" | "setItem">, isPhone: boolean) {
  const defaults: Settings = {
    theme: "auto",
    language: "",
    board: "sand",
    tiles: "diagram",
    confirm: isPhone,
    premove: true,
    evaluation: false,
    sight: true,
    lines: 3,
    turnBoard: false,
    overlays: ["states", "threats"],
    sound: true,
    volume: 0.3,
    session: newSession(),
    practice: newSession(),
    level: "",
    seconds: 3,
    side: "0",
    nickname: "",
    toured: false,
  };
  const kept = () => recall(storage, KEY) ?? {};
  const known = (): Partial<Settings> =>
    Object.fromEntries(
      Object.entries(kept()).filter(
        ([key, value]) => Object.hasOwn(FITS, key) && FITS[key as keyof Settings](value),
      ),
    );
  const [settings, set] = createStore<Settings>({ ...defaults, ...known() });
  // Other pages write there, too: write only the settings that have changed here.
  createEffect<Partial<Settings>>((before) => {
    const now = { ...settings };
    const changed = Object.entries(now).filter(([key, value]) => value !== before[key as keyof Settings]);
    keep(storage, KEY, { ...kept(), ...Object.fromEntries(changed) });
    return now;
  }, {});
  addEventListener("storage", ({ key }) => {
    // Each page has a game of its own.
    if (key === KEY) set({ ...known(), session: settings.session });
  });
  return [settings, set] as const;
}

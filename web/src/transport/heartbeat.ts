/**
 * Finds out whether the other end of a connection still talks. A network that swallows everything ends no connection: only silence
 * shows that it is gone.
 */

/** Without a word for so long, in milliseconds, the other end is asked whether it is there. */
const QUIET = 4000;
/** The same while nobody sees the page. */
const QUIET_HIDDEN = 30_000;
/** The same after something has been sent, which has to be answered. */
const QUIET_ASKED = 1000;
/** Something has to be heard so long after the question, in milliseconds; on a line that has been too slow for that, later. */
const PATIENCE = 5000;
const LONGEST_PATIENCE = 30_000;
/** A timer that is late by so much, in milliseconds, has been held up: the computer slept, or the browser gave the page no time. */
const LATE = 2000;

export interface Heartbeat {
  /** The connection stands. */
  begin(): void;
  /** Something has come. */
  heard(): void;
  /** Something has been sent that is to be answered. */
  sent(): void;
  /** Something has happened after which the other end may be gone: it is asked at once. */
  check(): void;
  /** The connection has ended. */
  end(): void;
}

interface Wiring {
  /** Asks the other end whether it is there; any word of it is an answer. */
  ask: () => void;
  /** How much of what has been sent has not left yet. */
  unsent: () => number;
  /** The other end has not answered. */
  silent: () => void;
  isHidden: () => boolean;
}

export function createHeartbeat({ ask, unsent, silent, isHidden }: Wiring): Heartbeat {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOn = false;
  let patience = PATIENCE;
  /** When the other end is to be asked. */
  let askAt = 0;
  /** When it was asked, and how much had not left then, until something is heard. */
  let asked: { at: number; unsent: number } | undefined;
  /** Whether it has been asked anew because the timer was late. */
  let isExcused = false;

  const due = () => (asked === undefined ? askAt : asked.at + patience);

  function plan(): void {
    clearTimeout(timer);
    timer = setTimeout(look, Math.max(0, due() - Date.now()));
  }

  function askNow(): void {
    asked = { at: Date.now(), unsent: unsent() };
    ask();
    plan();
  }

  function look(): void {
    const late = Date.now() - due();
    if (late < 0) plan();
    else if (asked === undefined) askNow();
    else if (unsent() < asked.unsent) {
      // A long message is still on its way, with the question behind it.
      asked = { at: Date.now(), unsent: unsent() };
      plan();
    } else if (late > LATE && !isExcused) {
      // The answer may wait to be read, as the timer did.
      isExcused = true;
      askNow();
    } else {
      end();
      patience = Math.min(2 * patience, LONGEST_PATIENCE);
      silent();
    }
  }

  function end(): void {
    isOn = false;
    asked = undefined;
    clearTimeout(timer);
  }

  function heard(): void {
    const now = Date.now();
    const wasAsked = asked;
    asked = undefined;
    isExcused = false;
    askAt = now + (isHidden() ? QUIET_HIDDEN : QUIET);
    if (!wasAsked) return;
    if (now - wasAsked.at <= PATIENCE) patience = PATIENCE;
    plan();
  }

  return {
    begin() {
      isOn = true;
      heard();
      plan();
    },
    heard,
    sent() {
      if (!isOn || asked) return;
      askAt = Math.min(askAt, Date.now() + QUIET_ASKED);
      plan();
    },
    check() {
      if (!isOn) return;
      if (asked) look();
      else askNow();
    },
    end,
  };
}

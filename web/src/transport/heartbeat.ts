/**
 * Detects that the other end of a connection is gone. A network that swallows all packets closes no connection: only silence shows it.
 */

/** The other end is asked for a sign of life after this silence, in milliseconds. */
const QUIET = 4000;
/** The same while the page is hidden. */
const QUIET_HIDDEN = 30_000;
/** The same after a request was sent, which has to be answered. */
const QUIET_ASKED = 1000;
/** The time to wait for the answer, in milliseconds, and its maximum on a connection that has been slower. */
const PATIENCE = 5000;
const LONGEST_PATIENCE = 30_000;
/** A timer that is later than this, in milliseconds, was held up: the computer slept, or the browser throttled the page. */
const LATE = 2000;

export interface Heartbeat {
  /** The connection is open. */
  begin(): void;
  /** A message has arrived. */
  heard(): void;
  /** A request was sent that has to be answered. */
  sent(): void;
  /** The network or the page may have changed: the other end is asked at once. */
  check(): void;
  /** The connection has ended. */
  end(): void;
}

interface Wiring {
  /** Asks the other end for a sign of life; any message is an answer. */
  ask: () => void;
  /** The number of bytes that are buffered and not sent yet. */
  unsent: () => number;
  /** The other end has not answered. */
  silent: () => void;
  isHidden: () => boolean;
}

export function createHeartbeat({ ask, unsent, silent, isHidden }: Wiring): Heartbeat {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOn = false;
  let patience = PATIENCE;
  /** The time at which the other end is asked. */
  let askAt = 0;
  /** The time of the question, and the bytes that were buffered then, until a message arrives. */
  let asked: { at: number; unsent: number } | undefined;
  /** Whether the question was repeated because the timer was late. */
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
      // A long message is still being sent, with the question behind it.
      asked = { at: Date.now(), unsent: unsent() };
      plan();
    } else if (late > LATE && !isExcused) {
      // The answer may have arrived while the page was held up.
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

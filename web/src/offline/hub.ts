/**
 * The conversations of all pages, and their saving: every event is in the database before it is sent, or all pages learn that the
 * browser does not keep it.
 *
 * Operations on one session run one after the other: a change, its saving, its effects.
 */

import { Host } from "beaufort-wasm";
import { processors } from "../browser";
import { createEngines } from "./engines";
import type { ToPage } from "./messages";
import { msg } from "../language/catalogue";

/** Where games are kept. */
export interface Store {
  load(session: string): Promise<string | undefined>;
  save(session: string, saved: string): Promise<void>;
  remove(session: string): Promise<void>;
  setAside(session: string, saved: string): Promise<void>;
}

export interface Hub {
  connect(client: number, session: string): void;
  text(client: number, text: string): void;
  close(client: number): void;
  /** Deletes a session; connected pages get an empty one. */
  remove(session: string): void;
}

/** The longest time for which a browser can wait, in milliseconds: after a longer one it would not wait at all. */
const MAX_WAIT = 2 ** 31 - 1;

/** The most engines that work at the same time. */
const MAX_ENGINES = 2;

/** Returns a hub that talks to clients by `tell`, and to all pages by `tellAll`. After `fail` it is of no use any more. */
export function createHub(
  module: WebAssembly.Module,
  store: Store,
  tell: (client: number, kind: "open" | "text", text: string) => void,
  tellAll: (message: ToPage) => void,
  fail: (reason: unknown) => void,
): Hub {
  const now = () => performance.now();
  const sessions = new Map<number, string>();
  /** The end of what is being done for each session. */
  const chains = new Map<string, Promise<void>>();
  const alarms = new Map<string, ReturnType<typeof setTimeout>>();
  let next: ReturnType<typeof setTimeout> | undefined;
  let problem: string | undefined;
  /** Why the database did not say what it has of a session. That may be a game, so nothing is saved over it. */
  const unread = new Map<string, string>();
  /** The games whose network is missing and whose players have been told so. */
  const weakened = new Set<string>();
  const count = Math.max(1, Math.min(MAX_ENGINES, processors() - 1));
  const outside = {
    send: (client: number, text: string) => tell(client, "text", text),
    start: (engine: number, job: string) => engines.start(engine, job),
    stop: (engine: number, needsReport: boolean) => engines.stop(engine, needsReport),
  };
  const host = new Host(outside, count);
  const engines = createEngines(module, {
    progress: (engine, report) =>
      enter(host.employer(engine), () => {
        host.progress(engine, report, now());
        return undefined;
      }),
    noNet(game, reason) {
      if (weakened.has(game)) return;
      weakened.add(game);
      tellAll({ kind: "noNet", game, reason });
    },
    done: (engine, report) => enter(host.employer(engine), () => host.done(engine, report, now())),
  });

  /** Changes a session after all earlier operations on it; the result is saved before it is sent. */
  function enter(
    session: string | undefined,
    change: () => string | undefined | Promise<string | undefined>,
  ): void {
    if (session === undefined) return;
    const before = chains.get(session) ?? Promise.resolve();
    const end = before
      .then(change)
      .then(async (saved) => {
        if (saved !== undefined) await keep(session, saved);
        host.settle(session, true);
        schedule();
        setAlarm(session);
      })
      .catch(fail)
      .then(() => {
        if (chains.get(session) === end) chains.delete(session);
      });
    chains.set(session, end);
  }

  /** Saves a session. If the browser refuses, the game goes on, and all pages learn of it. */
  async function keep(session: string, saved: string): Promise<void> {
    if (unread.has(session)) {
      note(unread.get(session));
      return;
    }
    try {
      await store.save(session, saved);
      note(undefined);
    } catch (reason) {
      note(inWords(reason));
    }
  }

  function note(found: string | undefined): void {
    if (found === problem) return;
    problem = found;
    tellAll({ kind: "storage", problem });
  }

  async function open(session: string): Promise<void> {
    if (host.isOpen(session)) return;
    let saved: string | undefined;
    try {
      saved = await store.load(session);
    } catch (reason) {
      unread.set(session, inWords(reason));
      note(unread.get(session));
    }
    try {
      host.open(session, seed(), saved);
    } catch (reason) {
      if (saved === undefined) throw reason;
      tellAll({ kind: "damaged", session, saved, reason: String(reason) });
      await store.setAside(session, saved).catch((reason: unknown) => note(inWords(reason)));
      host.open(session, seed());
    }
  }

  function schedule(): void {
    clearTimeout(next);
    const wait = host.schedule(now());
    if (wait !== undefined) next = setTimeout(schedule, wait);
  }

  /** Sees to it that the clock of a game is looked at in time. */
  function setAlarm(session: string): void {
    clearTimeout(alarms.get(session));
    alarms.delete(session);
    const deadline = host.deadline(session);
    if (deadline === undefined) return;
    const ring = () => enter(session, () => host.tick(session, now()));
    alarms.set(session, setTimeout(ring, Math.min(MAX_WAIT, Math.max(0, deadline - now()))));
  }

  function connect(client: number, session: string): void {
    sessions.set(client, session);
    enter(session, async () => {
      await open(session);
      // The page may have gone meanwhile.
      if (!sessions.has(client)) return undefined;
      host.join(session, client);
      if (problem !== undefined) tellAll({ kind: "storage", problem });
      tell(client, "open", "");
      return undefined;
    });
  }

  return {
    connect,
    text(client, text) {
      const session = sessions.get(client);
      enter(session, () => (session === undefined ? undefined : host.request(session, client, text, now())));
    },
    close(client) {
      const session = sessions.get(client);
      sessions.delete(client);
      enter(session, () => (session === undefined ? undefined : host.leave(session, client, now())));
    },
    remove(session) {
      enter(session, async () => {
        host.remove(session);
        unread.delete(session);
        await store.remove(session).catch((reason: unknown) => note(inWords(reason)));
        return undefined;
      });
      for (const [client, its] of sessions) if (its === session) connect(client, session);
    },
  };
}

function seed(): bigint {
  return crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n;
}

/** Says why the browser does not keep games. */
function inWords(reason: unknown): string {
  if (reason instanceof DOMException && reason.name === "QuotaExceededError")
    return msg("its storage is full");
  return reason instanceof Error ? reason.message : String(reason);
}

/** A connection to the worker of the page, which plays the games without a server. */

import type { Message } from "../protocol/protocol";
import type { FromPage, ToPage } from "./messages";
import type { Connect, Listener } from "../transport/transport";
import { msg } from "../language/catalogue";

/** Receives messages of the worker that concern no single connection. */
export interface WorkerEvents {
  /** Whether games are kept, and if not, why. */
  storage(problem: string | undefined): void;
  /** The saved game cannot be read. */
  damaged(game: { session: string; saved: string; reason: string }): void;
  /** The network of a game cannot be loaded. */
  noNet(loss: { game: string; reason: string }): void;
}

/** Returns how to connect to a worker. */
export function createWorkerConnect(worker: Worker, events: WorkerEvents): Connect {
  const listeners = new Map<number, Listener>();
  let next = 1;
  const say = (message: FromPage) => worker.postMessage(message);

  worker.addEventListener("message", ({ data }: MessageEvent<ToPage>) => {
    switch (data.kind) {
      case "storage":
        events.storage(data.problem);
        break;
      case "damaged":
        events.damaged(data);
        break;
      case "noNet":
        events.noNet(data);
        break;
      case "open":
        listeners.get(data.connection)?.open();
        break;
      case "lost":
        listeners.get(data.connection)?.lost(data.reason);
        break;
      case "text":
        listeners.get(data.connection)?.message(JSON.parse(data.text) as Message);
    }
  });
  worker.addEventListener("error", (event) => {
    for (const listener of listeners.values())
      listener.lost(event.message || msg("the program cannot be loaded"));
  });

  return (session, listener) => {
    const connection = next++;
    listeners.set(connection, listener);
    say({ kind: "connect", connection, session });
    return {
      send: (request) => say({ kind: "text", connection, text: JSON.stringify(request) }),
      close() {
        listeners.delete(connection);
        say({ kind: "close", connection });
      },
    };
  };
}

/** A transport for tests: it records requests and delivers the events that a test hands in. */

import type { Event, Phrase, Request } from "../protocol/protocol";
import type { Connect, Listener } from "./transport";

export class FakeServer {
  readonly sent: Request[] = [];
  session = "";
  closed = false;
  private listener: Listener | undefined;

  readonly connect: Connect = (session, listener) => {
    this.session = session;
    this.listener = listener;
    return {
      send: (request) => void this.sent.push(request),
      close: () => (this.closed = true),
    };
  };

  open(): void {
    this.listener?.open();
  }

  lose(reason?: Phrase): void {
    this.listener?.lost(reason);
  }

  fallSilent(): void {
    this.listener?.silent();
  }

  /** Tells an event, as an answer to a request if there is one. */
  tell(event: Event, re?: number): void {
    this.listener?.message({ seq: 0, event, ...(re === undefined ? {} : { re }) });
  }

  /** Tells events that belong together, as an answer to a request if there is one. */
  tellAll(events: readonly Event[], re?: number): void {
    for (const [index, event] of events.entries())
      this.listener?.message({
        seq: 0,
        event,
        ...(re === undefined ? {} : { re }),
        ...(index + 1 < events.length ? { more: true } : {}),
      });
  }

  /** The listener of the connection. */
  listen(): Listener {
    if (!this.listener) throw new Error("nobody has connected");
    return this.listener;
  }

  /** The last request. */
  get last(): Request | undefined {
    return this.sent.at(-1);
  }
}

/** How messages come and go. The page does not know whether a server or a worker is at the other end. */

import type { Message, Request } from "../protocol/protocol";

/** What is told about a connection. */
export interface Listener {
  /** The connection stands, for the first time or again. */
  open(): void;
  message(message: Message): void;
  /** The connection is lost, or could not be made; why, in words, if the server says so. It will be tried again. */
  lost(reason?: string): void;
  /** Nothing has been heard for too long: the connection is given up, and made again. */
  silent(): void;
}

/** A connection to a session. */
export interface Transport {
  send(request: Request): void;
  close(): void;
}

/** Connects to a session. */
export type Connect = (session: string, listener: Listener) => Transport;

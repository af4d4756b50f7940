/** The connection to a session. The page does not know whether a server or a worker is at the other end. */

import type {
  ExportedGame,
  ImportAnswer,
  ImportFormat,
  Message,
  Phrase,
  Request,
} from "../protocol/protocol";

/** Receives the events of a connection. */
export interface Listener {
  /** The connection is open, for the first time or again. */
  open(): void;
  message(message: Message): void;
  /** The connection is lost or could not be made, with the server's reason if it gave one. It will be tried again. */
  lost(reason?: Phrase): void;
  /** The other end has fallen silent: the connection is given up and made again. */
  silent(): void;
}

/** A connection to a session. */
export interface Transport {
  send(request: Request): void;
  close(): void;
}

/** Connects to a session. */
export type Connect = (session: string, listener: Listener) => Transport;

/** Writes a user-made game, given by its id and its text, for another program. */
export type Exporter = (game: string, text: string) => Promise<ExportedGame>;

/** Reads games and pieces of another program; `name` is that of the game where the text has none. */
export type Importer = (format: ImportFormat, name: string, text: string) => Promise<ImportAnswer>;

/** The messages between the page and its worker, and between workers of different pages. */

import type { Phrase } from "../protocol/protocol";

/** A page's message about one of its connections, or about a session that is deleted. */
export type FromPage =
  | { kind: "connect"; connection: number; session: string }
  | { kind: "text"; connection: number; text: string }
  | { kind: "close"; connection: number }
  | { kind: "remove"; session: string };

/** A page's message to its own worker: the module that it has loaded; missing if it could not. */
export interface Loaded {
  kind: "module";
  module: WebAssembly.Module | undefined;
}

/** A message to a page: about one of its connections, or about all. */
export type ToPage =
  | { kind: "open"; connection: number }
  | { kind: "text"; connection: number; text: string }
  | { kind: "lost"; connection: number; reason?: Phrase | undefined }
  /** Whether games are kept, and if not, why. */
  | { kind: "storage"; problem?: string | undefined }
  /** The saved session cannot be read; it is set aside, and a new one begins. */
  | { kind: "damaged"; session: string; saved: string; reason: string }
  /** The network of a game cannot be loaded: the engine plays without it. */
  | { kind: "noNet"; game: string; reason: string };

/** A message on the channel between the workers of all pages. */
export type Broadcast =
  | { to: "host"; tab: string; message: FromPage }
  | { to: "tab"; tab: string; message: ToPage }
  /** A worker has become the host. */
  | { to: "all" };

/** The memory that engines share which search together: views of SharedArrayBuffers. */
export interface Shared {
  /** The number of the last job that is to stop. */
  flag: Int32Array;
  /** Their results. */
  memory: Int32Array;
}

/**
 * A message to an engine's worker, the module first. Of engines that share memory, number 0 is the main engine; the others are helpers
 * and report nothing.
 */
export type ToEngine =
  | {
      kind: "begin";
      module: WebAssembly.Module;
      hashMib: number;
      number: number;
      shared?: Shared | undefined;
    }
  | { kind: "job"; number: number; job: string };

/** A message of an engine's worker. */
export type FromEngine =
  /** A result: while it works, and at the end. */
  | { kind: "report"; number: number; report: string; isLast: boolean }
  /** The network of a game cannot be loaded. */
  | { kind: "noNet"; game: string; reason: string };

/** What the page and its worker say to each other, and workers of different pages. */

/** What a page says about one of its connections, or about a session that is deleted. */
export type FromPage =
  | { kind: "connect"; connection: number; session: string }
  | { kind: "text"; connection: number; text: string }
  | { kind: "close"; connection: number }
  | { kind: "remove"; session: string };

/** What a page says to its own worker alone: the module that it has loaded; nothing if it could not. */
export interface Loaded {
  kind: "module";
  module: WebAssembly.Module | undefined;
}

/** What a page is told: about one of its connections, or all. */
export type ToPage =
  | { kind: "open"; connection: number }
  | { kind: "text"; connection: number; text: string }
  | { kind: "lost"; connection: number; reason?: string | undefined }
  /** Whether games are kept, and if not, why. */
  | { kind: "storage"; problem?: string | undefined }
  /** What was saved of a session cannot be read; it is set aside, and a new one begins. */
  | { kind: "damaged"; session: string; saved: string; reason: string }
  /** What the engine has learned about a game cannot be loaded: it plays by less. */
  | { kind: "noNet"; game: string; reason: string };

/** What is said on the channel between the workers of all pages. */
export type Broadcast =
  | { to: "host"; tab: string; message: FromPage }
  | { to: "tab"; tab: string; message: ToPage }
  /** A worker has become the host. */
  | { to: "all" };

/** What the workers of engines share that search together: views of SharedArrayBuffers. */
export interface Shared {
  /** The number of the last job that is to stop. */
  flag: Int32Array;
  /** What they have found. */
  memory: Int32Array;
}

/**
 * What an engine's worker is told, first the module. Of engines that share something, the one with the number 0 is the main engine,
 * and the others are helpers, which report nothing.
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

/** What an engine's worker says. */
export type FromEngine =
  /** What it has found: while it works, and in the end. */
  | { kind: "report"; number: number; report: string; isLast: boolean }
  /** What it has learned about a game cannot be loaded. */
  | { kind: "noNet"; game: string; reason: string };

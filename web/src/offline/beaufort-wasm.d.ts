/** The module that `cargo xtask wasm` builds from `crates/wasm`, as far as the page uses it. */

declare module "beaufort-wasm" {
  export function initSync(input: { module: WebAssembly.Module }): unknown;

  /** Carries out the effects of a change. */
  export interface Outside {
    send(client: number, text: string): void;
    start(engine: number, job: string): void;
    stop(engine: number, needsReport: boolean): void;
  }

  /** The conversations of the games that are open. Times are milliseconds; a text that is returned is to be saved. */
  export class Host {
    constructor(outside: Outside, engines: number);
    open(session: string, seed: bigint, saved?: string): void;
    isOpen(session: string): boolean;
    join(session: string, client: number): void;
    leave(session: string, client: number, now: number): string | undefined;
    remove(session: string): void;
    request(session: string, client: number, text: string, now: number): string | undefined;
    tick(session: string, now: number): string | undefined;
    deadline(session: string): number | undefined;
    employer(engine: number): string | undefined;
    progress(engine: number, report: string, now: number): void;
    done(engine: number, report: string | undefined, now: number): string | undefined;
    settle(session: string, isSaved: boolean): void;
    schedule(now: number): number | undefined;
  }

  /** The size of the memory that engines share. */
  export function sharedBytes(mib: number): number;

  /** An engine, in a worker of its own. */
  export class Engine {
    constructor(hashMib: number);
    static sharing(hashMib: number, memory: Int32Array, number: number): Engine;
    gameOf(job: string): string;
    addNet(game: string, net: Uint8Array): void;
    run(job: string, report: (text: string) => void, isStopped: () => boolean): string;
  }
}

declare module "beaufort-wasm/module?url" {
  const url: string;
  export default url;
}

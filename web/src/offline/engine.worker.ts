/**
 * An engine: it does one job at a time, and hears nothing while it works but what stands in the shared cell. A helper searches
 * together with another engine, and says nothing.
 */

import { Engine, initSync } from "beaufort-wasm";
import type { FromEngine, Shared, ToEngine } from "./messages";
import { bringNet } from "./nets";

let engine: Engine | undefined;
let shared: Shared | undefined;
let isHelper = false;
/** The games whose nets have been asked for. */
const prepared = new Set<string>();

function tell(message: FromEngine): void {
  if (!isHelper) postMessage(message);
}

/** Brings the net of a game before the engine has to do with it for the first time; without it the engine uses its weights. */
async function prepare(engine: Engine, game: string): Promise<void> {
  if (prepared.has(game)) return;
  prepared.add(game);
  try {
    await bringNet(engine, game);
  } catch (reason) {
    const words = reason instanceof Error ? reason.message : String(reason);
    tell({ kind: "noNet", game, reason: words });
  }
}

async function work(engine: Engine, number: number, job: string): Promise<void> {
  await prepare(engine, engine.gameOf(job));
  const flag = shared?.flag;
  const isStopped = flag ? () => Atomics.load(flag, 0) >= number : () => false;
  const progress = (report: string) => tell({ kind: "report", number, report, isLast: false });
  tell({ kind: "report", number, report: engine.run(job, progress, isStopped), isLast: true });
}

/** The end of the jobs so far: the next one begins after it, also where a job first has to wait for a net. */
let before = Promise.resolve();

addEventListener("message", ({ data }: MessageEvent<ToEngine>) => {
  if (data.kind === "begin") {
    initSync({ module: data.module });
    shared = data.shared;
    isHelper = data.number > 0;
    engine = shared ? Engine.sharing(data.hashMib, shared.memory, data.number) : new Engine(data.hashMib);
  } else if (engine) {
    const own = engine;
    // An error makes the worker useless: its owner is notified as of any other error.
    before = before
      .then(() => work(own, data.number, data.job))
      .catch((reason: unknown) => reportError(reason));
  }
});

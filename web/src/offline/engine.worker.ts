/** An engine: it does one job at a time, and hears nothing while it works but what stands in the shared cell. */

import { Engine, initSync } from "beaufort-wasm";
import type { FromEngine, ToEngine } from "./messages";
import { bringNet } from "./nets";

let engine: Engine | undefined;
let flag: Int32Array | undefined;
/** The games whose nets have been asked for. */
const prepared = new Set<string>();

function tell(message: FromEngine): void {
  postMessage(message);
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
  const cell = flag;
  const isStopped = cell ? () => Atomics.load(cell, 0) >= number : () => false;
  const progress = (report: string) => tell({ kind: "report", number, report, isLast: false });
  tell({ kind: "report", number, report: engine.run(job, progress, isStopped), isLast: true });
}

addEventListener("message", ({ data }: MessageEvent<ToEngine>) => {
  if (data.kind === "begin") {
    initSync({ module: data.module });
    engine = new Engine(data.hashMib);
    flag = data.flag;
  } else if (engine) {
    // An error ends the worker's usefulness: its owner hears of it as of any other.
    work(engine, data.number, data.job).catch((reason: unknown) => reportError(reason));
  }
});

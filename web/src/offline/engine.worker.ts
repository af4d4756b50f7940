/** An engine: it does one job at a time, and hears nothing while it works but what stands in the shared cell. */

import { Engine, initSync } from "beaufort-wasm";
import type { FromEngine, ToEngine } from "./messages";

let engine: Engine | undefined;
let flag: Int32Array | undefined;

function tell(message: FromEngine): void {
  postMessage(message);
}

addEventListener("message", ({ data }: MessageEvent<ToEngine>) => {
  if (data.kind === "begin") {
    initSync({ module: data.module });
    engine = new Engine(data.hashMib);
    flag = data.flag;
  } else if (engine) {
    const { number, job } = data;
    const cell = flag;
    const isStopped = cell ? () => Atomics.load(cell, 0) >= number : () => false;
    const report = engine.run(job, (report) => tell({ number, report, isLast: false }), isStopped);
    tell({ number, report, isLast: true });
  }
});

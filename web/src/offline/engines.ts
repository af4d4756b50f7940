/**
 * The engines, each in a worker that is started when it first has something to do.
 *
 * Where pages may share memory, an engine is told to stop through a cell that it looks at. Elsewhere it hears nothing while it
 * works: its worker is ended and another one takes its place, and what it has reported last is its report.
 */

import type { FromEngine, ToEngine } from "./messages";

/** The memory of each engine, in MiB. */
const HASH_MIB = 32;

/** Takes the reports of an engine. The last one is missing if the engine has failed. */
export interface Reports {
  progress(engine: number, report: string): void;
  done(engine: number, report?: string): void;
  /** What was learned about a game cannot be loaded. */
  noNet(game: string, reason: string): void;
}

interface Slot {
  worker: Worker;
  flag: Int32Array | undefined;
  /** The number of the job that is being worked on. */
  number: number;
  isBusy: boolean;
  /** What was reported last on the job. */
  last: string | undefined;
  /** Whether the worker is to be ended as soon as it has reported something. */
  endsWithReport: boolean;
}

export interface Engines {
  start(engine: number, job: string): void;
  stop(engine: number, needsReport: boolean): void;
}

export function createEngines(module: WebAssembly.Module, reports: Reports): Engines {
  const slots = new Map<number, Slot>();

  function begin(engine: number): Slot {
    const worker = new Worker(new URL("./engine.worker.ts", import.meta.url), { type: "module" });
    const flag = globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : undefined;
    const slot: Slot = { worker, flag, number: 0, isBusy: false, last: undefined, endsWithReport: false };
    worker.addEventListener("message", ({ data }: MessageEvent<FromEngine>) => {
      if (data.kind === "noNet") {
        reports.noNet(data.game, data.reason);
        return;
      }
      if (!slot.isBusy || data.number !== slot.number) return;
      slot.last = data.report;
      if (data.isLast) finish(engine, slot);
      else if (slot.endsWithReport) end(engine, slot);
      else reports.progress(engine, data.report);
    });
    worker.addEventListener("error", (event) => {
      console.error("an engine has failed", event.message);
      slot.last = undefined;
      end(engine, slot);
    });
    const message: ToEngine = { kind: "begin", module, hashMib: HASH_MIB, flag };
    worker.postMessage(message);
    slots.set(engine, slot);
    return slot;
  }

  function finish(engine: number, slot: Slot): void {
    if (!slot.isBusy) return;
    slot.isBusy = false;
    reports.done(engine, slot.last);
  }

  /** Ends a worker by force; the next job starts another one. */
  function end(engine: number, slot: Slot): void {
    slot.worker.terminate();
    slots.delete(engine);
    finish(engine, slot);
  }

  return {
    start(engine, job) {
      const slot = slots.get(engine) ?? begin(engine);
      slot.number += 1;
      slot.isBusy = true;
      slot.last = undefined;
      slot.endsWithReport = false;
      slot.worker.postMessage({ kind: "job", number: slot.number, job } satisfies ToEngine);
    },
    stop(engine, needsReport) {
      const slot = slots.get(engine);
      if (!slot?.isBusy) return;
      if (slot.flag) Atomics.store(slot.flag, 0, slot.number);
      else if (needsReport && slot.last === undefined) slot.endsWithReport = true;
      // Whoever has called is in the midst of something: it hears of the end afterwards.
      else queueMicrotask(() => end(engine, slot));
    },
  };
}

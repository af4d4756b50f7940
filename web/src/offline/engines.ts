/**
 * The engines, each in a worker that is started when it first has something to do.
 *
 * Where pages may share memory, an engine polls a shared cell that stops it, and helpers search with it in workers of their own.
 * Elsewhere it reads no message while it works: to stop it, its worker is replaced by another one, and its last report counts.
 */

import { processors } from "../browser";
import { sharedBytes } from "beaufort-wasm";
import type { FromEngine, Shared, ToEngine } from "./messages";

/** The memory of each engine and of each helper, in MiB. */
const HASH_MIB = 32;
const HELPER_HASH_MIB = 8;
/** The memory that an engine and its helpers share, in MiB. */
const SHARED_MIB = 16;
/** The most helpers of an engine: each more helps less, and takes memory and power. */
const MAX_HELPERS = 3;

/** Takes the reports of an engine. The last one is missing if the engine has failed. */
export interface Reports {
  progress(engine: number, report: string): void;
  done(engine: number, report?: string): void;
  /** The network of a game cannot be loaded. */
  noNet(game: string, reason: string): void;
}

interface Slot {
  worker: Worker;
  shared: Shared | undefined;
  /** None before the engine has reported something: the first turn is not to wait for them. */
  helpers: Worker[] | undefined;
  /** The job that is being worked on, and its number. */
  job: string;
  number: number;
  isBusy: boolean;
  /** The last report on the job. */
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

  /** Starts a worker: that of an engine, or with a number above 0 of one of its helpers. */
  function startWorker(number: number, shared: Shared | undefined): Worker {
    const worker = new Worker(new URL("./engine.worker.ts", import.meta.url), { type: "module" });
    const hashMib = number === 0 ? HASH_MIB : HELPER_HASH_MIB;
    worker.postMessage({ kind: "begin", module, hashMib, number, shared } satisfies ToEngine);
    return worker;
  }

  /** Starts the helpers of an engine, which join it in its job. */
  function callHelpers(slot: Slot, shared: Shared, job: ToEngine): Worker[] {
    const count = Math.min(MAX_HELPERS, processors() - 1);
    return Array.from({ length: Math.max(0, count) }, (_, index) => {
      const helper = startWorker(index + 1, shared);
      helper.addEventListener("error", (event) => {
        console.error("a helper of an engine has failed", event.message);
        helper.terminate();
        slot.helpers = slot.helpers?.filter((other) => other !== helper);
      });
      helper.postMessage(job);
      return helper;
    });
  }

  function begin(engine: number): Slot {
    const shared = createShared();
    const worker = startWorker(0, shared);
    const slot: Slot = {
      worker,
      shared,
      helpers: undefined,
      number: 0,
      job: "",
      isBusy: false,
      last: undefined,
      endsWithReport: false,
    };
    worker.addEventListener("message", ({ data }: MessageEvent<FromEngine>) => {
      if (data.kind === "noNet") {
        reports.noNet(data.game, data.reason);
        return;
      }
      if (!slot.isBusy || data.number !== slot.number) return;
      slot.last = data.report;
      if (data.isLast) finish(engine, slot);
      else if (slot.endsWithReport) end(engine, slot);
      else {
        if (slot.shared) slot.helpers ??= callHelpers(slot, slot.shared, jobOf(slot));
        reports.progress(engine, data.report);
      }
    });
    worker.addEventListener("error", (event) => {
      console.error("an engine has failed", event.message);
      slot.last = undefined;
      end(engine, slot);
    });
    slots.set(engine, slot);
    return slot;
  }

  function finish(engine: number, slot: Slot): void {
    if (!slot.isBusy) return;
    slot.isBusy = false;
    stopShared(slot);
    reports.done(engine, slot.last);
  }

  /** Ends a worker by force; the next job starts another one. */
  function end(engine: number, slot: Slot): void {
    slot.worker.terminate();
    slot.helpers?.forEach((helper) => helper.terminate());
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
      slot.job = job;
      for (const worker of [slot.worker, ...(slot.helpers ?? [])]) worker.postMessage(jobOf(slot));
    },
    stop(engine, needsReport) {
      const slot = slots.get(engine);
      if (!slot?.isBusy) return;
      if (slot.shared) stopShared(slot);
      else if (needsReport && slot.last === undefined) slot.endsWithReport = true;
      // The caller is in the middle of an operation: it learns of the end afterwards.
      else queueMicrotask(() => end(engine, slot));
    },
  };
}

function jobOf({ number, job }: Slot): ToEngine {
  return { kind: "job", number, job };
}

/** Tells an engine and its helpers to stop what they are working on. */
function stopShared({ shared, number }: Slot): void {
  if (shared) Atomics.store(shared.flag, 0, number);
}

/** Returns what an engine shares with its helpers, where pages may share memory and there is so much. */
function createShared(): Shared | undefined {
  if (!globalThis.crossOriginIsolated) return undefined;
  try {
    const words = (bytes: number) => new Int32Array(new SharedArrayBuffer(bytes));
    return { flag: words(4), memory: words(sharedBytes(SHARED_MIB)) };
  } catch {
    return undefined;
  }
}

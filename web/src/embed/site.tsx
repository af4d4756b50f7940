/** A board in the articles of others, from a host without a server: a worker knows the rules. */

import { t } from "../language/language";
import { type WorkerEvents, createWorkerConnect } from "../offline/connect";
import { showBoard } from "./show";

if ("WebAssembly" in globalThis) {
  const worker = new Worker(new URL("./embed.worker.ts", import.meta.url), { type: "module" });
  // Nothing is stored, so nothing can be lost, and no game is played.
  const events: WorkerEvents = { storage: () => undefined, damaged: () => undefined, noNet: () => undefined };
  showBoard(createWorkerConnect(worker, events));
} else {
  showBoard(undefined, () => t("This board cannot be shown in this browser: it lacks WebAssembly."));
}

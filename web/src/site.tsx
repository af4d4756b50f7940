/** The page without a server: its worker plays the games, and its browser keeps them. */

import { registerSW } from "virtual:pwa-register";
import { createSignal } from "solid-js";
import { lockManager, serviceWorkers } from "./browser";
import { compileModule } from "./offline/compile";
import { createWorkerConnect } from "./offline/connect";
import type { FromPage, Loaded } from "./offline/messages";
import { createShelf } from "./offline/shelf";
import { speak, t } from "./language/language";
import { start } from "./start";
import type { Exporter, Importer } from "./transport/transport";

/** Features that a browser must have; every browser has had them for years. */
const NEEDED = ["WebAssembly", "indexedDB", "BroadcastChannel", "Worker", "CompressionStream"];

function missing(): string | undefined {
  if (!lockManager()) return isSecureContext ? "navigator.locks" : "https:";
  return NEEDED.find((name) => !(name in globalThis));
}

/** Reloads the page when another version has taken over, whichever page asked for it. */
function followVersion(workers: ServiceWorkerContainer): void {
  // The first service worker brings no other version.
  let hasWorker = workers.controller !== null;
  workers.addEventListener("controllerchange", () => {
    if (hasWorker) location.reload();
    hasWorker = true;
  });
}

/** Does something as soon as the worker has said something, or has failed. */
function whenHeard(worker: Worker, then: () => void): void {
  const heard = new AbortController();
  const listen = () => {
    heard.abort();
    then();
  };
  for (const event of ["message", "error"]) worker.addEventListener(event, listen, { signal: heard.signal });
}

const lack = missing();
if (lack === undefined) {
  // The largest file comes first: it is on its way while the worker is.
  const module = compileModule().catch(() => undefined);
  const worker = new Worker(new URL("./offline/program.worker.ts", import.meta.url), { type: "module" });
  void module.then((module) => worker.postMessage({ kind: "module", module } satisfies Loaded));
  const { shelf, events } = createShelf((session) =>
    worker.postMessage({ kind: "remove", session } satisfies FromPage),
  );
  const connect = createWorkerConnect(worker, events);
  const [isStale, setStale] = createSignal(false);
  const workers = serviceWorkers();
  if (workers) followVersion(workers);
  // Files for use without a network are fetched after those that are needed now.
  let renew: ReturnType<typeof registerSW> | undefined;
  whenHeard(worker, () => {
    if (workers) renew = registerSW({ onNeedRefresh: () => setStale(true) });
  });
  const update = { isReady: isStale, begin: () => void renew?.(true), later: () => setStale(false) };
  // Most people import nothing.
  const importer: Importer = async (...wish) => (await import("./offline/importer")).readImport(...wish);
  const exporter: Exporter = async (_, text) => (await import("./offline/importer")).writeExport(text);
  start(() => ({ connect, importer, exporter, shelf, update }));
} else {
  const root = document.getElementById("app");
  const complain = () => {
    if (root) root.textContent = t("Beaufort cannot be played in this browser: it lacks {lack}.", { lack });
  };
  void speak("").then(complain);
}

/** The module with rules and engine, as a worker loads it. */

import { initSync } from "beaufort-wasm";
import moduleUrl from "beaufort-wasm/module?url";

/** Loads the module and makes it ready for this worker; other workers are given what is returned. */
export async function loadModule(): Promise<WebAssembly.Module> {
  const module = await compile();
  initSync({ module });
  return module;
}

async function compile(): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compileStreaming(fetch(moduleUrl));
  } catch {
    // Some hosts do not know what kind of file it is.
    return WebAssembly.compile(await (await fetch(moduleUrl)).arrayBuffer());
  }
}

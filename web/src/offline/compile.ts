/** The module with rules and engine, loaded and compiled. */

import moduleUrl from "beaufort-wasm/module?url";

/** Loads the module, and compiles it while it comes. */
export async function compileModule(): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compileStreaming(fetch(moduleUrl));
  } catch {
    // Some hosts do not know what kind of file it is.
    return WebAssembly.compile(await (await fetch(moduleUrl)).arrayBuffer());
  }
}

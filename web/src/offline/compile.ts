/** The modules, loaded and compiled. */

import moduleUrl from "beaufort-wasm/module?url";

/** Loads a module, by default that with rules and engine, and compiles it while it comes. */
export async function compileModule(url: string = moduleUrl): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compileStreaming(fetch(url));
  } catch {
    // Some hosts do not know what kind of file it is.
    return WebAssembly.compile(await (await fetch(url)).arrayBuffer());
  }
}

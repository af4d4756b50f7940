/** The module with rules and engine, as a worker makes it ready. */

import { initSync } from "beaufort-wasm";
import { compileModule } from "./compile";

/** Makes the module ready for this worker, loads it where it is not loaded yet, and returns it for other workers. */
export async function loadModule(loaded?: WebAssembly.Module): Promise<WebAssembly.Module> {
  const module = loaded ?? (await compileModule());
  initSync({ module });
  return module;
}

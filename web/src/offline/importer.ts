/** Reads games and pieces of other programs, in a module of its own that is loaded when the first text comes. */

import { importText, initSync } from "beaufort-import";
import moduleUrl from "beaufort-import/module?url";
import type { ImportAnswer, ImportFormat } from "../protocol/protocol";
import { compileModule } from "./compile";

let ready: Promise<unknown> | undefined;

/** Reads a text; `name` is that of the game where the text has none. A long one may take a second. */
export async function readImport(format: ImportFormat, name: string, text: string): Promise<ImportAnswer> {
  ready ??= compileModule(moduleUrl).then((module) => initSync({ module }));
  try {
    await ready;
  } catch (reason) {
    // The next text tries again.
    ready = undefined;
    throw reason;
  }
  const answer = JSON.parse(importText(format, name, text)) as ImportAnswer;
  return answer;
}

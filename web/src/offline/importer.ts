/** Reads games and pieces of other programs, and writes games for them, in a module of its own that is loaded when the first text comes. */

import { exportText, importText, initSync } from "beaufort-import";
import moduleUrl from "beaufort-import/module?url";
import type { ExportedGame, ImportAnswer, ImportFormat } from "../protocol/protocol";
import { compileModule } from "./compile";

let ready: Promise<unknown> | undefined;

/** Reads a text; `name` is that of the game where the text has none. A long one may take a second. */
export async function readImport(format: ImportFormat, name: string, text: string): Promise<ImportAnswer> {
  await load();
  return JSON.parse(importText(format, name, text)) as ImportAnswer;
}

/** Writes a game, given by its text, for another program. */
export async function writeExport(text: string): Promise<ExportedGame> {
  await load();
  return JSON.parse(exportText(text)) as ExportedGame;
}

async function load(): Promise<void> {
  ready ??= compileModule(moduleUrl).then((module) => initSync({ module }));
  try {
    await ready;
  } catch (reason) {
    // The next text tries again.
    ready = undefined;
    throw reason;
  }
}

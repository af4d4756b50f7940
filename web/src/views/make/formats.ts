/** In which format a pasted text is. */

import type { ImportFormat } from "../../protocol/protocol";

export type TextFormat = "game" | ImportFormat;

/** Returns the format of a text, as far as its form tells. */
export function formatOf(text: string): TextFormat {
  // Strings and lists stand in no other format.
  if (/^\s*(extends|id|name|sides|pieces)\s*=\s*["'[]/m.test(text)) return "game";
  if (/^\s*\[[^\]\n]+\]\s*$/m.test(text) && /^\s*\w+\s*=/m.test(text)) return "ini";
  if (/^\s*(files|ranks|promoZone|graphicsDir|squareSize)\s*=\s*\S/m.test(text)) return "diagram";
  if (/^[^:\n=]+:[^:\n]*:[^:\n]+/m.test(text)) return "diagram";
  return "betza";
}

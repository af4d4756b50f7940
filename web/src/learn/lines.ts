/** Long texts of files: their lines end where there was no more room, and empty lines divide paragraphs. */

/** Returns the paragraphs of a text, which empty lines divide, each in one line. */
export function paragraphsOf(text: string): string[] {
  return text.split(/\n\s*\n/).map(inOneLine);
}

/** Returns a text without the breaks of its lines. */
export function inOneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, " ");
}

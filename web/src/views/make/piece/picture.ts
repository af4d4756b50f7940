/** Pictures of pieces, as a game file has them. */

/** The longest picture, in bytes: the program reads none that is longer. */
export const MAX_BYTES = 8 * 1024;

/** Returns a picture without what only its editor needs, an element on each line, as it may stand between `'''` in a game file. */
export function tidied(text: string): string {
  return text
    .replaceAll(/<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE(?:[^[>]|\[[\s\S]*?\])*>/g, "")
    .replaceAll(/<(metadata|title|desc|sodipodi:namedview)\b[^>]*?(?:\/>|>[\s\S]*?<\/\1>)/g, "")
    .replaceAll(/\s+(?:xmlns(?::[\w-]+)?|id|class|[\w-]+:[\w-]+)\s*=\s*(?:"[^"]*"|'[^']*')/g, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ?(<) ?| ?(\/?>) ?/g, "$1$2")
    .replaceAll("><", ">\n<")
    .replaceAll("'''", "")
    .trim();
}

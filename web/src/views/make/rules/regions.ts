/** The regions of a game file as sets of squares, and such sets as the parts of the board that a file names. */

import { type Shape, nameOf } from "../../../board/shape";
import type { Change } from "../text/change";
import { type Outline, pathOf } from "../text/outline";
import { type Value, hasComments, itemsOf, textOf, valueAt, valueBehind } from "../text/value";
import { removeKey, setKey } from "../text/write";

/** The longest name of a region, in characters. */
export const MAX_REGION_NAME = 24;

/** The squares of a region: of the first player, or of the side that has a list of its own. */
export interface Part {
  side: string | undefined;
  /** Nothing if the text names other things than squares of the board. */
  squares: ReadonlySet<number> | undefined;
  /** Whether a form may write it: it has no comments inside. */
  canChange: boolean;
}

export interface RegionText {
  name: string;
  parts: readonly Part[];
}

/** Returns the regions that a text names, in its order. */
export function regionsIn(outline: Outline, text: string, shape: Shape): RegionText[] {
  const entries = outline.entries.filter((entry) => {
    const path = pathOf(entry);
    return path.length === 2 && path[0] === "regions";
  });
  return entries.map((entry) => {
    const value = valueBehind(text, entry);
    const part = (side: string | undefined, value: Value | undefined): Part => ({
      side,
      squares: value && squaresIn(shape, value),
      canChange: value !== undefined && !hasComments(outline, value),
    });
    const parts =
      value?.kind === "table"
        ? value.fields.map(({ key, value }) => part(key, value))
        : [part(undefined, value)];
    return { name: pathOf(entry)[1] ?? "", parts };
  });
}

/** Returns the squares of a list of parts. */
function squaresIn(shape: Shape, value: Value): ReadonlySet<number> | undefined {
  const all = itemsOf(value).map((item) => {
    const said = textOf(item);
    return said === undefined ? undefined : partIn(shape, said);
  });
  return all.includes(undefined) ? undefined : new Set(all.flatMap((part) => part ?? []));
}

/** Returns the squares of one part, as `d1-f3` or `rows 5-10`. */
export function partIn(shape: Shape, said: string): number[] | undefined {
  const [, kind, first = "", last = first] = /^(?:(rows?|files?) )?([a-z0-9]+)(?:-([a-z0-9]+))?$/.exec(said.trim()) ?? []; // prettier-ignore
  const file = (name: string) => shape.fileNames.indexOf(name);
  const rank = (name: string) => shape.rankNames.indexOf(name);
  const isRows = kind?.startsWith("row");
  const [from, to] = [first, last].map((name) => {
    if (kind !== undefined) return isRows ? [0, rank(name)] : [file(name), 0];
    const [, letter = "", number = ""] = /^([a-z])(\d+)$/.exec(name) ?? [];
    return [file(letter), rank(number)];
  });
  if (!from || !to) return undefined;
  if (kind !== undefined) {
    if (isRows) to[0] = shape.files - 1;
    else to[1] = shape.ranks - 1;
  }
  const [left = -1, right = -1] = [from[0] ?? -1, to[0] ?? -1].sort((a, b) => a - b);
  const [low = -1, high = -1] = [from[1] ?? -1, to[1] ?? -1].sort((a, b) => a - b);
  if (left < 0 || low < 0) return undefined;
  const squares: number[] = [];
  for (let rank = low; rank <= high; rank++)
    for (let file = left; file <= right; file++) squares.push(rank * shape.files + file);
  return squares;
}

/** Returns few parts that have these squares, no others, and no square twice. */
export function partsOf(shape: Shape, squares: ReadonlySet<number>): string[] {
  const left = new Set(squares);
  const parts: string[] = [];
  for (const square of [...squares].sort((a, b) => a - b)) {
    if (!left.has(square)) continue;
    const file = square % shape.files;
    let width = 1;
    while (file + width < shape.files && left.has(square + width)) width++;
    const hasRow = (above: number) =>
      Array.from({ length: width }, (_, index) => square + above * shape.files + index).every((one) => left.has(one)); // prettier-ignore
    let height = 1;
    while (hasRow(height)) height++;
    for (let above = 0; above < height; above++)
      for (let index = 0; index < width; index++) left.delete(square + above * shape.files + index);
    parts.push(rectangle(shape, square, width, height));
  }
  return parts;
}

function rectangle(shape: Shape, square: number, width: number, height: number): string {
  const last = square + width - 1 + (height - 1) * shape.files;
  const span = (word: string, names: readonly string[], from: number, count: number) => {
    const [first, end] = [names[from] ?? "", names[from + count - 1] ?? ""];
    return count === 1 ? `${word} ${first}` : `${word}s ${first}-${end}`;
  };
  if (width === shape.files) return span("row", shape.rankNames, Math.floor(square / shape.files), height);
  if (height === shape.ranks) return span("file", shape.fileNames, square % shape.files, width);
  return last === square ? nameOf(shape, square) : `${nameOf(shape, square)}-${nameOf(shape, last)}`;
}

/** Returns the changes that write the squares of a region. */
export function writeSquares(
  outline: Outline,
  text: string,
  shape: Shape,
  name: string,
  side: string | undefined,
  squares: ReadonlySet<number>,
): Change[] {
  const list = `[${partsOf(shape, squares).map((part) => JSON.stringify(part)).join(", ")}]`; // prettier-ignore
  const path = side === undefined ? ["regions", name] : ["regions", name, side];
  return [setKey(outline, text, path, list)];
}

/** Returns the changes that take a region out of the text, and its drawing. */
export function removeRegion(outline: Outline, text: string, name: string): Change[] {
  return [...removeKey(outline, text, ["regions", name]), ...setDrawing(outline, text, name, undefined)];
}

/** How a region may be drawn on the board. */
export type RegionDrawing = "tinted" | "edged" | "crossed";

/** Returns how a region is drawn. */
export function drawingIn(outline: Outline, text: string, name: string): RegionDrawing | undefined {
  const said = textOf(valueAt(outline, text, ["board", "drawn", name]));
  return said === "tinted" || said === "edged" || said === "crossed" ? said : undefined;
}

/** Returns the changes that draw a region, or draw it no more. */
export function setDrawing(
  outline: Outline,
  text: string,
  name: string,
  drawing: RegionDrawing | undefined,
): Change[] {
  if (drawing === undefined) {
    const drawn = valueAt(outline, text, ["board", "drawn"]);
    const isOnly = drawn?.kind === "table" && drawn.fields.length === 1 && drawn.fields[0]?.key === name;
    return removeKey(outline, text, isOnly ? ["board", "drawn"] : ["board", "drawn", name]);
  }
  const value = JSON.stringify(drawing);
  return [
    valueAt(outline, text, ["board", "drawn"]) || valueAt(outline, text, ["board", "drawn", name])
      ? setKey(outline, text, ["board", "drawn", name], value)
      : setKey(outline, text, ["board", "drawn"], `{ ${name} = ${value} }`),
  ];
}

/** Whether a name can be that of a region: small letters, with hyphens between them. */
export function isRegionName(name: string): boolean {
  return name.length <= MAX_REGION_NAME && /^[a-z]+(-[a-z]+)*$/.test(name);
}

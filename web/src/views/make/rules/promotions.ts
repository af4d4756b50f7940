/** The promotions of a game file, as rows of a form: what each piece becomes, where, and whether it must. */

import { nameAsTold } from "../../../language/views";
import type { GameView } from "../../../protocol/protocol";
import { isChange } from "../piece/description";
import type { Change } from "../text/change";
import { type Outline, pathOf } from "../text/outline";
import { type Value, hasComments, itemsOf, textOf, valueAt, valueBehind } from "../text/value";
import { addItem, removeItem, setKey } from "../text/write";
import { isMade, originalName } from "./names";

/** Where a piece promotes, and whether it may decline: a region, or the promotion zone; yes, no, or as the board says. */
export interface Terms {
  region: string | undefined;
  must: boolean | undefined;
}

/** A piece that another one becomes. */
export interface Becoming {
  /** The name in the file. */
  to: string;
  /** Its place among those of the row. */
  index: number;
  /** The text of one that has more conditions than the form knows: it stays as it is. */
  special: string | undefined;
}

/** What a piece becomes. */
export interface Row {
  /** The name in the file. */
  piece: string;
  becomes: readonly Becoming[];
  terms: Terms;
  /** Whether the text says it in a way that the form can change; what comes from another game it can if all of it can be said. */
  canChange: boolean;
  /** Whether it comes from the game that the file extends. */
  isInherited: boolean;
}

const SIMPLE = new Set(["to", "in", "must"]);

/** Returns the rows, in the order of the text; behind them what comes from another game. */
export function promotionsIn(outline: Outline, text: string, game: GameView): Row[] {
  const entries = outline.entries.filter((entry) => {
    const path = pathOf(entry);
    return path.length === 2 && path[0] === "promotions";
  });
  const said = entries.map((entry) => rowOf(outline, text, pathOf(entry)[1] ?? "", valueBehind(text, entry)));
  // Lists of tables are read, not changed.
  const lists = outline.tables.filter(({ path }) => path.length === 2 && path[0] === "promotions");
  const names = [...new Set(lists.map(({ path }) => path[1] ?? ""))];
  const rows = [...said, ...names.map((name) => rowOf(outline, text, name, undefined))];
  const isSaid = (name: string) => rows.some(({ piece }) => piece === name);
  if (!isChange(outline)) return rows;
  const inherited = game.types.filter(
    (type) => type.promotesTo.length > 0 && !isSaid(nameAsTold(type)) && !isMade(nameAsTold(type)),
  );
  return [
    ...rows,
    ...inherited.map((type): Row => ({
      piece: nameAsTold(type),
      becomes: type.promotesTo.map(({ to }, index) => ({
        to: named(game, to),
        index,
        special: undefined,
      })),
      terms: { region: undefined, must: undefined },
      canChange: type.promotesTo.every(({ when }) => when === undefined),
      isInherited: true,
    })),
  ];
}

function named(game: GameView, type: number): string {
  const found = game.types[type];
  return found ? originalName(nameAsTold(found)) : "";
}

function rowOf(outline: Outline, text: string, piece: string, value: Value | undefined): Row {
  const items = value ? itemsOf(value) : [];
  const all = items.map((item) => termsOf(item));
  const terms = all.find((one) => one !== undefined) ?? { region: undefined, must: undefined };
  const isLike = (one: Terms | undefined) =>
    one !== undefined && one.region === terms.region && one.must === terms.must;
  return {
    piece,
    becomes: items.map((item, index) => ({
      to: nameIn(item) ?? "",
      index,
      special: isLike(all[index]) ? undefined : text.slice(item.from, item.to),
    })),
    terms,
    canChange: value !== undefined && !hasComments(outline, value),
    isInherited: false,
  };
}

/** Returns the terms of a promotion that has no others. */
function termsOf(item: Value): Terms | undefined {
  if (textOf(item) !== undefined) return { region: undefined, must: undefined };
  if (item.kind !== "table" || item.fields.some(({ key }) => !SIMPLE.has(key))) return undefined;
  const field = (name: string) => item.fields.find(({ key }) => key === name)?.value;
  const must = field("must");
  if (must && !(must.kind === "literal" && typeof must.value === "boolean")) return undefined;
  return { region: textOf(field("in")), must: must?.kind === "literal" ? must.value === true : undefined };
}

function nameIn(item: Value): string | undefined {
  if (item.kind === "table") return textOf(item.fields.find(({ key }) => key === "to")?.value);
  return textOf(item);
}

/** Returns a promotion as it is written. */
function written(to: string, { region, must }: Terms): string {
  const name = JSON.stringify(to);
  const terms = [
    ...(region === undefined ? [] : [`in = ${JSON.stringify(region)}`]),
    ...(must === undefined ? [] : [`must = ${must}`]),
  ];
  return terms.length === 0 ? name : `{ to = ${name}, ${terms.join(", ")} }`;
}

const path = (piece: string) => ["promotions", piece];

/** Returns the change that writes a row anew. */
function writeRow(
  outline: Outline,
  text: string,
  row: Row,
  becomes: readonly Becoming[],
  terms: Terms,
): Change {
  const items = becomes.map(({ to, special }) => special ?? written(to, terms));
  return setKey(outline, text, path(row.piece), `[${items.join(", ")}]`);
}

/** Returns the changes by which a piece becomes another one, too. */
export function addPromotion(
  outline: Outline,
  text: string,
  row: Row | undefined,
  piece: string,
  to: string,
): Change[] {
  const value = row?.isInherited === false ? valueAt(outline, text, path(piece)) : undefined;
  const terms = row?.terms ?? { region: undefined, must: undefined };
  if (value?.kind === "list") return [addItem(text, value, written(to, terms))];
  const becomes = [...(row?.becomes ?? []), { to, index: 0, special: undefined }];
  const empty: Row = { piece, becomes: [], terms, canChange: true, isInherited: false };
  return [writeRow(outline, text, row ?? empty, becomes, terms)];
}

/** Returns the changes by which a piece becomes another one no more. */
export function removePromotion(outline: Outline, text: string, row: Row, index: number): Change[] {
  const value = row.isInherited ? undefined : valueAt(outline, text, path(row.piece));
  if (value?.kind === "list") return [removeItem(text, value, index)];
  const becomes = row.becomes.filter((one) => one.index !== index);
  return [writeRow(outline, text, row, becomes, row.terms)];
}

/** Returns the changes that give other terms to what a row says without further conditions. */
export function setTerms(outline: Outline, text: string, row: Row, terms: Terms): Change[] {
  const value = row.isInherited ? undefined : valueAt(outline, text, path(row.piece));
  if (!value) return [writeRow(outline, text, row, row.becomes, terms)];
  return itemsOf(value).flatMap(({ from, to }, index) => {
    const one = row.becomes[index];
    return one && one.special === undefined ? [{ from, to, insert: written(one.to, terms) }] : [];
  });
}

/** The pieces of a game as a table for a page about it: letter, name, what it does, in words and in Betza's notation, what it becomes. */

import { sentence, t } from "../../language/language";
import type { GameView, TypeView } from "../../protocol/protocol";

/** How a page is written. */
export type Markup = "markdown" | "html";

/** Returns the table. A piece whose moves Betza's notation says in part has an ellipsis there. */
export function pieceText(game: GameView, markup: Markup): string {
  const heads = [t("Letter"), t("Piece"), t("What it does"), t("Betza"), t("Promotes to")];
  const rows = game.types.map((type) => [
    type.id,
    type.royal ? t("{piece} (royal)", { piece: type.name }) : type.name,
    type.description || type.notation,
    betzaOf(type),
    type.promotesTo.map((one) => promotion(game, one)).join(", "),
  ]);
  return markup === "html" ? html(heads, rows) : markdown(heads, rows);
}

function betzaOf({ betza }: TypeView): string {
  return betza.unsaid && betza.text ? `${betza.text} …` : betza.text;
}

function promotion(game: GameView, { to, when }: TypeView["promotesTo"][number]): string {
  const name = game.types[to]?.name ?? "";
  return when ? `${name} ${sentence(when)}` : name;
}

/** A character that would end a cell, or begin emphasis or a tag, is escaped. */
function markdown(heads: string[], rows: string[][]): string {
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => cell.replace(/[\\`*_{}[\]<>#|~]/g, "\\$&").replaceAll("\n", " ")).join(" | ")} |\n`;
  return [line(heads), `|${" --- |".repeat(heads.length)}\n`, ...rows.map(line)].join("");
}

function html(heads: string[], rows: string[][]): string {
  const escaped = (text: string) =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const row = (cells: string[], name: "th" | "td") =>
    `  <tr>${cells.map((cell) => `<${name}>${escaped(cell)}</${name}>`).join("")}</tr>\n`;
  return `<table>\n${row(heads, "th")}${rows.map((cells) => row(cells, "td")).join("")}</table>\n`;
}

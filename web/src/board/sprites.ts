/** The pictures of the pieces, put into the document once and used by every board. */

import type { TileSet, TileView } from "../protocol/protocol";

const put = new Set<string>();

/** Puts the pictures of a game's pieces into the document. */
export function putSprites(game: string, set: TileSet, tiles: readonly TileView[]): void {
  const name = `${game}-${set}`;
  if (put.has(name)) return;
  put.add(name);
  const symbol = (id: string, content: string) =>
    `<symbol id="${id}" viewBox="0 0 100 100">${content}</symbol>`;
  const symbols = tiles.map(
    ({ up, down }, type) =>
      symbol(spriteId(game, set, type, true), up) + symbol(spriteId(game, set, type, false), down),
  );
  const holder = document.createElement("div");
  holder.hidden = true;
  holder.dataset["sprites"] = game;
  // The pictures come from our own server, which draws them from the game's definition.
  holder.innerHTML = `<svg aria-hidden="true" xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>`;
  document.body.append(holder);
}

/** Takes the pictures of a game out of the document. */
export function dropSprites(game: string): void {
  for (const name of [...put]) if (name.startsWith(`${game}-`)) put.delete(name);
  for (const holder of document.querySelectorAll(`[data-sprites="${CSS.escape(game)}"]`)) holder.remove();
}

/** Returns the id of a picture. */
export function spriteId(game: string, set: TileSet, type: number, up: boolean): string {
  return `${game}-${set}-${type}-${up ? "up" : "down"}`;
}

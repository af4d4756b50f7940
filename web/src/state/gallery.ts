/** Games that people have published on the server. */

import type {
  ChangeVisibility,
  GalleryPage,
  MarkFavourite,
  PublishGame,
  PublishedGame,
  PublishedText,
} from "../protocol/protocol";
import { post, read } from "./account";
import { isOwn } from "./ownGames";

/** A list of published games: those for everybody, or the own ones. */
export type GalleryList = "games" | "own" | "favourites";

/** The search in the games for everybody. */
export interface GallerySearch {
  /** Words of the title, the author or the pieces, or the name of the publisher. */
  text: string;
  /** The files and ranks of the board, as in `10x10`; empty for any. */
  board: string;
  order: GalleryOrder;
}

/** The search that finds every game. */
export const ANY_GAME: GallerySearch = { text: "", board: "", order: "newest" };

export type GalleryOrder = "newest" | "plays" | "favourites";

export const publishGame = (wish: PublishGame) => post<PublishedGame>("/gallery/publish", wish);
export const changeVisibility = (wish: ChangeVisibility) => post<PublishedGame>("/gallery/visibility", wish);
export const markFavourite = (wish: MarkFavourite) => post<PublishedGame>("/gallery/favourite", wish);

/** Reads a published game with its text. */
export const readPublished = (id: string) => read<PublishedText>(`/gallery/game/${encodeURIComponent(id)}`);

/** Reads a page of a list, counted from 0. */
export function readGallery(list: GalleryList, page: number, search?: GallerySearch): Promise<GalleryPage> {
  const query = new URLSearchParams({ ...search, page: String(page) });
  return read<GalleryPage>(`/gallery/${list}?${query.toString()}`);
}

/** Returns games with one of them as it is after a change. */
export function withChanged(games: readonly PublishedGame[], changed: PublishedGame): PublishedGame[] {
  return games.map((known) => (known.game.id === changed.game.id ? changed : known));
}

/** Returns the text of a user-made game, if it is published. */
export async function publishedText(id: string): Promise<string | undefined> {
  if (!isOwn(id)) return undefined;
  return readPublished(id).then(
    ({ text }) => text,
    () => undefined,
  );
}

/** Returns the parts of the address of a published game. */
export function addressOf(id: string): [string, string] {
  return ["made", id.replace(/^own-/, "")];
}

/** The search in the games that people have made. */

import { For, createMemo, createSignal } from "solid-js";
import { msg } from "../../language/catalogue";
import { t } from "../../language/language";
import type { GalleryOrder, GallerySearch } from "../../state/gallery";

const ORDERS: readonly [GalleryOrder, string][] = [
  ["newest", msg("The newest first")],
  ["plays", msg("The most played first")],
  ["favourites", msg("The most favoured first")],
];

interface GallerySearchFormProps {
  boards: readonly (readonly [number, number])[];
  search: (search: GallerySearch) => void;
}

export function GallerySearchForm(props: GallerySearchFormProps) {
  const [text, setText] = createSignal("");
  const [board, setBoard] = createSignal("");
  const [order, setOrder] = createSignal<GalleryOrder>("newest");
  /** The sizes that have been seen: one that is chosen stays among them. */
  const boards = createMemo(
    (old: GallerySearchFormProps["boards"]) => (props.boards.length > 0 ? props.boards : old),
    [],
  );
  const search = () => props.search({ text: text().trim(), board: board(), order: order() });
  return (
    <form
      class="row find"
      role="search"
      aria-label={t("Games people made")}
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      <input
        type="search"
        aria-label={t("Words of the title, an author or a piece")}
        placeholder={t("Title, author or piece")}
        maxlength="60"
        value={text()}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <select
        aria-label={t("Board")}
        onChange={(event) => {
          setBoard(event.currentTarget.value);
          search();
        }}
      >
        <option value="" selected={board() === ""}>
          {t("Any board")}
        </option>
        <For each={boards()}>
          {([files, ranks]) => (
            <option value={`${files}x${ranks}`} selected={board() === `${files}x${ranks}`}>
              {files} × {ranks}
            </option>
          )}
        </For>
      </select>
      <select
        aria-label={t("Order")}
        onChange={(event) => {
          setOrder(event.currentTarget.value as GalleryOrder);
          search();
        }}
      >
        <For each={ORDERS}>{([value, label]) => <option value={value}>{t(label)}</option>}</For>
      </select>
      <button>{t("Find")}</button>
    </form>
  );
}

/** The pieces that any game can have, to be searched and taken. */

import { For, Show, createMemo, createSignal } from "solid-js";
import { t, told } from "../../../language/language";
import { useApp } from "../../../state/app";
import { Dialog } from "../../Dialog";
import { isFound } from "./search";

interface GalleryProps {
  /** The names of the pieces that the game has. */
  inGame: readonly string[];
  take: (name: string) => void;
  close: () => void;
}

export default function Gallery(props: GalleryProps) {
  const app = useApp();
  const [search, setSearch] = createSignal("");
  const all = () => app.library.bestiary();
  const found = createMemo(() => {
    const words = search().trim().split(/\s+/).filter(Boolean);
    return all()
      .filter((piece) => isFound(piece, told(piece.name), words))
      .toSorted((a, b) => told(a.name).localeCompare(told(b.name)));
  });
  return (
    <Dialog wide title={t("Take one from the bestiary")} close={props.close}>
      <input
        type="search"
        class="gallery-search"
        placeholder={t("A name, or moves such as R4")}
        aria-label={t("Search the bestiary")}
        value={search()}
        onInput={(event) => setSearch(event.currentTarget.value)}
      />
      <ul class="gallery" tabindex="0" aria-label={t("The pieces of the bestiary")}>
        <For each={found()} fallback={<li class="faint">{t("No piece has these words.")}</li>}>
          {(piece) => (
            <li>
              <div>
                <h3>{told(piece.name)}</h3>
                <code translate="no">{piece.ability}</code>
                <p>{told(piece.description)}</p>
              </div>
              <Show
                when={!props.inGame.includes(piece.name)}
                fallback={<span class="faint">{t("in the game")}</span>}
              >
                <button
                  class="small"
                  aria-label={t("Take it: {name}", { name: told(piece.name) })}
                  onClick={() => props.take(piece.name)}
                >
                  {t("Take it")}
                </button>
              </Show>
            </li>
          )}
        </For>
      </ul>
    </Dialog>
  );
}

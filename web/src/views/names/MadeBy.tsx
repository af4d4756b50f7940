/** The games that a player has published, the newest first. */

import { For, Show, createResource } from "solid-js";
import { t } from "../../language/language";
import { AccountError } from "../../state/account";
import { ANY_GAME, readGallery, withChanged } from "../../state/gallery";
import "../../style/make.css";
import { PublishedCard } from "../gallery/PublishedCard";

export function MadeBy(props: { name: string }) {
  const [games, { mutate }] = createResource(
    () => props.name,
    async (name) => {
      try {
        const { games } = await readGallery("games", 0, { ...ANY_GAME, text: name });
        // Games of others that have the name in their title are found, too.
        return games.filter(({ publisher }) => publisher?.name === name);
      } catch (reason) {
        if (!(reason instanceof AccountError)) throw reason;
        return [];
      }
    },
  );
  return (
    <Show when={games.latest?.length}>
      <section class="tables" aria-labelledby="made-by">
        <h2 id="made-by">{t("Games made by {name}", { name: props.name })}</h2>
        <ul>
          <For each={games.latest}>
            {(published) => (
              <li>
                <PublishedCard
                  published={published}
                  change={(changed) => mutate((old) => old && withChanged(old, changed))}
                />
              </li>
            )}
          </For>
        </ul>
      </section>
    </Show>
  );
}

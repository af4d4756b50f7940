/** The names of the players of a game, and whether it is rated. */

import { For, Show } from "solid-js";
import { t } from "../../language/language";
import type { PublicGame } from "../../protocol/protocol";
import { guestInWords } from "../../state/names";
import { href } from "../../state/route";

interface PlayersProps {
  names: NonNullable<PublicGame["names"]>;
  sides: readonly string[];
  rated: boolean;
}

export function Players(props: PlayersProps) {
  return (
    <p class="players">
      <For each={props.names}>
        {(named, side) => (
          <Show when={named}>
            {(known) => (
              <span>
                {`${props.sides[side()] ?? ""}: `}
                <Show when={known().name} fallback={t("deleted")}>
                  {(name) => (
                    <Show when={!known().guest} fallback={guestInWords(name())}>
                      <a href={href("player", name())}>{name()}</a>
                    </Show>
                  )}
                </Show>{" "}
              </span>
            )}
          </Show>
        )}
      </For>
      <Show when={props.rated}>
        <span class="rated">{t("rated")}</span>
      </Show>
    </p>
  );
}

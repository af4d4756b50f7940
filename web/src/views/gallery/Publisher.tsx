/** Who has published a game. */

import { Show } from "solid-js";
import { t } from "../../language/language";
import type { NamedPlayer } from "../../protocol/protocol";
import { href } from "../../state/route";

export function Publisher(props: { publisher: NamedPlayer; day?: string }) {
  return (
    <p class="players">
      <span>
        {t("published by")}{" "}
        <Show when={props.publisher.name} fallback={t("a deleted name")}>
          {(name) => <a href={href("player", name())}>{name()}</a>}
        </Show>
        <Show when={props.day}>{(day) => `, ${day()}`}</Show>
      </span>
    </p>
  );
}

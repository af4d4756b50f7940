/** What a side has taken, by worth, and by how much that is more than what the other side has. */

import { For, Show, createMemo } from "solid-js";
import { codeOf } from "../../board/piece";
import { TilePicture } from "../../board/Tile";
import type { GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { type Captures, capturesOf } from "../../state/captures";
import { number, t } from "../../language/language";

export function Losses(props: { game: GameView; side: number }) {
  const app = useApp();
  const id = () => props.game.summary.id;
  const captures = createMemo((): Captures | undefined => {
    const losses = app.facts.position()?.losses;
    // Nobody asks what pieces are worth before the first is taken.
    if (!losses?.some((types) => types.length > 0)) return undefined;
    return capturesOf(losses, app.worthOf(id()) ?? [], props.side);
  });
  const inWords = (captures: Captures) => {
    const list = captures.types.map(({ type, count }) => {
      const name = props.game.types[type]?.name ?? "";
      return count > 1 ? `${count} × ${name}` : name;
    });
    const more =
      captures.more > 0
        ? t("; worth {more} more than what was lost", { more: number(captures.more, 1) })
        : "";
    return t("Has taken {pieces}{more}", { pieces: list.join(", ") || t("nothing"), more });
  };
  return (
    <Show when={captures()}>
      {(now) => (
        <span class="captured" role="img" aria-label={inWords(now())} title={inWords(now())}>
          <For each={now().types}>
            {({ type, count }) => (
              <span class="taken">
                <TilePicture
                  game={props.game}
                  set={app.tileSet(id())}
                  code={codeOf(type, 1 - props.side)}
                  up={props.side === 1}
                  size={22}
                />
                <Show when={count > 1}>{count}</Show>
              </span>
            )}
          </For>
          <Show when={now().more > 0}>
            <strong>+{number(now().more, 1)}</strong>
          </Show>
        </span>
      )}
    </Show>
  );
}

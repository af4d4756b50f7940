/** The end of a battle of the course: a victory is kept, and a link leads back to its evening. */

import { Show, onMount } from "solid-js";
import { t, told } from "../../language/language";
import { eveningOfBattle } from "../../learn/course";
import type { GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { href } from "../../state/route";
import { keepVictory } from "../learn/course/victory";

export default function BattleEnd(props: { game: GameView; isWon: boolean }) {
  const app = useApp();
  onMount(() => {
    if (props.isWon) void keepVictory(app, props.game);
  });
  return (
    <Show when={eveningOfBattle(props.game.summary.id, props.game.text)}>
      {(evening) => (
        <a class="button" href={href("course", evening().id)}>
          {t("On with the evening: {title}", { title: told(evening().title) })}
        </a>
      )}
    </Show>
  );
}

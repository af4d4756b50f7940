/** The choice of a game. Its name may be long: it is written out over as many lines as it takes. */

import { For } from "solid-js";
import { t } from "../language/language";
import { useApp } from "../state/app";
import { Icon } from "../Icon";

export function GameSelect(props: { game: string; choose: (game: string) => void }) {
  const { facts } = useApp();
  const name = () => facts.games().find(({ id }) => id === props.game)?.name;
  return (
    <span class="game-select button">
      <span aria-hidden="true">{name()}</span>
      <Icon name="down" />
      <select
        aria-label={t("Game")}
        value={props.game}
        onChange={(event) => props.choose(event.currentTarget.value)}
      >
        <For each={facts.games()}>{(game) => <option value={game.id}>{game.name}</option>}</For>
      </select>
    </span>
  );
}

/** The choice of a game. Its name may be long: it is written out over as many lines as it takes. */

import { For, Show } from "solid-js";
import { t } from "../language/language";
import type { GameSummary } from "../protocol/protocol";
import { useApp } from "../state/app";
import { isOwn } from "../state/ownGames";
import { Icon } from "../Icon";

export function GameSelect(props: { game: string; choose: (game: string) => void }) {
  const { drafts, facts, library } = useApp();
  const name = () => library.summaryOf(props.game)?.name;
  /** The playable games that the person made, and the chosen one if it is user-made. */
  const own = () => {
    const made = drafts.all().flatMap(({ playable }) => playable?.summary ?? []);
    const chosen = isOwn(props.game) ? library.summaryOf(props.game) : undefined;
    return chosen && !made.some(({ id }) => id === chosen.id) ? [chosen, ...made] : made;
  };
  return (
    <span class="game-select button">
      <span aria-hidden="true">{name()}</span>
      <Icon name="down" />
      <select
        aria-label={t("Game")}
        value={props.game}
        onChange={(event) => props.choose(event.currentTarget.value)}
      >
        <Show when={own().length > 0} fallback={<Options games={facts.games()} chosen={props.game} />}>
          <optgroup label={t("Your games")}>
            <Options games={own()} chosen={props.game} />
          </optgroup>
          <optgroup label={t("The other games")}>
            <Options games={facts.games()} chosen={props.game} />
          </optgroup>
        </Show>
      </select>
    </span>
  );
}

function Options(props: { games: readonly GameSummary[]; chosen: string }) {
  return (
    <For each={props.games}>
      {(game) => (
        <option value={game.id} selected={game.id === props.chosen}>
          {game.name}
        </option>
      )}
    </For>
  );
}

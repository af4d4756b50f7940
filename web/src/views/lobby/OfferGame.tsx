/** Offers a game in the lobby. */

import { For, Show, createSignal, untrack } from "solid-js";
import { t } from "../../language/language";
import { useApp } from "../../state/app";
import { NewGameDialog } from "../games/NewGameDialog";

export function OfferGame() {
  const { facts } = useApp();
  /** At first the game that was played last. */
  const [wanted, setWanted] = createSignal(untrack(() => facts.state()?.game));
  const game = () => facts.games().find(({ id }) => id === wanted()) ?? facts.games()[0];
  const [isOffering, setOffering] = createSignal(false);
  return (
    <>
      <div class="row find">
        <select
          aria-label={t("The game to offer")}
          value={game()?.id}
          onChange={(event) => setWanted(event.currentTarget.value)}
        >
          <For each={facts.games()}>{({ id, name }) => <option value={id}>{name}</option>}</For>
        </select>
        <button disabled={!game()} onClick={() => setOffering(true)}>
          {t("Offer a game")}
        </button>
      </div>
      <Show when={isOffering() && game()}>
        {(game) => <NewGameDialog game={game()} isForLobby close={() => setOffering(false)} />}
      </Show>
    </>
  );
}

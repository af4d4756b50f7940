/** The settings of a search for an opponent: one game or several, live or by correspondence. */

import { For, Show, createSignal, untrack } from "solid-js";
import { plural, t } from "../../language/language";
import type { ClockRule } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { LobbyError } from "../../state/lobby";
import { Refusal } from "../../state/link";
import { seek } from "../../state/seek";
import { Dialog } from "../Dialog";
import { isInFront } from "../games/shelves";
import { Tick } from "../Tick";
import { PaceChoice } from "./PaceChoice";
import { NicknameField } from "../names/NicknameField";
import "../../style/lobby.css";

export default function FindDialog(props: { close: () => void }) {
  const app = useApp();
  const [clock, setClock] = createSignal<ClockRule>({ type: "days", days: 1 });
  /** The games that are wanted; any if there are none. */
  const [wanted, setWanted] = createSignal<readonly string[]>([]);
  const [isRated, setRated] = createSignal(false);
  const [isBusy, setBusy] = createSignal(false);
  const [trouble, setTrouble] = createSignal("");
  const games = () => app.facts.games();
  const others = () => games().filter((game) => !isInFront(game));
  /** The game of a table of one's own: of those that are wanted any, else the one that was played last. */
  const first = () => {
    const some = wanted();
    const played = untrack(() => app.facts.state()?.game);
    const known = games().some(({ id }) => id === played) ? played : games()[0]?.id;
    return some[Math.floor(Math.random() * some.length)] ?? known ?? "";
  };

  function want(id: string, isWanted: boolean): void {
    setWanted((old) => (isWanted ? [...old, id] : old.filter((one) => one !== id)));
  }

  async function begin(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setTrouble("");
    try {
      const rated = Boolean(app.ownName.name()) && isRated();
      await seek(app, { games: wanted(), first: first(), clock: clock(), rated });
      props.close();
    } catch (reason) {
      if (!(reason instanceof Refusal || reason instanceof LobbyError)) throw reason;
      setTrouble(reason.message);
    } finally {
      setBusy(false);
    }
  }

  const Game = (own: { id: string; name: string }) => (
    <Tick class="tick" label={own.name} on={wanted().includes(own.id)} set={(on) => want(own.id, on)} />
  );

  return (
    <Dialog title={t("Find an opponent")} close={props.close}>
      <form class="form" onSubmit={(event) => void begin(event)}>
        <fieldset>
          <legend>{t("Games")}</legend>
          <p class="hint">
            {wanted().length === 0
              ? t("Any game. Tick those that you want, if not all.")
              : plural(wanted().length, "{count} game is wanted.", "{count} games are wanted.")}
          </p>
          <div class="wanted">
            <For each={games().filter(isInFront)}>{(game) => <Game {...game} />}</For>
          </div>
          <Show when={others().length > 0}>
            <details class="wanted-others">
              <summary>{t("The other games")}</summary>
              <div class="wanted">
                <For each={others()}>{(game) => <Game {...game} />}</For>
              </div>
            </details>
          </Show>
        </fieldset>
        <PaceChoice choose={setClock} />
        <Show
          when={app.ownName.name()}
          fallback={
            <fieldset>
              <NicknameField />
            </fieldset>
          }
        >
          <Tick
            class="tick"
            label={t("Rated: who takes the other seat has a name, too")}
            on={isRated()}
            set={setRated}
          />
        </Show>
        <p class="trouble" role="alert">
          {trouble()}
        </p>
        <button class="primary wide-button" disabled={isBusy()}>
          {t("Find an opponent")}
        </button>
        <p class="hint">
          {t(
            "Whoever waits for such a game plays with you at once. Otherwise everybody sees that you wait, until you stop.",
          )}
        </p>
      </form>
    </Dialog>
  );
}

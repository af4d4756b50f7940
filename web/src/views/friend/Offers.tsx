/** Offers between the players of a game elsewhere, and the own role in it. */

import { Match, Show, Suspense, Switch } from "solid-js";
import { t } from "../../language/language";
import type { GameView, SeatsView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { PERSONS } from "../../state/newGame";
import { answer } from "../../state/link";
import { href } from "../../state/route";
import { lazily } from "../lazily";
import { isLookingBack } from "../play/lookingBack";
import { singleFlight } from "../singleFlight";

const Claims = lazily(() => import("./Claims"));

export default function Offers(props: { game: GameView }) {
  const { facts } = useApp();
  const state = facts.state;
  return (
    <Show when={state()?.seats}>
      {(seats) => (
        <>
          <Show when={facts.mySide() === undefined}>
            <p class="faint">{t("You watch this game.")}</p>
          </Show>
          <Show when={isLookingBack(facts)}>
            <p class="faint">{t("You look back. The game goes on at the end of the list.")}</p>
          </Show>
          <Show when={facts.claim() ?? facts.awaySince().some((since) => since !== undefined)}>
            <Suspense>
              <Claims game={props.game} />
            </Suspense>
          </Show>
          <TakeBack game={props.game} by={seats().takeBackOffer} />
        </>
      )}
    </Show>
  );
}

/** The request to take back: the other side answers it, and the player who has made it may withdraw it. */
function TakeBack(props: { game: GameView; by: number | undefined }) {
  const { ask, facts } = useApp();
  const mine = () => facts.mySide();
  const answerIt = (accept: boolean) =>
    void ask({ type: "answerTakeBack", side: 1 - (props.by ?? 0), accept });
  return (
    <Show when={props.by !== undefined}>
      <div class="offer">
        <span>
          {t("{side} asks to take a turn back.", { side: props.game.summary.sides[props.by ?? 0] ?? "" })}
        </span>
        <span class="row">
          <Switch>
            <Match when={mine() === props.by}>
              <button onClick={() => void ask({ type: "withdrawTakeBack", side: props.by ?? 0 })}>
                {t("Withdraw it")}
              </button>
            </Match>
            <Match when={mine() !== undefined}>
              <button onClick={() => answerIt(true)}>{t("Allow it")}</button>
              <button onClick={() => answerIt(false)}>{t("Decline")}</button>
            </Match>
          </Switch>
        </span>
      </div>
    </Show>
  );
}

/** After the game: a rematch, or an analysis in a game of the person's own. */
export function After(props: { game: GameView; seats: SeatsView }) {
  const app = useApp();
  const mine = () => app.facts.mySide();
  const by = () => props.seats.rematchOffer;
  const isAborted = () => app.facts.state()?.result?.score === "*";
  const offer = () =>
    void app.ask({ type: "offerRematch", side: mine() ?? 0, seat: app.seats.next(app.link.session()) });
  const decline = () => void app.ask({ type: "declineRematch", side: mine() ?? 0 });

  const analyse = singleFlight(async () => {
    const events = await app.ask({ type: "export" });
    if (!events) return;
    const text = answer(events, "exported").record;
    await app.start({ players: PERSONS, from: { type: "record", text } });
  });

  return (
    <div class="offer">
      <Show when={by() !== undefined && !props.seats.rematch}>
        <span>{t("{side} wants to play again.", { side: props.game.summary.sides[by() ?? 0] ?? "" })}</span>
      </Show>
      <span class="row">
        <Switch>
          <Match when={props.seats.rematch}>
            {(rematch) => (
              <a class="button" href={href("play", rematch())}>
                {t("To the rematch")}
              </a>
            )}
          </Match>
          <Match when={mine() === undefined || isAborted()}>{null}</Match>
          <Match when={by() === undefined}>
            <button onClick={offer}>{t("Rematch")}</button>
          </Match>
          <Match when={by() === mine()}>
            <button onClick={decline}>{t("Withdraw it")}</button>
          </Match>
          <Match when={by() !== undefined}>
            <button onClick={offer}>{t("Play again")}</button>
            <button onClick={decline}>{t("No, thanks")}</button>
          </Match>
        </Switch>
        <Show when={app.facts.tree().size > 1}>
          <button class="quiet" onClick={() => void analyse()}>
            {t("Analyse a copy")}
          </button>
        </Show>
      </span>
    </div>
  );
}

/** The status of the game: an offer, a repetition, a hint, the engine that waits. */

import { For, Match, Show, Suspense, Switch } from "solid-js";
import { threatsInWords } from "../../entry/words";
import { plural, sentence, t } from "../../language/language";
import type { GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import type { Entering } from "../../state/entering";
import { Rich } from "../../language/Rich";
import type { ChoiceNews } from "./choices";
import type { Hint } from "./hint";
import { useLine } from "./line";
import { isLookingBack } from "./lookingBack";
import { SetupNews } from "./SetupNews";
import { useTaking } from "./turns";
import { HintText } from "../hint/HintText";
import { lazily } from "../lazily";

const Offers = lazily(() => import("../friend/Offers"));

interface StatusProps {
  game: GameView;
  entering: Entering;
  /** The last choice in the set-up, until the first move. */
  news: ChoiceNews | undefined;
  hint: Hint;
}

export function Status(props: StatusProps) {
  const app = useApp();
  const { ask, facts } = app;
  const take = useTaking(() => props.entering);
  const state = facts.state;
  const line = useLine();
  const sides = () => props.game.summary.sides;
  /** The attackers of royal pieces, unless this is switched off or the game is over. */
  const threats = () => {
    const position = facts.position();
    const isWanted = app.settings.overlays.includes("threats") && state()?.stage === "turn";
    return position && isWanted ? threatsInWords(props.game, position) : [];
  };
  const isEnginesTurn = () =>
    state()?.stage === "turn" && state()?.players[facts.position()?.side ?? 0]?.type === "engine";
  /** Whether an engine plays: then what it does has a place of its own, so that nothing moves when it begins and ends to think. */
  const hasEngine = () =>
    state()?.stage === "turn" && (state()?.players.some(({ type }) => type === "engine") ?? false);
  const hint = () => props.hint.shown()?.lines[0];
  const offer = () => {
    const by = state()?.drawOffer;
    return by === undefined ? undefined : { by, to: 1 - by };
  };
  const repetitions = () => facts.position()?.repetitions ?? 0;
  return (
    <div class="status" aria-live="polite">
      <Show when={hasEngine()}>
        {/* How deep it thinks is not read aloud. */}
        <p class="engine" aria-live="off">
          <Switch>
            <Match when={state()?.waiting && isEnginesTurn()}>
              <span>{t("The engine waits.")}</span>
              <button class="quiet" onClick={() => void ask({ type: "go" })}>
                {t("Let it play")}
              </button>
            </Match>
            <Match when={state()?.thinking && !offer()}>
              <span class="faint">
                <Show when={facts.thinking()} fallback={t("The engine thinks.")}>
                  {(thought) => t("The engine thinks, {depth} deep.", { depth: thought().depth })}
                </Show>
              </span>
              <button class="quiet" onClick={() => void ask({ type: "moveNow" })}>
                {t("Play now")}
              </button>
            </Match>
          </Switch>
        </p>
      </Show>
      <Show when={props.news}>{(news) => <SetupNews news={news()} />}</Show>
      <For each={threats()}>{(text) => <p class="check">{text}</p>}</For>
      <Show when={state()?.seats}>
        <Suspense>
          <Offers game={props.game} />
        </Suspense>
      </Show>
      <Show when={!state()?.seats && isLookingBack(facts)}>
        <p class="faint">
          {t(
            "This is an earlier position. A turn played here goes on from here; what followed stays as a variation.",
          )}{" "}
          <button class="quiet" onClick={line.last}>
            {t("Back to the game")}
          </button>
        </p>
      </Show>
      <Show when={offer()}>{(sides) => <DrawOffer game={props.game} {...sides()} />}</Show>
      <Show when={facts.declined() !== undefined}>
        <p>{t("{side} declines the draw.", { side: sides()[facts.declined() ?? 0] ?? "" })}</p>
      </Show>
      <Show when={repetitions() > 0 && props.game.illegalRepetition > 0}>
        <p>
          {plural(
            repetitions(),
            "This position has been there once before.",
            "This position has been there {count} times before.",
          )}{" "}
          {t("A turn that brings it about a {ordinal} time is not allowed.", {
            ordinal: ordinal(props.game.illegalRepetition),
          })}
        </p>
      </Show>
      <Show when={props.hint.isDue()}>
        <p class="faint advice">{t("The engine looks for a hint …")}</p>
      </Show>
      <Show when={hint()}>
        {(line) => (
          <HintText
            game={props.game}
            board={facts.position()?.board ?? []}
            hint={props.hint.steps}
            turn={app.turns().seek({ type: "listed", index: line().index })}
            about={sentence(line().reason ?? "")}
            more={props.hint.steps.more}
          >
            <Rich
              text={t("The engine would play <turn>{turn}</turn> ({score}).", {
                turn: line().turns[0] ?? "",
                score: sentence(line().score.text),
              })}
              parts={{ turn: (text) => <strong translate="no">{text}</strong> }}
            />{" "}
            <button class="quiet" onClick={() => void take(line().index)}>
              {t("Play it")}
            </button>
          </HintText>
        )}
      </Show>
    </div>
  );
}

/** The offer of a draw: the other side answers it, and the player who has made it may withdraw it. */
function DrawOffer(props: { game: GameView; by: number; to: number }) {
  const { ask, facts, mayPlay } = useApp();
  const name = (side: number) => props.game.summary.sides[side] ?? "";
  const isToEngine = () => facts.state()?.players[props.to]?.type === "engine";
  const answer = (accept: boolean) => void ask({ type: "answerDraw", side: props.to, accept });
  return (
    <div class="offer">
      <span>
        {t("{side} offers a draw.", { side: name(props.by) })}
        <Show when={isToEngine()}> {t("The engine thinks about it.")}</Show>
      </span>
      <span class="row">
        <Show when={!isToEngine() && mayPlay(props.to)}>
          <button onClick={() => answer(true)}>{t("Accept")}</button>
          <button onClick={() => answer(false)}>{t("Decline")}</button>
        </Show>
        <Show when={mayPlay(props.by)}>
          <button onClick={() => void ask({ type: "withdrawDraw", side: props.by })}>
            {t("Withdraw it")}
          </button>
        </Show>
      </span>
    </div>
  );
}

function ordinal(number: number): string {
  const words: Readonly<Record<number, string>> = { 2: t("second"), 3: t("third"), 4: t("fourth") };
  return words[number] ?? t("{number}th", { number });
}

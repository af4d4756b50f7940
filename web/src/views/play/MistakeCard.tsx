/** A mistake to be mended: a better turn is looked for on the board. */

import { Match, Show, Switch } from "solid-js";
import { sentence, t } from "../../language/language";
import type { GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import type { MistakeTraining } from "../../state/mistakes";
import { type JudgedTurn, signOf } from "../../state/review";
import { Rich } from "../../language/Rich";
import { HintText } from "../hint/HintText";
import { createReasons } from "../hint/reason";

interface MistakeCardProps {
  game: GameView;
  training: MistakeTraining;
  mistake: JudgedTurn;
}

export default function MistakeCard(props: MistakeCardProps) {
  const app = useApp();
  const position = app.facts.position;
  const best = () => {
    const { best: turn, node } = props.mistake;
    return turn === undefined || node.parent === undefined ? undefined : { node: node.parent, turn };
  };
  const about = createReasons(app, () => [best() ?? []].flat());
  /** The better turn, where the position is shown in which it is to be found. */
  const better = () => {
    const place = best();
    if (!place || position()?.node !== place.node) return undefined;
    return app.turns().seek({ type: "typed", text: place.turn });
  };
  const now = () => props.training.progress();
  const isLast = () => props.training.place().number === props.training.place().count;
  const isFound = () => now().type === "right" || now().type === "shown";
  /** The turn that has been tried, once it is judged. */
  const tried = (type: "right" | "wrong") => {
    const progress = now();
    return (progress.type === "right" || progress.type === "wrong") && progress.type === type
      ? progress
      : undefined;
  };
  return (
    <section class="lesson" aria-label={t("Learn from a mistake")}>
      <p class="faint">
        {t("Mistake {number} of {count}", {
          number: props.training.place().number,
          count: props.training.place().count,
        })}
      </p>
      <p>
        <strong translate="no">
          {props.mistake.node.number} {props.mistake.node.text}
          {signOf(props.mistake.judgement.nag)}
        </strong>{" "}
        {t("was played here.")} {sentence(props.mistake.judgement.reason ?? "")}
      </p>
      <p class="answer" aria-live="polite">
        <Switch fallback={now().type === "shown" ? "" : t("Find a better turn, on the board.")}>
          <Match when={now().type === "judging"}>{t("The engine looks at it …")}</Match>
          <Match when={tried("right")}>
            {(found) => (
              <>
                <strong>{t("Right:")}</strong> {found().turn}{" "}
                {found().judgement?.loss ? t("is nearly as good as the best turn.") : t("is best here.")}
              </>
            )}
          </Match>
          <Match when={tried("wrong")}>
            {(found) => (
              <>
                <strong>{t("Not yet:")}</strong> {found().turn}
                {signOf(found().judgement?.nag)} {sentence(found().judgement?.reason ?? "")}{" "}
                {t("Try another turn.")}
              </>
            )}
          </Match>
        </Switch>
      </p>
      <Show when={now().type !== "right"}>
        <HintText
          game={props.game}
          board={position()?.board ?? []}
          hint={props.training.hint}
          turn={better()}
          about={about()[0] ?? ""}
          more={props.training.hint.more}
        >
          <Rich
            text={t("Best here is <turn>{turn}</turn>.", { turn: props.mistake.best ?? "" })}
            parts={{ turn: (text) => <strong>{text}</strong> }}
          />
        </HintText>
      </Show>
      <div class="row">
        <Show when={!isFound() && props.training.hint.told() === 0}>
          <button onClick={() => props.training.hint.more()}>{t("Hint at the better turn")}</button>
        </Show>
        <Show when={isFound() || !isLast()}>
          <button class={isFound() ? "primary" : ""} onClick={() => props.training.next()}>
            {isLast() ? t("Done") : isFound() ? t("Next mistake") : t("Skip it")}
          </button>
        </Show>
        <Show when={!(isFound() && isLast())}>
          <button class="quiet" onClick={() => props.training.end()}>
            {t("End")}
          </button>
        </Show>
      </div>
    </section>
  );
}

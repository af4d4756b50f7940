/** How the engine judges the game: a bar beside the board. */

import { createMemo } from "solid-js";
import { sideClass } from "../../board/piece";
import { shapeOf } from "../../board/shape";
import { MARGIN, framed } from "../../board/viewport";
import { sentence, t } from "../../language/language";
import type { GameView, Score } from "../../protocol/protocol";
import { useApp } from "../../state/app";

/** The number of turns for which a score is shown after its own: while it plays, the engine judges only its own turns. */
const STANDS_FOR = 2;

/** Returns the last score on the way to the position shown, unless it is too old. */
export function useScore() {
  const { facts } = useApp();
  const score = createMemo(() => {
    let node = facts.state()?.node;
    for (let turns = 0; node !== undefined && turns <= STANDS_FOR; turns++) {
      const known = facts.scores().get(node)?.score;
      if (known) return known;
      node = facts.tree().get(node)?.parent;
    }
    return undefined;
  });
  return score;
}

export function EvaluationBar(props: { game: GameView; flipped: boolean; score: Score | undefined }) {
  const judged = () => {
    const text = props.score?.text;
    return text && sentence(text);
  };
  const picture = () => framed(shapeOf(props.game), undefined, false);
  const part = () => {
    return props.score ? props.score.points / 1000 : 0.5;
  };
  return (
    <div
      class={`evaluation tile ${sideClass(props.game.summary, 1)}`}
      classList={{ flipped: props.flipped, unknown: !props.score }}
      role="meter"
      aria-label={t("The engine's judgement")}
      aria-valuemin="0"
      aria-valuemax="1"
      aria-valuenow={part()}
      aria-valuetext={judged() ?? t("unknown")}
      title={judged() ?? t("not judged yet")}
      style={{
        "--picture": picture().width / picture().height,
        "--squares": 1 - (2 * MARGIN) / picture().height,
      }}
    >
      <div class={`share tile ${sideClass(props.game.summary, 0)}`} style={{ height: `${part() * 100}%` }} />
    </div>
  );
}

/** How the engine judges the game: a bar beside the board. */

import { sideClass } from "../../board/piece";
import { shapeOf } from "../../board/shape";
import { MARGIN, framed } from "../../board/viewport";
import { sentence, t } from "../../language/language";
import type { GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";

export function EvaluationBar(props: { game: GameView; flipped: boolean }) {
  const app = useApp();
  const score = () => app.facts.scores().get(app.facts.state()?.node ?? -1)?.score;
  const judged = () => {
    const text = score()?.text;
    return text && sentence(text);
  };
  const picture = () => framed(shapeOf(props.game), undefined, false);
  const part = () => {
    const now = score();
    return now ? now.points / 1000 : 0.5;
  };
  return (
    <div
      class={`evaluation tile ${sideClass(props.game.summary, 1)}`}
      classList={{ flipped: props.flipped, unknown: !score() }}
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

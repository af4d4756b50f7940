/** A game to be clicked through. */

import { Match, Show, Switch, createResource } from "solid-js";
import { stagesOf } from "../board/stages";
import { sentence, t } from "../language/language";
import type { GameView } from "../protocol/protocol";
import { useApp } from "../state/app";
import { PERSONS } from "../state/newGame";
import { Refusal } from "../state/link";
import { mainLine } from "../state/tree";
import { LineButtons } from "../views/play/LineButtons";
import { MoveList } from "../views/play/MoveList";
import { lineKeys, useShortcuts } from "../views/play/keys";
import { useLine, useWheel } from "../views/play/line";
import { useAnnouncements } from "../views/play/announcements";
import { Caption, Problem, StartingArray, Waiting } from "./parts";
import { SeenBoard } from "./SeenBoard";

export function RecordBoard(props: { game: string | undefined; record: string; ply: number }) {
  const app = useApp();
  const [read] = createResource(async () => {
    const from = { type: "record" as const, text: props.record };
    const game = props.game === undefined ? {} : { game: props.game };
    try {
      await app.link.ask({ type: "start", ...game, players: PERSONS, from });
    } catch (reason) {
      if (reason instanceof Refusal) return { problem: reason.problem };
      throw reason;
    }
    const { turns } = mainLine(app.facts.tree());
    const first = turns[Math.min(props.ply, turns.length) - 1]?.id ?? 0;
    await app.link.ask({ type: "jump", node: first });
    return {};
  });
  const array = () => app.library.drawable(props.game);
  return (
    <Switch fallback={<Waiting />}>
      <Match when={read()?.problem}>
        {(problem) => (
          <>
            <Problem>
              {t("The record cannot be read: {reason}.", { reason: sentence(problem().message) })}
            </Problem>
            <Show when={array()}>{(game) => <StartingArray game={game()} />}</Show>
          </>
        )}
      </Match>
      <Match when={read() && app.game()} keyed>
        {(game) => <ReadGame game={game} record={props.record} />}
      </Match>
    </Switch>
  );
}

function ReadGame(props: { game: GameView; record: string }) {
  const app = useApp();
  const line = useLine();
  useShortcuts(lineKeys());
  useAnnouncements(() => props.game);
  const position = app.facts.position;
  const last = () => (position()?.last?.steps ?? []).flatMap(({ from, to }) => [from, to]);

  return (
    <>
      <Caption game={props.game} parts={["pieces", props.game.summary.id]}>
        {props.game.summary.name}
      </Caption>
      <div class="embed-game">
        <div ref={useWheel()}>
          <Show when={position()}>
            {(now) => (
              <SeenBoard
                game={props.game}
                scene={{
                  board: now().board,
                  stages: stagesOf(now().last),
                }}
                pairs={now().pairs ?? []}
                marks={now().marks}
                turns={{ side: now().side, list: app.turns() }}
                last={last()}
              />
            )}
          </Show>
        </div>
        <section class="embed-turns" aria-label={t("The turns")}>
          <div class="controls" role="toolbar" aria-label={t("The game")}>
            <LineButtons />
          </div>
          <div class="panel" tabindex="0" role="group" aria-label={t("The list of turns")}>
            <MoveList isFixed pointAt={() => undefined} inspect={() => undefined} />
          </div>
          <Show when={line.isAtEnd() && app.facts.state()?.result}>
            {(result) => (
              <p>
                <strong>{result().score}</strong> {sentence(result().text)}.
              </p>
            )}
          </Show>
        </section>
      </div>
      <div class="visually-hidden" aria-live="polite">
        {app.notices.announcement()}
      </div>
    </>
  );
}

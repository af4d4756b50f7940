/** The board that an address asks for; if it cannot be shown, the reason and the array. */

import { Match, Show, Switch, createMemo } from "solid-js";
import { listed, sentence, t } from "../language/language";
import { useApp } from "../state/app";
import { Problem, StartingArray, Waiting } from "./parts";
import { PieceDiagram } from "./PieceDiagram";
import { PositionBoard } from "./PositionBoard";
import { RecordBoard } from "./RecordBoard";
import type { Subject, Wish } from "./wish";

export function Embed(props: { wish: Wish }) {
  const app = useApp();
  /** Returns the subject if it is of a kind. */
  function wished<Kind extends Subject["kind"]>(kind: Kind): Extract<Subject, { kind: Kind }> | undefined {
    const { subject } = props.wish;
    return subject.kind === kind ? (subject as Extract<Subject, { kind: Kind }>) : undefined;
  }
  const id = () => props.wish.game ?? "";
  const game = createMemo(() => app.library.drawable(id()));
  const names = () => listed(app.facts.games().map((one) => one.id));
  return (
    <main class="embed">
      <Show when={props.wish.problem()}>{(text) => <Problem>{text()}</Problem>}</Show>
      <Show when={app.notices.text()}>{(text) => <Problem>{sentence(text())}</Problem>}</Show>
      <Switch fallback={<Waiting />}>
        <Match when={wished("record")}>
          {(asked) => <RecordBoard game={props.wish.game} record={asked().record} ply={asked().ply} />}
        </Match>
        <Match when={id() === "" || app.library.isUnknown(id())}>
          <Show when={app.facts.games().length > 0} fallback={<Waiting />}>
            <h1 class="visually-hidden">{t("Beaufort")}</h1>
            <Show when={id()}>
              <Problem>{t("There is no game “{id}”.", { id: id() })}</Problem>
            </Show>
            <p>{t("The games are {games}.", { games: names() })}</p>
          </Show>
        </Match>
        <Match when={game()} keyed>
          {(game) => (
            <Switch fallback={<StartingArray game={game} />}>
              <Match when={wished("piece")}>
                {(asked) => <PieceDiagram game={game} name={asked().piece} />}
              </Match>
              <Match when={wished("position")}>
                {(asked) => <PositionBoard game={game} text={asked().position} />}
              </Match>
            </Switch>
          )}
        </Match>
      </Switch>
    </main>
  );
}

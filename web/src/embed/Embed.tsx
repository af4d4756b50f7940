/** The board that an address asks for; if it cannot be shown, the reason and the array. */

import { Match, Show, Switch, createMemo, createResource } from "solid-js";
import { listed, sentence, t } from "../language/language";
import { useApp } from "../state/app";
import { Problem, StartingArray, Waiting } from "./parts";
import { PieceDiagram } from "./PieceDiagram";
import { PositionBoard } from "./PositionBoard";
import { RecordBoard } from "./RecordBoard";
import { readRules } from "./rules";
import type { Subject, EmbedOptions } from "./options";

export function Embed(props: { options: EmbedOptions }) {
  const app = useApp();
  /** Returns the subject if it is of a kind. */
  function subjectOf<Kind extends Subject["kind"]>(kind: Kind): Extract<Subject, { kind: Kind }> | undefined {
    const { subject } = props.options;
    return subject.kind === kind ? (subject as Extract<Subject, { kind: Kind }>) : undefined;
  }
  const [own] = createResource(
    () => props.options.rules,
    (rules) => readRules(rules, app.link.ask),
  );
  const id = () => props.options.game ?? own()?.game ?? "";
  const game = createMemo(() => app.library.drawable(id()));
  const names = () => listed(app.facts.games().map((one) => one.id));
  return (
    <main class="embed">
      <Show when={props.options.problem()}>{(text) => <Problem>{text()}</Problem>}</Show>
      <Show when={app.notices.text()}>{(text) => <Problem>{sentence(text())}</Problem>}</Show>
      <Switch fallback={<Waiting />}>
        <Match when={own()?.problem}>{(problem) => <Problem>{problem()}</Problem>}</Match>
        <Match when={props.options.rules !== undefined && !own()}>
          <Waiting />
        </Match>
        <Match when={subjectOf("record")}>
          {(asked) => <RecordBoard game={id() || undefined} record={asked().record} ply={asked().ply} />}
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
              <Match when={subjectOf("piece")}>
                {(asked) => <PieceDiagram game={game} name={asked().piece} />}
              </Match>
              <Match when={subjectOf("position")}>
                {(asked) => <PositionBoard game={game} text={asked().position} />}
              </Match>
            </Switch>
          )}
        </Match>
      </Switch>
    </main>
  );
}

/** The games that wait for who looks at the page, the oldest deadline first. */

import { For, Show, createSignal, onCleanup } from "solid-js";
import { t } from "../../language/language";
import { useApp } from "../../state/app";
import { longTime } from "../../state/clock";
import type { Duty } from "../../state/duties";
import { href } from "../../state/route";
import { playersInWords, standInWords } from "./words";

export default function YourTurn() {
  const app = useApp();
  const [now, setNow] = createSignal(performance.now());
  const timer = setInterval(() => setNow(performance.now()), 10_000);
  onCleanup(() => clearInterval(timer));
  return (
    <Show when={app.duties().length > 0}>
      <section class="duties" aria-labelledby="your-turn">
        <h2 id="your-turn">{t("Your turn")}</h2>
        <ul>
          <For each={app.duties()}>{(duty) => <DutyRow duty={duty} now={now()} />}</For>
        </ul>
      </section>
    </Show>
  );
}

function DutyRow(props: { duty: Duty; now: number }) {
  const app = useApp();
  const game = () => app.library.summaryOf(props.duty.summary.game);
  const known = () => app.tables.all().find(({ session }) => session === props.duty.session);
  const name = () => known()?.name ?? game()?.name ?? props.duty.summary.game;
  return (
    <li>
      <a href={href("play", props.duty.session)}>{name()}</a>
      <Show when={game()}>
        {(view) => (
          <span>
            {`${playersInWords(view(), props.duty.summary, app.facts.levels())}. ${standInWords(view(), props.duty.summary)}`}
          </span>
        )}
      </Show>
      <Show when={props.duty.until} fallback={<span>{t("no clock")}</span>}>
        {(until) => <time>{t("{time} left", { time: longTime(Math.max(0, until() - props.now)) })}</time>}
      </Show>
    </li>
  );
}

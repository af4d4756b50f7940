/** A mistake to be mended: a better turn is looked for on the board. */

import { Match, Show, Switch } from "solid-js";
import type { Lesson } from "../../state/lesson";
import { type JudgedTurn, signOf } from "../../state/review";

export function LessonCard(props: { lesson: Lesson; mistake: JudgedTurn }) {
  const { lesson } = props;
  const now = lesson.progress;
  const isLast = () => lesson.place().number === lesson.place().count;
  const isFound = () => now().type === "right" || now().type === "shown";
  /** The turn that has been tried, once it is judged. */
  const tried = (type: "right" | "wrong") => {
    const progress = now();
    return (progress.type === "right" || progress.type === "wrong") && progress.type === type
      ? progress
      : undefined;
  };
  return (
    <section class="lesson" aria-label="Learn from a mistake">
      <p class="faint">
        Mistake {lesson.place().number} of {lesson.place().count}
      </p>
      <p>
        <strong>
          {props.mistake.node.number} {props.mistake.node.text}
          {signOf(props.mistake.judgement.nag)}
        </strong>{" "}
        was played here. {props.mistake.judgement.reason}
      </p>
      <p class="answer" aria-live="polite">
        <Switch fallback="Find a better turn, on the board.">
          <Match when={now().type === "judging"}>The engine looks at it …</Match>
          <Match when={tried("right")}>
            {(found) => (
              <>
                <strong>Right:</strong> {found().turn}{" "}
                {found().judgement?.loss ? "is nearly as good as the best turn." : "is best here."}
              </>
            )}
          </Match>
          <Match when={tried("wrong")}>
            {(found) => (
              <>
                <strong>Not yet:</strong> {found().turn}
                {signOf(found().judgement?.nag)} {found().judgement?.reason} Try another turn.
              </>
            )}
          </Match>
          <Match when={now().type === "shown"}>
            Best here is <strong>{props.mistake.best}</strong>.
          </Match>
        </Switch>
      </p>
      <div class="row">
        <Show when={!isFound()}>
          <button onClick={() => lesson.show()}>Show the better turn</button>
        </Show>
        <Show when={isFound() || !isLast()}>
          <button class={isFound() ? "primary" : ""} onClick={() => lesson.next()}>
            {isLast() ? "Done" : isFound() ? "Next mistake" : "Skip it"}
          </button>
        </Show>
        <Show when={!(isFound() && isLast())}>
          <button class="quiet" onClick={() => lesson.end()}>
            End
          </button>
        </Show>
      </div>
    </section>
  );
}

/** The last choice in the set-up; a long list of pairs is folded. */

import { Show } from "solid-js";
import type { ChoiceNews } from "./choices";

export function SetupNews(props: { news: ChoiceNews }) {
  return (
    <Show when={props.news.pairs} fallback={<p>{props.news.text}</p>}>
      {(pairs) => (
        <details>
          <summary>{props.news.text}</summary>
          {pairs()}
        </details>
      )}
    </Show>
  );
}

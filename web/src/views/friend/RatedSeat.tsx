/** The free seat of a rated game, which is taken only after a question. */

import { Show } from "solid-js";
import { t } from "../../language/language";
import { useApp } from "../../state/app";

export default function RatedSeat(props: { side: string }) {
  const app = useApp();
  const maker = () => app.facts.state()?.seats?.names?.find((named) => named?.name)?.name ?? "";
  return (
    <>
      <p role="status">
        {t("{name} invites you to a rated game: you play {side}, and its result changes both ratings.", {
          name: maker(),
          side: props.side,
        })}
      </p>
      <Show
        when={app.ownName.name()}
        fallback={
          <p>
            <a class="button primary" href="#/name">
              {t("Sign in to take the seat")}
            </a>
          </p>
        }
      >
        <button class="primary" onClick={() => void app.takeRatedSeat()}>
          {t("Take the seat")}
        </button>
      </Show>
    </>
  );
}

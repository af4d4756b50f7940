/** Marks a published game as a favourite. */

import { Show } from "solid-js";
import { Icon } from "../../Icon";
import { plural, t } from "../../language/language";
import type { PublishedGame } from "../../protocol/protocol";
import { AccountError } from "../../state/account";
import { useApp } from "../../state/app";
import { markFavourite } from "../../state/gallery";
import { singleFlight } from "../singleFlight";

interface StarProps {
  published: PublishedGame;
  change: (published: PublishedGame) => void;
}

export function Star(props: StarProps) {
  const app = useApp();
  const count = () => plural(props.published.favourites, "the favourite of one", "a favourite of {count}");
  const mark = singleFlight(async () => {
    try {
      const { game, favourite } = props.published;
      props.change(await markFavourite({ game: game.id, on: !favourite }));
    } catch (reason) {
      if (!(reason instanceof AccountError)) throw reason;
      app.notices.show(reason.message);
    }
  });
  return (
    <Show
      when={app.ownName.name()}
      fallback={
        <Show when={props.published.favourites > 0}>
          <span class="faint">{count()}</span>
        </Show>
      }
    >
      <button
        class="quiet star"
        aria-pressed={props.published.favourite}
        title={count()}
        onClick={() => void mark()}
      >
        <Icon name="star" />
        <span class="visually-hidden">
          {t("{game} is a favourite of mine", { game: props.published.game.name })}
        </span>{" "}
        {props.published.favourites}
      </button>
    </Show>
  );
}

/** Marks a published game as a favourite. */

import { Show } from "solid-js";
import { Icon } from "../../Icon";
import { plural, t } from "../../language/language";
import type { PublishedGame } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { markFavourite } from "../../state/gallery";
import { noticeRefusal } from "../names/noticeRefusal";
import { singleFlight } from "../singleFlight";

interface StarProps {
  published: PublishedGame;
  change: (published: PublishedGame) => void;
}

export function Star(props: StarProps) {
  const app = useApp();
  const count = () => plural(props.published.favourites, "the favourite of one", "a favourite of {count}");
  const mark = singleFlight(async () => {
    const { game, favourite } = props.published;
    const marked = await noticeRefusal(app.notices, markFavourite({ game: game.id, on: !favourite }));
    if (marked) props.change(marked);
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

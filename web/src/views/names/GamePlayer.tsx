/** The name of a side's player with the rating in this game, and after a rated game the change. */

import { Show, createResource, type ResourceFetcherInfo } from "solid-js";
import { t } from "../../language/language";
import type { RatingView } from "../../protocol/protocol";
import { ratingInWords, readPlayer } from "../../state/account";
import { href } from "../../state/route";

interface GamePlayerProps {
  name: string;
  isYou: boolean;
  /** The id of the game. */
  game: string;
  /** Whether it is over: then a rated one has changed the rating. */
  isOver: boolean;
}

interface Known {
  name: string;
  rating: RatingView | undefined;
  /** The rating when the game was not over yet, if that was seen: what everybody begins with where there is none. */
  before: number | undefined;
}

/** The rating of a player without a rated game. */
const FIRST_RATING = 1500;

async function read(
  { name, game, isOver }: Omit<GamePlayerProps, "isYou">,
  { value }: ResourceFetcherInfo<Known | undefined>,
): Promise<Known | undefined> {
  const seen = value?.name === name ? value : undefined;
  // If the rating cannot be loaded, nothing is shown.
  const player = await readPlayer(name).catch(() => undefined);
  if (!player) return seen;
  const rating = player.ratings.find((rated) => rated.game === game)?.rating;
  const before = isOver ? seen?.before : (rating?.rating ?? FIRST_RATING);
  return { name, rating, before };
}

export default function GamePlayer(props: GamePlayerProps) {
  const [known] = createResource(() => ({ name: props.name, game: props.game, isOver: props.isOver }), read);
  const change = () => {
    const { rating, before } = known.latest ?? {};
    if (!props.isOver || !rating || before === undefined || rating.rating === before) return "";
    const by = rating.rating - before;
    return by > 0 ? ` (+${by})` : ` (−${-by})`;
  };
  return (
    <span class="who">
      <a href={href("player", props.name)}>
        {props.isYou ? t("{name} (you)", { name: props.name }) : props.name}
      </a>
      <Show when={known.latest?.rating}>
        {(rating) => <span class="rating">{` ${ratingInWords(rating())}${change()}`}</span>}
      </Show>
    </span>
  );
}

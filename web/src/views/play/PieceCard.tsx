/** A few words about the piece that is pointed at. */

import { Show } from "solid-js";
import { typeOf } from "../../board/piece";
import { TilePicture } from "../../board/Tile";
import { listed, t } from "../../language/language";
import type { GameView, TypeView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { href } from "../../state/route";
import { SightWords } from "../sight/SightWords";
import type { Sight } from "../sight/sight";

interface PieceCardProps {
  game: GameView;
  /** The piece, if there is one. */
  code: number | undefined;
  /** Where it stands, if it stands on the board. */
  square: number | undefined;
  /** Whether a turn of the list names it. */
  isFromList?: boolean;
  /** A remark about the piece. */
  remark?: string | undefined;
  /** What is seen of a square of the board. */
  sight?: Sight | undefined;
}

export function PieceCard(props: PieceCardProps) {
  const app = useApp();
  const type = () => (props.code === undefined ? undefined : props.game.types[typeOf(props.code)]);
  const promotions = (type: TypeView) => {
    const names = type.promotesTo.map(({ to }) => props.game.types[to]?.name ?? "");
    return listed(names, "disjunction");
  };
  const state = () => {
    const marks = app.facts.position()?.marks;
    const square = props.square ?? -1;
    return [
      marks?.immobilized.includes(square) && t("immobilized"),
      marks?.bewitched?.includes(square) && t("bewitched"),
      marks?.doubled.includes(square) && t("moves twice"),
      marks?.poisonous.includes(square) && t("poisonous"),
    ].filter(Boolean);
  };
  const words = () => (
    <Show when={props.sight}>
      {(sight) => <SightWords game={props.game} board={app.facts.position()?.board ?? []} sight={sight()} />}
    </Show>
  );
  return (
    <aside
      class="piece-card"
      classList={{ "from-list": props.isFromList ?? false }}
      aria-label={t("The piece pointed at")}
    >
      <Show
        when={type()}
        fallback={
          <Show when={props.sight?.square() === undefined} fallback={words()}>
            <p class="faint">
              {app.isTouch
                ? t("Tap a piece to read what it does; press it long for more.")
                : t("Point at a piece to read what it does; press “?” for more.")}
            </p>
          </Show>
        }
      >
        {(type) => (
          <>
            <TilePicture
              game={props.game}
              set={app.library.tileSet(props.game.summary.id)}
              code={props.code ?? 2}
              up
              size={64}
            />
            <div>
              <p class="piece-name">
                <a href={href("pieces", props.game.summary.id, type().id)}>{type().name}</a>
                <Show when={state().length > 0}>
                  <em> {state().join(", ")}</em>
                </Show>
              </p>
              <Show when={props.remark}>
                {(text) => (
                  <p
                    class="remark"
                    role="alert"
                    // On a phone the card is below the window now and then.
                    ref={(remark) => queueMicrotask(() => remark.scrollIntoView({ block: "nearest" }))}
                  >
                    {text()}
                  </p>
                )}
              </Show>
              <p class="description">{type().description}</p>
              <Show when={type().promotesTo.length > 0}>
                <p class="faint">{t("Promotes to {pieces}", { pieces: promotions(type()) })}</p>
              </Show>
              {words()}
            </div>
          </>
        )}
      </Show>
    </aside>
  );
}

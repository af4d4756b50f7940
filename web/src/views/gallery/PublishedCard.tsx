/** A published game in a list. */

import { type JSX, Show } from "solid-js";
import { t } from "../../language/language";
import type { PublishedGame } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { addressOf } from "../../state/gallery";
import { href } from "../../state/route";
import { MiniBoard } from "../games/MiniBoard";
import { createSeen } from "../seen";
import { Publisher } from "./Publisher";
import { Star } from "./Star";
import { playsInWords } from "./words";

interface PublishedCardProps {
  published: PublishedGame;
  /** The game has been changed. */
  change: (published: PublishedGame) => void;
  /** What else can be done with it. */
  children?: JSX.Element;
}

export function PublishedCard(props: PublishedCardProps) {
  const app = useApp();
  let card!: HTMLElement;
  const isSeen = createSeen(() => card);
  const game = () => props.published.game;
  const view = () => (isSeen() && !props.published.removed ? app.library.drawable(game().id) : undefined);
  return (
    <article class="table-card public published" ref={card}>
      <MiniBoard game={game()} board={game().start} view={view()} />
      <div>
        <h3>
          <Show when={!props.published.removed} fallback={game().name}>
            <a href={href(...addressOf(game().id))}>{game().name}</a>
          </Show>
        </h3>
        <Show when={props.published.publisher}>{(publisher) => <Publisher publisher={publisher()} />}</Show>
        <p>
          {game().files} × {game().ranks},{" "}
          {t("{pieces} a side, {kinds} kinds", { pieces: Math.ceil(game().pieces / 2), kinds: game().types })}
        </p>
        <p class="date">
          {playsInWords(props.published)}
          <Show when={props.published.featured}>
            {" · "}
            <strong>{t("recommended")}</strong>
          </Show>
          <Show when={props.published.removed}>
            {" · "}
            {t("removed by the owner of this server")}
          </Show>
          <Show when={props.published.own && !props.published.public && !props.published.removed}>
            {" · "}
            {t("only for those who have its address")}
          </Show>
        </p>
        <div class="row">
          <Show when={!props.published.removed}>
            <Star published={props.published} change={props.change} />
          </Show>
          {props.children}
        </div>
      </div>
    </article>
  );
}

/** A piece: what it is called, what it does, what becomes of it, and a board on which to try it. */

import { For, Show } from "solid-js";
import { codeOf } from "../../board/piece";
import { TilePicture } from "../../board/Tile";
import { nameOf, shapeOf } from "../../board/shape";
import { number, sentence, t } from "../../language/language";
import type { GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { HeatMap } from "./HeatMap";
import { LiveDiagram } from "./LiveDiagram";
import { PieceLink } from "./PieceLink";

interface PiecePageProps {
  game: GameView;
  type: number;
  side: number;
  /** Whether it leaves out what takes the engine a while: worths. */
  isBrief?: boolean;
}

export default function PiecePage(props: PiecePageProps) {
  const app = useApp();
  const type = () => props.game.types[props.type];
  const worth = () => app.library.worthOf(props.game.summary.id)?.[props.type];
  const isWorthy = () => !props.isBrief && !props.game.types[props.type]?.royal;
  return (
    <Show when={type()}>
      {(type) => (
        <article class="piece-page">
          <div class="piece-words">
            <div class="piece-head">
              <TilePicture
                game={props.game}
                set="diagram"
                code={codeOf(props.type, props.side)}
                up
                size={112}
              />
              <p class="notation" translate="no">
                {type().notation}
              </p>
            </div>
            <p class="description">{type().description}</p>
            <dl>
              <dt>{t("Written")}</dt>
              <dd>{[type().id, type().abbreviation].filter(Boolean).join(`, ${t("also")} `)}</dd>
              <dt>{t("Betza")}</dt>
              <dd class="betza">
                <Show when={type().betza.text} fallback={t("no moves")}>
                  {(moves) => <span translate="no">{moves()}</span>}
                </Show>
                <Show when={type().betza.unsaid}>
                  {(words) => (
                    <small class="faint" title={t("Betza’s notation has no signs for these abilities.")}>
                      {t("without {words}", { words: words().join(", ") })}
                    </small>
                  )}
                </Show>
              </dd>
              <Show when={type().sign}>
                {(sign) => (
                  <>
                    <dt>{t("Character")}</dt>
                    <dd translate="no">{[...new Set(sign())].join(", ")}</dd>
                  </>
                )}
              </Show>
              <Show when={type().royal}>
                <dt>{t("Rank")}</dt>
                <dd>{t("Royal: a side that has lost its last royal piece has lost.")}</dd>
              </Show>
              <Show when={type().promotesTo.length > 0}>
                <dt>{t("Promotes to")}</dt>
                <dd>
                  <For each={type().promotesTo}>
                    {({ to, when }) => (
                      <>
                        <PieceLink game={props.game} type={to} side={props.side} />{" "}
                        {when && sentence(when)}{" "}
                      </>
                    )}
                  </For>
                </dd>
              </Show>
              <Show when={type().promotesFrom.length > 0}>
                <dt>{t("Promoted from")}</dt>
                <dd>
                  <For each={type().promotesFrom}>
                    {(from) => <PieceLink game={props.game} type={from} side={props.side} />}
                  </For>
                </dd>
              </Show>
              <Show when={type().twin}>
                {(twin) => (
                  <>
                    <dt>{t("Twin")}</dt>
                    <dd>
                      <PieceLink game={props.game} type={twin()} side={props.side} />
                    </dd>
                  </>
                )}
              </Show>
              <Show when={type().starts.length > 0}>
                <dt>{t("Starts on")}</dt>
                <dd>
                  {type()
                    .starts.map((square) => nameOf(shapeOf(props.game), square))
                    .join(", ")}
                </dd>
              </Show>
              <Show when={isWorthy()}>
                <dt>{t("Worth")}</dt>
                <dd>
                  {worth() === undefined
                    ? "…"
                    : t("{worth}, if the commonest piece is worth 1", {
                        worth: number((worth() ?? 0) / 100, 1),
                      })}
                </dd>
              </Show>
            </dl>
          </div>
          <Show when={type().standing !== "nowhere"}>
            <LiveDiagram game={props.game} type={props.type} side={props.side} />
            <Show when={!props.isBrief}>
              <HeatMap game={props.game} type={props.type} side={props.side} />
            </Show>
          </Show>
        </article>
      )}
    </Show>
  );
}

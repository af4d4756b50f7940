/** The piece guide: all pieces of a game, to be searched and looked at. */

import { For, Show, createMemo, createSignal } from "solid-js";
import { Board } from "../../board/Board";
import { EMPTY, codeOf, isPromoted, sideOf, typeOf } from "../../board/piece";
import { TilePicture } from "../../board/Tile";
import { t } from "../../language/language";
import type { GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { href } from "../../state/route";
import { DrawableGame } from "../DrawableGame";
import { GameSelect } from "../GameSelect";
import { Segments } from "../Segments";
import PiecePage from "./PiecePage";

export default function Guide() {
  const app = useApp();
  const route = () => {
    const now = app.route();
    return now.view === "pieces" ? now : undefined;
  };
  return (
    <DrawableGame id={route()?.game}>{(game) => <GuideOf game={game} piece={route()?.piece} />}</DrawableGame>
  );
}

function GuideOf(props: { game: GameView; piece: string | undefined }) {
  const app = useApp();
  const [search, setSearch] = createSignal("");
  const types = () => props.game.types;
  const found = createMemo(() => {
    const words = search().trim().toLowerCase().split(/\s+/);
    return types()
      .map((type, index) => ({ type, index }))
      .filter(({ type }) => {
        const text =
          `${type.name} ${type.id} ${type.abbreviation ?? ""} ${type.notation} ${type.description}`.toLowerCase();
        return words.every((word) => text.includes(word));
      });
  });
  const chosen = () => types().findIndex(({ id }) => id === props.piece);
  const isUnknown = () => props.piece !== undefined && chosen() < 0;
  return (
    <div class="guide" classList={{ "has-piece": chosen() >= 0 }}>
      <aside class="guide-list">
        <GameSelect game={props.game.summary.id} choose={(id) => (location.hash = href("pieces", id))} />
        <input
          type="search"
          placeholder={t("Search {count} pieces", { count: types().length })}
          aria-label={t("Search the pieces")}
          value={search()}
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
        <ul>
          <For each={found()} fallback={<li class="faint">{t("No piece has these words.")}</li>}>
            {({ type, index }) => (
              <li>
                <a
                  href={href("pieces", props.game.summary.id, type.id)}
                  aria-current={index === chosen() ? "page" : undefined}
                >
                  <TilePicture
                    game={props.game}
                    set={app.library.tileSet(props.game.summary.id)}
                    code={codeOf(index, 0)}
                    up
                    size={40}
                  />
                  <span>
                    {type.name}
                    <small>
                      {[type.id, type.royal && t("royal"), isPromoted(props.game, index) && t("promoted")]
                        .filter(Boolean)
                        .join(", ")}
                    </small>
                  </span>
                </a>
              </li>
            )}
          </For>
        </ul>
      </aside>
      <section class="guide-page" aria-label={t("The piece")}>
        <Show when={isUnknown()}>
          <p class="problem">
            {t("{game} has no piece “{piece}”.", { game: props.game.summary.name, piece: props.piece ?? "" })}
          </p>
        </Show>
        <Show when={chosen() >= 0} fallback={<AllPieces game={props.game} />}>
          <a class="back" href={href("pieces", props.game.summary.id)}>
            {t("All pieces")}
          </a>
          <h1 class="piece-title">{types()[chosen()]?.name}</h1>
          <PiecePage game={props.game} type={chosen()} side={0} />
        </Show>
      </section>
    </div>
  );
}

/** All pieces on one board, as they start or as they promote. */
function AllPieces(props: { game: GameView }) {
  const app = useApp();
  const [form, setForm] = createSignal<"start" | "promoted">("start");
  const board = createMemo(() =>
    props.game.summary.start.map((code) => {
      const to =
        form() === "start" || code === EMPTY ? undefined : props.game.types[typeOf(code)]?.promotesTo[0]?.to;
      return to === undefined ? code : codeOf(to, sideOf(code));
    }),
  );
  const [hovered, setHovered] = createSignal<number>();
  const pointed = () => props.game.types[typeOf(board()[hovered() ?? -1] ?? EMPTY)];
  const open = (square: number) => {
    const type = props.game.types[typeOf(board()[square] ?? EMPTY)];
    if (type) location.hash = href("pieces", props.game.summary.id, type.id);
  };
  return (
    <div class="all-pieces">
      <div class="row">
        <h1>{t("All pieces at once")}</h1>
        <Segments
          label={t("Which form")}
          value={form()}
          options={[
            { value: "start", label: t("At the start") },
            { value: "promoted", label: t("Promoted") },
          ]}
          choose={setForm}
        />
      </div>
      <p class="pointed" aria-live="polite">
        <Show
          when={pointed()}
          fallback={app.isTouch ? t("Tap a piece to open its page.") : t("Click a piece to open its page.")}
        >
          {(type) => (
            <>
              <strong>{type().name}</strong> {type().description}
            </>
          )}
        </Show>
      </p>
      <Board
        scrolls
        game={props.game}
        set={app.library.tileSet(props.game.summary.id)}
        scene={{ board: board() }}
        label={t("All pieces of {game}", { game: props.game.summary.name })}
        onClick={open}
        onInspect={open}
        onHover={setHovered}
      />
    </div>
  );
}

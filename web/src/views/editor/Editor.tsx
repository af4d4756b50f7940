/** An editor of positions: any piece anywhere, with everything that is wrong explained. */

import { For, Show, createEffect, createMemo, createSignal, on } from "solid-js";
import { Board } from "../../board/Board";
import { EMPTY, codeOf } from "../../board/piece";
import { Bodies } from "../../board/Bodies";
import { sentence, t } from "../../language/language";
import type { BesideView, GameView } from "../../protocol/protocol";
import { analysePosition } from "../../state/analyse";
import { useApp } from "../../state/app";
import { href } from "../../state/route";
import { NewGameDialog } from "../games/NewGameDialog";
import { DrawableGame } from "../DrawableGame";
import { GameSelect } from "../GameSelect";
import { PaletteButton } from "../PaletteButton";
import { SideSegments } from "../SideSegments";
import { SightPicture } from "../sight/SightPicture";
import { SightWords } from "../sight/SightWords";
import { createLook, createSight } from "../sight/sight";
import { Beside } from "./Beside";
import { moved, nothing, nothingBeside, put } from "./arrangement";
import { arrayOf, createEditing } from "./editing";

export default function Editor() {
  const app = useApp();
  const route = () => {
    const now = app.route();
    return now.view === "editor" ? now : undefined;
  };
  return (
    <DrawableGame id={route()?.game}>
      {(game) => <EditorOf game={game} position={route()?.position} />}
    </DrawableGame>
  );
}

function EditorOf(props: { game: GameView; position: string | undefined }) {
  const app = useApp();
  // eslint-disable-next-line solid/reactivity -- another game is another editor
  const game = props.game;
  const { draft, text, problems, change, read, finished } = createEditing(game, app.ask);
  const board = () => draft().board;
  const [brush, setBrush] = createSignal<number | "eraser">();
  const [brushSide, setBrushSide] = createSignal(0);
  const [search, setSearch] = createSignal("");
  /** The position from which a game is to begin. */
  const [start, setStart] = createSignal<string>();

  const changeBeside = (edit: (now: BesideView) => BesideView) =>
    change((now) => ({ ...now, beside: now.beside && edit(now.beside) }));
  const clear = () =>
    change(({ side, beside }) => ({ ...nothing(game), side, beside: beside && nothingBeside(beside) }));
  createEffect(
    on(
      () => props.position,
      (position) => (position ? read(position) : change((now) => now)),
    ),
  );
  // The address holds the edited position: a reload or a step back restores it.
  createEffect(() => {
    if (text()) history.replaceState(history.state, "", href("editor", game.summary.id, text()));
  });

  async function play(): Promise<void> {
    setStart(await finished());
  }

  async function analyse(): Promise<void> {
    const text = await finished();
    if (text !== undefined) await analysePosition(app, game.summary.id, text);
  }

  const [hovered, setHovered] = createSignal<number>();
  const [tapped, setTapped] = createSignal<number>();
  const sight = createSight(
    () => ({ game: game.summary.id, board: board(), pairs: draft().pairs }),
    createLook(hovered, tapped),
  );
  function look(square: number): void {
    setHovered(square);
    setTapped(square);
  }
  const Seen = (of: { layer: "under" | "over" }) => (
    <SightPicture
      game={game}
      set={app.library.tileSet(game.summary.id)}
      board={board()}
      flipped={false}
      layer={of.layer}
      sight={sight}
    />
  );

  const code = () => {
    const type = brush();
    return type === undefined ? undefined : type === "eraser" ? EMPTY : codeOf(type, brushSide());
  };
  function click(square: number): void {
    const now = code();
    if (now === undefined) {
      look(square);
      return;
    }
    change((draft) => ({
      ...draft,
      ...put(game, draft, square, draft.board[square] === now ? EMPTY : now),
    }));
  }
  const found = createMemo(() => {
    const word = search().trim().toLowerCase();
    return game.types
      .map((type, index) => ({ type, index }))
      .filter(({ type }) => type.standing !== "nowhere")
      .filter(({ type }) => `${type.name} ${type.id}`.toLowerCase().includes(word));
  });
  const broken = () => problems().flatMap(({ square }) => square ?? []);

  return (
    <div class="table editor" style={{ "--ratio": game.summary.files / game.summary.ranks }}>
      <div class="board-side">
        <div class="board-frame">
          <Board
            game={game}
            set={app.library.tileSet(game.summary.id)}
            scene={{ board: board() }}
            label={t("Board of the editor")}
            last={broken()}
            under={
              <>
                <Bodies game={game} flipped={false} board={board()} pairs={draft().pairs} />
                <Seen layer="under" />
              </>
            }
            over={<Seen layer="over" />}
            onHover={setHovered}
            onLook={look}
            canDrag={(square) => (board()[square] ?? EMPTY) !== EMPTY}
            onClick={click}
            onDrop={(from, to) => change((now) => ({ ...now, ...moved(game, now, from, to) }))}
          />
        </div>
      </div>
      <section class="side" aria-label={t("The editor")}>
        <h1>
          <GameSelect game={game.summary.id} choose={(id) => (location.hash = href("editor", id))} />
        </h1>
        <div class="row">
          <button onClick={clear}>{t("Clear")}</button>
          <button onClick={() => change(() => arrayOf(game))}>{t("The array")}</button>
          <SideSegments
            game={game}
            label={t("Side to move")}
            side={draft().side}
            choose={(side) => change((now) => ({ ...now, side }))}
            words={(side) => t("{side} moves", { side })}
          />
        </div>
        <div class="row">
          <SideSegments game={game} label={t("Pieces of")} side={brushSide()} choose={setBrushSide} />
          <button
            aria-pressed={brush() === "eraser"}
            onClick={() => setBrush(brush() === "eraser" ? undefined : "eraser")}
          >
            {t("Eraser")}
          </button>
          <input
            type="search"
            aria-label={t("Search a piece")}
            placeholder={t("Search a piece")}
            value={search()}
            onInput={(event) => setSearch(event.currentTarget.value)}
          />
        </div>
        <div class="panel">
          <div class="palette" role="group" aria-label={t("Pieces to place")}>
            <For each={found()}>
              {({ type, index }) => (
                <PaletteButton
                  game={game}
                  name={type.name}
                  code={codeOf(index, brushSide())}
                  isBrush={brush() === index}
                  choose={() => setBrush(brush() === index ? undefined : index)}
                  drop={(square, code) => change((now) => ({ ...now, ...put(game, now, square, code) }))}
                />
              )}
            </For>
          </div>
          <Show when={draft().beside}>
            {(value) => <Beside game={game} value={value()} change={changeBeside} />}
          </Show>
        </div>
        <textarea
          rows="3"
          aria-label={t("The position as a text")}
          // A text in the address that cannot be read stays to be corrected.
          value={text() || (props.position ?? "")}
          onChange={(event) => read(event.currentTarget.value)}
        />
        <SightWords game={game} board={board()} sight={sight} />
        <ul class="problems" aria-live="polite">
          <For each={problems()}>{(problem) => <li>{sentence(problem.message)}</li>}</For>
        </ul>
        <div class="row">
          <button class="primary" disabled={problems().length > 0} onClick={() => void play()}>
            {t("Play from here")}
          </button>
          <button disabled={problems().length > 0} onClick={() => void analyse()}>
            {t("Analyse it")}
          </button>
        </div>
      </section>
      <Show when={start()}>
        {(text) => (
          <NewGameDialog
            game={game.summary}
            from={{ type: "position", text: text() }}
            close={() => setStart(undefined)}
          />
        )}
      </Show>
    </div>
  );
}

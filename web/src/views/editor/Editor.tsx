/** An editor of positions: any piece anywhere, with everything that is wrong explained. */

import { For, Show, createEffect, createMemo, createSignal, on } from "solid-js";
import { Board } from "../../board/Board";
import { EMPTY, codeOf } from "../../board/piece";
import { TilePicture } from "../../board/Tile";
import type { Arrangement, GameView, Placed, Problem } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { answer } from "../../state/link";
import { href } from "../../state/route";
import { NewGameDialog } from "../games/NewGameDialog";
import { Segments } from "../Segments";

export default function Editor() {
  const app = useApp();
  const route = () => {
    const now = app.route();
    return now.view === "editor" ? now : undefined;
  };
  const game = createMemo(() => app.drawable(route()?.game ?? "scirocco"));
  return (
    <Show when={game()} keyed fallback={<p class="page waiting">One moment …</p>}>
      {(view) => <EditorOf game={view} position={route()?.position} />}
    </Show>
  );
}

function EditorOf(props: { game: GameView; position: string | undefined }) {
  const app = useApp();
  const [board, setBoard] = createSignal<readonly number[]>(props.game.summary.start);
  const [side, setSide] = createSignal(0);
  const [brush, setBrush] = createSignal<number | "eraser">();
  const [brushSide, setBrushSide] = createSignal<"0" | "1">("0");
  const [search, setSearch] = createSignal("");
  const [text, setText] = createSignal("");
  const [problems, setProblems] = createSignal<readonly Problem[]>([]);
  const [isStarting, setStarting] = createSignal(false);
  const size = () => props.game.summary.files * props.game.summary.ranks;

  let asked = 0;
  function check(arrangement: Arrangement): void {
    const number = ++asked;
    void app.ask({ type: "check", game: props.game.summary.id, arrangement }).then((events) => {
      if (!events || number !== asked) return;
      const checked = answer(events, "checked");
      setProblems(checked.problems);
      if (checked.position !== "") setText(checked.position);
      if (arrangement.type === "text" && checked.position !== "") show(checked.pieces, checked.side);
    });
  }
  function show(pieces: readonly Placed[], toMove: number): void {
    const next = Array.from({ length: size() }, () => EMPTY);
    for (const { square, piece } of pieces) next[square] = piece;
    setBoard(next);
    setSide(toMove);
  }
  function change(next: readonly number[], toMove = side()): void {
    setBoard(next);
    setSide(toMove);
    const pieces = next.flatMap((piece, square) => (piece === EMPTY ? [] : [{ square, piece }]));
    check({ type: "pieces", pieces, side: toMove });
  }
  createEffect(
    on(
      () => props.position,
      (position) => (position ? check({ type: "text", text: position }) : change(board())),
    ),
  );

  async function analyse(): Promise<void> {
    const person = { type: "person" as const };
    const from = { type: "position" as const, text: text() };
    if (await app.start({ game: props.game.summary.id, players: [person, person], from }))
      await app.ask({ type: "analyse", on: true, lines: 3 });
  }

  const code = () => {
    const type = brush();
    return type === undefined ? undefined : type === "eraser" ? EMPTY : codeOf(type, Number(brushSide()));
  };
  function click(square: number): void {
    const now = code();
    if (now === undefined) return;
    change(board().with(square, board()[square] === now ? EMPTY : now));
  }
  function drop(from: number, to: number | undefined): void {
    const piece = board()[from] ?? EMPTY;
    const without = board().with(from, EMPTY);
    change(to === undefined ? without : without.with(to, piece));
  }
  const found = createMemo(() => {
    const word = search().trim().toLowerCase();
    return props.game.types
      .map((type, index) => ({ type, index }))
      .filter(({ type }) => `${type.name} ${type.id}`.toLowerCase().includes(word));
  });
  const broken = () => problems().flatMap(({ square }) => square ?? []);

  return (
    <div class="table editor">
      <div class="board-side">
        <div class="board-frame">
          <Board
            game={props.game}
            set={app.settings.tiles}
            scene={{ board: board() }}
            label="Board of the editor"
            last={broken()}
            canDrag={(square) => (board()[square] ?? EMPTY) !== EMPTY}
            onClick={click}
            onDrop={drop}
          />
        </div>
      </div>
      <section class="side" aria-label="The editor">
        <h1>
          <label class="visually-hidden" for="editor-game">
            Game
          </label>
          <select
            id="editor-game"
            value={props.game.summary.id}
            onChange={(event) => (location.hash = href("editor", event.currentTarget.value))}
          >
            <For each={app.facts.games()}>{(game) => <option value={game.id}>{game.name}</option>}</For>
          </select>
        </h1>
        <div class="row">
          <button onClick={() => change(Array.from({ length: size() }, () => EMPTY))}>Clear</button>
          <button onClick={() => change(props.game.summary.start, 0)}>The array</button>
          <Segments
            label="Side to move"
            value={side() === 0 ? "0" : "1"}
            options={props.game.summary.sides.map((name, index) => ({
              value: index === 0 ? "0" : "1",
              label: `${name} moves`,
            }))}
            choose={(value) => change(board(), Number(value))}
          />
        </div>
        <div class="row">
          <Segments
            label="Pieces of"
            value={brushSide()}
            options={props.game.summary.sides.map((name, index) => ({
              value: index === 0 ? "0" : "1",
              label: name,
            }))}
            choose={setBrushSide}
          />
          <button
            aria-pressed={brush() === "eraser"}
            onClick={() => setBrush(brush() === "eraser" ? undefined : "eraser")}
          >
            Eraser
          </button>
          <input
            type="search"
            aria-label="Search a piece"
            placeholder="Search a piece"
            value={search()}
            onInput={(event) => setSearch(event.currentTarget.value)}
          />
        </div>
        <div class="palette panel" role="group" aria-label="Pieces to place">
          <For each={found()}>
            {({ type, index }) => (
              <button
                class="quiet"
                aria-pressed={brush() === index}
                aria-label={type.name}
                title={type.name}
                onClick={() => setBrush(brush() === index ? undefined : index)}
              >
                <TilePicture
                  game={props.game}
                  set={app.settings.tiles}
                  code={codeOf(index, Number(brushSide()))}
                  up
                  size={40}
                />
              </button>
            )}
          </For>
        </div>
        <textarea
          rows="3"
          aria-label="The position as a text"
          value={text()}
          onChange={(event) => check({ type: "text", text: event.currentTarget.value })}
        />
        <ul class="problems" aria-live="polite">
          <For each={problems()}>{(problem) => <li>{problem.message}</li>}</For>
        </ul>
        <div class="row">
          <button class="primary" disabled={problems().length > 0} onClick={() => setStarting(true)}>
            Play from here
          </button>
          <button disabled={problems().length > 0} onClick={() => void analyse()}>
            Analyse it
          </button>
        </div>
      </section>
      <Show when={isStarting()}>
        <NewGameDialog
          game={props.game.summary}
          from={{ type: "position", text: text() }}
          close={() => setStarting(false)}
        />
      </Show>
    </div>
  );
}

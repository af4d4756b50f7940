/** An editor of positions: any piece anywhere, with everything that is wrong explained. */

import { For, Show, createEffect, createMemo, createSignal, on } from "solid-js";
import { Board } from "../../board/Board";
import { EMPTY, codeOf } from "../../board/piece";
import { TilePicture } from "../../board/Tile";
import { Bodies } from "../../board/Bodies";
import type { Arrangement, BesideView, GameView, Problem } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { answer } from "../../state/link";
import { href } from "../../state/route";
import { NewGameDialog } from "../games/NewGameDialog";
import { Segments } from "../Segments";
import { Beside } from "./Beside";
import { type Arranged, arranged, moved, nothing, placed, put } from "./arrangement";

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
  const start = (): Arranged => ({ board: props.game.summary.start, pairs: [] });
  const [arrangement, setArrangement] = createSignal<Arranged>(start());
  const [beside, setBeside] = createSignal(props.game.beside);
  const board = () => arrangement().board;
  const [side, setSide] = createSignal(0);
  const [brush, setBrush] = createSignal<number | "eraser">();
  const [brushSide, setBrushSide] = createSignal<"0" | "1">("0");
  const [search, setSearch] = createSignal("");
  const [text, setText] = createSignal("");
  const [problems, setProblems] = createSignal<readonly Problem[]>([]);
  const [isStarting, setStarting] = createSignal(false);

  let asked = 0;
  function check(arrangement: Arrangement): void {
    const number = ++asked;
    void app.ask({ type: "check", game: props.game.summary.id, arrangement }).then((events) => {
      if (!events || number !== asked) return;
      const checked = answer(events, "checked");
      setProblems(checked.problems);
      if (checked.position !== "") setText(checked.position);
      if (checked.position !== "") setBeside(checked.beside);
      if (arrangement.type === "pieces" || checked.position === "") return;
      setArrangement(arranged(props.game, checked.pieces));
      setSide(checked.side);
    });
  }
  function change(next: Arranged, toMove = side(), besides: BesideView | undefined = beside()): void {
    setArrangement(next);
    setSide(toMove);
    setBeside(besides);
    check({ type: "pieces", pieces: placed(next), side: toMove, ...(besides ? { beside: besides } : {}) });
  }
  /** Returns that nothing stands beside the board, if anything may. */
  const nothingBeside = () =>
    props.game.beside && {
      hands: props.game.beside.hands.map((hand) => hand.map(() => 0)) as BesideView["hands"],
      castlings: [],
      moved: [false, false] as [boolean, boolean],
      reached: false,
    };
  createEffect(
    on(
      () => props.position,
      (position) => (position ? check({ type: "text", text: position }) : change(arrangement())),
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
    change(put(props.game, arrangement(), square, board()[square] === now ? EMPTY : now));
  }
  const found = createMemo(() => {
    const word = search().trim().toLowerCase();
    return props.game.types
      .map((type, index) => ({ type, index }))
      .filter(({ type }) => type.standing !== "nowhere")
      .filter(({ type }) => `${type.name} ${type.id}`.toLowerCase().includes(word));
  });
  const broken = () => problems().flatMap(({ square }) => square ?? []);

  return (
    <div class="table editor" style={{ "--ratio": props.game.summary.files / props.game.summary.ranks }}>
      <div class="board-side">
        <div class="board-frame">
          <Board
            game={props.game}
            set={app.settings.tiles}
            scene={{ board: board() }}
            label="Board of the editor"
            last={broken()}
            under={<Bodies game={props.game} flipped={false} board={board()} pairs={arrangement().pairs} />}
            canDrag={(square) => (board()[square] ?? EMPTY) !== EMPTY}
            onClick={click}
            onDrop={(from, to) => change(moved(props.game, arrangement(), from, to))}
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
          <button onClick={() => change(nothing(props.game), side(), nothingBeside())}>Clear</button>
          <button onClick={() => change(start(), 0, props.game.beside)}>The array</button>
          <Segments
            label="Side to move"
            value={side() === 0 ? "0" : "1"}
            options={props.game.summary.sides.map((name, index) => ({
              value: index === 0 ? "0" : "1",
              label: `${name} moves`,
            }))}
            choose={(value) => change(arrangement(), Number(value))}
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
        <div class="panel">
          <div class="palette" role="group" aria-label="Pieces to place">
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
          <Show when={beside()}>
            {(value) => (
              <Beside
                game={props.game}
                value={value()}
                change={(next) => change(arrangement(), side(), next)}
              />
            )}
          </Show>
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

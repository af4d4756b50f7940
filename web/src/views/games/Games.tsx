/** The first page: choose a game. */

import { For, Show, createSignal } from "solid-js";
import type { GameSummary } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { href } from "../../state/route";
import { MiniBoard } from "./MiniBoard";
import { NewGameDialog } from "./NewGameDialog";
import { ShelfRow } from "./ShelfRow";
import { Tables } from "./Tables";

/** Chess and its nearest relatives, which other programs play, too: one step away. */
const CHESS = new Set(["orthochess", "capablanca", "grand", "shako", "courier"]);

export function Games() {
  const app = useApp();
  const [chosen, setChosen] = createSignal<GameSummary>();
  const isOlder = (game: GameSummary) => Boolean(game.revisionOf) || CHESS.has(game.id);
  const newest = () => app.facts.games().filter((game) => !isOlder(game));
  const older = () => app.facts.games().filter(isOlder);
  return (
    <div class="page games">
      <h1>Choose a game</h1>
      <p class="lead">Very large chess variants, against the engine or a friend.</p>
      <Tables />
      <ShelfRow />
      <ul class="cards">
        <For each={newest()}>
          {(game) => (
            <li>
              <GameCard game={game} choose={() => setChosen(game)} />
            </li>
          )}
        </For>
      </ul>
      <Show when={older().length > 0}>
        <details class="older">
          <summary>Older rules, and chess with its near relatives</summary>
          <ul>
            <For each={older()}>
              {(game) => (
                <li>
                  <button class="quiet" onClick={() => setChosen(game)}>
                    {game.name}
                  </button>
                  <span>{game.summary}</span>
                </li>
              )}
            </For>
          </ul>
        </details>
      </Show>
      <Show when={chosen()} keyed>
        {(game) => <NewGameDialog game={game} close={() => setChosen(undefined)} />}
      </Show>
    </div>
  );
}

function GameCard(props: { game: GameSummary; choose: () => void }) {
  return (
    <article class="card">
      <div class="card-head">
        <MiniBoard game={props.game} board={props.game.start} />
        <h2>{props.game.name}</h2>
      </div>
      <div class="card-text">
        <dl class="facts">
          <div>
            <dt>Board</dt>
            <dd>
              {props.game.files} × {props.game.ranks}
            </dd>
          </div>
          <div>
            <dt>Pieces</dt>
            <dd>
              {Math.ceil(props.game.pieces / 2)} a side, {props.game.types} kinds
            </dd>
          </div>
          <div>
            <dt>A game</dt>
            <dd>about {props.game.typicalTurns} turns</dd>
          </div>
        </dl>
        <div class="row">
          <button class="primary" onClick={() => props.choose()} aria-label={`Play ${props.game.name}`}>
            Play
          </button>
          <a
            class="button quiet"
            href={href("pieces", props.game.id)}
            aria-label={`The pieces of ${props.game.name}`}
          >
            Pieces
          </a>
          <a
            class="button quiet"
            href={href("help", props.game.id)}
            aria-label={`The rules of ${props.game.name}`}
          >
            Rules
          </a>
        </div>
        <p class="summary">{props.game.summary}</p>
        <p class="by">
          {props.game.author}, {props.game.year}
        </p>
      </div>
    </article>
  );
}

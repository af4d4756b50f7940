/** What can be done with the game. */

import { For, Show, createSignal } from "solid-js";
import type { GameView, Player } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import type { Entering } from "../../state/entering";
import { lineThrough } from "../../state/tree";
import { Dialog } from "../Dialog";
import { Icon } from "../Icon";
import { ShareDialog } from "./ShareDialog";

interface ControlsProps {
  game: GameView;
  entering: Entering;
  flip: () => void;
  /** Opens the field for a typed turn. */
  type: () => void;
}

export function Controls(props: ControlsProps) {
  const app = useApp();
  const { ask, facts } = app;
  const state = facts.state;
  const [isSharing, setSharing] = createSignal(false);
  const [isResigning, setResigning] = createSignal(false);
  /** The side whose wish it is to resign or to draw: the person's, or of two persons the one to move. */
  const mine = () => {
    const players = state()?.players ?? [];
    const side = facts.position()?.side ?? 0;
    return players[side]?.type === "person" ? side : players.findIndex(({ type }) => type === "person");
  };
  const isPlaying = () => state()?.stage === "turn" && mine() >= 0;
  const line = () => lineThrough(facts.tree(), state()?.node ?? 0);
  const place = () => line().findIndex(({ id }) => id === state()?.node);
  const jump = (index: number) => {
    const node = line()[index];
    if (node) void ask({ type: "jump", node: node.id });
  };
  return (
    <>
      <Status {...props} />
      <div class="controls" role="toolbar" aria-label="The game">
        <button
          class="quiet icon"
          aria-label="To the start"
          title="To the start"
          disabled={place() <= 0}
          onClick={() => jump(0)}
        >
          <Icon name="first" />
        </button>
        <button
          class="quiet icon"
          aria-label="One turn back"
          title="One turn back"
          disabled={place() <= 0}
          onClick={() => jump(place() - 1)}
        >
          <Icon name="back" />
        </button>
        <button
          class="quiet icon"
          aria-label="One turn on"
          title="One turn on"
          disabled={place() >= line().length - 1}
          onClick={() => jump(place() + 1)}
        >
          <Icon name="on" />
        </button>
        <button
          class="quiet icon"
          aria-label="To the end"
          title="To the end"
          disabled={place() >= line().length - 1}
          onClick={() => jump(line().length - 1)}
        >
          <Icon name="last" />
        </button>
        <span class="gap" />
        <button class="quiet" disabled={!state()?.canTakeBack} onClick={() => void ask({ type: "takeBack" })}>
          Take back
        </button>
        <Show when={state()?.canRedo}>
          <button class="quiet" onClick={() => void ask({ type: "redo" })}>
            Redo
          </button>
        </Show>
        <button class="quiet" disabled={!isPlaying()} onClick={() => void ask({ type: "hint" })}>
          Hint
        </button>
        <button
          class="quiet icon"
          aria-label="Turn the board"
          title="Turn the board"
          onClick={() => props.flip()}
        >
          <Icon name="turn" />
        </button>
        <details class="menu">
          <summary class="button quiet icon" aria-label="More" title="More">
            <Icon name="more" />
          </summary>
          <div
            class="menu-list"
            onClick={(event) => event.currentTarget.closest("details")?.removeAttribute("open")}
          >
            <button class="quiet" onClick={() => props.type()}>
              Type a turn
            </button>
            <button class="quiet" onClick={() => setSharing(true)}>
              Save, share, load
            </button>
            <button
              class="quiet"
              disabled={!isPlaying()}
              onClick={() => void ask({ type: "offerDraw", side: mine() })}
            >
              Offer a draw
            </button>
            <button class="quiet" disabled={!isPlaying()} onClick={() => setResigning(true)}>
              Resign
            </button>
            <For each={props.game.summary.sides}>
              {(name, side) => <SeatButton name={name} side={side()} />}
            </For>
            <label>
              <input
                type="checkbox"
                checked={app.settings.confirm}
                onChange={(event) => app.set("confirm", event.currentTarget.checked)}
              />
              Confirm my turns
            </label>
          </div>
        </details>
      </div>
      <Show when={isSharing()}>
        <ShareDialog close={() => setSharing(false)} />
      </Show>
      <Show when={isResigning()}>
        <Dialog title="Resign?" close={() => setResigning(false)}>
          <p>{props.game.summary.sides[mine()]} gives up, and the game is over.</p>
          <div class="row">
            <button
              class="primary"
              onClick={() => {
                setResigning(false);
                void ask({ type: "resign", side: mine() });
              }}
            >
              Resign
            </button>
            <button onClick={() => setResigning(false)}>Go on playing</button>
          </div>
        </Dialog>
      </Show>
    </>
  );
}

/** Gives a side to the engine, or back to a person. */
function SeatButton(props: { name: string; side: number }) {
  const app = useApp();
  const isPerson = () => app.facts.state()?.players[props.side]?.type === "person";
  const seat = () => {
    const level = app.settings.level || (app.facts.levels().at(-1)?.id ?? "");
    const player: Player = isPerson()
      ? { type: "engine", level, ms: app.settings.seconds * 1000 }
      : { type: "person" };
    void app.ask({ type: "seat", side: props.side, player });
  };
  return (
    <button class="quiet" onClick={seat}>
      {isPerson() ? `Let the engine play ${props.name}` : `Play ${props.name} yourself`}
    </button>
  );
}

/** What has to be said about the moment: the result, an offer, a repetition, a hint, the engine that waits. */
function Status(props: ControlsProps) {
  const app = useApp();
  const { ask, facts } = app;
  const state = facts.state;
  const sides = () => props.game.summary.sides;
  const hint = () => facts.hint()?.lines[0];
  const repetitions = () => facts.position()?.repetitions ?? 0;
  return (
    <div class="status" aria-live="polite">
      <Show when={state()?.result}>
        {(result) => (
          <p class="result">
            <strong>{result().score}</strong> {result().text}.{" "}
            <Show when={state()?.canReopen}>
              <button class="quiet" onClick={() => void ask({ type: "reopen" })}>
                Play on
              </button>
            </Show>
          </p>
        )}
      </Show>
      <Show when={state()?.drawOffer !== undefined}>
        <p>
          {sides()[state()?.drawOffer ?? 0]} offers a draw.{" "}
          <button class="quiet" onClick={() => void ask({ type: "answerDraw", accept: true })}>
            Accept
          </button>
          <button class="quiet" onClick={() => void ask({ type: "answerDraw", accept: false })}>
            Decline
          </button>
        </p>
      </Show>
      <Show when={facts.declined() !== undefined}>
        <p>{sides()[facts.declined() ?? 0]} declines the draw.</p>
      </Show>
      <Show when={state()?.waiting && state()?.stage === "turn"}>
        <p>
          The engine waits.{" "}
          <button class="quiet" onClick={() => void ask({ type: "go" })}>
            Let it play
          </button>
        </p>
      </Show>
      <Show when={state()?.thinking}>
        <p class="faint">
          The engine thinks
          <Show when={facts.thinking()}>{(thought) => <>, {thought().depth} deep</>}</Show>.{" "}
          <button class="quiet" onClick={() => void ask({ type: "moveNow" })}>
            Play now
          </button>
        </p>
      </Show>
      <Show when={repetitions() > 0 && props.game.illegalRepetition > 0}>
        <p>
          This position has been there {repetitions() === 1 ? "once" : `${repetitions()} times`} before. A
          turn that brings it about a {ordinal(props.game.illegalRepetition)} time is not allowed.
        </p>
      </Show>
      <Show when={hint()}>
        {(line) => (
          <p>
            The engine would play <strong>{line().turns[0]}</strong> ({line().score.text}).{" "}
            <button
              class="quiet"
              onClick={() => {
                const turn = facts.position()?.turns[line().index];
                if (turn) props.entering.take(turn);
              }}
            >
              Play it
            </button>
          </p>
        )}
      </Show>
    </div>
  );
}

function ordinal(number: number): string {
  return { 2: "second", 3: "third", 4: "fourth" }[number] ?? `${number}th`;
}

/** The pieces that the sides have taken from each other, by worth: in the column beside the board, or under it. */

import { For, Show, createMemo, createSignal, onCleanup } from "solid-js";
import { type Code, codeOf, sideClass } from "../../board/piece";
import { TilePicture } from "../../board/Tile";
import type { GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { type Captures as Taken, capturesOf } from "../../state/captures";
import { number, t } from "../../language/language";
import { longPress } from "../longPress";
import { nextButton } from "./nextButton";

/** Returns the captures of a side, once any piece has been taken. */
function useCaptures(props: { game: GameView; side: number }) {
  const app = useApp();
  const captures = createMemo((): Taken | undefined => {
    const losses = app.facts.position()?.losses;
    // The values of the pieces are not needed before the first capture.
    if (!losses?.some((types) => types.length > 0)) return undefined;
    return capturesOf(losses, app.library.worthOf(props.game.summary.id) ?? [], props.side);
  });
  return captures;
}

/** By how much more a side has taken than it has lost; nothing if it has not. */
export function MaterialLead(props: { game: GameView; side: number }) {
  const captures = useCaptures(props);
  const more = () => number(captures()?.more ?? 0, 1);
  const inWords = () => t("Ahead by {more} in captured pieces", { more: more() });
  return (
    <Show when={(captures()?.more ?? 0) > 0}>
      <span class="material" role="img" aria-label={inWords()} title={inWords()}>
        +{more()}
      </span>
    </Show>
  );
}

interface CapturesProps {
  game: GameView;
  flipped: boolean;
  /** A piece is pointed at, focused or tapped, or none any more. */
  pointAt: (code: Code | undefined) => void;
  /** A piece is to be looked at closely. */
  inspect: (code: Code) => void;
}

/** The captures of both sides, a row for each, in the order in which they sit at the board. Their place is there before the first. */
export function Captures(props: CapturesProps) {
  return (
    <div class="captures">
      <For each={props.flipped ? [0, 1] : [1, 0]}>{(side) => <CapturesOf {...props} side={side} />}</For>
    </div>
  );
}

/** The captures of one side. The arrow keys go from piece to piece. */
function CapturesOf(props: CapturesProps & { side: number }) {
  const app = useApp();
  let self!: HTMLUListElement;
  /** The type whose button the Tab key reaches. */
  const [reached, setReached] = createSignal<number>();
  const captures = useCaptures(props);
  const types = createMemo(() => captures()?.types.map(({ type }) => type) ?? [], [], {
    equals: (one, other) => one.length === other.length && one.every((type, at) => type === other[at]),
  });
  const countOf = (type: number) => captures()?.types.find((one) => one.type === type)?.count ?? 0;
  const first = () => (types().includes(reached() ?? -1) ? reached() : types()[0]);
  const code = (type: number) => codeOf(type, 1 - props.side);
  const name = (type: number) => props.game.types[type]?.name ?? "";
  const label = (type: number) =>
    countOf(type) > 1 ? t("{count} times {piece}", { count: countOf(type), piece: name(type) }) : name(type);
  const side = () => props.game.summary.sides[props.side] ?? "";
  /** The type whose piece is explained. */
  let explained: number | undefined;
  function explain(type: number | undefined): void {
    explained = type;
    props.pointAt(type === undefined ? undefined : code(type));
  }
  /** A piece that is no longer there is not explained any more. */
  const forget = (type: number) => {
    if (explained === type) explain(undefined);
  };
  function key(event: KeyboardEvent): void {
    const next = nextButton(self, event.key);
    if (!next) return;
    next.focus();
    event.preventDefault();
  }
  return (
    <Show when={types().length > 0}>
      <div class="taken" classList={{ lower: props.flipped === (props.side === 1) }}>
        <span class={`swatch tile ${sideClass(props.game.summary, props.side)}`} aria-hidden="true" />
        <ul ref={self} aria-label={t("{side} has taken", { side: side() })} onKeyDown={key}>
          <For each={types()}>
            {(type) => {
              onCleanup(() => forget(type));
              return (
                <li>
                  <button
                    class="quiet"
                    aria-label={label(type)}
                    title={label(type)}
                    tabIndex={type === first() ? 0 : -1}
                    // A finger cannot point: it reads the words, and looks closely with a long press.
                    onClick={() => !app.isTouch && props.inspect(code(type))}
                    onPointerEnter={() => explain(type)}
                    // On touch screens pointerleave follows a tap: the words stay to be read.
                    onPointerLeave={(event) => event.pointerType !== "touch" && explain(undefined)}
                    onFocus={() => {
                      setReached(type);
                      explain(type);
                    }}
                    onBlur={() => forget(type)}
                    {...longPress(() => props.inspect(code(type)))}
                  >
                    <TilePicture
                      game={props.game}
                      set={app.library.tileSet(props.game.summary.id)}
                      code={code(type)}
                      up={props.side === 1}
                      size={28}
                    />
                    <Show when={countOf(type) > 1}>{countOf(type)}</Show>
                  </button>
                </li>
              );
            }}
          </For>
        </ul>
      </div>
    </Show>
  );
}

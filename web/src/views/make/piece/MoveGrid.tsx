/** The squares around a piece: a click on one says whether the piece goes or takes there. */

import { For, type JSX, Show, createMemo, createSignal } from "solid-js";
import { MarkSign } from "../../../board/MarkSign";
import { t } from "../../../language/language";
import { LegendSign } from "../../LegendSign";
import { Segments } from "../../Segments";
import { Tick } from "../../Tick";
import {
  ENDLESS,
  type Marks,
  MOVES,
  REACH,
  type Sameness,
  TAKES,
  type Way,
  clickLeap,
  clickSlide,
  isOnLine,
  readAbility,
  waysTo,
  writeAbility,
} from "./marks";

interface MoveGridProps {
  /** The ability as it is written. */
  ability: string;
  /** The picture in the middle. */
  tile: JSX.Element;
  change: (ability: string) => void;
}

export function MoveGrid(props: MoveGridProps) {
  const [kind, setKind] = createSignal<"leap" | "slide">("leap");
  const [sameness, setSameness] = createSignal<Sameness>("all");
  const [isWide, setWide] = createSignal(false);
  /** The square that the Tab key leads to. */
  const [current, setCurrent] = createSignal<readonly [x: number, y: number]>([0, 1]);
  const ability = createMemo(() => readAbility(props.ability));
  const marks = () => ability().marks;
  /** How many squares are shown to each side: all that have leaps. */
  const reach = () => {
    const leaps = [...marks().leaps.keys()].flatMap((key) => key.split(",").map(Number));
    return isWide() || leaps.some((part) => Math.abs(part) === REACH) ? REACH : REACH - 1;
  };
  const rows = createMemo(() => Array.from({ length: 2 * reach() + 1 }, (_, row) => reach() - row));
  let grid!: HTMLDivElement;

  function click(x: number, y: number): void {
    if (kind() === "slide" && !isOnLine(x, y)) return;
    const changed = (kind() === "leap" ? clickLeap : clickSlide)(marks(), x, y, sameness());
    props.change(writeAbility({ marks: changed, rest: ability().rest }));
  }

  function press(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const [x, y] = current();
    const limit = (part: number) => Math.max(-reach(), Math.min(reach(), part));
    let next = [limit(x + step[0]), limit(y + step[1])] as const;
    // The piece itself stands in the middle.
    if (next[0] === 0 && next[1] === 0) next = [step[0], step[1]];
    setCurrent(next);
    grid.querySelector<HTMLElement>(`[data-at="${next.join(",")}"]`)?.focus();
  }

  return (
    <div class="move-grid">
      <div class="move-grid-choices">
        <Segments
          label={t("Kind of move")}
          value={kind()}
          options={[
            { value: "leap", label: t("Leaps") },
            { value: "slide", label: t("Slides") },
          ]}
          choose={setKind}
        />
        <Segments
          label={t("A click applies to")}
          value={sameness()}
          options={[
            { value: "all", label: t("all directions") },
            { value: "mirror", label: t("left and right") },
            { value: "one", label: t("one square") },
          ]}
          choose={setSameness}
        />
      </div>
      <div
        ref={grid}
        class="move-squares"
        classList={{ sliding: kind() === "slide" }}
        style={{ "--squares": rows().length }}
        role="group"
        aria-label={t("The squares around the piece, forward at the top")}
        onKeyDown={press}
      >
        <For each={rows()}>
          {(y) => (
            <For each={rows().toReversed()}>
              {(x) => (
                <Show
                  when={x !== 0 || y !== 0}
                  fallback={
                    <div class="move-square" aria-hidden="true">
                      {props.tile}
                    </div>
                  }
                >
                  <button
                    class="move-square"
                    classList={{ dark: (x + y) % 2 !== 0 }}
                    data-at={`${x},${y}`}
                    tabindex={isCurrent(current(), x, y, reach()) ? 0 : -1}
                    aria-disabled={kind() === "slide" && !isOnLine(x, y)}
                    aria-label={`${placeInWords(x, y)}: ${wayInWords(marks(), x, y)}`}
                    onFocus={() => setCurrent([x, y])}
                    onClick={() => click(x, y)}
                  >
                    <Signs
                      marks={marks()}
                      x={x}
                      y={y}
                      isLast={Math.max(Math.abs(x), Math.abs(y)) === reach()}
                    />
                  </button>
                </Show>
              )}
            </For>
          )}
        </For>
      </div>
      <p class="move-line">
        <Show when={props.ability.trim() !== ""} fallback={t("It has no moves yet: click a square.")}>
          <code translate="no">{props.ability}</code>
        </Show>
      </p>
      <Show when={ability().rest.length > 0}>
        <p class="move-rest">
          {t("Also, in words:")}{" "}
          <For each={ability().rest}>
            {({ text }, index) => (
              <>
                <Show when={index() > 0}>, </Show>
                <code translate="no">{text}</code>
              </>
            )}
          </For>
        </p>
      </Show>
      <ul class="legend move-legend">
        <LegendSign mark="move" size={22} />
        <LegendSign mark="capture" size={22} />
      </ul>
      <p class="hint">
        {kind() === "leap"
          ? t(
              "Click a square and the piece leaps there, to move or to capture. Click again for moves only, then captures only, then neither.",
            )
          : t(
              "Click next to the piece for a slide of any length, or farther out for one that ends there. Click again for moves only, then captures only, then neither.",
            )}
      </p>
      <Tick class="move-wide" label={t("9 × 9 squares")} on={reach() === REACH} set={setWide} />
    </div>
  );
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** Whether the Tab key leads to a square; if the one that it led to is no longer shown, the one ahead of the piece takes its place. */
function isCurrent([atX, atY]: readonly [number, number], x: number, y: number, reach: number): boolean {
  const isGone = Math.max(Math.abs(atX), Math.abs(atY)) > reach;
  return isGone ? x === 0 && y === 1 : x === atX && y === atY;
}

function placeInWords(x: number, y: number): string {
  const count = Math.abs(x);
  const along =
    x === 0 ? [] : [x > 0 ? t("{count} to the right", { count }) : t("{count} to the left", { count })];
  const steps = Math.abs(y);
  const ahead =
    y === 0 ? [] : [y > 0 ? t("{count} forward", { count: steps }) : t("{count} back", { count: steps })];
  return [...ahead, ...along].join(", ");
}

function wayInWords(marks: Marks, x: number, y: number): string {
  const { leap, slide } = waysTo(marks, x, y);
  const leaps = leap === 0 ? [] : [t("leaps: {what}", { what: effectInWords(leap) })];
  const slides = slide === 0 ? [] : [t("slides: {what}", { what: effectInWords(slide) })];
  return [...leaps, ...slides].join(", ") || t("nothing");
}

function effectInWords(way: Way): string {
  if (way === MOVES) return t("moves only");
  return way === TAKES ? t("captures only") : t("moves or captures");
}

interface SignsProps {
  marks: Marks;
  x: number;
  y: number;
  /** Whether the grid ends with this square. */
  isLast: boolean;
}

/** The signs on a square: a line for a slide through it, then those of the board for what is done there. */
function Signs(props: SignsProps) {
  const ways = () => waysTo(props.marks, props.x, props.y);
  const way = () => ways().leap | ways().slide;
  const length = () => {
    const slide = props.marks.slides.get(`${Math.sign(props.x)},${Math.sign(props.y)}`);
    return Math.max(slide?.moving ?? 0, slide?.taking ?? 0);
  };
  const isEnd = () => length() === Math.max(Math.abs(props.x), Math.abs(props.y));
  /** How the line of a slide is turned: it is drawn upwards, longer on a diagonal. */
  const turn = () => {
    const angle = (Math.atan2(Math.sign(props.x), Math.sign(props.y)) * 180) / Math.PI;
    return `rotate(${angle} 50 50)`;
  };
  const half = () => (props.x !== 0 && props.y !== 0 ? 71 : 50);
  return (
    <svg class="target" viewBox="0 0 100 100" aria-hidden="true">
      <Show when={ways().slide !== 0}>
        <g class="slide" transform={turn()}>
          <path d={`M50 ${50 + half()}V${isEnd() ? 50 : props.isLast ? 62 - half() : 50 - half()}`} />
          <Show when={props.isLast && length() === ENDLESS}>
            <path class="head" d={`M36 ${76 - half()}L50 ${58 - half()}L64 ${76 - half()}`} />
          </Show>
        </g>
        <Show when={props.isLast && !isEnd() && length() !== ENDLESS}>
          <text x="72" y="90">
            {length()}
          </text>
        </Show>
      </Show>
      <Show when={way() & MOVES}>
        <MarkSign mark="move" />
      </Show>
      <Show when={way() & TAKES}>
        <MarkSign mark="capture" />
      </Show>
    </svg>
  );
}

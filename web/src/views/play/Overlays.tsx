/** What can be laid over a position: who attacks what, who lends to whom, who cannot move. */

import { For, Show, createEffect, createSignal } from "solid-js";
import { placeOf, shapeOf } from "../../board/shape";
import { UNIT } from "../../board/viewport";
import type { Coverage, GameView, TurnView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { answer } from "../../state/link";
import type { Overlay } from "../../state/settings";
import { Segments } from "../Segments";

const OVERLAYS: { id: Overlay; label: string; explanation: string }[] = [
  { id: "states", label: "States", explanation: "immobilized, doubled, poisonous, burning" },
  { id: "threats", label: "Threats to royals", explanation: "who could take a royal piece" },
  { id: "prey", label: "Pieces in danger", explanation: "what each side could take" },
  { id: "attacks", label: "Attacked squares", explanation: "stripes one way for each side" },
  { id: "loans", label: "Loans", explanation: "who lends moves to whom" },
  { id: "zones", label: "Promotion zones", explanation: "where pieces promote" },
];

export function Overlays() {
  const app = useApp();
  const toggle = (id: Overlay, on: boolean) =>
    app.set("overlays", (old) =>
      on ? [...old.filter((one) => one !== id), id] : old.filter((one) => one !== id),
    );
  return (
    <div class="overlays">
      <For each={OVERLAYS}>
        {({ id, label, explanation }) => (
          <label class="switch">
            <input
              type="checkbox"
              checked={app.settings.overlays.includes(id)}
              onChange={(event) => toggle(id, event.currentTarget.checked)}
            />
            <span>
              {label}
              <small>{explanation}</small>
            </span>
          </label>
        )}
      </For>
      <h2>Pieces</h2>
      <Segments
        label="Pieces"
        value={app.settings.tiles}
        options={[
          { value: "diagram", label: "With diagrams" },
          { value: "letters", label: "Letters only" },
        ]}
        choose={(value) => app.set("tiles", value)}
      />
      <label class="switch">
        <input
          type="checkbox"
          checked={app.settings.turnBoard}
          onChange={(event) => app.set("turnBoard", event.currentTarget.checked)}
        />
        Turn the board to whoever moves
      </label>
    </div>
  );
}

/** Returns what each side covers, asked for whenever it is to be shown. */
export function useCoverage() {
  const app = useApp();
  const [coverage, setCoverage] = createSignal<[Coverage, Coverage]>();
  createEffect(() => {
    const position = app.facts.position();
    setCoverage(undefined);
    if (!position || !app.settings.overlays.includes("attacks")) return;
    void app.ask({ type: "overlay" }).then((events) => {
      if (events && app.facts.position() === position) setCoverage(answer(events, "overlay").sides);
    });
  });
  return coverage;
}

interface PictureProps {
  game: GameView;
  flipped: boolean;
  layer: "under" | "over";
  coverage: [Coverage, Coverage] | undefined;
  /** The squares pointed at and chosen: their loans are shown in any case. */
  chosen: readonly (number | undefined)[];
  /** A turn to be shown by an arrow. */
  arrow?: TurnView | undefined;
}

/** The overlays as they are drawn, under the pieces or over them. */
export function OverlayPicture(props: PictureProps) {
  const app = useApp();
  const position = app.facts.position;
  const has = (overlay: Overlay) => app.settings.overlays.includes(overlay);
  const corner = (square: number) => {
    const { column, row } = placeOf(shapeOf(props.game), square, props.flipped);
    return { x: column * UNIT, y: row * UNIT };
  };
  const middle = (square: number) => ({ x: corner(square).x + UNIT / 2, y: corner(square).y + UNIT / 2 });
  const loans = () =>
    (position()?.loans ?? []).filter(
      ({ lender, borrowers }) =>
        has("loans") ||
        props.chosen.includes(lender) ||
        borrowers.some((borrower) => props.chosen.includes(borrower)),
    );
  return (
    <Show
      when={props.layer === "under"}
      fallback={
        <g class="overlay-over">
          <Show when={has("states") && position()}>
            {(now) => (
              <>
                <Badges squares={now().marks.immobilized} corner={corner} kind="immobilized" sign="▮▮" />
                <Badges squares={now().marks.doubled} corner={corner} kind="doubled" sign="×2" />
                <Badges squares={now().marks.poisonous} corner={corner} kind="poisonous" sign="☠" />
              </>
            )}
          </Show>
          <For each={loans()}>
            {({ lender, borrowers }) => (
              <For each={borrowers}>
                {(borrower) => <Arrow from={middle(lender)} to={middle(borrower)} kind="loan" />}
              </For>
            )}
          </For>
          <Show when={has("threats")}>
            <For each={position()?.threats ?? []}>
              {({ from, royal }) => <Arrow from={middle(from)} to={middle(royal)} kind="threat" />}
            </For>
          </Show>
          <For each={props.arrow?.steps ?? []}>
            {(step) => (
              <Arrow
                from={middle(step.from)}
                to={middle(step.to === step.from ? (step.via ?? step.to) : step.to)}
                kind="advice"
              />
            )}
          </For>
        </g>
      }
    >
      <g class="overlay-under">
        <Stripes />
        <Show when={has("zones")}>
          <For each={props.game.zones}>
            {(zone, side) => (
              <Squares squares={zone} corner={corner} kind={side() === 0 ? "zone-first" : "zone-second"} />
            )}
          </For>
        </Show>
        <Show when={has("attacks") && props.coverage}>
          {(sides) => (
            <For each={sides()}>
              {({ attacked, defended }, side) => (
                <Squares
                  squares={[...attacked, ...defended]}
                  corner={corner}
                  kind={side() === 0 ? "attack-first" : "attack-second"}
                />
              )}
            </For>
          )}
        </Show>
        <Show when={has("states")}>
          <For each={position()?.marks.burning ?? []}>
            {(squares) => <Squares squares={squares} corner={corner} kind="burning" />}
          </For>
        </Show>
        <Show when={has("prey")}>
          <For each={position()?.prey ?? []}>
            {(squares) => <Squares squares={squares} corner={corner} kind="prey" />}
          </For>
        </Show>
      </g>
    </Show>
  );
}

type Corner = (square: number) => { x: number; y: number };

function Squares(props: { squares: number[]; corner: Corner; kind: string }) {
  return (
    <For each={props.squares}>
      {(square) => (
        <rect
          class={props.kind}
          x={props.corner(square).x}
          y={props.corner(square).y}
          width={UNIT}
          height={UNIT}
        />
      )}
    </For>
  );
}

function Badges(props: { squares: number[]; corner: Corner; kind: string; sign: string }) {
  return (
    <For each={props.squares}>
      {(square) => (
        <g
          class={`badge ${props.kind}`}
          transform={`translate(${props.corner(square).x + 78} ${props.corner(square).y + 22})`}
        >
          <circle r="21" />
          <text y="8">{props.sign}</text>
        </g>
      )}
    </For>
  );
}

function Arrow(props: { from: { x: number; y: number }; to: { x: number; y: number }; kind: string }) {
  const path = () => {
    const [dx, dy] = [props.to.x - props.from.x, props.to.y - props.from.y];
    const length = Math.hypot(dx, dy);
    if (length === 0) return "";
    const [ux, uy] = [dx / length, dy / length];
    const start = { x: props.from.x + ux * 26, y: props.from.y + uy * 26 };
    const end = { x: props.to.x - ux * 22, y: props.to.y - uy * 22 };
    const wing = (turn: number) => `L${end.x - ux * 24 - uy * 16 * turn} ${end.y - uy * 24 + ux * 16 * turn}`;
    return `M${start.x} ${start.y}L${end.x} ${end.y}M${end.x - ux * 24 - uy * 16} ${end.y - uy * 24 + ux * 16}L${end.x} ${end.y}${wing(-1)}`;
  };
  return <path class={`arrow ${props.kind}`} d={path()} />;
}

/** The stripes of attacked squares, one way for each side. */
function Stripes() {
  return (
    <defs>
      <pattern
        id="stripes-first"
        width="14"
        height="14"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="5" height="14" class="stripe-first" />
      </pattern>
      <pattern
        id="stripes-second"
        width="14"
        height="14"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(-45)"
      >
        <rect width="5" height="14" class="stripe-second" />
      </pattern>
    </defs>
  );
}

/** The pieces of which overlays are made: covered squares, frames, badges, arrows. */

import { For } from "solid-js";
import type { Marks } from "../protocol/protocol";
import { UNIT } from "./viewport";

/** Tells where a square is drawn. */
export type Corner = (square: number) => { x: number; y: number };

/** Squares covered wholly. */
export function Squares(props: { squares: readonly number[]; corner: Corner; kind: string }) {
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

/** Frames just inside the edges of squares. */
export function SquareFrames(props: { squares: readonly number[]; corner: Corner; kind: string }) {
  return (
    <For each={props.squares}>
      {(square) => (
        <rect
          class={props.kind}
          x={props.corner(square).x + 4}
          y={props.corner(square).y + 4}
          width={UNIT - 8}
          height={UNIT - 8}
          rx="10"
        />
      )}
    </For>
  );
}

interface BadgesProps {
  squares: readonly number[];
  corner: Corner;
  /** Whether the tile on a square points up the screen: its letters are at its base. */
  isUp: (square: number) => boolean;
  kind: string;
  sign: string;
}

/** Badges at the corner of tiles, away from their letters. */
function Badges(props: BadgesProps) {
  return (
    <For each={props.squares}>
      {(square) => (
        <g
          class={`badge ${props.kind}`}
          transform={`translate(${props.corner(square).x + 80} ${props.corner(square).y + (props.isUp(square) ? 22 : 78)})`}
        >
          <circle r="21" />
          <text y="8">{props.sign}</text>
        </g>
      )}
    </For>
  );
}

/** The badges of the pieces that are held, move twice or are poisonous. */
export function StateBadges(props: { marks: Marks; corner: Corner; isUp: (square: number) => boolean }) {
  return (
    <>
      <Badges {...props} squares={props.marks.immobilized} kind="immobilized" sign="▮▮" />
      <Badges {...props} squares={props.marks.doubled} kind="doubled" sign="×2" />
      <Badges {...props} squares={props.marks.poisonous} kind="poisonous" sign="☠" />
    </>
  );
}

interface Between {
  from: { x: number; y: number };
  to: { x: number; y: number };
}

/** A line between a lender and a borrower. It runs under the pieces, whose letters it leaves alone. */
export function LoanLine(props: Between) {
  return <path class="loan-line" d={`M${props.from.x} ${props.from.y}L${props.to.x} ${props.to.y}`} />;
}

/** An arrow from one square to another, or a ring where both are one. A halo sets it off against tiles of any colour. */
export function Arrow(props: Between & { kind: string }) {
  const path = () => {
    const [dx, dy] = [props.to.x - props.from.x, props.to.y - props.from.y];
    const length = Math.hypot(dx, dy);
    if (length === 0) return `M${props.to.x - 30} ${props.to.y}a30 30 0 1 1 0 .1z`;
    const [ux, uy] = [dx / length, dy / length];
    const start = { x: props.from.x + ux * 26, y: props.from.y + uy * 26 };
    const end = { x: props.to.x - ux * 22, y: props.to.y - uy * 22 };
    const wing = (turn: number) => `L${end.x - ux * 24 - uy * 16 * turn} ${end.y - uy * 24 + ux * 16 * turn}`;
    return `M${start.x} ${start.y}L${end.x} ${end.y}M${end.x - ux * 24 - uy * 16} ${end.y - uy * 24 + ux * 16}L${end.x} ${end.y}${wing(-1)}`;
  };
  return (
    <g class={`arrow ${props.kind}`}>
      <path class="halo" d={path()} />
      <path d={path()} />
    </g>
  );
}

/** The stripes of attacked squares, one way for each side. */
export function Stripes() {
  return (
    <defs>
      <StripePattern side="first" angle={45} />
      <StripePattern side="second" angle={-45} />
    </defs>
  );
}

function StripePattern(props: { side: "first" | "second"; angle: number }) {
  return (
    <pattern
      id={`stripes-${props.side}`}
      width="14"
      height="14"
      patternUnits="userSpaceOnUse"
      patternTransform={`rotate(${props.angle})`}
    >
      <rect width="5" height="14" class={`stripe-${props.side}`} />
    </pattern>
  );
}

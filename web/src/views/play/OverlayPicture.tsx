/** The overlays of a position: attacks, loans, pieces that cannot move. */

import { For, Show, createEffect, createSignal } from "solid-js";
import {
  Arrow,
  type Corner,
  LoanLine,
  SquareFrames,
  Squares,
  StateBadges,
  Stripes,
} from "../../board/overlay";
import { sideOf } from "../../board/piece";
import { shapeOf } from "../../board/shape";
import { UNIT, cornerOf } from "../../board/viewport";
import type { Coverage, GameView, TurnView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { answer } from "../../state/link";
import type { Overlay } from "../../state/settings";

/** Returns what each side covers, asked for whenever it is to be shown. */
export function useCoverage() {
  const app = useApp();
  const [coverage, setCoverage] = createSignal<[Coverage, Coverage]>();
  createEffect(() => {
    const position = app.facts.position();
    setCoverage(undefined);
    const wanted = app.settings.overlays.some((overlay) => overlay === "attacks" || overlay === "defended");
    if (!position || !wanted) return;
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
  /** The square whose piece is explained since it was tapped, though it cannot be moved. */
  tapped: number | undefined;
  /** The squares that the turn being entered has touched: overlays of the position before do not hold there. */
  touched: ReadonlySet<number>;
  /** Turns to be shown by arrows, the best first. */
  advice?: readonly TurnView[];
  /** The turn that waits until the opponent has moved. */
  premove?: TurnView | undefined;
}

/** The overlays as they are drawn, under the pieces or over them. */
export function OverlayPicture(props: PictureProps) {
  const app = useApp();
  const position = app.facts.position;
  const has = (overlay: Overlay) => app.settings.overlays.includes(overlay);
  const corner: Corner = (square) => cornerOf(shapeOf(props.game), square, props.flipped);
  const middle = (square: number) => ({ x: corner(square).x + UNIT / 2, y: corner(square).y + UNIT / 2 });
  /** Whether an arrow is that of the best turn, which is drawn last, over the others. */
  const isBest = (index: number) => index + 1 === props.advice?.length;
  const TurnArrows = (of: { turn: TurnView; kind: string }) => (
    <For each={of.turn.steps}>
      {({ from, to, via }) => (
        <Arrow from={middle(from)} to={middle(to === from ? (via ?? to) : to)} kind={of.kind} />
      )}
    </For>
  );
  const untouched = (squares: readonly number[]) => squares.filter((square) => !props.touched.has(square));
  const loans = () =>
    (position()?.loans ?? [])
      .filter(({ lender }) => !props.touched.has(lender))
      .map(({ lender, borrowers }) => ({ lender, borrowers: untouched(borrowers) }))
      .filter(({ borrowers }) => borrowers.length > 0)
      .filter(
        ({ lender, borrowers }) =>
          has("loans") ||
          props.chosen.includes(lender) ||
          borrowers.some((borrower) => props.chosen.includes(borrower)),
      );
  const lenders = () => [...new Set(loans().map(({ lender }) => lender))];
  const borrowers = () => [...new Set(loans().flatMap(({ borrowers }) => borrowers))];
  const threats = () =>
    (position()?.threats ?? []).filter(({ from, royal }) => untouched([from, royal]).length === 2);
  const threatened = () => [...new Set(threats().map(({ royal }) => royal))];
  const premoved = () => [...new Set(props.premove?.steps.flatMap(({ from, to }) => [from, to]))];
  return (
    <Show
      when={props.layer === "under"}
      fallback={
        <g class="overlay-over">
          <Show when={has("states") && position()}>
            {(now) => (
              <StateBadges
                marks={{
                  ...now().marks,
                  immobilized: untouched(now().marks.immobilized),
                  doubled: untouched(now().marks.doubled),
                  poisonous: untouched(now().marks.poisonous),
                }}
                corner={corner}
                isUp={(square) => (sideOf(now().board[square] ?? 0) === 0) !== props.flipped}
              />
            )}
          </Show>
          <SquareFrames
            squares={props.tapped === undefined ? [] : [props.tapped]}
            corner={corner}
            kind="tapped"
          />
          <SquareFrames squares={borrowers()} corner={corner} kind="borrower" />
          <SquareFrames squares={lenders()} corner={corner} kind="lender" />
          <Show when={has("threats")}>
            <For each={threats()}>
              {({ from, royal }) => <Arrow from={middle(from)} to={middle(royal)} kind="threat" />}
            </For>
          </Show>
          <For each={props.advice?.toReversed()}>
            {(turn, index) => <TurnArrows turn={turn} kind={isBest(index()) ? "advice best" : "advice"} />}
          </For>
          <Show when={props.premove}>{(turn) => <TurnArrows turn={turn()} kind="premove" />}</Show>
        </g>
      }
    >
      <g class="overlay-under">
        <Stripes />
        {/* Keyed: the trace of each turn fades anew. */}
        <Show when={props.touched.size === 0 && position()?.last} keyed>
          {(last) => (
            <g class="trace">
              <For each={last.steps.filter(({ from, to }) => from !== to)}>
                {({ from, to }) => (
                  <path d={`M${middle(from).x} ${middle(from).y}L${middle(to).x} ${middle(to).y}`} />
                )}
              </For>
            </g>
          )}
        </Show>
        <Squares squares={premoved()} corner={corner} kind="premoved" />
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
              {({ attacked }, side) => (
                <Squares
                  squares={attacked}
                  corner={corner}
                  kind={side() === 0 ? "attack-first" : "attack-second"}
                />
              )}
            </For>
          )}
        </Show>
        <Show when={has("defended") && props.coverage}>
          {(sides) => (
            <For each={sides()}>
              {({ defended }) => <SquareFrames squares={defended} corner={corner} kind="defended" />}
            </For>
          )}
        </Show>
        <Show when={has("states")}>
          <For each={position()?.marks.burning ?? []}>
            {(squares) => <Squares squares={squares} corner={corner} kind="burning" />}
          </For>
        </Show>
        <Show when={has("threats")}>
          <Squares squares={threatened()} corner={corner} kind="in-check" />
        </Show>
        <For each={loans()}>
          {({ lender, borrowers }) => (
            <For each={borrowers}>
              {(borrower) => <LoanLine from={middle(lender)} to={middle(borrower)} />}
            </For>
          )}
        </For>
        <Show when={has("prey")}>
          <For each={position()?.prey ?? []}>
            {(squares) => <SquareFrames squares={untouched(squares)} corner={corner} kind="prey" />}
          </For>
        </Show>
      </g>
    </Show>
  );
}

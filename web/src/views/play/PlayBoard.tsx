/** A board on which turns are entered, with the moves of the piece pointed at, the states of squares, and the user's drawings. */

import { type Accessor, Show, createEffect, createMemo, createSignal, on } from "solid-js";
import { Board } from "../../board/Board";
import { Bodies } from "../../board/Bodies";
import { type Code, EMPTY, WALL, typeOf } from "../../board/piece";
import { nameOf, shapeOf } from "../../board/shape";
import { isBlank, isOnlyLifted } from "../../entry/entry";
import { targetInWords } from "../../entry/words";
import type { GameView, TurnView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { type Drawings, createDrawings } from "../../state/drawings";
import type { Entering } from "../../state/entering";
import { OverlayPicture, useCoverage } from "./OverlayPicture";
import { SightPicture } from "../sight/SightPicture";
import { type Sight, createLook, createSight, isHeld } from "../sight/sight";
import { PieceSheet } from "./PieceSheet";
import { TurnQuestion } from "./TurnQuestion";
import { sentence, t } from "../../language/language";
import { answer } from "../../state/link";

export interface BoardState {
  entering: Entering;
  drawings: Drawings;
  /** The square pointed at or tapped. */
  hovered: Accessor<number | undefined>;
  point(square: number | undefined): void;
  /** The square with a piece that was tapped or clicked, as long as its piece is explained and no turn is entered. */
  tapped: Accessor<number | undefined>;
  /** A square was tapped or clicked. */
  tap(square: number): void;
  /** What is seen of a square that was tapped, or on which a pointer rests, as long as no turn is entered. */
  sight: Sight;
  /** The piece in hand that is explained. */
  inHand: Accessor<Code | undefined>;
  /** A piece in hand is pointed at or was tapped, until the board is pointed at; or none any more. */
  pointInHand(code: Code | undefined): void;
  /** A remark about the piece in hand. */
  remark: Accessor<string | undefined>;
  /** Says why an item of the reserve of the side whose turns are entered cannot be dropped; `otherwise` if that is not known. */
  explainItem(item: number | undefined, otherwise: string): Promise<void>;
  /** Says why the item that is taken cannot be dropped on a square, if it cannot and no piece there is taken up instead. */
  explainDrop(square: number): Promise<void>;
  /** The square whose piece is explained: the one pointed at or tapped, or that of the chosen piece; none of a piece in hand. */
  shownSquare: Accessor<number | undefined>;
  /** The piece that is explained: the one in hand, or the one on that square. */
  shown: Accessor<Code | undefined>;
  /** The squares that the settled steps of the turn being entered have changed. */
  touched: Accessor<ReadonlySet<number>>;
  /** The squares of the turn being entered, or else of the last turn. */
  last: Accessor<readonly number[]>;
  /** The piece that is looked at closely. */
  inspected: Accessor<Code | undefined>;
  inspect(code: Code | undefined): void;
  inspectSquare(square: number | undefined): void;
  /** The text of a turn being typed; missing if none is. */
  typed: Accessor<string | undefined>;
  type(text: string | undefined): void;
}

/** Returns what a board knows on which turns are entered. */
export function createBoardState(entering: Entering): BoardState {
  const app = useApp();
  const { facts } = app;
  const [hovered, setHovered] = createSignal<number>();
  const [inHand, pointInHand] = createSignal<Code>();
  createEffect(on(hovered, () => pointInHand(undefined), { defer: true }));
  const [remark, setRemark] = createSignal<string>();
  createEffect(on(inHand, () => setRemark(undefined), { defer: true }));
  const [clicked, setClicked] = createSignal<number>();
  const [inspected, setInspected] = createSignal<Code>();
  const [typed, setTyped] = createSignal<string>();
  const { entry } = entering;
  const codeAt = (square: number | undefined) => {
    const code = entering.scene()?.board[square ?? -1] ?? EMPTY;
    return code === WALL ? EMPTY : code;
  };
  const shownSquare = () => {
    if (inHand() !== undefined) return undefined;
    return codeAt(hovered()) === EMPTY ? entry().origin : hovered();
  };
  const touched = createMemo(
    () =>
      new Set(
        entry().settled.flatMap(({ from, to, changes }) => [from, to, ...changes.map(([square]) => square)]),
      ),
  );
  createEffect(() => {
    if (!facts.position()) return;
    setHovered(undefined);
    setClicked(undefined);
  });
  const look = createLook(hovered, clicked);
  const sight = createSight(
    () => {
      const [position, state] = [facts.position(), facts.state()];
      if (!position || !state?.game) return undefined;
      const isTurn = state.stage === "turn" && state.node === position.node;
      return {
        game: state.game,
        board: position.board,
        pairs: position.pairs ?? [],
        node: isTurn ? position.node : undefined,
        turns: { side: position.side, list: app.turns() },
        marks: position.marks,
      };
    },
    () => {
      if (inHand() !== undefined) return undefined;
      if (isBlank(entry())) return look();
      // A piece that is held may have turns all the same: it says that it is held when it is chosen.
      const { origin } = entry();
      return isOnlyLifted(entry()) && isHeld(facts.position()?.marks, origin) ? origin : undefined;
    },
  );
  function tap(square: number): void {
    setHovered(square);
    setClicked(square);
  }
  /** Returns why an item cannot be dropped, on a square or anywhere; nothing if the session does not say. */
  async function whyNoDrop(item: number, to?: number): Promise<string | undefined> {
    const position = facts.position();
    if (!position) return undefined;
    const of = { type: "item" as const, item, ...(to === undefined ? {} : { to }) };
    const ahead = entering.side() !== position.side;
    const events = await app.askQuietly({ type: "turns", node: position.node, of, ahead });
    const idle = events && answer(events, "turns").idle;
    return idle && sentence(idle.reason);
  }
  async function explainItem(item: number | undefined, otherwise: string): Promise<void> {
    const asked = inHand();
    const reason = (item === undefined ? undefined : await whyNoDrop(item)) ?? otherwise;
    // It stands beside what is said about the piece, if this is shown.
    if (asked === undefined) app.notices.show(reason);
    else if (inHand() === asked) setRemark(reason);
  }
  async function explainDrop(square: number): Promise<void> {
    const { item } = entry();
    const isTarget = entering.targets().some((target) => target.square === square);
    if (item === undefined || !isOnlyLifted(entry()) || isTarget || entering.canLift(square)) return;
    const reason = await whyNoDrop(item, square);
    if (reason) app.notices.show(reason);
  }
  return {
    entering,
    drawings: createDrawings(() => facts.position()?.node),
    hovered,
    point: setHovered,
    tapped: () => {
      const square = clicked();
      const isExplained = square !== undefined && square === shownSquare();
      return isExplained && codeAt(square) !== EMPTY && isBlank(entry()) ? square : undefined;
    },
    tap,
    sight,
    inHand,
    pointInHand,
    remark,
    explainItem,
    explainDrop,
    shownSquare,
    shown: () => inHand() ?? (codeAt(shownSquare()) || undefined),
    touched,
    last: () => {
      const { settled } = entry();
      const steps = settled.length > 0 ? settled : (facts.position()?.last?.steps ?? []);
      return steps.flatMap(({ from, to, via }) => [
        from,
        to,
        ...(to === from && via !== undefined ? [via] : []),
      ]);
    },
    inspected,
    inspect: setInspected,
    inspectSquare(square) {
      setInspected(codeAt(square) || undefined);
      // Of a square without a piece there is only to be seen who could take there.
      if (square !== undefined && codeAt(square) === EMPTY) tap(square);
    },
    typed,
    type: setTyped,
  };
}

interface PlayBoardProps {
  game: GameView;
  state: BoardState;
  flipped: boolean;
  /** The squares that are highlighted. */
  last: readonly number[];
  /** Turns to be drawn as arrows, the best first. */
  advice?: readonly TurnView[];
  /** The turn that waits until the opponent has moved. */
  premove?: TurnView | undefined;
}

export function PlayBoard(props: PlayBoardProps) {
  const app = useApp();
  const { position } = app.facts;
  const coverage = useCoverage();
  const entering = () => props.state.entering;
  const describe = (square: number) => {
    const target = entering()
      .targets()
      .find((one) => one.square === square);
    const marks = props.state.touched().has(square) ? undefined : position()?.marks;
    return [
      target && targetInWords(props.game, position()?.board ?? [], target),
      entering().entry().origin === square && t("chosen"),
      props.premove?.steps.some(({ from }) => from === square) && t("its turn waits"),
      marks?.immobilized.includes(square) && t("immobilized"),
      marks?.bewitched?.includes(square) && t("bewitched"),
      marks?.doubled.includes(square) && t("moves twice"),
      marks?.poisonous.includes(square) && t("poisonous"),
      ...seen(square),
    ]
      .filter(Boolean)
      .join(", ");
  };
  /** What a square has to do with the one that is looked at. */
  const seen = (square: number) => {
    const { sight } = props.state;
    const looked = sight.square();
    if (looked === undefined || !isBlank(entering().entry())) return [];
    const reached = sight.targets().find((one) => one.square === square);
    const isAttacker = sight.attackers()?.some((squares) => squares.includes(square));
    return [
      reached && targetInWords(props.game, position()?.board ?? [], reached),
      isAttacker && t("could take on {square}", { square: nameOf(shapeOf(props.game), looked) }),
    ];
  };
  function choose(square: number): void {
    props.state.drawings.clear();
    props.state.tap(square);
    void props.state.explainDrop(square);
    entering().click(square);
  }
  function drop(to: number | undefined): void {
    if (to === undefined) entering().cancel();
    // A piece that was captured meanwhile goes nowhere.
    else if (!isBlank(entering().entry())) entering().click(to);
  }
  const Seen = (of: { layer: "under" | "over" }) => (
    <Show when={isBlank(entering().entry())}>
      <SightPicture
        game={props.game}
        set={app.library.tileSet(props.game.summary.id)}
        board={position()?.board ?? []}
        flipped={props.flipped}
        layer={of.layer}
        sight={props.state.sight}
      />
    </Show>
  );
  const Layer = (of: { layer: "under" | "over" }) => (
    <OverlayPicture
      game={props.game}
      flipped={props.flipped}
      layer={of.layer}
      coverage={coverage()}
      chosen={[props.state.hovered(), entering().entry().origin]}
      tapped={props.state.tapped()}
      touched={props.state.touched()}
      advice={of.layer === "over" ? (props.advice ?? []) : []}
      premove={props.premove}
    />
  );
  return (
    <Show when={entering().scene()}>
      {(scene) => (
        <Board
          game={props.game}
          set={app.library.tileSet(props.game.summary.id)}
          scene={scene()}
          flipped={props.flipped}
          label={t("Board of {game}", { game: props.game.summary.name })}
          last={props.last}
          selected={entering().entry().origin}
          targets={entering().targets()}
          ghosts={entering().ghosts()}
          under={
            <>
              <Bodies
                game={props.game}
                flipped={props.flipped}
                board={scene().board}
                pairs={position()?.pairs ?? []}
              />
              <Layer layer="under" />
              <Seen layer="under" />
            </>
          }
          over={
            <>
              <Layer layer="over" />
              <Seen layer="over" />
            </>
          }
          above={(areaOf) => <TurnQuestion game={props.game} entering={entering()} areaOf={areaOf} />}
          canDrag={entering().canLift}
          drawings={props.state.drawings.shown()}
          onDraw={props.state.drawings.draw}
          onClick={choose}
          onLift={choose}
          onDrop={(_, to) => drop(to)}
          onHover={(square) => {
            props.state.point(square);
            entering().pointAt(square);
          }}
          onInspect={(square) => props.state.inspectSquare(square)}
          onLook={(square) => props.state.tap(square)}
          onType={props.state.type}
          onCancel={entering().cancel}
          zoomsByTaps
          describe={describe}
        />
      )}
    </Show>
  );
}

/** The piece that is looked at closely, if there is one. */
export function InspectedPiece(props: { game: GameView; state: BoardState }) {
  return (
    <Show when={props.state.inspected()}>
      {(code) => (
        <PieceSheet
          game={props.game}
          type={typeOf(code())}
          side={code() & 1}
          close={() => props.state.inspect(undefined)}
        />
      )}
    </Show>
  );
}

/** A board on which a piece can be tried: put others around it and see what changes. */

import { For, Show, createEffect, createMemo, createSignal, on } from "solid-js";
import { Bodies } from "../../board/Bodies";
import { Board } from "../../board/Board";
import { type Corner, Squares, StateBadges } from "../../board/overlay";
import { EMPTY, codeOf, exists, sideOf } from "../../board/piece";
import { middleOf, shapeOf } from "../../board/shape";
import { cornerOf } from "../../board/viewport";
import { begin, pick, targets } from "../../entry/entry";
import { marksInWords } from "../../entry/mark";
import { secondSquares } from "../../entry/second";
import { t } from "../../language/language";
import type { GameView, Marks, TurnView } from "../../protocol/protocol";
import { placed } from "../editor/arrangement";
import { useApp } from "../../state/app";
import { explore } from "../../state/explore";
import { LegendSign } from "../LegendSign";

interface LiveDiagramProps {
  game: GameView;
  type: number;
  side: number;
  /**
   * Where the piece stands at first, and what else does; alone in the middle if missing, or where it starts if it has no turns in
   * the middle, as one that is bound to a palace.
   */
  at?: number | undefined;
  others?: ReadonlyMap<number, number> | undefined;
  /** How many squares are shown to each side of it; all if missing. */
  reach?: number | undefined;
}

export function LiveDiagram(props: LiveDiagramProps) {
  const app = useApp();

  const files = () => props.game.summary.files;
  const ranks = () => props.game.summary.ranks;
  const middle = () => middleOf(props.game.summary);
  /** The first square of the type in the array, if it has one. */
  const home = () => props.game.summary.start.indexOf(codeOf(props.type, props.side));
  const start = () => props.at ?? (exists(props.game, middle()) ? middle() : Math.max(home(), 0));
  /** Whether the piece is still on its initial square. */
  let isFresh = true;
  const [square, setSquare] = createSignal(start());
  const [others, setOthers] = createSignal<ReadonlyMap<number, number>>(new Map());
  const [promoted, setPromoted] = createSignal(false);
  const [hovered, setHovered] = createSignal<number>();
  const [turns, setTurns] = createSignal<readonly TurnView[]>([]);
  const [holds, setHolds] = createSignal<Marks>();
  createEffect(
    on(
      () => props.type,
      () => {
        isFresh = props.at === undefined;
        setPromoted(false);
        setOthers(props.others ?? companions());
        setSquare(start());
      },
    ),
  );

  /** The pieces that have to stand near the piece for it to show all its powers. */
  function companions(): Map<number, number> {
    const [file, rank] = [start() % files(), Math.floor(start() / files())];
    const ahead = props.side === 0 ? 1 : -1;
    const royal = Math.max(
      props.game.types.findIndex((type) => type.royal),
      0,
    );
    const codes = {
      royal: codeOf(royal, props.side),
      friend: codeOf(dummy(), props.side),
      enemy: codeOf(dummy(), 1 - props.side),
    };
    return new Map(
      (props.game.types[props.type]?.companions ?? []).flatMap((companion) => {
        const at = { file: file + ahead * companion.files, rank: rank + ahead * companion.ranks };
        const isOnBoard = at.file >= 0 && at.file < files() && at.rank >= 0 && at.rank < ranks();
        return isOnBoard ? [[at.rank * files() + at.file, codes[companion.who]] as const] : [];
      }),
    );
  }
  const type = () =>
    promoted() ? (props.game.types[props.type]?.promotesTo[0]?.to ?? props.type) : props.type;
  /** The commonest piece of the array stands for any other. */
  const dummy = createMemo(() => {
    const counts = new Map<number, number>();
    for (const code of props.game.summary.start)
      if (code !== EMPTY) counts.set(code >> 1, (counts.get(code >> 1) ?? 0) + 1);
    const [most] = [...counts].sort((a, b) => b[1] - a[1]);
    return (most?.[0] ?? 1) - 1;
  });
  const settled = createMemo(() => {
    const board = Array.from({ length: files() * ranks() }, () => EMPTY);
    for (const [at, code] of others()) board[at] = code;
    board[square()] = codeOf(type(), props.side);
    const other = otherPart();
    if (other !== undefined) board[other] = codeOf(type(), props.side);
    return board;
  });
  /** The square of the other part, if the piece stands on two: the one above to the right, else below. */
  function otherPart(): number | undefined {
    if (props.game.types[type()]?.standing !== "twoSquares") return undefined;
    const [file, rank] = [square() % files(), Math.floor(square() / files())];
    return square() + (rank + 1 < ranks() ? files() : -files()) + (file + 1 < files() ? 1 : -1);
  }
  const pairs = createMemo((): [number, number][] => {
    const other = otherPart();
    return other === undefined ? [] : [[square(), other]];
  });
  /** The arrangement whose moves are shown: with an enemy on the square pointed at. */
  const tried = createMemo(() => {
    const at = hovered();
    const board = settled();
    if (at === undefined || board[at] !== EMPTY) return board;
    return board.with(at, codeOf(dummy(), 1 - props.side));
  });

  let asked = 0;
  createEffect(() => {
    const pieces = placed({ board: tried(), pairs: pairs() });
    const wish = { type: "explore" as const, game: props.game.summary.id, pieces, square: square() };
    const number = ++asked;
    void explore(app.ask, wish).then((explored) => {
      if (!explored || number !== asked) return;
      if (isFresh && explored.turns.length === 0 && home() >= 0) setSquare(home());
      isFresh = false;
      setTurns(explored.turns);
      setHolds(explored.marks);
    });
  });

  const corner: Corner = (at) => cornerOf(shapeOf(props.game), at, false);
  const marks = createMemo(() => targets(pick(begin(turns(), pairs()), square())));
  const second = createMemo(() => secondSquares(turns(), square()));
  const legend = createMemo(() => [...new Set(marks().flatMap((target) => target.marks))]);
  const ghost = () => hovered() !== undefined && settled()[hovered() ?? -1] === EMPTY;

  function click(at: number): void {
    if (at === square()) {
      if (props.game.types[props.type]?.promotesTo.length) setPromoted((old) => !old);
      return;
    }
    if (at === otherPart()) return;
    const enemy = codeOf(dummy(), 1 - props.side);
    const friend = codeOf(dummy(), props.side);
    const next = { [EMPTY]: enemy, [enemy]: friend }[others().get(at) ?? EMPTY];
    setOthers((old) => {
      const map = new Map(old);
      if (next === undefined) map.delete(at);
      else map.set(at, next);
      return map;
    });
  }

  function drop(from: number, to: number | undefined): void {
    if (from === square()) {
      if (to !== undefined && !others().has(to)) setSquare(to);
      return;
    }
    setOthers((old) => {
      const map = new Map(old);
      const code = map.get(from);
      map.delete(from);
      if (to !== undefined && to !== square() && code !== undefined) map.set(to, code);
      return map;
    });
  }

  return (
    <div class="live">
      <Board
        game={props.game}
        set={app.library.tileSet(props.game.summary.id)}
        scene={{ board: ghost() ? tried() : settled() }}
        label={t("Moves of the {piece}", { piece: props.game.types[type()]?.name ?? "" })}
        under={
          <>
            <Bodies game={props.game} flipped={false} board={settled()} pairs={pairs()} />
            <Squares squares={second()} corner={corner} kind="second-step" />
            <Squares squares={holds()?.burning[props.side] ?? []} corner={corner} kind="burning" />
          </>
        }
        targets={marks()}
        around={props.reach === undefined ? undefined : { square: start(), reach: props.reach }}
        over={
          <Show when={holds()}>
            {(now) => (
              <StateBadges marks={now()} corner={corner} isUp={(at) => sideOf(tried()[at] ?? EMPTY) === 0} />
            )}
          </Show>
        }
        canDrag={(at) => (settled()[at] ?? EMPTY) !== EMPTY}
        onClick={click}
        onDrop={drop}
        scrolls
        onHover={setHovered}
        describe={(at) => {
          const target = marks().find(({ square }) => square === at);
          if (target) return marksInWords(target.marks);
          return second().includes(at) ? t("within reach of a second move") : undefined;
        }}
      />
      <Show when={props.at === undefined}>
        <p class="faint">
          {app.isTouch
            ? t("Drag the piece anywhere. Tap a square for an enemy, again for a friend, again for nothing.")
            : t(
                "Drag the piece anywhere. Click a square for an enemy, again for a friend, again for nothing.",
              )}
          <Show when={props.game.types[props.type]?.promotesTo.length}>
            {" "}
            {app.isTouch
              ? t("Tap the piece itself for its promoted form.")
              : t("Click the piece itself for its promoted form.")}
          </Show>
        </p>
      </Show>
      <ul class="legend">
        <For each={legend()}>{(mark) => <LegendSign mark={mark} size={22} />}</For>
        <Show when={second().length > 0}>
          <li>
            <svg viewBox="0 0 100 100" width="22" height="22" aria-hidden="true">
              <rect class="second-step" width="100" height="100" />
            </svg>{" "}
            {t("within reach of a second move")}
          </li>
        </Show>
        <Show
          when={turns().some((turn) =>
            turn.steps.some(
              (step) => step.lender !== undefined && sideOf(tried()[step.lender] ?? 0) === props.side,
            ),
          )}
        >
          <li>{t("some moves are borrowed")}</li>
        </Show>
      </ul>
    </div>
  );
}

/** The player of a side, the time left, and whether it is to move. */

import { Show, Suspense, createSignal, onCleanup } from "solid-js";
import { sideClass } from "../../board/piece";
import { t } from "../../language/language";
import type { GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { accountOf, guestInWords } from "../../state/names";
import { clockText, longTime } from "../../state/clock";
import { forceOf } from "../force";
import { Presence } from "../friend/Presence";
import { MaterialLead } from "./Captures";
import { lazily } from "../lazily";

const GamePlayer = lazily(() => import("../names/GamePlayer"));

export function PlayerStrip(props: { game: GameView; side: number; place: "top" | "bottom" }) {
  const app = useApp();
  const state = app.facts.state;
  const player = () => state()?.players[props.side];
  const isYou = () => app.facts.mySide() === props.side;
  const named = () => state()?.seats?.names?.[props.side];
  const account = () => accountOf(named());
  const nameless = () => {
    const who = player();
    const { name, guest } = named() ?? {};
    if (name && guest) return isYou() ? t("{name} (you)", { name }) : guestInWords(name);
    if (named()) return t("deleted");
    if (state()?.seats) return isYou() ? t("you") : "";
    return who?.type === "engine"
      ? t("engine, {level}", { level: forceOf(app.facts.levels(), who.level) })
      : (state()?.names?.[props.side] ?? "");
  };
  /** Also while an earlier position is looked at, in a game that goes on elsewhere. */
  const isToMove = () =>
    state()?.stage === "turn" && app.facts.tree().get(state()?.node ?? 0)?.side === 1 - props.side;
  const won = () => state()?.result?.winner === props.side;
  return (
    <div class="player" classList={{ [props.place]: true, "to-move": isToMove() }}>
      <span class={`swatch tile ${sideClass(props.game.summary, props.side)}`} aria-hidden="true" />
      <strong>{props.game.summary.sides[props.side]}</strong>
      <Show
        when={account()}
        fallback={
          <span class="who" title={nameless()}>
            {nameless()}
          </span>
        }
      >
        {(name) => (
          <Suspense fallback={<span class="who">{name()}</span>}>
            <GamePlayer
              name={name()}
              isYou={isYou()}
              game={props.game.summary.id}
              isOver={state()?.stage === "over"}
            />
          </Suspense>
        )}
      </Show>
      <Show when={state()?.seats?.taken[props.side]}>
        <Presence side={props.side} />
      </Show>
      <MaterialLead game={props.game} side={props.side} />
      <Show when={isToMove()}>
        <span class="thinking">{state()?.thinking ? t("thinking …") : t("to move")}</span>
      </Show>
      <Show when={won()}>
        <span class="won">{t("has won")}</span>
      </Show>
      <Show when={state()?.clock}>
        <Clock side={props.side} />
      </Show>
    </div>
  );
}

/** With less left a clock looks urgent, in milliseconds: in a live game, and by mail. */
const URGENT = 20_000;
const URGENT_BY_MAIL = 12 * 3_600_000;

function Clock(props: { side: number }) {
  const app = useApp();
  const [now, setNow] = createSignal(performance.now());
  const timer = setInterval(() => setNow(performance.now()), 200);
  onCleanup(() => clearInterval(timer));
  const clock = () => app.facts.state()?.clock;
  const isByMail = () => clock()?.rule.type === "days";
  /** The rest of a vacation in progress. */
  const vacation = () => {
    const told = clock()?.vacations?.[props.side];
    return told?.on ? told.left : 0;
  };
  const left = () => {
    const told = clock()?.left[props.side] ?? 0;
    if (clock()?.running !== props.side) return told;
    const passed = now() - app.facts.clockAt();
    return Math.max(0, told - Math.max(0, passed - vacation()));
  };
  return (
    <>
      <Show when={vacation() > 0}>
        <span class="vacation">{t("on vacation")}</span>
      </Show>
      <time
        class="clock"
        translate="no"
        classList={{
          running: clock()?.running === props.side,
          low: left() < (isByMail() ? URGENT_BY_MAIL : URGENT),
        }}
        role="timer"
      >
        {isByMail() ? longTime(left()) : clockText(left())}
      </time>
    </>
  );
}

/** The panel beside the board: the turns played, how good they were, what the engine thinks, or how the board looks and sounds. */

import { Match, Show, Suspense, Switch, createEffect, createMemo, createSignal, on } from "solid-js";
import { prefersStill } from "../../board/scenes";
import { t } from "../../language/language";
import type { ChatLine, GameView, NodeView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import type { Entering } from "../../state/entering";
import type { MistakeTraining } from "../../state/mistakes";
import { createUnread } from "../../state/unread";
import { Segments } from "../Segments";
import { MoveList } from "./MoveList";
import { lazily } from "../lazily";

const Review = lazily(() => import("./Review"));
const Analysis = lazily(() => import("./Analysis"));
const Overlays = lazily(() => import("./Overlays"));
const Talk = lazily(() => import("../friend/Talk"));
const ChatNotice = lazily(() => import("../friend/ChatNotice"));
const ByMail = lazily(() => import("../friend/ByMail"));

type Panel = "turns" | "talk" | "mail" | "review" | "engine" | "view";

interface SidePanelProps {
  game: GameView;
  entering: Entering;
  training: MistakeTraining;
  /** A turn of the list is pointed at, or none any more. */
  pointAt: (turn: NodeView | undefined) => void;
  /** The piece of a turn is to be looked at closely. */
  inspect: (turn: NodeView) => void;
}

export function SidePanel(props: SidePanelProps) {
  const { facts, isTouch, sounds } = useApp();
  const [panel, setPanel] = createSignal<Panel>("turns");
  // A person who starts an analysis wants to see its lines.
  const isAnalysing = createMemo(() => facts.state()?.analysis !== undefined);
  createEffect(() => {
    if (isAnalysing()) setPanel("engine");
  });
  const isReviewing = createMemo(() => facts.state()?.reviewing ?? false);
  let tabs!: HTMLDivElement;
  createEffect(
    on(isReviewing, (isNow, wasBefore) => {
      if (!isNow) return;
      setPanel("review");
      // On a phone the panel lies below the board, where the start of the review would not be seen.
      if (wasBefore === false) void Review.preload().then(() => requestAnimationFrame(() => reveal(tabs)));
    }),
  );
  // A chat message must not be missed by a person who looks at the turns.
  const [heard, setHeard] = createSignal<ChatLine>();
  const unread = createUnread({
    lines: () => facts.chat()?.lines,
    mine: facts.mySide,
    isOpen: () => panel() === "talk",
    heard(line) {
      setHeard(line);
      sounds.play("message");
    },
  });
  const chatLabel = () => (unread() > 0 ? t("Chat ({count})", { count: unread() }) : t("Chat"));
  createEffect(() => {
    if (panel() === "talk") setHeard(undefined);
  });
  function openChat(): void {
    setPanel("talk");
    requestAnimationFrame(() => reveal(tabs));
  }
  /** Whether the person plays in a game that takes days, or has no clock. */
  const isSlow = () => facts.mySide() !== undefined && (facts.state()?.clock?.rule.type ?? "days") === "days";
  // A finger only passes: the words about a piece would come and go above the list, and move the turn that is tapped.
  const pointAt = (turn: NodeView | undefined) => {
    if (!isTouch) props.pointAt(turn);
  };
  return (
    <>
      <div class="panel-tabs" ref={tabs}>
        <Segments
          label={t("Panel")}
          value={panel()}
          options={[
            { value: "turns", label: t("Turns") },
            ...(facts.mySide() === undefined ? [] : [{ value: "talk" as const, label: chatLabel() }]),
            ...(isSlow() ? [{ value: "mail" as const, label: t("By mail") }] : []),
            ...(facts.state()?.seats
              ? []
              : [
                  { value: "review" as const, label: t("Review") },
                  { value: "engine" as const, label: t("Engine") },
                ]),
            { value: "view", label: t("View") },
          ]}
          choose={setPanel}
        />
      </div>
      <div class="notices chat-notices" aria-live="polite">
        <Show when={heard()}>
          {(line) => (
            <Suspense>
              <ChatNotice game={props.game} line={line()} open={openChat} close={() => setHeard(undefined)} />
            </Suspense>
          )}
        </Show>
      </div>
      <div class="panel">
        <Switch>
          <Match when={panel() === "turns"}>
            <MoveList pointAt={pointAt} inspect={props.inspect} />
          </Match>
          <Match when={panel() === "talk" && facts.mySide() !== undefined}>
            <Suspense>
              <Talk game={props.game} side={facts.mySide() ?? 0} />
            </Suspense>
          </Match>
          <Match when={panel() === "mail" && isSlow()}>
            <Suspense>
              <ByMail side={facts.mySide() ?? 0} />
            </Suspense>
          </Match>
          <Match when={panel() === "review"}>
            <Suspense>
              <Review game={props.game} training={props.training} />
            </Suspense>
          </Match>
          <Match when={panel() === "engine"}>
            <Suspense>
              <Analysis game={props.game} entering={props.entering} />
            </Suspense>
          </Match>
          <Match when={panel() === "view"}>
            <Suspense>
              <Overlays game={props.game} />
            </Suspense>
          </Match>
        </Switch>
      </div>
    </>
  );
}

/** Scrolls to the panel. */
function reveal(tabs: HTMLElement): void {
  tabs.scrollIntoView({ behavior: prefersStill() ? "auto" : "smooth" });
}

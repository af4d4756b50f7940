/** The panel beside the board: the turns played, how good they were, what the engine thinks, or how the board looks and sounds. */

import { Match, Switch, createEffect, createMemo, createSignal } from "solid-js";
import type { GameView, NodeView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import type { Entering } from "../../state/entering";
import type { Lesson } from "../../state/lesson";
import { Segments } from "../Segments";
import { Analysis } from "./Analysis";
import { MoveList } from "./MoveList";
import { Overlays } from "./Overlays";
import { Review } from "./Review";

type Panel = "turns" | "review" | "engine" | "view";

interface SidePanelProps {
  game: GameView;
  entering: Entering;
  lesson: Lesson;
  /** A turn of the list is pointed at, or none any more. */
  pointAt: (turn: NodeView | undefined) => void;
  /** The piece of a turn is to be looked at closely. */
  inspect: (turn: NodeView) => void;
}

export function SidePanel(props: SidePanelProps) {
  const { facts } = useApp();
  const [panel, setPanel] = createSignal<Panel>("turns");
  // Whoever has the engine analyse wants to see what it finds.
  const isAnalysing = createMemo(() => facts.state()?.analysis !== undefined);
  createEffect(() => {
    if (isAnalysing()) setPanel("engine");
  });
  const isReviewing = createMemo(() => facts.state()?.reviewing ?? false);
  createEffect(() => {
    if (isReviewing()) setPanel("review");
  });
  return (
    <>
      <div class="panel-tabs">
        <Segments
          label="Panel"
          value={panel()}
          options={[
            { value: "turns", label: "Turns" },
            ...(facts.state()?.seats
              ? []
              : [
                  { value: "review" as const, label: "Review" },
                  { value: "engine" as const, label: "Engine" },
                ]),
            { value: "view", label: "View" },
          ]}
          choose={setPanel}
        />
      </div>
      <div class="panel">
        <Switch>
          <Match when={panel() === "turns"}>
            <MoveList pointAt={props.pointAt} inspect={props.inspect} />
          </Match>
          <Match when={panel() === "review"}>
            <Review game={props.game} lesson={props.lesson} />
          </Match>
          <Match when={panel() === "engine"}>
            <Analysis game={props.game} entering={props.entering} />
          </Match>
          <Match when={panel() === "view"}>
            <Overlays />
          </Match>
        </Switch>
      </div>
    </>
  );
}

/** A choice of one of the sides. */

import type { GameView } from "../protocol/protocol";
import { Segments } from "./Segments";

interface SideSegmentsProps {
  game: GameView;
  label: string;
  side: number;
  choose: (side: number) => void;
  /** What is said of a side; its name if missing. */
  words?: (name: string) => string;
}

export function SideSegments(props: SideSegmentsProps) {
  return (
    <Segments
      label={props.label}
      value={String(props.side)}
      options={props.game.summary.sides.map((name, side) => ({
        value: String(side),
        label: props.words?.(name) ?? name,
      }))}
      choose={(side) => props.choose(Number(side))}
    />
  );
}

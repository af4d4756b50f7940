import { createSignal } from "solid-js";
import { expect, it } from "vitest";
import type { Drawing } from "../board/drawing";
import { createDrawings } from "./drawings";

const arrow: Drawing = { from: 1, to: 2, colour: "green" };
const circle: Drawing = { from: 3, to: 3, colour: "red" };

it("what is drawn stays with its position", () => {
  const [node, setNode] = createSignal<number>();
  const drawings = createDrawings(node);
  drawings.draw(arrow);
  expect(drawings.shown()).toEqual([]);
  setNode(0);
  drawings.draw(arrow);
  setNode(1);
  expect(drawings.shown()).toEqual([]);
  drawings.draw(circle);
  setNode(0);
  expect(drawings.shown()).toEqual([arrow]);
  drawings.clear();
  expect(drawings.shown()).toEqual([]);
  setNode(1);
  expect(drawings.shown()).toEqual([circle]);
});

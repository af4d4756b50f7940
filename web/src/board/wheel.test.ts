import { expect, it } from "vitest";
import { NOTCH, REST, wheelAlong } from "./wheel";

/** Turns a wheel; returns the steps, and for each event whether the page has been kept from scrolling. */
function turn(
  events: (Partial<WheelEvent> & { deltaY: number })[],
  isOpen: (direction: -1 | 1) => boolean = () => true,
) {
  const steps: number[] = [];
  const kept: boolean[] = [];
  const listen = wheelAlong({ isOpen, step: (direction) => steps.push(direction) });
  events.forEach((event, index) => {
    let isKept = false;
    listen({ deltaMode: 0, timeStamp: index, preventDefault: () => (isKept = true), ...event } as WheelEvent);
    kept.push(isKept);
  });
  return { steps, kept };
}

it("a notch is a step, in pixels and in lines", () => {
  expect(turn([{ deltaY: 120 }, { deltaY: -120 }]).steps).toEqual([1, -1]);
  expect(turn([{ deltaY: 3, deltaMode: 1 }]).steps).toEqual([1]);
});

it("two fingers have to go far enough, without a rest, in one direction", () => {
  const half = NOTCH / 2;
  expect(turn([{ deltaY: half - 1 }, { deltaY: half }]).steps).toEqual([]);
  expect(turn([{ deltaY: half }, { deltaY: half }]).steps).toEqual([1]);
  expect(turn([{ deltaY: half }, { deltaY: half, timeStamp: REST + 1 }]).steps).toEqual([]);
  expect(turn([{ deltaY: half }, { deltaY: -half }, { deltaY: half }]).steps).toEqual([]);
});

it("with a modifier, sideways, and where there is no step the page has the wheel", () => {
  const modified = (["ctrlKey", "metaKey", "altKey", "shiftKey"] as const).map((key) => ({
    deltaY: 120,
    [key]: true,
  }));
  const { steps, kept } = turn([...modified, { deltaY: 0 }]);
  expect([...steps, ...kept.filter(Boolean)]).toEqual([]);
  expect(turn([{ deltaY: 120 }, { deltaY: -120 }], (direction) => direction < 0)).toEqual({
    steps: [-1],
    kept: [false, true],
  });
});

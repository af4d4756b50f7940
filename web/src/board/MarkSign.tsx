/** The signs of the marks, each with a shape of its own, in a square of 100 units. */

import type { JSX } from "solid-js";
import type { Mark } from "./target";

const SIGNS: Record<Mark, () => JSX.Element> = {
  move: () => <circle class="solid" cx="50" cy="50" r="14" />,
  capture: () => <path d="M6 30V6H30M70 6H94V30M94 70V94H70M30 94H6V70" />,
  sweep: () => (
    <>
      <circle class="solid" cx="50" cy="50" r="14" />
      <circle cx="50" cy="50" r="30" />
    </>
  ),
  shot: () => (
    <>
      <circle cx="50" cy="50" r="34" />
      <path d="M50 4V28M50 72V96M4 50H28M72 50H96" />
    </>
  ),
  through: () => <path d="M6 24V6H24M76 6H94V24M94 76V94H76M24 94H6V76M36 50H64M54 40L64 50L54 60" />,
  convert: () => (
    <>
      <circle cx="50" cy="50" r="40" />
      <path class="solid" d="M50 10A40 40 0 0 1 50 90Z" opacity="0.55" />
    </>
  ),
  swap: () => <path d="M10 34H84M70 18L86 34L70 50M90 68H16M30 52L14 68L30 84" />,
  pull: () => <path d="M50 88V22M26 44L50 20L74 44M20 10H80" />,
  push: () => <path d="M10 50H82M58 24L84 50L58 76" />,
  birth: () => (
    <>
      <circle cx="50" cy="50" r="38" />
      <path d="M50 28V72M28 50H72" />
    </>
  ),
  drop: () => <circle cx="50" cy="50" r="17" />,
  flip: () => <path d="M50 16V84M16 50H84M26 26L74 74M74 26L26 74" />,
  castle: () => <path d="M18 26L42 50L18 74M82 26L58 50L82 74" />,
  stay: () => <path d="M24 36A32 32 0 1 1 20 62M24 12V36H48" />,
  pass: () => <path d="M34 26V74M66 26V74" />,
  suicide: () => <path d="M22 22L78 78M78 22L22 78" />,
};

/** The sign of a mark. */
export function MarkSign(props: { mark: Mark }) {
  return <g class={`sign sign-${props.mark}`}>{SIGNS[props.mark]()}</g>;
}

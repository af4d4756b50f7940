/** Arrangements and the options by which they are chosen. */

import type { ArrangementsView } from "../../protocol/protocol";

/** Returns the number of the arrangement of an option; option 0 is that of the array. */
export function numberOf(arrangements: ArrangementsView, option: number): number {
  return option > 0 ? option - 1 : arrangements.default;
}

/** Returns the option of the arrangement with a number, or with the nearest that there is. */
export function optionOf(arrangements: ArrangementsView, number: number): number {
  const whole = Number.isFinite(number) ? Math.trunc(number) : arrangements.default;
  const near = Math.min(Math.max(whole, 0), arrangements.number - 1);
  return near === arrangements.default ? 0 : near + 1;
}

/** Returns the name of the arrangement of an option, after that of the choice: `Position 518`. */
export function nameOf(choice: string, arrangements: ArrangementsView, option: number): string {
  const number = numberOf(arrangements, option);
  return arrangements.names[number] ?? `${choice} ${number}`;
}

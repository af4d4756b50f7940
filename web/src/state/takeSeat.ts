/** Takes the seat of an invitation. */

import type { ListedGame } from "../protocol/protocol";
import type { App } from "./app";
import { isRefused } from "./link";

/** The parts of the page that this needs. */
export type SeatPage = Pick<App, "introduce" | "link" | "seats" | "show">;

/**
 * Takes the free seat of a listed game, only if the other player is there with `ifPresent`, and shows the game. Returns false if it has
 * no free seat. Throws a `Refusal`; the seat is forgotten unless it may be taken, as after a lost connection.
 */
export async function takeSeat(
  page: SeatPage,
  { session, game }: ListedGame,
  ifPresent: boolean,
): Promise<boolean> {
  if (!game.free) return false;
  page.seats.accept(session, game.free.invitation);
  const sit = page.seats.sit(session);
  if (sit?.type !== "sit") return false;
  try {
    await page.link.joinWith(session, ...page.introduce(), { ...sit, ...(ifPresent && { ifPresent }) });
  } catch (reason) {
    if (isRefused(reason)) page.seats.forget(session);
    throw reason;
  }
  page.show(session);
  return true;
}

/**
 * The games in which it is this browser's turn. It asks regularly for the state of each game elsewhere in which it has a seat, and less
 * often while the page is hidden.
 */

import { createEffect, createSignal, on, onCleanup } from "solid-js";
import { sentence, t } from "../language/language";
import type { TableSummary } from "../protocol/protocol";
import type { Facts } from "./facts";
import { type Link, Refusal, answer } from "./link";
import type { Notices } from "./notices";
import type { Route } from "./route";
import type { Seats } from "./seats";
import type { Tables } from "./tables";

/** A game that waits for who looks at the page. */
export interface Duty {
  session: string;
  summary: TableSummary;
  /** When the time is up, on the page's own watch; missing without a clock. */
  until?: number;
}

/** The interval between requests, in milliseconds; a hidden page asks each fifth time only. */
const INTERVAL = 60_000;
const HIDDEN = 5;
/** The most games that are requested; the most recently changed ones come first. */
const MAX_DUTIES = 50;

/** Returns duties with the oldest deadline first, and those without a clock at the end. */
export function sorted(duties: Iterable<Duty>): Duty[] {
  const when = ({ until }: Duty) => until ?? Number.POSITIVE_INFINITY;
  return [...duties].sort((a, b) => (when(a) < when(b) ? -1 : when(a) > when(b) ? 1 : 0));
}

interface Page {
  link: Link;
  facts: Facts;
  seats: Seats;
  tables: Tables;
  notices: Notices;
  route: () => Route;
  setDuties(duties: readonly Duty[]): void;
}

/** Keeps the list of the page up to date as long as the view lives that asks for it. */
export function watchDuties(page: Page, now: () => number = () => performance.now()): void {
  const [known, setKnown] = createSignal<ReadonlyMap<string, Duty>>(new Map());
  createEffect(() => page.setDuties(sorted(known().values())));
  let work = Promise.resolve();

  async function look(session: string): Promise<void> {
    try {
      const events = await page.link.askIn(session, { type: "summary" });
      const { table, clock, waits } = answer(events, "summary");
      if (table) page.tables.note(session, table);
      if (table && (table.stage === "over" || waits !== undefined)) tellAnswer(page, session, table);
      const side = page.seats.side(session);
      setKnown((old) => {
        const duties = new Map(old);
        duties.delete(session);
        const runs = clock && clock.running === side;
        if (table && waits !== undefined && waits === side)
          duties.set(session, {
            session,
            summary: table,
            ...(runs ? { until: now() + (clock.left[side] ?? 0) + pending(clock, side) } : {}),
          });
        return duties;
      });
    } catch (reason) {
      // The server is away or busy: keep the last answer.
      if (!(reason instanceof Refusal)) throw reason;
    }
  }

  function lookAtAll(): void {
    if (!page.link.isOpen()) return;
    const over = new Set(
      page.tables.all().flatMap(({ session, summary }) => (summary?.stage === "over" ? [session] : [])),
    );
    const seats = page.seats.sessions().filter((session) => !over.has(session));
    const order = page.tables.all().map(({ session }) => session);
    seats.sort((a, b) => (order.indexOf(a) + 1 || MAX_DUTIES) - (order.indexOf(b) + 1 || MAX_DUTIES));
    for (const session of seats.slice(0, MAX_DUTIES)) work = work.then(() => look(session));
  }

  createEffect(on(page.link.isOpen, lookAtAll));
  // The table that is shown is up to date at once.
  createEffect(() => {
    const state = page.facts.state();
    const session = page.link.session();
    if (state?.seats && page.facts.mySide() !== undefined) work = work.then(() => look(session));
  });
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
    if (!document.hidden || ticks % HIDDEN === 0) lookAtAll();
  }, INTERVAL);
  const seen = () => document.hidden || lookAtAll();
  document.addEventListener("visibilitychange", seen);
  onCleanup(() => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", seen);
  });
}

/** Tells who has challenged a player what has become of it, unless the board says so. */
function tellAnswer({ seats, notices, link, route }: Page, session: string, table: TableSummary): void {
  const name = seats.answered(session);
  if (!name || (route().view === "play" && link.session() === session)) return;
  notices.show(
    table.stage === "over" && table.result
      ? `${name}: ${sentence(table.result.text)}.`
      : t("{name} has accepted your challenge. The game is among your games.", { name }),
  );
}

/** Returns the rest of the vacation of a side that is on one. */
function pending(clock: { vacations?: { on: boolean; left: number }[] }, side: number): number {
  const vacation = clock.vacations?.[side];
  return vacation?.on ? vacation.left : 0;
}

/** Keeps the list of tables up to date with the sessions that this page sees. */

import { createEffect, on } from "solid-js";
import type { Shelf } from "../offline/shelf";
import type { Facts } from "./facts";
import { type Link, answer } from "./link";
import type { Route } from "./route";
import type { Tables } from "./tables";

interface Wiring {
  tables: Tables;
  link: Link;
  facts: Facts;
  route: () => Route;
  shelf: Shelf | undefined;
}

/** Notes the table of the session whenever it changes. Returns how to add sessions that the list lacks. */
export function noteTables({ tables, link, facts, route, shelf }: Wiring) {
  async function noteTable(session: string, isLookedAt: boolean): Promise<void> {
    const events = await link.ask({ type: "summary" }).catch(() => undefined);
    const table = events && answer(events, "summary").table;
    // A table that was removed from the list comes back when its page is opened.
    const isListed = tables.all().some((known) => known.session === session);
    if (table && (isListed || isLookedAt)) tables.note(session, table);
  }

  async function noteSessions(sessions: readonly string[]): Promise<void> {
    const listed = new Set(tables.all().map(({ session }) => session));
    for (const session of sessions.filter((one) => !listed.has(one))) {
      const events = await link.askIn(session, { type: "summary" });
      const { table } = answer(events, "summary");
      if (table) tables.note(session, table);
    }
  }

  createEffect(
    on(link.isOpen, (isOpen) => {
      // A list that cannot be completed is shown as it is.
      if (isOpen)
        shelf
          ?.sessions()
          .then(noteSessions)
          .catch(() => undefined);
    }),
  );
  createEffect(() => {
    const state = facts.state();
    const isLookedAt = route().view === "play";
    if (link.isOpen() && state && state.stage !== "empty") void noteTable(link.session(), isLookedAt);
  });
  return noteSessions;
}

/** The name under which this browser plays, as known to the server; names are optional. */

import { type Accessor, createSignal } from "solid-js";
import { t } from "../language/language";
import type { NamedPlayer, SignedIn } from "../protocol/protocol";

/** Returns the nickname of a guest, marked as such. */
export const guestInWords = (name: string) => t("{name} (guest)", { name });

/** Returns the name of a player as it is shown; nothing if there is none. */
export const nameInWords = ({ name, guest }: NamedPlayer) => (name && guest ? guestInWords(name) : name);

/** Returns the name of an account; nothing for a guest. */
export const accountOf = (named: NamedPlayer | null | undefined) => (named?.guest ? undefined : named?.name);

export interface OwnName {
  /** The name; empty if the browser is not signed in. */
  name: Accessor<string>;
  /** The browser is signed in under another name from now on. */
  set(name: string): void;
}

/** Creates the state of the own name, which stays empty without a server. */
export function createOwnName(hasServer: boolean): OwnName {
  const [name, set] = createSignal("");
  async function ask(): Promise<void> {
    const answer = await fetch("/account").catch(() => undefined);
    if (answer?.ok) set(((await answer.json()) as SignedIn).name ?? "");
  }
  if (hasServer) void ask();
  return { name, set };
}

/** Requests and their answers, over a connection that may break. */

import { type Accessor, createSignal } from "solid-js";
import { type Command, type Event, type Message, PROTOCOL, type Problem } from "../protocol/protocol";
import type { Connect, Transport } from "../transport/transport";

/** A refused request. */
export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

interface Waiting {
  events: Event[];
  resolve: (events: Event[]) => void;
  reject: (reason: Error) => void;
}

export interface Link {
  /** Whether the connection stands. */
  isOpen: Accessor<boolean>;
  /** Why the connection does not stand, if the server has said so. */
  trouble: Accessor<string | undefined>;
  /** The name of the session. */
  session: Accessor<string>;
  /** Asks, and returns all that was told in answer. Throws a `Refusal` if it is refused. */
  ask(command: Command): Promise<Event[]>;
  /** Goes over to another session. */
  join(session: string): void;
}

/** Connects to a session, and tells every event to `apply`. */
export function createLink(connect: Connect, session: string, apply: (event: Event) => void): Link {
  const [isOpen, setOpen] = createSignal(false);
  const [trouble, setTrouble] = createSignal<string>();
  const [name, setName] = createSignal(session);
  const waiting = new Map<number, Waiting>();
  /** What was asked before the connection stood. */
  let early: (() => void)[] = [];
  let next = 1;
  let transport: Transport;

  function fail(): void {
    const problem: Problem = { code: "internal", message: "The connection is lost; it is being made again." };
    for (const { reject } of waiting.values()) reject(new Refusal(problem));
    waiting.clear();
  }

  function receive({ re, event }: Message): void {
    apply(event);
    const asked = re === undefined ? undefined : waiting.get(re);
    if (re === undefined || !asked) return;
    if (event.type === "done" || event.type === "error") {
      waiting.delete(re);
      if (event.type === "done") asked.resolve(asked.events);
      else asked.reject(new Refusal(event.error));
    } else {
      asked.events.push(event);
    }
  }

  function send(command: Command): Promise<Event[]> {
    return new Promise((resolve, reject) => {
      const id = next++;
      waiting.set(id, { events: [], resolve, reject });
      transport.send({ id, command });
    });
  }

  function open(session: string): Transport {
    return connect(session, {
      open() {
        void send({ type: "hello", protocol: PROTOCOL }).then(
          () => {
            setTrouble(undefined);
            setOpen(true);
            const asked = early;
            early = [];
            for (const again of asked) again();
          },
          (reason: unknown) => console.error("the server refuses to talk", reason),
        );
      },
      message: receive,
      lost(reason) {
        setTrouble(reason);
        setOpen(false);
        fail();
      },
    });
  }

  transport = open(session);
  return {
    isOpen,
    trouble,
    session: name,
    ask: (command) =>
      isOpen()
        ? send(command)
        : new Promise((resolve, reject) => early.push(() => void send(command).then(resolve, reject))),
    join(session) {
      transport.close();
      fail();
      setTrouble(undefined);
      setOpen(false);
      setName(session);
      transport = open(session);
    },
  };
}

/** Returns the event of a kind among the answers to a request. */
export function answer<Type extends Event["type"]>(
  events: Event[],
  type: Type,
): Extract<Event, { type: Type }> {
  const found = events.find((event): event is Extract<Event, { type: Type }> => event.type === type);
  if (!found) throw new Error(`the answer has no ${type}`);
  return found;
}

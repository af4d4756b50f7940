/** Requests and their answers, over a connection that may break. */

import { type Accessor, batch, createSignal } from "solid-js";
import { type Command, type Event, type Message, PROTOCOL, type Problem } from "../protocol/protocol";
import type { Connect } from "../transport/transport";
import { msg } from "../language/catalogue";

/** A refused request. */
export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

/** A request that was not answered because the connection has ended before. */
export class Interruption extends Refusal {}

const HELLO: Command = { type: "hello", protocol: PROTOCOL };
const LOST: Problem = { code: "internal", message: msg("The connection is lost; it is being made again.") };
const LEFT: Problem = { code: "stale", message: msg("The session has been left.") };

/** Returns the problem of a connection that is lost, for the reason that the server has given, if any. */
function lostBecause(reason: string | undefined): Problem {
  return reason === undefined ? LOST : { code: "internal", message: reason };
}

/** What becomes of what a session tells. */
export interface Book {
  apply(event: Event): void;
  /** Another session is told of from now on. */
  forget(): void;
}

/** Who proves to have a seat in a session. */
export interface Sitter {
  /** What is said after each greeting; nothing where one has no seat. */
  sit(session: string): Command | undefined;
  /** It has been refused. */
  refused(session: string, reason: Refusal): void;
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
  /** Asks in another session, one thing after the other, and goes over to it once all is granted. Else nothing has changed here. */
  joinWith(session: string, ...commands: Command[]): Promise<Event[]>;
  /** Asks in another session without greeting it or going there. */
  askIn(session: string, command: Command): Promise<Event[]>;
  /** Ends the connection for good. */
  close(): void;
}

interface Asked {
  resolve: (events: Event[]) => void;
  reject: (reason: Error) => void;
}

/** What was asked while the connection stood, and what has been told in answer. */
interface Waiting extends Asked {
  events: Event[];
}

/** What was asked before the connection stood. */
interface Early extends Asked {
  command: Command;
  answer: Promise<Event[]>;
}

interface Listener {
  /** The connection stands, for the first time or again. */
  open(): void;
  event(event: Event): void;
  /** The connection is lost, and why, if the server says so; all that was asked has failed. */
  lost(reason?: string): void;
}

/** Requests and their answers in one session. */
interface Talk {
  ask(command: Command): Promise<Event[]>;
  close(): void;
}

function createTalk(connect: Connect, session: string, listener: Listener): Talk {
  const waiting = new Map<number, Waiting>();
  let next = 1;

  function fail(problem: Problem): void {
    for (const { reject } of waiting.values()) reject(new Interruption(problem));
    waiting.clear();
  }

  const transport = connect(session, {
    open: () => listener.open(),
    message({ re, event }: Message) {
      listener.event(event);
      const asked = re === undefined ? undefined : waiting.get(re);
      if (re === undefined || !asked) return;
      if (event.type === "done" || event.type === "error") {
        waiting.delete(re);
        if (event.type === "done") asked.resolve(asked.events);
        else asked.reject(new Refusal(event.error));
      } else {
        asked.events.push(event);
      }
    },
    lost(reason) {
      fail(LOST);
      listener.lost(reason);
    },
  });
  return {
    ask: (command) =>
      new Promise((resolve, reject) => {
        const id = next++;
        waiting.set(id, { events: [], resolve, reject });
        transport.send({ id, command });
      }),
    close() {
      transport.close();
      fail(LEFT);
    },
  };
}

const NOBODY: Sitter = { sit: () => undefined, refused: () => undefined };

/** Connects to a session, and tells every event to the book. */
export function createLink(connect: Connect, session: string, book: Book, sitter: Sitter = NOBODY): Link {
  const [isOpen, setOpen] = createSignal(false);
  const [trouble, setTrouble] = createSignal<string>();
  const [name, setName] = createSignal(session);
  /** What is to be asked in this session, and in no other, as soon as the connection stands. */
  const early: Early[] = [];
  let talk = enter(session);

  function enter(session: string): Talk {
    return createTalk(connect, session, {
      open: greet,
      event: book.apply,
      lost,
    });
  }

  function greet(): void {
    const sitOrStay = () => {
      const command = sitter.sit(name());
      if (command) return sit(name(), command).then(greeted);
      greeted();
      return undefined;
    };
    talk
      .ask(HELLO)
      .then(sitOrStay)
      .catch((reason: unknown) => {
        // What is refused is not made good by another connection; one that is lost is made anew.
        if (!(reason instanceof Interruption))
          setTrouble(String(reason instanceof Refusal ? reason.message : reason));
      });
  }

  async function sit(session: string, command: Command): Promise<void> {
    try {
      await talk.ask(command);
    } catch (reason) {
      if (!(reason instanceof Refusal) || reason instanceof Interruption) throw reason;
      sitter.refused(session, reason);
    }
  }

  function lost(reason?: string): void {
    setTrouble(reason);
    setOpen(false);
  }

  function greeted(): void {
    setTrouble(undefined);
    setOpen(true);
    for (const { command, resolve, reject } of early.splice(0)) talk.ask(command).then(resolve, reject);
  }

  /** Asks as soon as the connection stands. What is asked again meanwhile, because nothing seems to happen, is asked once. */
  function wait(command: Command): Promise<Event[]> {
    const last = early.at(-1);
    if (last && JSON.stringify(last.command) === JSON.stringify(command)) return last.answer;
    let asked!: Asked;
    const answer = new Promise<Event[]>((resolve, reject) => (asked = { resolve, reject }));
    early.push({ command, answer, ...asked });
    return answer;
  }

  /** Ends the connection to a session. What was to be asked there is asked nowhere. */
  function leave(): void {
    talk.close();
    for (const { reject } of early.splice(0)) reject(new Interruption(LEFT));
  }

  function joinWith(session: string, ...commands: Command[]): Promise<Event[]> {
    return new Promise((resolve, reject) => {
      /** What has been told there before it is certain that we stay. */
      const told: Event[] = [];
      let isHere = false;
      const giveUp = (reason: unknown) => {
        there.close();
        reject(reason instanceof Error ? reason : new Error(String(reason)));
      };
      const stay = (events: Event[]) => {
        leave();
        talk = there;
        isHere = true;
        batch(() => {
          book.forget();
          setName(session);
          told.forEach(book.apply);
          greeted();
        });
        resolve(events);
      };
      const there: Talk = createTalk(connect, session, {
        open() {
          if (isHere) greet();
          else
            there
              .ask(HELLO)
              .then(async () => {
                const events: Event[] = [];
                for (const command of commands) events.push(...(await there.ask(command)));
                return events;
              })
              .then(stay, giveUp);
        },
        event: (event) => (isHere ? book.apply(event) : told.push(event)),
        lost(reason) {
          if (isHere) lost(reason);
          else giveUp(new Refusal(lostBecause(reason)));
        },
      });
    });
  }

  return {
    isOpen,
    trouble,
    session: name,
    ask: (command) => (isOpen() ? talk.ask(command) : wait(command)),
    join(session) {
      leave();
      batch(() => {
        setTrouble(undefined);
        setOpen(false);
        book.forget();
        setName(session);
      });
      talk = enter(session);
    },
    joinWith,
    close: leave,
    askIn: (session, command) =>
      new Promise((resolve, reject) => {
        const there: Talk = createTalk(connect, session, {
          open: () =>
            void there
              .ask(command)
              .then(resolve, reject)
              .finally(() => there.close()),
          event: () => undefined,
          lost(reason) {
            there.close();
            reject(new Refusal(lostBecause(reason)));
          },
        });
      }),
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

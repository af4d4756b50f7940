/** Requests and their answers, over a connection that may break. */

import { type Accessor, batch, createSignal } from "solid-js";
import { type Command, type Event, type Message, PROTOCOL, type Problem } from "../protocol/protocol";
import type { Connect } from "../transport/transport";
import { msg } from "../language/catalogue";
import { newKey } from "./seats";
import type { Fate } from "./unanswered";

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
const OVERTAKEN: Problem = { code: "stale", message: msg("another position is shown by now") };

/** How often a command is sent that is lost with its connection each time: one that is too long ends the connection itself. */
export const MAX_SENDS = 5;

/** Returns the problem of a connection that is lost, for the reason that the server has given, if any. */
function lostBecause(reason: string | undefined): Problem {
  return reason === undefined ? LOST : { code: "internal", message: reason };
}

/** What becomes of what a session tells. */
export interface Book {
  /** Takes events that belong together: nobody sees anything between them. */
  apply(events: readonly Event[]): void;
  /** Everything has been told anew. */
  greeted(): void;
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

/** Notes what is known when a command is sent, and tells its fate after the connection was lost; see `fateOf`. */
type Watch = (command: Command) => () => Fate;

export interface Link {
  /** Whether the connection stands. */
  isOpen: Accessor<boolean>;
  /** Whether it does not stand because nothing was heard any more. */
  isSilent: Accessor<boolean>;
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

/** What has been asked in the session, before the connection stood or while it did. */
interface Wish extends Asked {
  command: Command;
  answer: Promise<Event[]>;
  /** By which the session knows it if it comes again. */
  key: string;
  fate: () => Fate;
  sends: number;
}

interface Listener {
  /** The connection stands, for the first time or again. */
  open(): void;
  events(events: readonly Event[]): void;
  /** The connection is lost, and why, if the server says so; all that was asked has failed. */
  lost(reason?: string): void;
  /** The same, since nothing is heard any more. */
  silent(): void;
}

/** Requests and their answers in one session. */
interface Talk {
  /** Asks; with a key, by which the session knows a request that comes again. */
  ask(command: Command, key?: string): Promise<Event[]>;
  close(): void;
}

function createTalk(connect: Connect, session: string, listener: Listener): Talk {
  const waiting = new Map<number, Waiting>();
  /** The messages of an update that is not complete yet. */
  let update: Message[] = [];
  let next = 1;

  function fail(problem: Problem): void {
    update = [];
    for (const { reject } of waiting.values()) reject(new Interruption(problem));
    waiting.clear();
  }

  function answerWith({ re, event }: Message): void {
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

  const transport = connect(session, {
    open: () => listener.open(),
    message(message) {
      update.push(message);
      if (message.more) return;
      const whole = update;
      update = [];
      listener.events(whole.map(({ event }) => event));
      whole.forEach(answerWith);
    },
    lost(reason) {
      fail(LOST);
      listener.lost(reason);
    },
    silent() {
      fail(LOST);
      listener.silent();
    },
  });
  return {
    ask: (command, key) =>
      new Promise((resolve, reject) => {
        const id = next++;
        waiting.set(id, { events: [], resolve, reject });
        transport.send({ id, ...(key === undefined ? {} : { key }), command });
      }),
    close() {
      transport.close();
      fail(LEFT);
    },
  };
}

const NOBODY: Sitter = { sit: () => undefined, refused: () => undefined };

/** Without anybody who knows what has become of it, a command that was not answered has failed. */
const UNKNOWN: Watch = () => () => "unknown";

/** Connects to a session, and tells every event to the book. */
export function createLink(
  connect: Connect,
  session: string,
  book: Book,
  sitter: Sitter = NOBODY,
  watch: Watch = UNKNOWN,
): Link {
  const [isOpen, setOpen] = createSignal(false);
  const [isSilent, setSilent] = createSignal(false);
  const [trouble, setTrouble] = createSignal<string>();
  const [name, setName] = createSignal(session);
  /** What is to be asked in this session, and in no other, as soon as the connection stands. */
  const queue: Wish[] = [];
  let talk = enter(session);

  function enter(session: string): Talk {
    return createTalk(connect, session, {
      open: greet,
      events: book.apply,
      lost,
      silent,
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

  function silent(): void {
    setSilent(true);
    lost();
  }

  function greeted(): void {
    batch(() => {
      book.greeted();
      setTrouble(undefined);
      setSilent(false);
      setOpen(true);
    });
    for (const wish of queue.splice(0)) {
      const fate = wish.fate();
      if (fate === "again" || (wish.sends === 0 && fate === "unknown")) send(wish);
      else settle(wish, fate);
    }
  }

  /** Ends a wish that is not sent again. */
  function settle({ resolve, reject }: Wish, fate: Fate): void {
    if (fate === "done") resolve([]);
    else reject(fate === "stale" ? new Refusal(OVERTAKEN) : new Interruption(LOST));
  }

  function send(wish: Wish): void {
    const here = talk;
    wish.sends++;
    here.ask(wish.command, wish.key).then(wish.resolve, (reason: unknown) => {
      if (!(reason instanceof Refusal)) wish.reject(reason as Error);
      else if (!(reason instanceof Interruption)) {
        // What was sent before may have arrived late, and before this.
        const fate = wish.sends > 1 ? wish.fate() : "again";
        if (fate === "done" || fate === "stale") settle(wish, fate);
        else wish.reject(reason);
      } else if (here !== talk || wish.sends >= MAX_SENDS || wish.fate() === "unknown") wish.reject(reason);
      else queue.push(wish);
    });
  }

  function ask(command: Command): Promise<Event[]> {
    const last = queue.at(-1);
    // What is asked again meanwhile, because nothing seems to happen, is asked once.
    if (!isOpen() && last && JSON.stringify(last.command) === JSON.stringify(command)) return last.answer;
    let asked!: Asked;
    const answer = new Promise<Event[]>((resolve, reject) => (asked = { resolve, reject }));
    const wish = { command, answer, key: newKey(), fate: watch(command), sends: 0, ...asked };
    if (isOpen()) send(wish);
    else queue.push(wish);
    return answer;
  }

  /** Ends the connection to a session. What was to be asked there is asked nowhere. */
  function leave(): void {
    talk.close();
    for (const { reject } of queue.splice(0)) reject(new Interruption(LEFT));
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
          book.apply(told);
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
        events(events) {
          if (isHere) book.apply(events);
          else told.push(...events);
        },
        lost(reason) {
          if (isHere) lost(reason);
          else giveUp(new Refusal(lostBecause(reason)));
        },
        silent() {
          if (isHere) silent();
          else giveUp(new Refusal(LOST));
        },
      });
    });
  }

  return {
    isOpen,
    isSilent,
    trouble,
    session: name,
    ask,
    join(session) {
      leave();
      batch(() => {
        setTrouble(undefined);
        setSilent(false);
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
        const giveUp = (reason?: string) => {
          there.close();
          reject(new Refusal(lostBecause(reason)));
        };
        const there: Talk = createTalk(connect, session, {
          open: () =>
            void there
              .ask(command)
              .then(resolve, reject)
              .finally(() => there.close()),
          events: () => undefined,
          lost: giveUp,
          silent: giveUp,
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

/** Requests to a session and its answers, over a connection that may break. */

import { type Accessor, batch, createSignal } from "solid-js";
import {
  type Command,
  type Event,
  type Message,
  PROTOCOL,
  type Phrase,
  type Problem,
} from "../protocol/protocol";
import type { Connect } from "../transport/transport";
import { msg } from "../language/catalogue";
import { sentence } from "../language/language";
import { newKey } from "./seats";
import type { Fate } from "./unanswered";

/** A refused request. */
export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(sentence(problem.message));
  }
}

/** A request whose connection ended before the answer: it may have been carried out. */
export class Interruption extends Refusal {}

/** Returns whether the server has refused a request, so that it has not been carried out. */
export function isRefused(reason: unknown): reason is Refusal {
  return reason instanceof Refusal && !(reason instanceof Interruption) && reason.problem.code !== "internal";
}

const HELLO: Command = { type: "hello", protocol: PROTOCOL };
const LOST: Problem = { code: "internal", message: msg("The connection is lost; it is being made again.") };
const LEFT: Problem = { code: "stale", message: msg("The session has been left.") };
const OVERTAKEN: Problem = { code: "stale", message: msg("another position is shown by now") };

/** The most times a command is sent if each connection is lost before the answer: a command that is too long ends the connection itself. */
export const MAX_SENDS = 5;

/** Returns the problem of a connection that is lost, for the reason that the server has given, if any. */
function lostBecause(reason: Phrase | undefined): Problem {
  return reason === undefined ? LOST : { code: "internal", message: reason };
}

/** Receives the events of a session. */
export interface EventSink {
  /** Applies events that belong together in one batch. */
  apply(events: readonly Event[]): void;
  /** The session has sent its whole state. */
  greeted(): void;
  /** The events that follow are those of another session. */
  forget(): void;
}

/** Proves to a session that this browser has a seat in it. */
export interface SeatKeeper {
  /** Returns the command that is sent after each greeting; nothing without a seat. */
  sit(session: string): Command | undefined;
  /** The session has refused that command. */
  refused(session: string, reason: Refusal): void;
}

/** Notes the facts when a command is sent, and returns its fate once the connection is lost; see `fateOf`. */
type Watch = (command: Command) => () => Fate;

export interface Link {
  /** Whether the session is connected and has greeted. */
  isOpen: Accessor<boolean>;
  /** Whether the connection was given up because the server fell silent. */
  isSilent: Accessor<boolean>;
  /** The reason that the server has given for closing the connection, if any. */
  trouble: Accessor<Phrase | undefined>;
  /** The name of the session. */
  session: Accessor<string>;
  /** Sends a command and returns the events of its answer. Throws a `Refusal` if it is refused. */
  ask(command: Command): Promise<Event[]>;
  /** Leaves the session and joins another one. */
  join(session: string): void;
  /** Sends commands to another session, one after the other, and joins it once all are granted; otherwise nothing changes. */
  joinWith(session: string, ...commands: Command[]): Promise<Event[]>;
  /** Sends commands to another session, one after the other, without joining it, and returns the events of the last answer. */
  askIn(session: string, ...commands: [Command, ...Command[]]): Promise<Event[]>;
  /** Ends the connection for good. */
  close(): void;
}

interface Pending {
  resolve: (events: Event[]) => void;
  reject: (reason: Error) => void;
}

/** A request on its way, with the events that have come in answer. */
interface InFlight extends Pending {
  events: Event[];
}

/** A command that may be sent more than once. */
interface Queued extends Pending {
  command: Command;
  answer: Promise<Event[]>;
  /** Identifies the command to the session if it is sent again. */
  key: string;
  fate: () => Fate;
  sends: number;
}

interface Listener {
  /** The connection is open, for the first time or again. */
  open(): void;
  events(events: readonly Event[]): void;
  /** The connection is lost, with the server's reason if it gave one; all requests have failed. */
  lost(reason?: Phrase): void;
  /** The connection is lost because the server has fallen silent. */
  silent(): void;
}

/** A connection to one session that matches answers with requests. */
interface Connection {
  /** Sends a command; the key identifies one that is sent again. */
  ask(command: Command, key?: string): Promise<Event[]>;
  close(): void;
}

function createConnection(connect: Connect, session: string, listener: Listener): Connection {
  const inFlight = new Map<number, InFlight>();
  /** The messages of an update that is not complete yet. */
  let update: Message[] = [];
  let next = 1;

  function fail(problem: Problem): void {
    update = [];
    for (const { reject } of inFlight.values()) reject(new Interruption(problem));
    inFlight.clear();
  }

  function answerWith({ re, event }: Message): void {
    const request = re === undefined ? undefined : inFlight.get(re);
    if (re === undefined || !request) return;
    if (event.type === "done" || event.type === "error") {
      inFlight.delete(re);
      if (event.type === "done") request.resolve(request.events);
      else request.reject(new Refusal(event.error));
    } else {
      request.events.push(event);
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
        inFlight.set(id, { events: [], resolve, reject });
        transport.send({ id, ...(key === undefined ? {} : { key }), command });
      }),
    close() {
      transport.close();
      fail(LEFT);
    },
  };
}

const NO_SEAT: SeatKeeper = { sit: () => undefined, refused: () => undefined };

/** Without facts about its effect, a command that was not answered has failed. */
const UNKNOWN: Watch = () => () => "unknown";

/** Connects to a session and passes every event to the sink. */
export function createLink(
  connect: Connect,
  session: string,
  sink: EventSink,
  seatKeeper: SeatKeeper = NO_SEAT,
  watch: Watch = UNKNOWN,
): Link {
  const [isOpen, setOpen] = createSignal(false);
  const [isSilent, setSilent] = createSignal(false);
  const [trouble, setTrouble] = createSignal<Phrase>();
  const [name, setName] = createSignal(session);
  /** The commands to be sent to this session, and to no other, once it is open. */
  const queue: Queued[] = [];
  let connection = enter(session);

  function enter(session: string): Connection {
    return createConnection(connect, session, {
      open: greet,
      events: sink.apply,
      lost,
      silent,
    });
  }

  function greet(): void {
    const sitOrStay = () => {
      const command = seatKeeper.sit(name());
      if (command) return sit(name(), command).then(greeted);
      greeted();
      return undefined;
    };
    connection
      .ask(HELLO)
      .then(sitOrStay)
      .catch((reason: unknown) => {
        // A refusal would come again on another connection; after a loss the transport connects again.
        if (!(reason instanceof Interruption))
          setTrouble(reason instanceof Refusal ? reason.problem.message : String(reason));
      });
  }

  async function sit(session: string, command: Command): Promise<void> {
    try {
      await connection.ask(command);
    } catch (reason) {
      if (!(reason instanceof Refusal) || reason instanceof Interruption) throw reason;
      seatKeeper.refused(session, reason);
    }
  }

  function lost(reason?: Phrase): void {
    setTrouble(reason);
    setOpen(false);
  }

  function silent(): void {
    setSilent(true);
    lost();
  }

  function greeted(): void {
    batch(() => {
      sink.greeted();
      setTrouble(undefined);
      setSilent(false);
      setOpen(true);
    });
    for (const queued of queue.splice(0)) {
      const fate = queued.fate();
      if (fate === "again" || (queued.sends === 0 && fate === "unknown")) send(queued);
      else settle(queued, fate);
    }
  }

  /** Settles a command that is not sent again. */
  function settle({ resolve, reject }: Queued, fate: Fate): void {
    if (fate === "done") resolve([]);
    else reject(fate === "stale" ? new Refusal(OVERTAKEN) : new Interruption(LOST));
  }

  function send(queued: Queued): void {
    const here = connection;
    queued.sends++;
    here.ask(queued.command, queued.key).then(queued.resolve, (reason: unknown) => {
      if (!(reason instanceof Refusal)) queued.reject(reason as Error);
      else if (!(reason instanceof Interruption)) {
        // The command may have arrived when it was sent before.
        const fate = queued.sends > 1 ? queued.fate() : "again";
        if (fate === "done" || fate === "stale") settle(queued, fate);
        else queued.reject(reason);
      } else if (here !== connection || queued.sends >= MAX_SENDS || queued.fate() === "unknown")
        queued.reject(reason);
      else queue.push(queued);
    });
  }

  function ask(command: Command): Promise<Event[]> {
    const last = queue.at(-1);
    // A person may repeat a command because nothing seems to happen: it is sent once.
    if (!isOpen() && last && JSON.stringify(last.command) === JSON.stringify(command)) return last.answer;
    let pending!: Pending;
    const answer = new Promise<Event[]>((resolve, reject) => (pending = { resolve, reject }));
    const queued = { command, answer, key: newKey(), fate: watch(command), sends: 0, ...pending };
    if (isOpen()) send(queued);
    else queue.push(queued);
    return answer;
  }

  /** Closes the connection to the session and rejects the commands queued for it. */
  function leave(): void {
    connection.close();
    for (const { reject } of queue.splice(0)) reject(new Interruption(LEFT));
  }

  function joinWith(session: string, ...commands: Command[]): Promise<Event[]> {
    return new Promise((resolve, reject) => {
      /** The events of that session until it is certain that we join it. */
      const told: Event[] = [];
      let isHere = false;
      const giveUp = (reason: unknown) => {
        there.close();
        reject(reason instanceof Error ? reason : new Error(String(reason)));
      };
      const stay = (events: Event[]) => {
        leave();
        connection = there;
        isHere = true;
        batch(() => {
          sink.forget();
          setName(session);
          sink.apply(told);
          greeted();
        });
        resolve(events);
      };
      const there: Connection = createConnection(connect, session, {
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
          if (isHere) sink.apply(events);
          else told.push(...events);
        },
        lost(reason) {
          if (isHere) lost(reason);
          else giveUp(new Interruption(lostBecause(reason)));
        },
        silent() {
          if (isHere) silent();
          else giveUp(new Interruption(LOST));
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
        sink.forget();
        setName(session);
      });
      connection = enter(session);
    },
    joinWith,
    close: leave,
    askIn: (session, ...commands) =>
      new Promise((resolve, reject) => {
        const giveUp = (reason?: string) => {
          there.close();
          reject(new Interruption(lostBecause(reason)));
        };
        const there: Connection = createConnection(connect, session, {
          open: () =>
            void inTurn(there, commands)
              .then(resolve, reject)
              .finally(() => there.close()),
          events: () => undefined,
          lost: giveUp,
          silent: giveUp,
        });
      }),
  };
}

/** Sends commands one after the other and returns the events of the last answer. */
async function inTurn(connection: Connection, [command, ...rest]: readonly Command[]): Promise<Event[]> {
  const events = command ? await connection.ask(command) : [];
  return rest.length > 0 ? inTurn(connection, rest) : events;
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

/** Repeats a request until its connection does not end before the answer; `isOver` gives it up. */
export async function untilAnswered<Answer>(
  request: () => Promise<Answer>,
  isOver: () => boolean = () => false,
): Promise<Answer> {
  for (;;)
    try {
      return await request();
    } catch (reason) {
      if (!(reason instanceof Interruption) || isOver()) throw reason;
    }
}

/** Returns what asks so that a refusal is no answer. */
export function quietly(ask: (command: Command) => Promise<Event[]>) {
  return (command: Command): Promise<Event[] | undefined> => ask(command).catch(() => undefined);
}

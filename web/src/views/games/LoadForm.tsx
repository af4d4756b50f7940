/** Loads a record or a position, typed, pasted or from a file. */

import { For, Show, createSignal } from "solid-js";
import { number, plural, sentence, t } from "../../language/language";
import type { Problem, RecordSummary } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { PERSONS } from "../../state/newGame";
import { Refusal, answer } from "../../state/link";
import { decoded, hashOfLink, wordAt } from "../../state/share";

/** The most bytes of a text; a message to the server has at most 1 MiB. */
const MAX_TEXT_BYTES = 1_000_000;

/** A text that is none of a game stays, with the mistake marked; of several records one is chosen. */
export function LoadForm(props: { game: string; done: () => void }) {
  const app = useApp();
  let field!: HTMLTextAreaElement;
  const [text, setText] = createSignal("");
  const [problem, setProblem] = createSignal<Problem>();
  const [note, setNote] = createSignal("");
  const [isBusy, setBusy] = createSignal(false);
  /** The records of the text, if there are several; and how many, which may be more. */
  const [choice, setChoice] = createSignal<{ records: readonly RecordSummary[]; total: number }>();

  function change(text: string): void {
    setText(text);
    setProblem(undefined);
    setNote("");
    setChoice(undefined);
  }

  /** Takes the text of a file, which may be older than UTF-8. */
  async function take(file: File): Promise<void> {
    const { text, isLatin1 } = decoded(await file.arrayBuffer());
    change(text);
    if (isLatin1) setNote(t("The file is not UTF-8: it is read as Latin-1."));
  }

  async function load(): Promise<void> {
    const hash = hashOfLink(text(), location.origin);
    if (hash !== undefined) {
      location.hash = hash;
      props.done();
      return;
    }
    const bytes = new TextEncoder().encode(JSON.stringify(text())).length;
    if (bytes > MAX_TEXT_BYTES) {
      const message = t("the text is too long: it has {size} MB, and at most {most} MB can be loaded", {
        size: number(bytes / 1e6, 1),
        most: number(MAX_TEXT_BYTES / 1e6, 1),
      });
      setProblem({ code: "tooLarge", message });
      return;
    }
    setBusy(true);
    try {
      const events = await app.ask({ type: "records", text: text() });
      const listed = events && answer(events, "records");
      if (listed && listed.total > 1) setChoice(listed);
      else await begin(0);
    } finally {
      setBusy(false);
    }
  }

  async function begin(record: number): Promise<void> {
    setProblem(undefined);
    try {
      await app.begin({
        game: props.game,
        players: PERSONS,
        from: { type: "text", text: text(), ...(record > 0 ? { record } : {}) },
      });
      props.done();
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      setProblem(reason.problem);
      mark(reason.problem);
    }
  }

  /** Selects the word of the text that is wrong. */
  function mark({ line, column }: Problem): void {
    if (line === undefined || column === undefined) return;
    field.focus();
    field.setSelectionRange(...wordAt(text(), line, column));
  }

  const place = () => {
    const { line, column } = problem() ?? {};
    return line === undefined || column === undefined
      ? ""
      : t("Line {line}, column {column}: ", { line, column });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void load();
      }}
    >
      <textarea
        ref={field}
        rows="4"
        aria-label={t("A record or a position")}
        aria-invalid={problem() !== undefined}
        aria-describedby="load-problem"
        placeholder={t("Paste a record, a position or a link here")}
        value={text()}
        onInput={(event) => change(event.currentTarget.value)}
      />
      <p id="load-problem" class="problem" role="alert">
        <Show when={problem()}>
          {(now) => (
            <>
              {place()}
              {sentence(now().message)}
            </>
          )}
        </Show>
      </p>
      <Show when={note()}>
        <p class="hint" role="status">
          {note()}
        </p>
      </Show>
      <div class="row">
        <button class="primary" disabled={text().trim() === "" || isBusy()}>
          {t("Load")}
        </button>
        <label class="button">
          {t("Choose a file")}
          <input
            type="file"
            class="visually-hidden"
            accept=".txt,.pgn,text/plain"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              if (file) void take(file);
            }}
          />
        </label>
      </div>
      <Show when={choice()}>{(now) => <Choice {...now()} choose={(record) => void begin(record)} />}</Show>
    </form>
  );
}

/** The records of a text, one of which is loaded. */
function Choice(props: {
  records: readonly RecordSummary[];
  total: number;
  choose: (record: number) => void;
}) {
  const { library } = useApp();
  const nameOf = (id: string | undefined) => library.summaryOf(id)?.name;
  const words = (record: RecordSummary) =>
    [
      record.players.some((player) => player !== "")
        ? record.players.map((player) => player || "?").join(" – ")
        : "",
      record.event,
      record.date,
      nameOf(record.game) ?? "",
      plural(record.turns, "{count} turn", "{count} turns"),
      record.result,
    ]
      .filter((word) => word !== "")
      .join(", ");
  return (
    <section class="record-choice" aria-label={t("The games of this text")}>
      <p>
        {plural(
          props.total,
          "The text holds {count} game. Which one?",
          "The text holds {count} games. Which one?",
        )}
      </p>
      <ol>
        <For each={props.records}>
          {(record, index) => (
            <li>
              <Show
                when={record.problem}
                fallback={
                  <button type="button" onClick={() => props.choose(index())}>
                    {words(record)}
                  </button>
                }
              >
                {(problem) => (
                  <span class="problem">
                    {t("Line {line}, column {column}: ", {
                      line: problem().line ?? 1,
                      column: problem().column ?? 1,
                    })}
                    {sentence(problem().message)}
                  </span>
                )}
              </Show>
            </li>
          )}
        </For>
      </ol>
      <Show when={props.total > props.records.length}>
        <p class="hint">{t("Only the first {count} are listed.", { count: props.records.length })}</p>
      </Show>
    </section>
  );
}

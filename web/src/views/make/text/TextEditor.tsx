/** The editor of a game file: colours, proposals, what words mean, and mistakes at their places. */

import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, isolateHistory, undo } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import {
  EditorView,
  type ViewUpdate,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  hoverTooltip,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { createEffect, on, onCleanup, onMount } from "solid-js";
import { sentence, t } from "../../../language/language";
import type { GameMistake } from "../../../protocol/protocol";
import { type Known, type Proposal, meaningAt, proposalsAt } from "./complete";
import { gameFile } from "./highlight";
import { phrases } from "./phrases";
import { rangeOf, shownFix } from "./places";

/** What the views around an editor do with it. */
export interface EditorHandle {
  /** Selects a part of the text, shows it, and gives it the focus. */
  select(from: number, to: number): void;
  /** Puts the cursor somewhere and shows the place, without the focus. */
  show(at: number): void;
  /** Replaces a part of the text. */
  replace(from: number, to: number, by: string): void;
  /** Makes changes that are undone together, and shows a place of the text as it is then, without the focus. */
  edit(changes: readonly { from: number; to: number; insert: string }[], at: number | undefined): void;
  /** Takes the last change back. */
  undo(): void;
}

interface TextEditorProps {
  text: string;
  change: (text: string) => void;
  /** The cursor has moved. */
  move: (at: number) => void;
  known: Known;
  mistakes: readonly GameMistake[];
  /** The text that has these mistakes. */
  read: string | undefined;
  ref: (handle: EditorHandle) => void;
}

export default function TextEditor(props: TextEditorProps) {
  let parent!: HTMLDivElement;
  // The editor asks for the known words at each completion and hover.
  const propose = (context: CompletionContext) => proposed(context, props.known);
  const explain = (view: EditorView, at: number) => meaning(view, at, props.known);
  const follow = (update: ViewUpdate) => {
    if (update.docChanged) props.change(update.state.doc.toString());
    if (update.docChanged || update.selectionSet) props.move(update.state.selection.main.head);
  };
  const language = new Compartment();
  onMount(() => {
    const view = new EditorView({
      parent,
      state: EditorState.create({
        doc: props.text,
        extensions: [
          lineNumbers(),
          highlightActiveLine(),
          highlightActiveLineGutter(),
          lintGutter(),
          history(),
          drawSelection(),
          bracketMatching(),
          closeBrackets(),
          search({ top: true }),
          highlightSelectionMatches(),
          autocompletion({ override: [propose], icons: false }),
          hoverTooltip(explain),
          keymap.of([
            ...closeBracketsKeymap,
            ...defaultKeymap,
            ...searchKeymap,
            ...historyKeymap,
            ...completionKeymap,
            ...lintKeymap,
          ]),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({
            "aria-label": t("The game file"),
            spellcheck: "false",
            tabindex: "0",
          }),
          EditorState.phrases.of(phrases()),
          language.of(colours()),
          EditorView.updateListener.of(follow),
        ],
      }),
    });
    function colours(): Extension {
      return gameFile(props.known.words);
    }
    createEffect(
      on(
        () => props.known.words,
        () => view.dispatch({ effects: language.reconfigure(colours()) }),
        { defer: true },
      ),
    );
    // Another page may have changed the text: what is the same stays, and with it the cursor.
    createEffect(() => {
      const [now, wanted] = [view.state.doc.toString(), props.text];
      if (now !== wanted) view.dispatch({ changes: difference(now, wanted) });
    });
    createEffect(() => {
      const text = view.state.doc.toString();
      // Mistakes of an older text have moved with it.
      if (props.read === text) view.dispatch(setDiagnostics(view.state, diagnostics(text, props.mistakes)));
    });
    props.ref({
      select(from, to) {
        const end = view.state.doc.length;
        const selection = { anchor: Math.min(from, end), head: Math.min(to, end) };
        view.dispatch({ selection, effects: EditorView.scrollIntoView(selection.anchor, { y: "center" }) });
        view.focus();
      },
      show(at) {
        view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
      },
      replace(from, to, by) {
        view.dispatch({ changes: { from, to, insert: by }, selection: { anchor: from + by.length } });
        view.focus();
      },
      edit(changes, at) {
        view.dispatch({
          changes,
          ...(at !== undefined && { selection: { anchor: at }, effects: EditorView.scrollIntoView(at) }),
          annotations: isolateHistory.of("full"),
        });
      },
      undo: () => void undo(view),
    });
    // A bar or a keyboard that opens takes room away: the place that is written at stays in sight.
    const observer = new ResizeObserver(() => {
      if (view.hasFocus)
        view.dispatch({ effects: EditorView.scrollIntoView(view.state.selection.main.head) });
    });
    observer.observe(view.dom);
    onCleanup(() => {
      observer.disconnect();
      view.destroy();
    });
  });
  return <div class="text-editor" ref={parent} />;
}

/** Returns the change that makes one text of another, as short as its ends allow. */
function difference(old: string, text: string): { from: number; to: number; insert: string } {
  let start = 0;
  while (start < old.length && start < text.length && old[start] === text[start]) start++;
  let end = 0;
  while (
    end < old.length - start &&
    end < text.length - start &&
    old[old.length - 1 - end] === text[text.length - 1 - end]
  )
    end++;
  return { from: start, to: old.length - end, insert: text.slice(start, text.length - end) };
}

function diagnostics(text: string, mistakes: readonly GameMistake[]): Diagnostic[] {
  return mistakes.flatMap((mistake) => {
    const range = rangeOf(text, mistake);
    if (!range) return [];
    const [from, to] = range;
    const { message, hint, fix } = mistake;
    return [
      {
        from,
        to,
        severity: "error" as const,
        message: [message, fix === undefined ? hint : undefined]
          .flatMap((part) => (part === undefined ? [] : sentence(part)))
          .join("\n"),
        ...(fix !== undefined && {
          actions: [
            {
              name: t("Replace by “{text}”", { text: shownFix(fix) }),
              apply: (view: EditorView, from: number, to: number) =>
                view.dispatch({ changes: { from, to, insert: fix } }),
            },
          ],
        }),
      },
    ];
  });
}

function proposed(context: CompletionContext, known: Known): CompletionResult | null {
  const text = context.state.doc.toString();
  const found = proposalsAt(text, context.pos, known);
  if (!found) return null;
  const written = text.slice(found.from, context.pos);
  if (written === "" && !context.explicit) return null;
  return {
    from: found.from,
    options: found.options.map(completion),
    validFor: /^[\w-]*$/,
  };
}

function completion(proposal: Proposal): Completion {
  const { label, detail, help, apply, kind } = proposal;
  return {
    label,
    type: kind,
    ...(detail !== undefined && { detail }),
    ...(apply !== undefined && { apply }),
    // Descriptions in the file come first.
    ...(kind === "piece" && help === undefined && { boost: 1 }),
    ...(help !== undefined && { info: () => explanation(proposal) }),
  };
}

function meaning(view: EditorView, at: number, known: Known) {
  const found = meaningAt(view.state.doc.toString(), at, known);
  if (!found) return null;
  return {
    pos: found.from,
    end: found.to,
    above: true,
    create: () => {
      const dom = explanation(found);
      dom.prepend(paragraph("code", found.detail ?? found.label));
      return { dom };
    },
  };
}

/** Returns what a proposal means, as a part of the page. */
function explanation({ help = "", example }: Proposal): HTMLElement {
  const dom = document.createElement("div");
  dom.className = "meaning";
  dom.append(...withCode(help));
  if (example !== undefined) dom.append(paragraph("code", example));
  return dom;
}

function paragraph(kind: "code", text: string): HTMLElement {
  const element = document.createElement("p");
  const inside = document.createElement(kind);
  inside.textContent = text;
  element.append(inside);
  return element;
}

/** Returns a text of the language's page, in which code stands between backticks and links between brackets. */
function withCode(text: string): Node[] {
  const plain = text.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1");
  return plain.split("`").map((part, index) => {
    if (index % 2 === 0) return document.createTextNode(part);
    const code = document.createElement("code");
    code.textContent = part;
    return code;
  });
}

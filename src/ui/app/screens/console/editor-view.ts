// The JSON editor: CodeMirror in a shadow root, with the colours of the page. It is a bundle of its own.
// The decision: inside a shadow root its styles are adopted style sheets, which a strict content security policy
// allows.
import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, syntaxTree } from "@codemirror/language";
import { type Diagnostic, linter, lintKeymap } from "@codemirror/lint";
import { EditorState, Prec } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
  placeholder,
} from "@codemirror/view";
import { colours, theme } from "./editor-theme.ts";
import { positionAt } from "./json-place.ts";
import type { Offer } from "./schema.ts";

export interface EditorParts {
  readonly root: ShadowRoot;
  readonly text: string;
  readonly label: string;
  offers(before: string): readonly Offer[];
  onChange(text: string): void;
  onSend(): void;
}

const PLACEHOLDER = "No body";
const RELEASED_MS = 2_000;
const MAX_JSON_LINT = 1_000_000;

export interface Editor {
  setText(text: string): void;
  destroy(): void;
}

export function createEditor(parts: EditorParts): Editor {
  const view = new EditorView({
    parent: parts.root,
    root: parts.root,
    state: EditorState.create({ doc: parts.text, extensions: extensionsFor(parts) }),
  });
  return {
    setText(text) {
      if (text === view.state.doc.toString()) return;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
    destroy: () => view.destroy(),
  };
}

function extensionsFor({ label, offers, onChange, onSend }: EditorParts) {
  const send = {
    key: "Mod-Enter",
    run() {
      onSend();
      return true;
    },
  };
  // Also when Escape closes a list, because the hint below the editor says that Tab then leaves it.
  const release = {
    key: "Escape",
    run(view: EditorView) {
      view.setTabFocusMode(RELEASED_MS);
      return false;
    },
  };
  return [
    Prec.highest(keymap.of([send, release, { key: "Tab", run: acceptCompletion }])),
    lineNumbers(),
    foldGutter(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    highlightActiveLine(),
    json(),
    colours,
    theme,
    placeholder(PLACEHOLDER),
    linter(lintJson),
    autocompletion({
      override: [(context) => completionsAt(context, offers)],
      icons: false,
      interactionDelay: 0,
    }),
    keymap.of([
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...completionKeymap,
      ...lintKeymap,
      indentWithTab,
    ]),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ "aria-label": label }),
    EditorView.updateListener.of(({ docChanged, state }) => docChanged && onChange(state.doc.toString())),
  ];
}

/**
 * Finds errors of JSON; an empty text is none. The parser of the browser gives the message, the syntax tree the
 * position.
 */
function lintJson({ state }: EditorView): readonly Diagnostic[] {
  const text = state.doc.length < MAX_JSON_LINT ? state.doc.toString() : "";
  if (text.trim() === "") return [];
  try {
    JSON.parse(text);
    return [];
  } catch (error) {
    const at = firstError(state);
    const from = Math.max(0, Math.min(at, text.length - 1));
    return [{ from, to: from + 1, severity: "error", message: (error as Error).message }];
  }
}

function firstError(state: EditorState): number {
  let first = state.doc.length;
  syntaxTree(state).iterate({
    enter({ type, from }) {
      if (type.isError) first = Math.min(first, from);
    },
  });
  return first;
}

function completionsAt(context: CompletionContext, offers: EditorParts["offers"]): CompletionResult | null {
  const { state, pos, explicit } = context;
  const before = state.sliceDoc(0, pos);
  const position = positionAt(before);
  if (!position || (position.from === pos && !explicit)) return null;
  const isQuoted = before[position.from] === '"';
  const to = isQuoted && state.sliceDoc(pos, pos + 1) === '"' ? pos + 1 : pos;
  const hasColon = /^\s*:/.test(state.sliceDoc(to, to + 20));
  const options = offers(before).map(({ label, type, description, isRequired }): Completion => {
    const isKey = position.kind === "key";
    const text = isKey ? `"${label}"` : label;
    return {
      label: text,
      displayLabel: label,
      detail: isRequired ? `${type}, required` : type,
      ...(description && { info: description }),
      apply: isKey && !hasColon ? `${text}: ` : text,
      boost: isRequired ? 1 : 0,
    };
  });
  const fitting = isQuoted ? options.filter(({ label }) => label.startsWith('"')) : options;
  return fitting.length === 0
    ? null
    : { from: position.from, to, options: fitting, validFor: /^"?[\w.]*"?$/ };
}

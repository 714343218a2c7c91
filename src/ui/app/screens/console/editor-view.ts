// The editor of requests, and the view of an answer: CodeMirror in a shadow root, with the colours of the page. It is a
// bundle of its own.
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
import { bracketMatching, codeFolding, foldGutter, foldKeymap } from "@codemirror/language";
import { type Diagnostic, linter, lintKeymap } from "@codemirror/lint";
import { EditorState, Prec } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { METHODS, type PlacedRequest, requestAt, requestsIn } from "./document.ts";
import { runButtons } from "./editor-buttons.ts";
import { colours, folding, theme } from "./editor-theme.ts";
import { errorPosition, positionAt } from "./json-place.ts";
import type { Offer } from "./schema.ts";

export interface EditorParts {
  readonly text: string;
  /** The position of the cursor at first. */
  readonly position: number;
  /** Returns the keys or values that may follow in the body of a request. */
  offers(request: PlacedRequest, before: string): readonly Offer[];
  /** Returns the paths of a method. */
  paths(method: string): readonly { readonly path: string; readonly summary: string }[];
  onChange(text: string): void;
  /** The cursor has moved. */
  onMove(position: number): void;
  onRun(request: PlacedRequest): void;
}

const RELEASED_MS = 2_000;

export interface Editor {
  readonly position: number;
  /** Replaces the text, and moves the cursor there. */
  show(text: string, position: number): void;
  destroy(): void;
}

const COMMON = [lineNumbers(), codeFolding(), folding, foldGutter(), colours, theme, EditorView.lineWrapping];

/** Shows a text that cannot be changed. */
export function createViewer(root: ShadowRoot, text: string, label: string): Editor {
  const extensions = [
    COMMON,
    EditorState.readOnly.of(true),
    keymap.of([...foldKeymap, ...defaultKeymap]),
    EditorView.contentAttributes.of({ "aria-label": label }),
  ];
  return editorOf(
    new EditorView({ parent: root, root, state: EditorState.create({ doc: text, extensions }) }),
  );
}

export function createEditor(root: ShadowRoot, label: string, parts: EditorParts): Editor {
  const { text, position, onRun, onChange, onMove } = parts;
  const extensions = [
    editing(label, {
      onChange,
      onMove,
      onSend(all, at) {
        const request = requestAt(all, at);
        if (request) onRun(request);
      },
      faults: faultsIn,
      completions: (at) => completionsAt(at, parts),
    }),
    runButtons(onRun),
  ];
  const selection = { anchor: Math.min(position, text.length) };
  const state = EditorState.create({ doc: text, selection, extensions });
  const view = new EditorView({ parent: root, root, state });
  const scrolled = EditorView.scrollIntoView(selection.anchor, { y: "start", yMargin: 30 });
  view.dispatch({ effects: scrolled });
  return editorOf(view);
}

export interface JsonParts {
  readonly text: string;
  onChange(text: string): void;
  onSend(): void;
}

/** Edits one JSON value. */
export function createJsonEditor(root: ShadowRoot, label: string, parts: JsonParts): Editor {
  const { text, onChange, onSend } = parts;
  const faults = (json: string) => faultOf(json, 0, json.length);
  const extensions = editing(label, { onChange, onSend, faults, completions: () => null });
  return editorOf(
    new EditorView({ parent: root, root, state: EditorState.create({ doc: text, extensions }) }),
  );
}

function editorOf(view: EditorView): Editor {
  return {
    get position() {
      return view.state.selection.main.head;
    },
    show(text, position) {
      const changes = { from: 0, to: view.state.doc.length, insert: text };
      const isSame = text === view.state.doc.toString();
      view.dispatch({
        ...(!isSame && { changes }),
        selection: { anchor: Math.min(position, text.length) },
        effects: EditorView.scrollIntoView(Math.min(position, text.length), { y: "start", yMargin: 30 }),
      });
    },
    destroy: () => view.destroy(),
  };
}

interface Editing {
  /** Ctrl+Enter, at a position. */
  onSend(text: string, position: number): void;
  onChange(text: string): void;
  onMove?(position: number): void;
  faults(text: string): Diagnostic[];
  completions(at: CompletionContext): CompletionResult | null;
}

/** The extensions of an editor, of requests or of one value. */
function editing(label: string, { onSend, onChange, onMove, faults, completions }: Editing) {
  const send = {
    key: "Mod-Enter",
    run({ state }: EditorView) {
      onSend(state.doc.toString(), state.selection.main.head);
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
    COMMON,
    history(),
    drawSelection(),
    bracketMatching(),
    closeBrackets(),
    highlightActiveLine(),
    linter(({ state }) => faults(state.doc.toString())),
    autocompletion({ override: [completions], icons: false, interactionDelay: 0 }),
    keymap.of([
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...completionKeymap,
      ...lintKeymap,
      indentWithTab,
    ]),
    EditorView.contentAttributes.of({ "aria-label": label }),
    EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
      if (docChanged) onChange(state.doc.toString());
      if (docChanged || selectionSet) onMove?.(state.selection.main.head);
    }),
  ];
}

/** Finds the bodies that are no JSON. */
function faultsIn(text: string): Diagnostic[] {
  return requestsIn(text).flatMap(({ body, lineEnd, to }) => {
    const start = lineEnd + Math.max(0, text.slice(lineEnd, to).indexOf(body.split("\n")[0]!));
    return faultOf(body, start, to);
  });
}

/** Returns the error of a JSON text; an empty one has none. The parser of the browser gives message and position. */
function faultOf(json: string, start: number, end: number): Diagnostic[] {
  if (json.trim() === "") return [];
  try {
    JSON.parse(json);
    return [];
  } catch (error) {
    const { message } = error as Error;
    const from = Math.max(start, Math.min(start + errorPosition(message, json), end - 1));
    return [{ from, to: Math.min(from + 1, end), severity: "error", message }];
  }
}

function completionsAt(context: CompletionContext, parts: EditorParts): CompletionResult | null {
  const { state, pos, explicit } = context;
  const line = state.doc.lineAt(pos);
  const typed = state.sliceDoc(line.from, pos);
  const [, indent, word = "", path] = /^(\s*)([A-Za-z]*)(?:\s+(\S*))?$/.exec(typed) ?? [];
  const isMethod = METHODS.some((method) => method === word.toUpperCase());
  if (path !== undefined && isMethod) return pathsAt(pos - path.length, word.toUpperCase(), parts);
  const request = requestAt(state.doc.toString(), pos);
  const isInBody = request !== undefined && pos > request.lineEnd && request.body !== "";
  if (indent !== undefined && word !== "" && !isInBody)
    return { from: pos - word.length, options: METHODS.map((label) => ({ label, apply: `${label} ` })) };
  return request && pos > request.lineEnd ? keysAt(context, request, parts, explicit) : null;
}

function pathsAt(from: number, method: string, { paths }: EditorParts): CompletionResult {
  const options = paths(method).map(({ path, summary }) => ({ label: path, detail: summary }));
  return { from, options, validFor: /^\S*$/ };
}

function keysAt(
  { state, pos }: CompletionContext,
  request: PlacedRequest,
  { offers }: EditorParts,
  explicit: boolean,
): CompletionResult | null {
  const before = state.sliceDoc(request.lineEnd, pos);
  const position = positionAt(before);
  if (!position || (position.from === before.length && !explicit)) return null;
  const isQuoted = before[position.from] === '"';
  const to = isQuoted && state.sliceDoc(pos, pos + 1) === '"' ? pos + 1 : pos;
  const hasColon = /^\s*:/.test(state.sliceDoc(to, to + 20));
  const options = offers(request, before).map(({ label, type, description, isRequired }): Completion => {
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
  const from = request.lineEnd + position.from;
  return fitting.length === 0 ? null : { from, to, options: fitting, validFor: /^"?[\w.]*"?$/ };
}

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
import { EditorState, type Extension, Prec } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { METHODS, type PlacedRequest, requestAt, requestsIn } from "./document.ts";
import { colours, folding, runButtons } from "./editor-marks.ts";
import { theme } from "./editor-theme.ts";
import { errorPosition, positionAt } from "./json-place.ts";
import type { Offer } from "./schema.ts";

export interface EditorParts {
  readonly text: string;
  /** The position of the cursor at first. */
  readonly position: number;
  /** Returns the keys or values that may follow in the body of a request. */
  offers(request: PlacedRequest, before: string): readonly Offer[];
  /** Returns what may follow a method, by the document of the API. */
  paths(method: string): readonly { readonly path: string; readonly summary: string }[];
  onChange(text: string): void;
  /** The cursor has moved. */
  onMove(position: number): void;
  onRun(request: PlacedRequest): void;
}

const RELEASED_MS = 2_000;

export interface Editor {
  /** Shows a text, and moves the cursor there. */
  show(text: string, position: number): void;
  destroy(): void;
}

const COMMON = [lineNumbers(), codeFolding(), folding, foldGutter(), colours, theme, EditorView.lineWrapping];

function mount(root: ShadowRoot, label: string, doc: string, own: Extension): Editor {
  const extensions = [COMMON, EditorView.contentAttributes.of({ "aria-label": label }), own];
  const view = new EditorView({ parent: root, root, state: EditorState.create({ doc, extensions }) });
  return {
    show(text, position) {
      const changes = { from: 0, to: view.state.doc.length, insert: text };
      const anchor = Math.min(position, text.length);
      view.dispatch({
        ...(text !== view.state.doc.toString() && { changes }),
        selection: { anchor },
        effects: EditorView.scrollIntoView(anchor, { y: "start", yMargin: 30 }),
      });
    },
    destroy: () => view.destroy(),
  };
}

/** Shows a text that cannot be changed. */
export function createViewer(root: ShadowRoot, label: string, text: string): Editor {
  const keys = keymap.of([...foldKeymap, ...defaultKeymap]);
  return mount(root, label, text, [EditorState.readOnly.of(true), keys]);
}

/** Edits requests. */
export function createEditor(root: ShadowRoot, label: string, parts: EditorParts): Editor {
  const requests = editing({
    onChange: (text) => parts.onChange(text),
    onMove: (position) => parts.onMove(position),
    onSend(all, at) {
      const request = requestAt(all, at);
      if (request) parts.onRun(request);
    },
    faults: faultsIn,
    completions: (at) => completionsAt(at, parts),
  });
  const buttons = runButtons((request) => parts.onRun(request));
  const editor = mount(root, label, parts.text, [requests, buttons]);
  editor.show(parts.text, parts.position);
  return editor;
}

export interface JsonParts {
  readonly text: string;
  onChange(text: string): void;
  onSend(): void;
}

/** Edits one JSON value. */
export function createJsonEditor(root: ShadowRoot, label: string, parts: JsonParts): Editor {
  const json = editing({
    onChange: (text) => parts.onChange(text),
    onSend: () => parts.onSend(),
    faults: (text) => faultOf(text, 0, text.length),
    completions: () => null,
  });
  return mount(root, label, parts.text, json);
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
function editing({ onSend, onChange, onMove, faults, completions }: Editing) {
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

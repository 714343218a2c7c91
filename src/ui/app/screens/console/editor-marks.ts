// What the editor finds in its lines: colours of requests and JSON, the button "Run" of each request, and what can be
// folded.
// The decision: all is found line by line, because no token of JSON is longer than a line, so a document of requests
// needs no grammar.
import { foldService } from "@codemirror/language";
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  MatchDecorator,
  ViewPlugin,
  WidgetType,
} from "@codemirror/view";
import { type PlacedRequest, REQUEST_LINE, requestAt } from "./document.ts";

type Find = ConstructorParameters<typeof MatchDecorator>[0];

/** Decorates what is found in the visible lines. */
function found(config: Find) {
  const finder = new MatchDecorator(config);
  return ViewPlugin.define(
    (view) => ({
      found: finder.createDeco(view) as DecorationSet,
      update(change) {
        this.found = finder.updateDeco(change, this.found);
      },
    }),
    { decorations: (plugin) => plugin.found },
  );
}

/** The kinds of tokens; the first that fits counts. */
const TOKENS = {
  method: /^\s*(?:GET|POST|PUT|PATCH|DELETE|HEAD)(?=\s+\S+\s*$)/,
  comment: /^\s*(?:\/\/|#).*/,
  key: /"(?:[^"\\]|\\.)*"(?=\s*:)/,
  string: /"(?:[^"\\]|\\.)*"?/,
  number: /-?\d[\d.eE+-]*/,
  word: /\b(?:true|false|null)\b/,
};
const GROUPS = Object.entries(TOKENS).map(([kind, { source }]) => `(?<${kind}>${source})`);

/** Colours tokens by their kinds. */
export const colours = found({
  regexp: new RegExp(GROUPS.join("|"), "gi"),
  decoration: ({ groups }) => {
    const kind = Object.keys(groups!).find((name) => groups![name] !== undefined);
    return Decoration.mark({ class: `json-${kind}` });
  },
});

class RunButton extends WidgetType {
  readonly #line: string;
  readonly #onRun: (request: PlacedRequest) => void;

  constructor(line: string, onRun: (request: PlacedRequest) => void) {
    super();
    this.#line = line;
    this.#onRun = onRun;
  }

  override eq(other: RunButton): boolean {
    return other.#line === this.#line;
  }

  override toDOM(view: EditorView): HTMLElement {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "run";
    // The keyboard has Ctrl+Enter, and Tab indents.
    button.tabIndex = -1;
    button.textContent = "▶ Run";
    button.setAttribute("aria-label", `Run ${this.#line}`);
    button.onclick = () => {
      // The request is read when it runs, because its body may have been changed.
      const request = requestAt(view.state.doc.toString(), view.posAtDOM(button));
      if (request) this.#onRun(request);
    };
    return button;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

/** Puts a button at the end of each line of a request. */
export function runButtons(onRun: (request: PlacedRequest) => void) {
  return found({
    regexp: new RegExp(REQUEST_LINE, "gi"),
    decorate: (add, _from, to, [, method, path]) => {
      const widget = new RunButton(`${method!.toUpperCase()} ${path}`, onRun);
      add(to, to, Decoration.widget({ widget, side: 1 }));
    },
  });
}

/** Lines that are searched for the end of an object or list. */
const MAX_FOLDED = 20_000;

/** Folds an object or list whose first line ends with its brace, up to the line of the closing one. */
export const folding = foldService.of(({ doc }, start, end) => {
  const first = doc.lineAt(start);
  if (!/[{[]\s*$/.test(first.text)) return null;
  const indent = indentOf(first.text);
  const last = Math.min(doc.lines, first.number + MAX_FOLDED);
  for (let number = first.number + 1; number <= last; number++) {
    const { text, from } = doc.line(number);
    if (/^\s*[}\]]/.test(text) && indentOf(text) <= indent) return { from: end, to: from + indentOf(text) };
  }
  return null;
});

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}

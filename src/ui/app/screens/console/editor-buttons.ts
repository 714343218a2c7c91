// The button "Run" at the line of each request of the document.
import { RangeSetBuilder } from "@codemirror/state";
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, WidgetType } from "@codemirror/view";
import { type PlacedRequest, requestAt, requestsIn } from "./document.ts";

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

export function runButtons(onRun: (request: PlacedRequest) => void) {
  const buttonsIn = (text: string): DecorationSet => {
    const builder = new RangeSetBuilder<Decoration>();
    for (const { method, path, lineEnd } of requestsIn(text)) {
      const widget = new RunButton(`${method} ${path}`, onRun);
      builder.add(lineEnd, lineEnd, Decoration.widget({ widget, side: 1 }));
    }
    return builder.finish();
  };
  return ViewPlugin.define(
    ({ state }) => ({
      buttons: buttonsIn(state.doc.toString()),
      update({ docChanged, state: now }) {
        if (docChanged) this.buttons = buttonsIn(now.doc.toString());
      },
    }),
    { decorations: ({ buttons }) => buttons },
  );
}

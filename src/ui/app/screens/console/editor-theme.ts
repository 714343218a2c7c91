// The theme of the editor. The decision: its colours are custom properties of the page, which also apply inside the
// shadow root.
import { syntaxTree } from "@codemirror/language";
import { RangeSetBuilder } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

const KINDS: Readonly<Record<string, Decoration>> = {
  PropertyName: Decoration.mark({ class: "json-key" }),
  String: Decoration.mark({ class: "json-string" }),
  Number: Decoration.mark({ class: "json-number" }),
  True: Decoration.mark({ class: "json-word" }),
  False: Decoration.mark({ class: "json-word" }),
  Null: Decoration.mark({ class: "json-word" }),
};

function marks(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    syntaxTree(view.state).iterate({
      from,
      to,
      enter({ name, from: start, to: end }) {
        const kind = KINDS[name];
        if (kind && end > start) builder.add(start, end, kind);
      },
    });
  }
  return builder.finish();
}

/** Colours the tokens of JSON in the visible part. */
export const colours = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = marks(view);
    }

    update({ docChanged, viewportChanged, view, startState, state }: ViewUpdate): void {
      const isParsed = syntaxTree(startState) !== syntaxTree(state);
      if (docChanged || viewportChanged || isParsed) this.decorations = marks(view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

export const theme = EditorView.theme({
  "&": {
    height: "100%",
    color: "var(--ink)",
    backgroundColor: "var(--surface)",
    fontSize: "0.8125rem",
  },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6" },
  ".cm-content": { padding: "0.6rem 0", caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-placeholder": { color: "var(--muted)" },
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--muted)", border: "0" },
  ".cm-activeLine": { backgroundColor: "color-mix(in oklab, var(--sunken) 55%, transparent)" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    backgroundColor: "var(--accent-soft)",
  },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--accent-soft)" },
  ".json-key": { color: "var(--accent)" },
  ".json-string": { color: "var(--good)" },
  ".json-number": { color: "var(--amber)" },
  ".json-word": { color: "var(--danger)" },
  ".cm-tooltip": {
    border: "1px solid var(--line)",
    borderRadius: "var(--radius-small)",
    backgroundColor: "var(--raised)",
    boxShadow: "var(--shadow)",
    overflow: "hidden",
  },
  ".cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", maxHeight: "16rem" },
  ".cm-tooltip-autocomplete > ul > li": { padding: "0.15rem 0.6rem", lineHeight: "1.5" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--accent)",
    color: "var(--accent-ink)",
  },
  ".cm-completionDetail": { color: "inherit", opacity: "0.75", fontStyle: "normal", marginLeft: "1rem" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "700" },
  ".cm-completionInfo": { maxWidth: "22rem", padding: "0.4rem 0.6rem", fontFamily: "var(--sans)" },
  ".cm-diagnostic": { padding: "0.3rem 0.6rem", fontFamily: "var(--sans)" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--danger)" },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--danger)",
    textUnderlineOffset: "0.2em",
  },
});

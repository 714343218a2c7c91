// The theme of the editor: colours of requests and JSON, and what can be folded.
// The decision: both are read line by line, because no token of JSON is longer than a line, so a document of requests
// needs no grammar. Colours are custom properties of the page, which also apply inside the shadow root.
import { foldService } from "@codemirror/language";
import { RangeSetBuilder } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

const TOKENS =
  /(?<key>"(?:[^"\\]|\\.)*")(?=\s*:)|(?<string>"(?:[^"\\]|\\.)*"?)|(?<number>-?\d[\d.eE+-]*)|(?<word>\b(?:true|false|null)\b)/g;
const METHOD = /^\s*(?:GET|POST|PUT|PATCH|DELETE|HEAD)(?=\s+\S+\s*$)/i;
const COMMENT = /^\s*(?:\/\/|#)/;
const KINDS = ["key", "string", "number", "word"] as const;
const mark = (kind: string) => Decoration.mark({ class: `json-${kind}` });
const MARKS = Object.fromEntries(KINDS.map((kind) => [kind, mark(kind)]));
const METHOD_MARK = mark("method");
const COMMENT_MARK = mark("comment");

function marks(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges)
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at);
      markLine(builder, line.from, line.text);
      at = line.to + 1;
    }
  return builder.finish();
}

function markLine(builder: RangeSetBuilder<Decoration>, from: number, text: string): void {
  const method = METHOD.exec(text);
  const whole = method ? METHOD_MARK : COMMENT.test(text) ? COMMENT_MARK : undefined;
  if (whole) builder.add(from, from + (method?.[0] ?? text).length, whole);
  else markTokens(builder, from, text);
}

function markTokens(builder: RangeSetBuilder<Decoration>, from: number, text: string): void {
  for (const token of text.matchAll(TOKENS)) {
    const kind = KINDS.find((name) => token.groups![name] !== undefined)!;
    builder.add(from + token.index, from + token.index + token[0].length, MARKS[kind]!);
  }
}

/** Colours the visible part. */
export const colours = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = marks(view);
    }

    update({ docChanged, viewportChanged, view }: ViewUpdate): void {
      if (docChanged || viewportChanged) this.decorations = marks(view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

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

export const theme = EditorView.theme({
  "&": {
    height: "100%",
    color: "var(--ink)",
    backgroundColor: "var(--surface)",
    fontSize: "0.8125rem",
  },
  // A shadow above the gutter, which covers an outline.
  "&.cm-focused": { outline: "none" },
  "&.cm-focused::after": {
    content: '""',
    position: "absolute",
    inset: "0",
    zIndex: "300",
    border: "2px solid var(--accent)",
    borderRadius: "var(--radius-small)",
    pointerEvents: "none",
  },
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
  ".json-method": { color: "var(--accent)", fontWeight: "700" },
  ".json-comment": { color: "var(--muted)" },
  ".cm-foldPlaceholder": { border: "0", backgroundColor: "var(--accent-soft)", color: "var(--ink)" },
  "button.run": {
    marginLeft: "0.75rem",
    padding: "0 0.45rem",
    border: "1px solid var(--line-strong)",
    borderRadius: "var(--radius-small)",
    background: "var(--surface)",
    color: "var(--accent)",
    font: "inherit",
    fontSize: "0.75rem",
    lineHeight: "1.4",
    cursor: "pointer",
  },
  "button.run:hover": { background: "var(--accent)", color: "var(--accent-ink)" },
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

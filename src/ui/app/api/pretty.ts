// Formats JSON for reading: one member a line; short values and lists of plain values are on one line.
// The decision: the text is split into tokens and never parsed, so every digit of an id stays as the server sent it.

const WIDTH = 88;
const INDENT = "  ";
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Formats a JSON value in pieces. @param text a JSON value; any other text is returned unchanged */
export function prettyJson(text: string): string {
  return new Layout(text.match(TOKENS) ?? []).value("");
}

class Layout {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  value(margin: string): string {
    const token = this.#next();
    return token === "{" || token === "[" ? this.#members(token, margin) : token;
  }

  #members(open: "{" | "[", margin: string): string {
    const close = open === "{" ? "}" : "]";
    const members: string[] = [];
    let isPlain = open === "[";
    while (this.#at < this.#tokens.length && this.#tokens[this.#at] !== close) {
      if (this.#tokens[this.#at] === ",") this.#at++;
      const first = this.#tokens[this.#at];
      if (first === "{" || first === "[") isPlain = false;
      members.push(open === "{" ? this.#pair(margin + INDENT) : this.value(margin + INDENT));
    }
    this.#at++;
    if (members.length === 0) return open + close;
    const length = members.reduce((sum, member) => sum + member.length + 2, margin.length);
    const isShort = length <= WIDTH && !members.some((member) => member.includes("\n"));
    const pad = open === "{" ? " " : "";
    if (isPlain || isShort) return `${open}${pad}${members.join(", ")}${pad}${close}`;
    return `${open}\n${members.map((member) => margin + INDENT + member).join(",\n")}\n${margin}${close}`;
  }

  #pair(margin: string): string {
    const key = this.#next();
    if (this.#tokens[this.#at] === ":") this.#at++;
    return `${key}: ${this.value(margin)}`;
  }

  #next(): string {
    return this.#tokens[this.#at++] ?? "";
  }
}

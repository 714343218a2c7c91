// JSON as people read it: one member a line, but what is short, and lists of plain values, on one line.
// The decision: the text is laid out anew and never parsed, so every digit of an id stays what the server sent.

const WIDTH = 88;
const INDENT = "  ";
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** @param text of a JSON value; anything else comes back as it is, in pieces */
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
    const length = members.reduce((sum, one) => sum + one.length + 2, margin.length);
    const isShort = length <= WIDTH && !members.some((one) => one.includes("\n"));
    const pad = open === "{" ? " " : "";
    if (isPlain || isShort) return `${open}${pad}${members.join(", ")}${pad}${close}`;
    return `${open}\n${members.map((one) => margin + INDENT + one).join(",\n")}\n${margin}${close}`;
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

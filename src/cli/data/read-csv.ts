// Reads CSV (RFC 4180): the first record names the fields. Quotes may contain delimiters, line ends and, doubled,
// quotes.
// The decision: an unquoted cell that is JSON has that value, such as a number or a list; every other cell is a text,
// and an empty one has no value. A text that looks like a number is written in quotes within the cell: "12".
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import type { ReadRows } from "./row.ts";
import { chunksOf } from "./source.ts";

const QUOTE = '"';
const MAX_CELL_CHARACTERS = 16 * 1024 * 1024;

class Unclosed extends InvalidArgument {}

/** Splits text that arrives in pieces into cells. */
class CsvSplitter {
  readonly #delimiter: string;
  #cell = "";
  #record: string[] = [];
  #inQuotes = false;
  /** True after a quote inside quotes; a second one would be a quote in the text. */
  #afterQuote = false;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  *feed(text: string): Generator<string[]> {
    for (const one of text) {
      if (this.#inQuotes && !this.#afterQuote) {
        if (one === QUOTE) this.#afterQuote = true;
        else this.#cell += one;
        if (this.#cell.length > MAX_CELL_CHARACTERS) throw new Unclosed("a quote is opened and never closed");
        continue;
      }
      if (one === QUOTE && (this.#afterQuote || this.#cell === "")) {
        if (this.#afterQuote) this.#cell += one;
        this.#inQuotes = true;
        this.#afterQuote = false;
        continue;
      }
      if (this.#afterQuote) [this.#inQuotes, this.#afterQuote] = [false, false];
      if (one === this.#delimiter) this.#endCell();
      else if (one === "\n") yield* this.#endRecord();
      else this.#cell += one;
    }
  }

  *end(): Generator<string[]> {
    if (this.#inQuotes && !this.#afterQuote) throw new Unclosed("a quote is opened and never closed");
    if (this.#cell !== "" || this.#record.length > 0) yield* this.#endRecord();
  }

  #endCell(): void {
    this.#record.push(this.#cell);
    this.#cell = "";
  }

  *#endRecord(): Generator<string[]> {
    this.#cell = this.#cell.replace(/\r$/, "");
    this.#endCell();
    const record = this.#record;
    this.#record = [];
    [this.#inQuotes, this.#afterQuote] = [false, false];
    if (record.length > 1 || record[0] !== "") yield record;
  }
}

export const readCsv: ReadRows = async function* (source, { delimiter }) {
  let names: string[] | null = null;
  let row = 0;
  for await (const cells of recordsOf(source, delimiter)) {
    if (names === null) {
      names = cells.map((name) => name.trim());
      continue;
    }
    row++;
    if (cells.length !== names.length) {
      const fault = `expected ${names.length} cells, as the first line has, got ${cells.length}`;
      yield { row, fields: null, line: JSON.stringify(cells), fault };
      continue;
    }
    const fields = new Map(names.map((name, i) => [name, jsonOf(cells[i]!)] as const));
    for (const [name, text] of fields) if (text === null) fields.delete(name);
    yield { row, fields: fields as Map<string, string> };
  }
};

async function* recordsOf(source: Parameters<ReadRows>[0], delimiter: string): AsyncGenerator<string[]> {
  const splitter = new CsvSplitter(delimiter);
  const decoder = new TextDecoder("utf-8");
  try {
    for await (const chunk of chunksOf(source)) yield* splitter.feed(decoder.decode(chunk, { stream: true }));
    yield* splitter.feed(decoder.decode());
    yield* splitter.end();
  } catch (error) {
    if (error instanceof Unclosed) throw new InvalidArgument(`${source.name}: ${error.message}`);
    throw error;
  }
}

/** Returns a cell as JSON; null: no value. */
function jsonOf(cell: string): string | null {
  const text = cell.trim();
  if (text === "") return null;
  try {
    JSON.parse(text);
    return text;
  } catch {
    return JSON.stringify(cell);
  }
}

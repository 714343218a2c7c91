// Reads CSV (RFC 4180): the first record names the fields. Quotes may contain delimiters, line ends and, doubled,
// quotes.
// The decision: an unquoted cell that is JSON has that value, such as a number or a list; every other cell is a text,
// and an empty one has no value. A text that looks like a number is written in quotes within the cell: "12".
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { CsvReader, UnclosedQuote } from "../../shared/csv.ts";
import type { ReadRows } from "./row.ts";
import { chunksOf } from "./source.ts";

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
  const reader = new CsvReader(delimiter);
  const decoder = new TextDecoder("utf-8");
  try {
    for await (const chunk of chunksOf(source)) yield* reader.push(decoder.decode(chunk, { stream: true }));
    yield* reader.push(decoder.decode());
    yield* reader.end();
  } catch (error) {
    if (error instanceof UnclosedQuote) throw new InvalidArgument(`${source.name}: ${error.message}`);
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

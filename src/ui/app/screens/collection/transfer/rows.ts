// Parses the rows of JSON lines, JSON arrays, CSV and npy to values by column.
// The decision: a row that cannot be parsed is returned with an error, and parsing continues.

import { CsvReader } from "../../../../../shared/csv.ts";
import { parseJson } from "../../../api/json.ts";
import { isKeptByParsing } from "../../../api/raw-json.ts";
import { JsonArrayReader } from "./json-array.ts";
import { type NpyHead, npyHead, npyRow } from "./npy.ts";
import type { Encoding, Reading } from "./sniff.ts";

export interface Row {
  /** From 1; for CSV the number of the record, with the header; in an array that of the element. */
  readonly line: number;
  readonly values: Readonly<Record<string, unknown>>;
  /** The JSON of the row, if a number in it would be written differently. */
  readonly text?: string;
  /** The error of a row that cannot be parsed. */
  readonly problem?: string;
}

export type Chunks = AsyncIterable<Uint8Array>;

export function rowsOf(chunks: Chunks, { format, comma, encoding }: Reading): AsyncGenerator<Row> {
  if (format === "npy") return npyRows(chunks);
  const pieces = texts(chunks, encoding);
  if (format === "json") return arrayRows(pieces);
  return format === "csv" ? csvRows(pieces, comma) : jsonRows(pieces);
}

/** @throws Error at bytes that are none of the encoding, instead of replacing them */
async function* texts(chunks: Chunks, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decoded = (...given: Parameters<TextDecoder["decode"]>): string => {
    try {
      return decoder.decode(...given);
    } catch {
      throw new Error(`there are bytes that are no ${encoding.toUpperCase()}: choose another encoding`);
    }
  };
  for await (const chunk of chunks) yield decoded(chunk, { stream: true });
  yield decoded();
}

async function* arrayRows(pieces: AsyncIterable<string>): AsyncGenerator<Row> {
  const reader = new JsonArrayReader();
  let line = 0;
  for await (const piece of pieces) for (const text of reader.push(piece)) yield jsonRow(text, ++line);
  reader.end();
}

async function* jsonRows(pieces: AsyncIterable<string>): AsyncGenerator<Row> {
  let rest = "";
  let line = 0;
  for await (const piece of pieces) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop()!;
    for (const text of lines) {
      line++;
      if (text.trim() !== "") yield jsonRow(text, line);
    }
  }
  if (rest.trim() !== "") yield jsonRow(rest, line + 1);
}

function jsonRow(text: string, line: number): Row {
  try {
    const values = parseJson(text);
    if (typeof values !== "object" || values === null || Array.isArray(values))
      return { line, values: { text }, problem: "This is not a JSON object" };
    return { line, values: values as Row["values"], ...(!isKeptByParsing(text) && { text }) };
  } catch (error) {
    return { line, values: { text }, problem: (error as Error).message };
  }
}

async function* csvRows(pieces: AsyncIterable<string>, comma: string): AsyncGenerator<Row> {
  const reader = new CsvReader(comma);
  let head: readonly string[] | undefined;
  let line = 0;
  const rows = function* (records: readonly string[][]): Generator<Row> {
    for (const record of records) {
      line++;
      if (head) yield csvRow(head, record, line);
      else head = record;
    }
  };
  for await (const text of pieces) yield* rows(reader.push(text));
  yield* rows(reader.end());
}

function csvRow(head: readonly string[], record: readonly string[], line: number): Row {
  const values = Object.fromEntries(head.map((name, i) => [name, record[i] ?? ""]));
  if (record.length === head.length) return { line, values };
  return { line, values, problem: `${record.length} fields where the head has ${head.length}` };
}

async function* npyRows(chunks: Chunks): AsyncGenerator<Row> {
  let head: NpyHead | undefined;
  let rest = new Uint8Array();
  let line = 0;
  for await (const chunk of chunks) {
    const joined = new Uint8Array(rest.length + chunk.length);
    joined.set(rest);
    joined.set(chunk, rest.length);
    rest = joined;
    if (!head) {
      head = npyHead(rest);
      if (!head) continue;
      rest = rest.subarray(head.offset);
    }
    const bytes = head.size * head.width;
    let at = 0;
    for (; at + bytes <= rest.length && line < head.rows; at += bytes)
      yield { line: ++line, values: { vector: npyRow(rest.subarray(at, at + bytes), head) } };
    rest = rest.slice(at);
  }
  if (!head) throw new Error("The file ends before its head does");
  if (line < head.rows) throw new Error(`The file ends after ${line} of ${head.rows} rows`);
}

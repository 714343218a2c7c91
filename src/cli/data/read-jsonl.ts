// JSONL: an object on each line.
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { LineSplitter } from "../../json/line-splitter.ts";
import { readRaw } from "../../json/raw.ts";
import { membersOf } from "../../json/raw-parts.ts";
import { validUtf8Length } from "../../json/utf8.ts";
import { MAX_BODY_BYTES } from "../../schema/limits.ts";
import type { ReadRows, Row } from "./row.ts";
import { chunksOf } from "./source.ts";

export const readJsonl: ReadRows = async function* (source) {
  const splitter = new LineSplitter(MAX_BODY_BYTES);
  for await (const chunk of chunksOf(source)) {
    for (const { line, bytes, fault } of splitter.feed(chunk)) yield* rowOf(line, bytes, fault);
  }
  for (const { line, bytes, fault } of splitter.end()) yield* rowOf(line, bytes, fault);
};

/** Empty lines are no rows, but are counted as such. */
function* rowOf(row: number, bytes: Uint8Array, fault: string | null): Generator<Row> {
  if (fault !== null) yield { row, fields: null, fault };
  else if (bytes.length > 0)
    yield { row, ...fieldsOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)) };
}

function fieldsOf(bytes: Buffer): Omit<Row, "row"> {
  const line = bytes.toString();
  try {
    const sound = validUtf8Length(bytes);
    if (sound < bytes.length) throw new InvalidArgument(`no UTF-8 at byte ${sound}`);
    const { length } = readRaw(bytes, 0).bytes;
    if (length < bytes.length) throw new InvalidArgument(`Malformed JSON at byte ${length}`);
    const members = membersOf(bytes);
    if (!members) throw new InvalidArgument("expected an object on each line");
    const texts = Array.from(members, ([name, { value }]) => [name, Buffer.from(value).toString()] as const);
    return { fields: new Map(texts), line };
  } catch (error) {
    return { fields: null, line, fault: (error as Error).message };
  }
}

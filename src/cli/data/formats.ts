// The formats of files. --format selects one, or else the name of the file.
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { WrongUsage } from "../../errors/usage.ts";
import { LineSplitter } from "../../json/line-splitter.ts";
import { readRaw } from "../../json/raw.ts";
import { membersOf } from "../../json/raw-parts.ts";
import { validUtf8Length } from "../../json/utf8.ts";
import { MAX_BODY_BYTES } from "../../schema/limits.ts";
import { readCsv } from "./read-csv.ts";
import { readParquet } from "./read-parquet.ts";
import { readBvecs, readFvecs, readIvecs, readNpy } from "./read-vectors.ts";
import type { ReadRows, Row } from "./row.ts";
import { chunksOf } from "./source.ts";

interface Format {
  readonly read: ReadRows;
  /** Its rows have no ids. */
  readonly isBare?: boolean;
}

const TSV: ReadRows = (source) => readCsv(source, { delimiter: "\t" });
export const FORMATS: Readonly<Record<string, Format>> = {
  jsonl: { read: readJsonl },
  csv: { read: readCsv },
  tsv: { read: TSV },
  npy: { read: readNpy, isBare: true },
  fvecs: { read: readFvecs, isBare: true },
  ivecs: { read: readIvecs, isBare: true },
  bvecs: { read: readBvecs, isBare: true },
  parquet: { read: readParquet },
};
const OTHER_NAMES: Readonly<Record<string, string>> = { ndjson: "jsonl", json: "jsonl", pq: "parquet" };

/** @param names of the formats. @throws InvalidArgument */
export function formatOf(path: string, flag: string | undefined, names: readonly string[]): string {
  const ending = /\.([a-z0-9]+)(?:\.gz)?$/i.exec(path)?.[1]?.toLowerCase() ?? "";
  const name = flag ?? OTHER_NAMES[ending] ?? ending;
  if (names.includes(name)) return name;
  const why =
    flag === undefined ? `the name of ${path} does not say its format` : `--format ${flag} is not known`;
  throw new WrongUsage(`${why}: say --format with one of ${names.join(", ")}`);
}

/** JSONL: an object on each line. */
async function* readJsonl(source: Parameters<ReadRows>[0]): ReturnType<ReadRows> {
  const splitter = new LineSplitter(MAX_BODY_BYTES);
  for await (const chunk of chunksOf(source)) {
    for (const { line, bytes, fault } of splitter.feed(chunk)) yield* rowOf(line, bytes, fault);
  }
  for (const { line, bytes, fault } of splitter.end()) yield* rowOf(line, bytes, fault);
}

/** Empty lines are not rows, but count as such. */
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

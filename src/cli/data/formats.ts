// Which format a file is in: what --format says, or else its name.
import { WrongUsage } from "../../errors/usage.ts";
import { readCsv } from "./read-csv.ts";
import { readJsonl } from "./read-jsonl.ts";
import { readParquet } from "./read-parquet.ts";
import { readBvecs, readFvecs, readIvecs, readNpy } from "./read-vectors.ts";
import type { ReadRows } from "./row.ts";

interface Format {
  readonly read: ReadRows;
  /** Its rows have no ids of their own. */
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

/** @param names of the formats there are. @throws InvalidArgument */
export function formatOf(path: string, flag: string | undefined, names: readonly string[]): string {
  const ending = /\.([a-z0-9]+)(?:\.gz)?$/i.exec(path)?.[1]?.toLowerCase() ?? "";
  const name = flag ?? OTHER_NAMES[ending] ?? ending;
  if (names.includes(name)) return name;
  const why =
    flag === undefined ? `the name of ${path} does not say its format` : `--format ${flag} is not known`;
  throw new WrongUsage(`${why}: say --format with one of ${names.join(", ")}`);
}

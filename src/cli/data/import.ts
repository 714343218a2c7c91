// `azimuth import`: writes the rows of a file to a collection.
import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Readable } from "node:stream";
import type { Command } from "commander";
import { EXIT_CODES, WrongUsage } from "../../errors/usage.ts";
import { VectorDbError } from "../../errors/vector-db-error.ts";
import { DISTANCE_NAMES } from "../../shared/distances.ts";
import { listed } from "../../shared/listed.ts";
import { choiceOf, languageOptionsOf, wrongValue } from "../common/flag-values.ts";
import { counted } from "../common/output.ts";
import { type ServerFlags, type ServerParts, serverOf, withServer } from "../common/server-flags.ts";
import { ensureWritable } from "./file-faults.ts";
import { FORMATS, formatOf } from "./formats.ts";
import { waitForGraphs } from "./graph-wait.ts";
import { type Imported, ImportRun, ImportStopped } from "./import-run.ts";
import { type ImportProgress, ImportState, NOTHING_DONE } from "./import-state.ts";
import { ensureCollection, ensureTextIndex } from "./import-target.ts";
import { type MappingFlags, mappingOf, type Prepared } from "./mapping.ts";
import { Progress } from "./progress.ts";
import type { Source } from "./row.ts";
import { sourceAt } from "./source.ts";

export interface DataParts extends ServerParts {
  readonly stdin: Readable;
  /** Milliseconds of a monotonic clock. */
  readonly clock: () => number;
  readonly pause: (ms: number) => Promise<void>;
  /** Calls `tell` on Ctrl+C, and then ends the command. @returns a function that undoes this */
  readonly onInterrupt: (tell: () => void) => () => void;
}

interface ImportFlags extends ServerFlags, MappingFlags {
  readonly format?: string;
  readonly delimiter?: string;
  readonly create?: boolean;
  readonly language?: string;
  readonly distance: string;
  readonly resumeFrom?: string;
  readonly restart?: boolean;
  readonly wait?: boolean;
  readonly rejected?: string;
}

const COMMA = ",";
const HELP = `
Formats: ${Object.keys(FORMATS).join(", ")}; files that end in .gz and gzipped stdin are decompressed. Parquet cannot
be read from a pipe.

A row of JSONL that is {"id", "vector", "payload"} is a point. Of other rows a field "id" is the id, a field "vector" the vector
(a list, or text such as "[1, 2]" or "1 2"), and all other fields are the payload; options change this. npy, fvecs, ivecs
and bvecs contain only vectors: their points are numbered from --start-id on. In CSV, numbers, true, false and lists become
values of that type; an empty cell is omitted. In Parquet, the columns vector.NAME.indices and vector.NAME.values are a sparse
vector.

FILE.import-state.json records the durable rows until the import is complete, so the same command continues where it
was interrupted. Rejected rows are in FILE.rejected.jsonl with the reason. Exit codes: 0 all rows are imported, 1 the import failed,
2 the command is invalid and nothing was begun, 3 some rows were rejected.

Examples:
  azimuth import movies points.jsonl
  azimuth import movies movies.csv --id-field key --vector-field embedding --payload title,year
  azimuth import movies movies.parquet --vector plot=plot_embedding --vector poster=poster_embedding
  azimuth import movies movies.jsonl --sparse text=splade --create
  azimuth import movies movies.csv --text-field plot --language english --create
  azimuth import sift sift_base.fvecs --create --distance Euclid
  curl https://example.com/points.jsonl.gz | azimuth import movies - --format jsonl`;

export function addImportCommand(program: Command, parts: DataParts): void {
  const each = (value: string, before: string[] = []) => [...before, value];
  withServer(
    program
      .command("import")
      .description(
        "import the rows of a file into a collection; repeat the command to continue after an interruption",
      )
      .argument("<collection>", "name of the collection")
      .argument("<file>", "the file, or - for stdin")
      .option(
        "--format <format>",
        `format of the file, if its name does not tell: ${Object.keys(FORMATS).join(", ")}`,
      )
      .option("--id-field <field>", 'the field that is the id (default: "id")')
      .option("--start-id <n>", "number the points from n on instead of reading ids")
      .option("--vector-field <field>", 'the field that is the vector (default: "vector")')
      .option("--vector <name=field>", "a named vector and its field; repeat for each name", each)
      .option(
        "--sparse <name=field>",
        "a sparse vector and its field, an object of indices and values; repeat for each name",
        each,
      )
      .option(
        "--text-field <field>",
        "make a text index on this field of the payload, so that azimuth search finds its words; rows need no vector",
      )
      .option(
        "--language <language>",
        "language of --text-field, such as english: other forms of a word are found, too, and its stop words are left out",
      )
      .option("--payload <fields>", "the fields of the payload, separated by commas (default: all others)")
      .option("--delimiter <character>", "separator of CSV cells (default: a comma)")
      .option("--create", "create the collection if it does not exist, with the vectors of the first row")
      .option(
        "--distance <distance>",
        `distance of a created collection: ${listed(DISTANCE_NAMES, "or")}`,
        "Cosine",
      )
      .option("--resume-from <row>", "skip the rows before this one, and ignore the saved state")
      .option("--restart", "begin again, and ignore the saved state")
      .option(
        "--wait",
        "end when the graphs of the collection are complete, and show their progress meanwhile",
      )
      .option("--rejected <file>", "file for rejected rows (default: FILE.rejected.jsonl)"),
  )
    .addHelpText("after", HELP)
    .action((collection: string, file: string, flags: ImportFlags) =>
      parts.run(() => importFile(parts, collection, file, flags)),
    );
}

async function importFile(
  parts: DataParts,
  collection: string,
  file: string,
  flags: ImportFlags,
): Promise<number> {
  const { stdout, stderr, clock } = parts;
  const server = serverOf(flags, parts);
  const source = sourceAt(file, parts.stdin);
  const name = formatOf(file, flags.format, Object.keys(FORMATS));
  const format = FORMATS[name]!;
  choiceOf("--distance", flags.distance, DISTANCE_NAMES);
  const textIndex = textIndexOf(flags);
  const mapped = mappingOf(mappingFlagsOf(flags), format.isBare === true);
  const rows = rowsOf(format.read(source, { delimiter: delimiterOf(flags, name) }), mapped);
  const beside = writablePrefix(source, flags, stderr);
  const rejectedPath = flags.rejected ?? (beside && `${beside}.rejected.jsonl`);
  if (flags.rejected !== undefined) ensureWritable(flags.rejected);
  const state = beside === null ? null : stateOf(source, beside, collection, flags);
  const from = beginning(state, rejectedPath, flags);
  const first = await rows.next();
  await ensureCollection(server, collection, flags, first.done ? null : first.value);
  if (textIndex) await ensureTextIndex(server, collection, textIndex.field, textIndex.options);
  if (from.row > 0) stderr.write(`continuing after row ${from.row} of ${source.name}\n`);
  const partRead = () => (source.bytes === null ? null : Math.min(1, source.read() / source.bytes));
  const progress = new Progress(stderr, clock, { rows: from.row, part: null });
  const onRetry = (why: string, ms: number) =>
    progress.say(`azimuth: ${why}; trying again in ${ms / 1000} s`);
  const upload = { server, collection, pause: parts.pause, onRetry };
  const run = new ImportRun({
    rows: withFirst(first, rows),
    upload,
    progress,
    from,
    state,
    rejectedPath,
    part: partRead,
  });
  const forget = parts.onInterrupt(() => {
    progress.end();
    const begun =
      run.row > 0 ? remedyFor(run.row, state) : "no row is settled yet; the same command begins again";
    stderr.write(`azimuth: interrupted: ${begun}\n`);
  });
  try {
    const done = await run.run();
    progress.end();
    stdout.write(
      flags.json ? jsonOf(done, rejectedPath, progress) : textOf(done, collection, rejectedPath, progress),
    );
    forget();
    if (flags.wait) await waitForGraphs({ server, collection, progress, pause: parts.pause });
    return done.rejected > 0 ? EXIT_CODES.partly : EXIT_CODES.done;
  } catch (error) {
    progress.end();
    if (!(error instanceof ImportStopped)) throw error;
    throw new VectorDbError("INTERNAL", `${error.message}\n  ${remedyFor(error.row, state)}`, {
      cause: error.cause,
    });
  } finally {
    forget();
  }
}

/** Returns the text index that is asked for, or null. @throws WrongUsage for a language without a field */
function textIndexOf({ textField, language }: ImportFlags) {
  const options = languageOptionsOf("--language", language);
  if (textField !== undefined) return { field: textField, options };
  if (language !== undefined)
    throw new WrongUsage("--language is for --text-field: it is the language of its texts");
  return null;
}

function delimiterOf({ delimiter }: ImportFlags, format: string): string {
  if (delimiter === undefined) return COMMA;
  if (format !== "csv") throw new WrongUsage(`--delimiter is for csv; the rows of ${format} have none`);
  if ([...delimiter].length === 1 && !/["\r\n]/.test(delimiter)) return delimiter;
  throw wrongValue("--delimiter", "one character that is no quote and ends no line", delimiter);
}

function remedyFor(row: number, state: ImportState | null): string {
  if (row === 0) return "nothing was imported";
  const again =
    state === null ? `go on with --resume-from ${row + 1}` : "the same command goes on behind them";
  return `rows 1 to ${row} are settled; ${again}`;
}

function mappingFlagsOf(flags: ImportFlags): MappingFlags {
  const { idField, vectorField, vector, sparse, payload, startId, textField } = flags;
  const given = { idField, vectorField, vector, sparse, payload, startId, textField };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

async function* rowsOf(
  rows: AsyncIterable<Parameters<ReturnType<typeof mappingOf>>[0]>,
  mapped: ReturnType<typeof mappingOf>,
): AsyncGenerator<Prepared> {
  for await (const row of rows) yield mapped(row);
}

async function* withFirst(
  first: IteratorResult<Prepared>,
  rest: AsyncIterable<Prepared>,
): AsyncGenerator<Prepared> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

/** Returns the beginning of the names of files that belong to an import; null: they cannot be written there. */
function writablePrefix(
  { path }: Source,
  { rejected }: ImportFlags,
  stderr: DataParts["stderr"],
): string | null {
  if (path === null) return null;
  try {
    accessSync(dirname(path), constants.W_OK);
    return path;
  } catch {
    const rows =
      rejected === undefined ? "; rejected rows are reported here, --rejected FILE stores them" : "";
    stderr.write(
      `azimuth: nothing can be written beside ${path}: after an interruption continue with --resume-from${rows}\n`,
    );
    return null;
  }
}

function stateOf({ bytes }: Source, beside: string, collection: string, flags: ImportFlags) {
  const { url, resumeFrom } = flags;
  if (resumeFrom !== undefined) return null;
  return new ImportState(`${beside}.import-state.json`, { url, collection, bytes, ...mappingFlagsOf(flags) });
}

function beginning(
  state: ImportState | null,
  rejectedPath: string | null,
  { resumeFrom, restart }: ImportFlags,
): ImportProgress {
  if (restart) state?.remove();
  if (resumeFrom === undefined) return state?.read() ?? NOTHING_DONE;
  if (!/^[1-9]\d{0,14}$/.test(resumeFrom))
    throw wrongValue("--resume-from", "the number of a row, from 1 on", resumeFrom);
  // Rows that were rejected before that row are kept.
  return { ...NOTHING_DONE, row: Number(resumeFrom) - 1, rejectedBytes: wholeLines(rejectedPath) };
}

/** Returns the bytes of the complete lines of a file. */
function wholeLines(path: string | null): number {
  return path === null || !existsSync(path) ? 0 : readFileSync(path).lastIndexOf("\n") + 1;
}

function textOf(done: Imported, collection: string, rejectedPath: string | null, progress: Progress): string {
  const { accepted, rejected } = done;
  const rate = `in ${progress.seconds.toFixed(1)} s, ${progress.rateOf(done.row)} rows/s`;
  const bad =
    rejected === 0
      ? ""
      : `; ${counted(rejected, "row")} rejected${rejectedPath ? `, see ${rejectedPath}` : ""}`;
  return `${counted(accepted, "point")} imported into ${collection}, ${rate}${bad}\n`;
}

function jsonOf(done: Imported, rejectedPath: string | null, progress: Progress): string {
  const rejected_file = done.rejected > 0 ? rejectedPath : null;
  return `${JSON.stringify({ ...done, rejected_file, seconds: progress.seconds })}\n`;
}

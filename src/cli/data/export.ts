// `azimuth export`: writes the points of a collection to a file.
// The decision: the file gets its name only when it is complete; until then it is FILE.part. Points are read page by
// page in the order of their ids, so a point that is written meanwhile may be missing, but none is in the file twice.
import { existsSync } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { type Command, Option } from "commander";
import { WrongUsage } from "../../errors/usage.ts";
import { readJson } from "../../json/reader.ts";
import { compileShape } from "../../json/shape.ts";
import { writeJson } from "../../json/writer.ts";
import type { CollectionInfo } from "../../schema/collection.ts";
import type { PointId } from "../../schema/leaf.ts";
import { ScrollSchema } from "../../schema/scroll.ts";
import { jsonOf, wrongValue } from "../common/flag-values.ts";
import { counted } from "../common/output.ts";
import { exchange, refusalOf, requestOf, type Server } from "../common/request.ts";
import { pathOf, type ServerFlags, serverOf, withServer } from "../common/server-flags.ts";
import { isFileFault, unwritable } from "./file-faults.ts";
import { formatOf } from "./formats.ts";
import type { DataParts } from "./import.ts";
import { Progress } from "./progress.ts";
import { type Exported, type RowWriter, WRITERS } from "./write-rows.ts";

interface ExportFlags extends ServerFlags {
  readonly format?: string;
  readonly filter?: string;
  readonly withVectors?: boolean;
  /** False for --no-vectors. */
  readonly vectors: boolean;
  readonly vector?: string;
  readonly force?: boolean;
}

/**
 * The points of the first page, and the most of a page. Between them a page has as many as make PAGE_BYTES, by the size
 * of the page before.
 */
const FIRST_PAGE = 100;
const LARGEST_PAGE = 1_000;
const PAGE_BYTES = 16 * 1024 * 1024;
/** In the envelope, payloads stay bytes and vectors become floats. */
const SHAPE = compileShape({ type: "object", properties: { result: ScrollSchema } });
const STDOUT = "-";

export function addExportCommand(program: Command, parts: DataParts): void {
  withServer(
    program
      .command("export")
      .description("write the points of a collection to a file that import can read")
      .argument("<collection>", "name of the collection")
      .argument("<file>", "a new file, whose extension selects the format; - for JSONL on stdout")
      .option(
        "--format <format>",
        `format of the file, if its name does not tell: ${Object.keys(WRITERS).join(", ")}`,
      )
      .option("--filter <json>", "filter of the points, as in the API")
      .option("--no-vectors", "omit the vectors; npy and fvecs always have them")
      .addOption(new Option("--with-vectors", "what happens anyway").hideHelp())
      .option("--vector <name>", "vector name, for npy and fvecs (default: the unnamed vector)")
      .option("--force", "replace an existing file"),
  )
    .addHelpText(
      "after",
      "\nnpy and fvecs contain only vectors, in the order of the ids. In Parquet and CSV the payload is a string of JSON, so that\n" +
        "nothing is lost; import parses it again.\n\nExamples:\n  azimuth export movies movies.jsonl\n" +
        '  azimuth export movies new.parquet --no-vectors --filter \'{"must": [{"key": "year", "range": {"gte": 2020}}]}\'',
    )
    .action((collection: string, file: string, flags: ExportFlags) =>
      parts.run(() => exportFile(parts, collection, file, flags)),
    );
}

async function exportFile(
  parts: DataParts,
  collection: string,
  file: string,
  flags: ExportFlags,
): Promise<boolean> {
  const { stdout, stderr, clock } = parts;
  const isPiped = file === STDOUT;
  const name = isPiped ? (flags.format ?? "jsonl") : formatOf(file, flags.format, Object.keys(WRITERS));
  if (isPiped && name !== "jsonl") throw new WrongUsage("only JSONL can be written to stdout: name a file");
  const { open: openWriter, isBare } = WRITERS[name]!;
  const withVectors = flags.vectors;
  if (flags.withVectors && !withVectors)
    throw new WrongUsage("--with-vectors and --no-vectors contradict each other: give one of them");
  if (isBare && !withVectors)
    throw new WrongUsage(`--no-vectors: ${name} holds nothing but vectors; export to jsonl, csv or parquet`);
  if (flags.vector !== undefined && !isBare)
    throw new WrongUsage(`--vector is for npy and fvecs; ${name} has all vectors`);
  const filter = flags.filter === undefined ? undefined : jsonOf("--filter", flags.filter);
  if (!isPiped && existsSync(file) && !flags.force)
    throw new WrongUsage(`${file} is there already: say --force to replace it`);
  const server = serverOf(flags, parts);
  if (isBare) await ensureVector(server, collection, flags.vector ?? "");
  const count = { exact: true, ...(filter && { filter }) };
  const { count: total } = await requestOf<{ count: number }>(
    server,
    "POST",
    pathOf(collection, "/points/count"),
    count,
  );
  const progress = new Progress(stderr, clock);
  const part = isPiped ? null : `${file}.part`;
  const handle = part === null ? pipeTo(stdout) : await opened(part);
  let rows = 0;
  try {
    const writer = await openWriter(handle, { withVectors, vector: flags.vector ?? "" });
    for await (const points of pagesOf(server, collection, { filter, withVectors })) {
      await writer.write(points);
      rows += points.length;
      progress.step({ rows, part: total > 0 ? Math.min(1, rows / total) : null });
    }
    await writer.end();
    if (part !== null) await complete(handle, part, file);
    progress.end();
    tell(parts, { collection, file, rows, writer, progress, isPiped, json: flags.json === true });
    return true;
  } catch (error) {
    progress.end();
    if (part !== null) {
      await handle.close().catch(() => {});
      await rm(part, { force: true });
    }
    throw isFileFault(error) ? unwritable(file, error) : error;
  }
}

/** @throws WrongUsage if the points have no vectors of that name */
async function ensureVector(server: Server, collection: string, name: string): Promise<void> {
  const { config } = await requestOf<CollectionInfo>(server, "GET", pathOf(collection));
  const vectors: { readonly size?: unknown } = config.params.vectors;
  const names = typeof vectors.size === "number" ? [""] : Object.keys(vectors);
  if (names.includes(name)) return;
  if (names.length === 0)
    throw new WrongUsage(`${collection} has no dense vectors; export it to jsonl, csv or parquet`);
  if (name === "")
    throw new WrongUsage(`${collection} has named vectors: say --vector with one of ${names.join(", ")}`);
  const known = names[0] === "" ? "nothing, since the vector has no name" : `one of ${names.join(", ")}`;
  throw wrongValue("--vector", known, name);
}

interface Told {
  readonly collection: string;
  readonly file: string;
  readonly rows: number;
  readonly writer: RowWriter;
  readonly progress: Progress;
  readonly isPiped: boolean;
  readonly json: boolean;
}

function tell({ stdout, stderr }: DataParts, told: Told): void {
  const { collection, file, rows, progress, isPiped, json } = told;
  const { left } = told.writer;
  if (json && !isPiped) {
    stdout.write(`${JSON.stringify({ points: rows - left, left_out: left, seconds: progress.seconds })}\n`);
    return;
  }
  const missing = left > 0 ? `; ${counted(left, "point")} without such a vector left out` : "";
  const text = `${counted(rows - left, "point")} of ${collection} written to ${file} in ${progress.seconds.toFixed(1)} s${missing}\n`;
  (isPiped ? stderr : stdout).write(text);
}

async function* pagesOf(
  server: Server,
  collection: string,
  { filter, withVectors }: { readonly filter: object | undefined; readonly withVectors: boolean },
): AsyncGenerator<readonly Exported[]> {
  let offset: PointId | null = null;
  let limit = FIRST_PAGE;
  do {
    const request = { limit, with_payload: true, with_vector: withVectors, filter, offset };
    const body = { type: "application/json", text: writeJson(request) };
    const exchanged = await exchange(server, "POST", pathOf(collection, "/points/scroll"), body);
    if (!exchanged.isDone) throw refusalOf(exchanged, server);
    const { result } = readJson(exchanged.bytes, SHAPE) as {
      result: { points: Exported[]; next_page_offset: PointId | null };
    };
    yield result.points;
    const fitting = Math.floor((result.points.length * PAGE_BYTES) / exchanged.bytes.length);
    limit = Math.min(LARGEST_PAGE, Math.max(1, fitting));
    offset = result.next_page_offset;
  } while (offset !== null);
}

/** @throws InvalidArgument */
async function opened(path: string): Promise<FileHandle> {
  try {
    return await open(path, "w");
  } catch (cause) {
    throw unwritable(path, cause);
  }
}

/** Makes the file durable before it gets its name. */
async function complete(handle: FileHandle, part: string, file: string): Promise<void> {
  await handle.sync();
  await handle.close();
  await rename(part, file);
}

/** The part of a file that a writer of lines uses. */
function pipeTo(stdout: DataParts["stdout"]): FileHandle {
  return { appendFile: async (text: string) => void stdout.write(text) } as unknown as FileHandle;
}

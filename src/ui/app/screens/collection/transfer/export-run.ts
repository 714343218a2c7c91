// Writes points to a file page by page, with progress, until it is complete or cancelled.
// The decision: CSV needs its columns before the first record, so the payloads are read once before to collect their
// fields. The header of npy needs the number of vectors, so it is put in front at the end.

import { csvLine } from "../../../../../shared/csv.ts";
import { writeJson } from "../../../api/json.ts";
import type { PointId } from "../../../api/types.ts";
import { namedVectors, type Point, type Scrolled, scroll } from "../points/point.ts";

export type ExportFormat = "jsonl" | "csv" | "npy";

export interface ExportOrder {
  readonly collection: string;
  readonly filter: object | undefined;
  readonly format: ExportFormat;
  readonly withVectors: boolean;
  /** The vector to write, for npy. */
  readonly vector: string;
  readonly size: number;
}

interface Sink {
  write(chunk: string | Uint8Array<ArrayBuffer>): Promise<void>;
}

const VALUES = 200_000;
const MAX_PAGE_POINTS = 1_000;

/** Exports points. @returns the number of points written. @param tell is called with it after each page */
export async function exportPoints(
  order: ExportOrder,
  sink: Sink,
  signal: AbortSignal,
  tell: (read: number) => void,
): Promise<number> {
  const fields = order.format === "csv" ? await fieldsOf(order, signal) : [];
  const isCsv = order.format === "csv";
  if (isCsv) await sink.write(csvLine(["id", ...(order.withVectors ? ["vector"] : []), ...fields]));
  let written = 0;
  let read = 0;
  for await (const points of pages(order, order.withVectors || order.format === "npy", signal)) {
    if (order.format === "npy") {
      for (const point of points) written += await writeVector(point, order.vector, sink);
    } else {
      const lines = points.map((point) => (isCsv ? csvOf(point, fields, order.withVectors) : jsonOf(point)));
      await sink.write(lines.join(""));
      written += points.length;
    }
    read += points.length;
    tell(read);
  }
  return written;
}

async function* pages(
  { collection, filter, size }: ExportOrder,
  with_vector: boolean,
  signal: AbortSignal,
): AsyncGenerator<readonly Point[]> {
  const limit = Math.max(1, Math.min(MAX_PAGE_POINTS, Math.floor(VALUES / size)));
  let offset: PointId | null = null;
  do {
    const body = { offset, limit, with_payload: true, with_vector, ...(filter && { filter }) };
    const page: Scrolled<Point> = await scroll(collection, body, signal);
    yield page.points;
    offset = page.next_page_offset;
  } while (offset !== null);
}

async function fieldsOf(order: ExportOrder, signal: AbortSignal): Promise<string[]> {
  const fields = new Set<string>();
  for await (const points of pages({ ...order, size: VALUES / MAX_PAGE_POINTS }, false, signal))
    for (const { payload } of points) for (const field of Object.keys(payload ?? {})) fields.add(field);
  return [...fields];
}

function jsonOf({ id, vector, payload }: Point): string {
  return `${writeJson({ id, ...(vector && { vector }), payload: payload ?? {} })}\n`;
}

function csvOf({ id, vector, payload }: Point, fields: readonly string[], withVectors: boolean): string {
  const values = fields.map((field) => cellOf(payload?.[field]));
  return csvLine([String(id), ...(withVectors ? [vector ? writeJson(vector) : ""] : []), ...values]);
}

/** Writes a text unchanged and any other value as JSON. */
function cellOf(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : writeJson(value);
}

async function writeVector(point: Point, name: string, sink: Sink): Promise<0 | 1> {
  const vector = namedVectors(point).get(name);
  if (!vector) return 0;
  await sink.write(new Uint8Array(Float32Array.from(vector).buffer));
  return 1;
}

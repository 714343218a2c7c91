// Writes points to a file page by page, with progress, until it is complete or cancelled.
// The decision: CSV needs its columns before the first record, so the payloads are read once before to collect their
// fields.

import { csvLine } from "../../../../../shared/csv.ts";
import { writeJson } from "../../../api/json.ts";
import type { PointId } from "../../../api/types.ts";
import { type Info, vectorsOf } from "../info.ts";
import { type Point, type Scrolled, scroll } from "../points/point.ts";

export type ExportFormat = "jsonl" | "csv";

interface ExportOrder {
  readonly collection: string;
  readonly info: Info;
  readonly filter: object | undefined;
  readonly format: ExportFormat;
  readonly withVectors: boolean;
}

const VALUES = 200_000;
const MAX_PAGE_POINTS = 1_000;

/**
 * Returns the parts of a file of points. @param tell is called with the number of points that were read after each part
 */
export async function exportPoints(
  order: ExportOrder,
  signal: AbortSignal = new AbortController().signal,
  tell: (read: number) => void = () => undefined,
): Promise<Blob[]> {
  const { format, withVectors } = order;
  const fields = format === "csv" ? await fieldsOf(order, signal) : [];
  const parts: Blob[] = [];
  if (format === "csv")
    parts.push(new Blob([csvLine(["id", ...(withVectors ? ["vector"] : []), ...fields])]));
  let read = 0;
  for await (const points of pages(order, withVectors, signal)) {
    const lines = points.map((point) =>
      format === "csv" ? csvOf(point, fields, withVectors) : jsonOf(point),
    );
    parts.push(new Blob(lines));
    read += points.length;
    tell(read);
  }
  return parts;
}

async function* pages(
  { collection, info, filter }: ExportOrder,
  with_vector: boolean,
  signal: AbortSignal,
): AsyncGenerator<readonly Point[]> {
  const size = with_vector ? [...vectorsOf(info).values()].reduce((sum, vector) => sum + vector.size, 0) : 1;
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
  for await (const points of pages(order, false, signal))
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

// What becomes of each row of a batch: decided once, before the first request that writes it.
// The decision: a planned row keeps its id and its fate, however often its batch is sent. An answer may be lost after the
// server has written, and sending the same ids again neither adds a row twice nor takes it for a point that was there before.
import { ask } from "../../../api/request.ts";
import type { PointId } from "../../../api/types.ts";
import { pathOf } from "../info.ts";
import { type Point, readPoints } from "../points/point.ts";
import { newUuid } from "./mapping.ts";
import type { Row } from "./rows.ts";

/** What becomes of a row whose id exists: it is left out, it replaces the point, or it gets a new UUID. */
export type OnExisting = "skip" | "replace" | "new";

export interface Candidate {
  readonly row: Row;
  readonly point: Point;
}

/** A row with the id that it is written under. */
export interface Planned extends Candidate {
  /** Whether there was no such point before the import. */
  readonly isNew: boolean;
  /** The point that it replaces, as it was before the import; undefined: none, or it is not kept. */
  readonly original?: Point;
}

interface Plan {
  readonly rows: readonly Planned[];
  /** How many are left out because their id exists. */
  readonly skipped: number;
}

/** @param isOwn whether this import has written the id already  @param keeps whether originals are read */
export async function planBatch(
  collection: string,
  candidates: readonly Candidate[],
  onExisting: OnExisting,
  isOwn: (id: string) => boolean,
  keeps: boolean,
): Promise<Plan> {
  const ids = new Map(candidates.map(({ point: { id } }) => [String(id), id]));
  const known = await knownOf(collection, [...ids.values()]);
  if (onExisting !== "replace") return planInsert(candidates, onExisting, known);
  const others = [...ids].filter(([text]) => known.has(text) && !isOwn(text)).map(([, id]) => id);
  const read = keeps && others.length > 0 ? await readPoints(collection, others) : [];
  const originals = new Map(read.map((point) => [String(point.id), point]));
  const rows = candidates.map((one): Planned => {
    const original = originals.get(String(one.point.id));
    return { ...one, isNew: !known.has(String(one.point.id)), ...(original && { original }) };
  });
  return { rows, skipped: 0 };
}

/** Of rows with the same id the first one counts. */
function planInsert(
  candidates: readonly Candidate[],
  onExisting: "skip" | "new",
  known: ReadonlySet<string>,
): Plan {
  const taken = new Set(known);
  const rows: Planned[] = [];
  for (const { row, point } of candidates) {
    const isTaken = taken.has(String(point.id));
    if (isTaken && onExisting === "skip") continue;
    rows.push({ row, point: isTaken ? { ...point, id: newUuid() } : point, isNew: true });
    taken.add(String(point.id));
  }
  return { rows, skipped: candidates.length - rows.length };
}

async function knownOf(collection: string, ids: readonly PointId[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const body = { filter: { must: [{ has_id: ids }] }, limit: ids.length, with_payload: false };
  const { points } = await ask<{ points: Point[] }>("POST", pathOf(collection, "/points/scroll"), { body });
  return new Set(points.map(({ id }) => String(id)));
}

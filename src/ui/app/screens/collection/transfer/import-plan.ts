// Decides what to do with each row of a batch, before the first request that writes it.
// The decision: a planned row keeps its id and its action, however often its batch is sent. A response may be lost
// after the server has written the batch; sending the same ids again neither adds a row twice nor treats it as a point
// that existed before.
import { newUuid } from "../../../api/ids.ts";
import type { PointId } from "../../../api/types.ts";
import { type Point, readPointTexts, scroll } from "../points/point.ts";
import type { Row } from "./rows.ts";

/** The treatment of a row whose id exists: skip it, replace the point, or give it a new UUID. */
export type OnExisting = "skip" | "replace" | "new";

export interface Candidate {
  readonly row: Row;
  readonly point: Point;
}

/** A row with the id under which it is written. */
export interface Planned extends Candidate {
  /** Whether the point did not exist before the import. */
  readonly isNew: boolean;
  /** The text of the point that it replaces; undefined if there is none or it is not kept. */
  readonly original?: string;
}

interface Plan {
  readonly rows: readonly Planned[];
  /** The number of rows that are skipped because their id exists. */
  readonly skipped: number;
}

/**
 * Plans a batch. @param isOwn returns whether this import has already written the id @param keeps whether originals are
 * read
 */
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
  const originals = await readPointTexts(collection, keeps ? others : []);
  const rows = candidates.map((candidate): Planned => {
    const original = originals.get(String(candidate.point.id));
    return { ...candidate, isNew: !known.has(String(candidate.point.id)), ...(original && { original }) };
  });
  return { rows, skipped: 0 };
}

/** Plans rows that only insert. Of rows with the same id the first one is written. */
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
  const { points } = await scroll(collection, body);
  return new Set(points.map(({ id }) => String(id)));
}

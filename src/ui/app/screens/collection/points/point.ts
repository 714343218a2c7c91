// Points as this console reads, writes and deletes them.
// The decision: undoing a deletion writes exactly what was read just before it, so the vectors are read with the payload.

import { ask } from "../../../api/request.ts";
import type { Payload, PointId } from "../../../api/types.ts";
import { pathOf } from "../info.ts";
/** The unnamed one, or several by name. */
export type Vectors = readonly number[] | Readonly<Record<string, readonly number[]>>;

export interface Point {
  readonly id: PointId;
  readonly payload?: Payload | null;
  readonly vector?: Vectors | null;
}

/** Points a request: with vectors of some thousand dimensions it stays far below the limit of a body. */
const CHUNK = 200;

/** By name; the one without a name is "". */
export function namedVectors({ vector }: Point): ReadonlyMap<string, readonly number[]> {
  if (!vector) return new Map();
  return new Map(
    Array.isArray(vector)
      ? [["", vector as readonly number[]]]
      : Object.entries(vector as Readonly<Record<string, readonly number[]>>),
  );
}

/** Whole: payload and vectors. Ids that are not there are left out, which reading them by id would refuse. */
export async function readPoints(
  collection: string,
  ids: readonly PointId[],
  signal?: AbortSignal,
): Promise<Point[]> {
  const points: Point[] = [];
  for (let i = 0; i < ids.length; i += CHUNK) {
    const filter = { must: [{ has_id: ids.slice(i, i + CHUNK) }] };
    const body = { filter, limit: CHUNK, with_payload: true, with_vector: true };
    const sent = signal ? { body, signal } : { body };
    const page = await ask<{ points: Point[] }>("POST", pathOf(collection, "/points/scroll"), sent);
    points.push(...page.points);
  }
  return points;
}

/** @param mode insert_only: points that exist stay as they are */
export async function writePoints(
  collection: string,
  points: readonly Point[],
  mode: "upsert" | "insert_only" = "upsert",
): Promise<void> {
  for (let i = 0; i < points.length; i += CHUNK) {
    const body = {
      points: points.slice(i, i + CHUNK).map(asWritten),
      ...(mode !== "upsert" && { update_mode: mode }),
    };
    await ask("PUT", pathOf(collection, "/points?wait=true"), { body });
  }
}

function asWritten({ id, payload, vector }: Point): object {
  return { id, vector: vector ?? {}, ...(payload && { payload }) };
}

export async function deletePoints(collection: string, ids: readonly PointId[]): Promise<void> {
  for (let i = 0; i < ids.length; i += CHUNK) {
    const body = { points: ids.slice(i, i + CHUNK) };
    await ask("POST", pathOf(collection, "/points/delete?wait=true"), { body });
  }
}

export async function overwritePayload(collection: string, id: PointId, payload: Payload): Promise<void> {
  const body = { payload, points: [id] };
  await ask("PUT", pathOf(collection, "/points/payload?wait=true"), { body });
}

export async function mergePayload(collection: string, id: PointId, payload: Payload): Promise<void> {
  const body = { payload, points: [id] };
  await ask("POST", pathOf(collection, "/points/payload?wait=true"), { body });
}

export async function countPoints(
  collection: string,
  filter: object | undefined,
  signal: AbortSignal,
): Promise<number> {
  const body = { exact: true, ...(filter && { filter }) };
  const { count } = await ask<{ count: number }>("POST", pathOf(collection, "/points/count"), {
    body,
    signal,
  });
  return count;
}

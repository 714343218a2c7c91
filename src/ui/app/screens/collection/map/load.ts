// The requests of the map.
import { ask, askBytes } from "../../../api/request.ts";
import type { PointId } from "../../../api/types.ts";
import { pathOf } from "../info.ts";
import { decodeProjection, type Projection } from "./projection.ts";

/** The points of a map and the vector that places them. */
export interface Subject {
  readonly collection: string;
  /** The name of the vector; "" for the one without a name. */
  readonly vector: string;
  readonly filter: unknown;
  readonly limit: number;
}

/** Options that add neighbours or payload values to the response. */
interface Extras {
  readonly neighbors?: number;
  readonly with_values?: string;
}

export async function loadProjection(
  { collection, vector, filter, limit }: Subject,
  extras: Extras,
  signal: AbortSignal,
): Promise<Projection> {
  const body = { limit, ...(vector && { vector }), ...(filter !== undefined && { filter }), ...extras };
  return decodeProjection(await askBytes("POST", pathOf(collection, "/points/projection"), { body, signal }));
}

export type Payload = Readonly<Record<string, unknown>>;

export interface PointRecord {
  readonly id: PointId;
  readonly payload?: Payload | null;
  readonly vector?: unknown;
}

/** Loads one point with its payload. @returns null if it does not exist any more */
export async function loadPoint(collection: string, id: PointId, signal?: AbortSignal) {
  const body = { ids: [id], with_payload: true, with_vector: false };
  const found = await ask<PointRecord[]>("POST", pathOf(collection, "/points"), {
    body,
    ...(signal && { signal }),
  });
  return found[0] ?? null;
}

export interface Neighbour {
  readonly id: PointId;
  readonly score: number;
}

const NEIGHBOURS = 10;

/** Searches the points nearest to a point. */
export async function loadNeighbours(
  { collection, vector, filter }: Subject,
  id: PointId,
  signal: AbortSignal,
): Promise<readonly Neighbour[]> {
  const body = {
    query: id,
    limit: NEIGHBOURS,
    ...(vector && { using: vector }),
    ...(filter !== undefined && { filter }),
  };
  const found = await ask<{ points: Neighbour[] } | Neighbour[]>(
    "POST",
    pathOf(collection, "/points/query"),
    { body, signal },
  );
  return Array.isArray(found) ? found : found.points;
}

const SAMPLE = 64;
const DEPTH = 3;

/** Returns paths of payload fields of some points whose values can choose colours. */
export async function loadFields(collection: string, signal: AbortSignal): Promise<readonly string[]> {
  const body = { limit: SAMPLE, with_payload: true, with_vector: false };
  const { points } = await ask<{ points: PointRecord[] }>("POST", pathOf(collection, "/points/scroll"), {
    body,
    signal,
  });
  const found = new Set<string>();
  for (const { payload } of points) collectPaths(payload ?? {}, "", 1, found);
  return [...found].sort();
}

function collectPaths(value: object, prefix: string, depth: number, found: Set<string>): void {
  for (const [key, member] of Object.entries(value)) {
    const path = prefix + (/^[\w-]+$/.test(key) ? key : JSON.stringify(key));
    const isTree = typeof member === "object" && member !== null && !Array.isArray(member);
    if (isTree && depth < DEPTH) collectPaths(member, `${path}.`, depth + 1, found);
    else if (!isTree && member !== null && typeof first(member) !== "object") found.add(path);
  }
}

function first(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}

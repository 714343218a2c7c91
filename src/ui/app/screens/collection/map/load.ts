// The requests of the map.
import { ask, askBytes } from "../../../api/request.ts";
import type { Payload, PointId } from "../../../api/types.ts";
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

interface PointRecord {
  readonly id: PointId;
  readonly payload?: Payload | null;
}

/** Loads the payload of a point; null if it has none, or does not exist any more. */
export async function loadPayload(
  collection: string,
  id: PointId,
  signal: AbortSignal,
): Promise<Payload | null> {
  const body = { ids: [id], with_payload: true, with_vector: false };
  const found = await ask<PointRecord[]>("POST", pathOf(collection, "/points"), { body, signal });
  return found[0]?.payload ?? null;
}

interface Neighbour {
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
  const path = pathOf(collection, "/points/query");
  return (await ask<{ points: Neighbour[] }>("POST", path, { body, signal })).points;
}

const SAMPLE = 200;
const DEPTH = 3;

/** Fields of payloads by whose values points can be coloured. */
interface Fields {
  readonly paths: readonly string[];
  /** The field whose values are most like categories; "" if none is. */
  readonly best: string;
}

/** Finds fields in the payloads of some points. */
export async function loadFields(collection: string, signal: AbortSignal): Promise<Fields> {
  const body = { query: { sample: "random" }, limit: SAMPLE, with_payload: true };
  const { points } = await ask<{ points: PointRecord[] }>("POST", pathOf(collection, "/points/query"), {
    body,
    signal,
  });
  const found = new Map<string, unknown[]>();
  for (const { payload } of points) collectValues(payload ?? {}, "", 1, found);
  return { paths: [...found.keys()].sort(), best: bestCategory(found, points.length) };
}

/** Collects the values of each path. */
function collectValues(value: object, prefix: string, depth: number, found: Map<string, unknown[]>): void {
  for (const [key, member] of Object.entries(value)) {
    const path = prefix + (/^[\w-]+$/.test(key) ? key : JSON.stringify(key));
    const isTree = typeof member === "object" && member !== null && !Array.isArray(member);
    if (isTree && depth < DEPTH) collectValues(member, `${path}.`, depth + 1, found);
    const first = Array.isArray(member) ? member[0] : member;
    if (isTree || first === null || first === undefined || typeof first === "object") continue;
    const values = found.get(path) ?? [];
    values.push(first);
    found.set(path, values);
  }
}

const MAX_CATEGORIES = 24;
/** More categories than these are harder to tell apart. */
const CLEAR_CATEGORIES = 8;
const NAMES = /categor|topic|type|kind|class|genre|label|group|language|department|status/i;
const MAX_CATEGORY_LENGTH = 40;
/** The least share of points with a value, and how often a value occurs on average. */
const MIN_SHARE = 0.6;
const MIN_REPEATED = 3;

/** Returns the field with few values that repeat: texts rather than numbers, and few rather than many. */
export function bestCategory(found: ReadonlyMap<string, readonly unknown[]>, points: number): string {
  let [best, most] = ["", 0];
  for (const [path, values] of found) {
    const different = new Set(values).size;
    const isText = values.every((value) => typeof value === "string" && value.length <= MAX_CATEGORY_LENGTH);
    const isSmall = values.every((value) => typeof value === "boolean" || Number.isInteger(value));
    const isCategory =
      (isText || isSmall) &&
      different > 1 &&
      different <= MAX_CATEGORIES &&
      values.length >= different * MIN_REPEATED;
    if (!isCategory || values.length < points * MIN_SHARE) continue;
    const score =
      (values.length / points) *
      Math.min(1, CLEAR_CATEGORIES / different) *
      (isText ? 2 : 1) *
      (NAMES.test(path) ? 2 : 1);
    if (score > most) [best, most] = [path, score];
  }
  return best;
}

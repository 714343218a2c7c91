// Reads, writes and deletes points.
import { parseJson, writeJson } from "../../../api/json.ts";
import { compactJson, rawItems, rawMember } from "../../../api/raw-json.ts";
import { ask, askText } from "../../../api/request.ts";
import type { SparseVector } from "../../../api/sparse.ts";
import type { Payload, PointId } from "../../../api/types.ts";
import { pathOf } from "../info.ts";
import { forgetThings } from "../things/things.ts";

/** The vector without a name, or several by name. */
export type Vectors = readonly number[] | Readonly<Record<string, Vector>>;
/** A dense or a sparse vector. */
type Vector = readonly number[] | SparseVector;

export interface Point {
  readonly id: PointId;
  readonly payload?: Payload | null;
  readonly vector?: Vectors | null;
}

/** The most points in a request: with vectors of some thousand dimensions the body stays below the limit. */
const CHUNK = 200;

/** Returns the dense vectors by name; the one without a name has "". */
export function namedVectors(point: Point): ReadonlyMap<string, readonly number[]> {
  return new Map(allVectors(point).flatMap(([name, vector]) => (isDense(vector) ? [[name, vector]] : [])));
}

/** Returns the sparse vectors by name. */
export function sparseVectors(point: Point): ReadonlyMap<string, SparseVector> {
  return new Map(allVectors(point).flatMap(([name, vector]) => (isDense(vector) ? [] : [[name, vector]])));
}

function allVectors({ vector }: Point): (readonly [string, Vector])[] {
  if (!vector) return [];
  return Array.isArray(vector) ? [["", vector as readonly number[]]] : Object.entries(vector);
}

function isDense(vector: Vector): vector is readonly number[] {
  return Array.isArray(vector);
}

/** Returns the points that match, with payload and vectors, as the texts of the server. */
export async function readMatching(collection: string, filter: object): Promise<string[]> {
  const points: string[] = [];
  const rest = `"limit":${CHUNK},"with_payload":true,"with_vector":true`;
  let offset = "null";
  do {
    // The offset is put in as text, as the server wrote it.
    const body = `{"filter":${writeJson(filter)},"offset":${offset},${rest}}`;
    const text: string = await askText("POST", pathOf(collection, "/points/scroll"), { body });
    points.push(...rawItems(rawMember(text, "result", "points") ?? "[]"));
    offset = rawMember(text, "result", "next_page_offset") ?? "null";
  } while (offset !== "null");
  return points;
}

/** Returns points as the texts of the server, by the texts of their ids. */
export async function readPointTexts(
  collection: string,
  ids: readonly PointId[],
): Promise<ReadonlyMap<string, string>> {
  const points = await readMatching(collection, { must: [{ has_id: ids }] });
  return new Map(points.map((point) => [String(parseJson(rawMember(point, "id")!)), point]));
}

/** Writes points from their texts. @param mode insert_only: existing points are not changed */
export async function writePointTexts(
  collection: string,
  texts: readonly string[],
  mode: "upsert" | "insert_only" = "upsert",
): Promise<void> {
  for (let i = 0; i < texts.length; i += CHUNK) {
    const body = `{"points":[${texts.slice(i, i + CHUNK).join()}],"update_mode":"${mode}"}`;
    await ask("PUT", pathOf(collection, "/points?wait=true"), { body });
  }
  forgetThings(collection);
}

export function writePoints(
  collection: string,
  points: readonly Point[],
  mode?: "upsert" | "insert_only",
): Promise<void> {
  const texts = points.map((point) => writeJson(asWritten(point)));
  return writePointTexts(collection, texts, mode);
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

/** Adds a point with the text of its payload; an existing one is not changed. */
export async function addPoint(
  collection: string,
  { id, vector }: Pick<Point, "id" | "vector">,
  payload: string,
): Promise<void> {
  const point = `{"id":${writeJson(id)},"vector":${writeJson(vector ?? {})},"payload":${compactJson(payload)}}`;
  await writePointTexts(collection, [point], "insert_only");
}

/** Saves the text of a payload as it is. @param way merge: fields that it does not name are kept */
export async function savePayload(
  collection: string,
  id: PointId,
  text: string,
  way: "overwrite" | "merge",
): Promise<void> {
  const body = `{"payload":${compactJson(text)},"points":${writeJson([id])}}`;
  const method = way === "overwrite" ? "PUT" : "POST";
  await ask(method, pathOf(collection, "/points/payload?wait=true"), { body });
  forgetThings(collection);
}

/** Returns a point with payload and vectors as the text of the server; null if there is none. */
export async function readPointText(
  collection: string,
  id: PointId,
  signal?: AbortSignal,
): Promise<string | null> {
  const body = { filter: { must: [{ has_id: [id] }] }, limit: 1, with_payload: true, with_vector: true };
  const sent = signal ? { body, signal } : { body };
  const text = await askText("POST", pathOf(collection, "/points/scroll"), sent);
  return rawMember(text, "result", "points", 0) ?? null;
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

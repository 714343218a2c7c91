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

/** Returns the vectors by name; the one without a name has "". */
export function allVectors({ vector }: Point): (readonly [string, Vector])[] {
  if (!vector) return [];
  return Array.isArray(vector) ? [["", vector as readonly number[]]] : Object.entries(vector);
}

export function isDense(vector: Vector): vector is readonly number[] {
  return Array.isArray(vector);
}

/** Points of a scroll, and the id with which the next ones begin. */
export interface Scrolled<Row> {
  readonly points: readonly Row[];
  readonly next_page_offset: PointId | null;
}

/** Reads points in the order of their ids, or in that of the request. */
export function scroll<Row = Point>(
  collection: string,
  body: object,
  signal?: AbortSignal,
): Promise<Scrolled<Row>> {
  return ask<Scrolled<Row>>("POST", pathOf(collection, "/points/scroll"), { body, signal });
}

/** Returns the points that match, with payload and vectors, as the texts of the server. */
export async function readMatching(
  collection: string,
  filter: object,
  signal?: AbortSignal,
): Promise<string[]> {
  const points: string[] = [];
  const rest = `"limit":${CHUNK},"with_payload":true,"with_vector":true`;
  let offset = "null";
  do {
    // The offset is put in as text, as the server wrote it.
    const body = `{"filter":${writeJson(filter)},"offset":${offset},${rest}}`;
    const text: string = await askText("POST", pathOf(collection, "/points/scroll"), { body, signal });
    points.push(...rawItems(rawMember(text, "result", "points") ?? "[]"));
    offset = rawMember(text, "result", "next_page_offset") ?? "null";
  } while (offset !== "null");
  return points;
}

/** Returns points as the texts of the server, by the texts of their ids. Missing ids are left out. */
export async function readPointTexts(
  collection: string,
  ids: readonly PointId[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const points = await readMatching(collection, { must: [{ has_id: ids }] }, signal);
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

/** Returns a point to be written. @param payload the text of the payload */
export function textOf({ id, vector, payload }: Point, text = writeJson(payload ?? {})): string {
  return `{"id":${writeJson(id)},"vector":${writeJson(vector ?? {})},"payload":${compactJson(text)}}`;
}

export async function deletePoints(collection: string, ids: readonly PointId[]): Promise<void> {
  for (let i = 0; i < ids.length; i += CHUNK) {
    const body = { points: ids.slice(i, i + CHUNK) };
    await ask("POST", pathOf(collection, "/points/delete?wait=true"), { body });
  }
}

/** Replaces the payload of a point by a text, with every digit of it. */
export async function savePayload(collection: string, id: PointId, text: string): Promise<void> {
  const body = `{"payload":${compactJson(text)},"points":${writeJson([id])}}`;
  await ask("PUT", pathOf(collection, "/points/payload?wait=true"), { body });
  forgetThings(collection);
}

export async function countPoints(
  collection: string,
  filter: object | undefined,
  signal?: AbortSignal,
): Promise<number> {
  const body = { exact: true, ...(filter && { filter }) };
  const path = pathOf(collection, "/points/count");
  return (await ask<{ count: number }>("POST", path, { body, signal })).count;
}

/** Returns whether there is a point with this id. */
export async function hasPoint(collection: string, id: PointId): Promise<boolean> {
  return (await countPoints(collection, { must: [{ has_id: [id] }] })) > 0;
}

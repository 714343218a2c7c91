// Converts the result of a service to plain values: numbers with few digits, parsed payloads, vectors as arrays.
// The decision: points that a search found are converted by code for their members, because they are most of all
// results; everything else is copied member by member.
import { cuttable, utf8 } from "../json/node-bytes.ts";
import { Float } from "../json/number.ts";
import { exact, parseExact } from "../json/plain.ts";
import { shortest, shortestOf } from "../json/writer.ts";
import { Annotated } from "../schema/annotated.ts";
import { RawJson } from "../schema/raw-json.ts";
import type { ScoredPoint } from "../schema/search.ts";
import { withBeside } from "./beside.ts";
import type { Preferences } from "./types.ts";

type VectorForm = Preferences["vectors"];

/** @param result of a service */
export function shown(result: unknown, vectors: VectorForm): unknown {
  if (typeof result === "number") return shortest(result);
  if (typeof result === "bigint") return exact(result);
  if (typeof result !== "object" || result === null) return result;
  if (result instanceof RawJson) return payloadOf(result);
  if (result instanceof Float32Array) return vectors === "float32" ? result : shortestOf(result);
  if (result instanceof Uint32Array) return vectors === "float32" ? result : Array.from(result);
  if (result instanceof Float) return result.value;
  if (Array.isArray(result)) return listOf(result, vectors);
  if (result instanceof Annotated) return withBeside(shown(result.result, vectors), result);
  return membersOf(result, vectors);
}

function listOf(items: readonly unknown[], vectors: VectorForm): unknown[] {
  const list: unknown[] = [];
  for (const item of items) list.push(isBarePoint(item) ? pointOf(item) : shown(item, vectors));
  return list;
}

function payloadOf({ bytes }: RawJson): unknown {
  return parseExact(utf8(cuttable(bytes), 0, bytes.length));
}

/** A point that was found, with nothing but these members. */
type BarePoint = Pick<ScoredPoint, "id" | "version" | "score" | "payload">;
const REQUIRED_MEMBERS = 3;

/** Few points have other members, such as a vector: members are counted, so that none is forgotten. */
function isBarePoint(item: unknown): item is BarePoint {
  if (typeof item !== "object" || item === null) return false;
  const { id, version, score, payload } = item as Partial<ScoredPoint>;
  if (id === undefined || typeof version !== "number" || typeof score !== "number") return false;
  if (payload !== undefined && !(payload instanceof RawJson)) return false;
  let others = payload === undefined ? -REQUIRED_MEMBERS : -REQUIRED_MEMBERS - 1;
  for (const _ in item) others++;
  return others === 0;
}

function pointOf({ id, version, score, payload }: BarePoint): object {
  const own = typeof id === "bigint" ? exact(id) : id;
  if (payload === undefined) return { id: own, version, score: shortest(score) };
  return { id: own, version, score: shortest(score), payload: payloadOf(payload as RawJson) };
}

/** Copies member by member, because lists of entries take ten times as long. */
function membersOf(result: object, vectors: VectorForm): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  for (const key of Object.keys(result)) {
    const member = (result as Readonly<Record<string, unknown>>)[key];
    if (member === undefined) continue;
    const value = shown(member, vectors);
    if (key !== "__proto__") members[key] = value;
    // An assignment would set the prototype of the object.
    else Object.defineProperty(members, key, { value, enumerable: true, writable: true, configurable: true });
  }
  return members;
}

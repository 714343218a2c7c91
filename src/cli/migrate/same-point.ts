// Compares a point as it was sent with the point that the server has.
// The decision: vectors must be equal as 32-bit floats. Where the distance is Cosine the server keeps unit vectors, so
// directions are compared, with the error that 32-bit arithmetic may have.
import { parseExact } from "../../json/plain.ts";
import { DISTANCES, type Distance } from "../../shared/distances.ts";

type Vector = readonly number[];
interface Sparse {
  readonly indices: readonly number[];
  readonly values: Vector;
}
export interface ComparedPoint {
  readonly id: unknown;
  readonly vector?: unknown;
  readonly payload?: unknown;
}

/** The largest difference of a component of unit vectors. */
const UNIT_ERROR = 2e-6;

/**
 * Returns what differs, or null.
 * @param distances of dense vectors by name
 */
export function differenceOf(
  line: string,
  actual: ComparedPoint,
  distances: ReadonlyMap<string, Distance>,
): string | null {
  const sent = parseExact(line) as ComparedPoint;
  const path = differentPath(sent.payload ?? {}, actual.payload ?? {}, "payload");
  if (path !== null) return path;
  const [given, kept] = [vectorsOf(sent.vector), vectorsOf(actual.vector)];
  for (const name of new Set([...given.keys(), ...kept.keys()])) {
    const [one, other] = [given.get(name), kept.get(name)];
    const distance = distances.get(name);
    const isSame =
      one !== undefined &&
      other !== undefined &&
      (isDense(one) && isDense(other) ? sameDense(one, other, distance) : sameSparse(one, other));
    if (!isSame) return name === "" ? "vector" : `vector ${name}`;
  }
  return null;
}

function vectorsOf(vector: unknown): ReadonlyMap<string, unknown> {
  if (vector === undefined || vector === null) return new Map();
  if (Array.isArray(vector)) return new Map([["", vector]]);
  return new Map(Object.entries(vector as object));
}

function isDense(vector: unknown): vector is Vector {
  return Array.isArray(vector);
}

function sameDense(sent: Vector, kept: Vector, distance: Distance | undefined): boolean {
  if (sent.length !== kept.length) return false;
  const isUnit = distance !== undefined && DISTANCES[distance].isNormalised;
  if (!isUnit) return sent.every((value, i) => Math.fround(value) === Math.fround(kept[i]!));
  const scale = lengthOf(sent);
  return sent.every((value, i) => Math.abs(scale === 0 ? kept[i]! : value / scale - kept[i]!) <= UNIT_ERROR);
}

function lengthOf(vector: Vector): number {
  return Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
}

function sameSparse(one: unknown, other: unknown): boolean {
  const [sent, kept] = [entriesOf(one), entriesOf(other)];
  return sent !== null && kept !== null && sent === kept;
}

/** Returns the entries as a text, ordered by index; null for another value. */
function entriesOf(vector: unknown): string | null {
  const { indices, values } = (vector ?? {}) as Partial<Sparse>;
  if (!Array.isArray(indices) || !Array.isArray(values)) return null;
  const entries = indices.map((index, i) => [index, Math.fround(values[i] as number)] as const);
  return JSON.stringify(entries.sort(([a], [b]) => a - b));
}

/** Returns the path of the first difference between two values of JSON, or null. */
function differentPath(one: unknown, other: unknown, path: string): string | null {
  if (typeof one !== "object" || one === null || typeof other !== "object" || other === null)
    return one === other ? null : path;
  if (Array.isArray(one) !== Array.isArray(other)) return path;
  const [left, right] = [one as Record<string, unknown>, other as Record<string, unknown>];
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const below = `${path}.${key}`;
    if (!(Object.hasOwn(left, key) && Object.hasOwn(right, key))) return below;
    const different = differentPath(left[key], right[key], below);
    if (different !== null) return different;
  }
  return null;
}

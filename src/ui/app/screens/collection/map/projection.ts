// A map as the server sends it: points in the plane, their ids, and who is next to whom.
// The decision: the lists of numbers are laid over the bytes as they came; only the header is parsed.
import { parseJson } from "../../../api/json.ts";
import type { PointId } from "../../../api/types.ts";

/** What comes before the lists of numbers. */
interface Header {
  readonly count: number;
  /** Points that match, of which `count` were drawn. */
  readonly total: number;
  readonly dimension: number;
  /** How many neighbours each point has room for. */
  readonly neighbors: number;
  /** Below 1: each point was compared with this share of the others only, since there is no graph. */
  readonly neighbors_share: number;
  /** The share of the spread that each axis shows. */
  readonly variance: readonly number[];
  readonly time_ms: Readonly<Record<string, number>>;
  readonly ids: readonly PointId[];
  /** Of the payload field that was asked for, one a point. */
  readonly values: readonly unknown[] | null;
}

export interface Projection extends Header {
  /** x and y of each point, by turns. */
  readonly positions: Float32Array<ArrayBuffer>;
  /** Places in this list, nearest first; NOBODY behind the last. */
  readonly neighbours: Uint32Array;
  readonly distances: Float32Array;
}

export const NOBODY = 0xffffffff;
const MAGIC = "AZP1";
const PREFIX_BYTES = 8;

/** Whether two answers are of the same points, in the same order. */
export function areOfSamePoints(one: Projection, other: Projection): boolean {
  return one.count === other.count && one.ids.every((id, place) => id === other.ids[place]);
}

/** @throws Error when the bytes are no map */
export function decodeProjection(bytes: ArrayBuffer): Projection {
  const text = new TextDecoder();
  const isMap = bytes.byteLength >= PREFIX_BYTES && text.decode(new Uint8Array(bytes, 0, 4)) === MAGIC;
  if (!isMap) throw new Error("The server's answer is no map");
  const headerBytes = new DataView(bytes).getUint32(MAGIC.length, true);
  const header = parseJson(text.decode(new Uint8Array(bytes, PREFIX_BYTES, headerBytes))) as Header;
  const { count, neighbors } = header;
  let at = PREFIX_BYTES + headerBytes;
  const expected = at + (count * 2 + count * neighbors * 2) * Float32Array.BYTES_PER_ELEMENT;
  if (bytes.byteLength !== expected)
    throw new Error(`The server's map has ${bytes.byteLength} bytes and should have ${expected}`);
  const next = (length: number): number => {
    const from = at;
    at += length * Float32Array.BYTES_PER_ELEMENT;
    return from;
  };
  const positions = new Float32Array(bytes, next(count * 2), count * 2);
  const neighbours = new Uint32Array(bytes, next(count * neighbors), count * neighbors);
  const distances = new Float32Array(bytes, next(count * neighbors), count * neighbors);
  return { ...header, positions, neighbours, distances };
}

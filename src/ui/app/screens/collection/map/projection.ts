// Decodes a map as the server sends it: positions of points in the plane, their ids and their neighbours.
// The decision: the lists of numbers are views of the received bytes; only the header is parsed.
import { parseJson } from "../../../api/json.ts";
import type { PointId } from "../../../api/types.ts";

/** The header before the lists of numbers. */
interface Header {
  readonly count: number;
  /** The number of matching points, of which `count` were sampled. */
  readonly total: number;
  readonly dimension: number;
  /** The length of the list of neighbours of each point. */
  readonly neighbors: number;
  /** Below 1 if there is no graph: the share of the other points that each point was compared with. */
  readonly neighbors_share: number;
  /** The share of the variance along each axis. */
  readonly variance: readonly number[];
  readonly time_ms: Readonly<Record<string, number>>;
  readonly ids: readonly PointId[];
  /** The value of the requested payload field for each point. */
  readonly values: readonly unknown[] | null;
}

export interface Projection extends Header {
  /** x and y of each point, alternating. */
  readonly positions: Float32Array<ArrayBuffer>;
  /** The positions of neighbours in this list, the nearest first; unused entries have the largest u32. */
  readonly neighbours: Uint32Array;
  readonly distances: Float32Array;
}

export const NOBODY = 0xffffffff;
const MAGIC = "AZP1";
const PREFIX_BYTES = 8;

/** Returns whether two responses have the same points in the same order. */
export function areOfSamePoints(first: Projection, other: Projection): boolean {
  return first.count === other.count && first.ids.every((id, index) => id === other.ids[index]);
}

/** Decodes a response. @throws Error when the bytes are no map */
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

// Requests a projection and decodes its bytes as typed arrays.
import type { TestServer } from "./rest.ts";

export interface Projection {
  readonly header: {
    readonly count: number;
    readonly total: number;
    readonly dimension: number;
    readonly neighbors: number;
    readonly neighbors_share: number;
    readonly variance: readonly [number, number];
    readonly time_ms: Record<string, number>;
    readonly ids: readonly (number | string)[];
    readonly values: readonly unknown[] | null;
  };
  /** The header as it was received. */
  readonly text: string;
  /** x and y of each point. */
  readonly places: Float32Array;
  readonly neighbors: Uint32Array;
  readonly distances: Float32Array;
}

export const NOBODY = 0xffff_ffff;

/** Requests a projection. @throws Error with the text of an invalid response */
export async function project(server: TestServer, body: object = {}, collection = "c"): Promise<Projection> {
  const response = await fetch(`${server.url}/collections/${collection}/points/projection`, {
    method: "POST",
    body: JSON.stringify(body),
  });
  const bytes = await response.arrayBuffer();
  const type = response.headers.get("content-type");
  if (response.status !== 200 || type !== "application/octet-stream")
    throw new Error(`${response.status} ${type} ${new TextDecoder().decode(bytes)}`);
  return readProjection(bytes);
}

export function readProjection(bytes: ArrayBuffer): Projection {
  const magic = new TextDecoder().decode(bytes.slice(0, 4));
  const headerBytes = new DataView(bytes).getUint32(4, true);
  const begin = 8 + headerBytes;
  if (magic !== "AZP1" || begin % 8 !== 0) throw new Error(`not a projection: ${magic} ${headerBytes}`);
  const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes.slice(8, begin));
  const header: Projection["header"] = JSON.parse(text);
  const { count, neighbors: k } = header;
  const places = new Float32Array(bytes, begin, count * 2);
  const neighbors = new Uint32Array(bytes, begin + count * 8, count * k);
  const distances = new Float32Array(bytes, begin + count * (8 + 4 * k), count * k);
  if (bytes.byteLength !== begin + count * (8 + 8 * k)) throw new Error(`${bytes.byteLength} bytes`);
  return { header, text, places, neighbors, distances };
}

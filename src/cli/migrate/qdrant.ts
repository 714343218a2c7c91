// Collections of a Qdrant server, read by its REST API.
// The decision: ids, payloads and vectors are sent on as the bytes that were received. A cursor is the id of the last
// row: a scroll begins at an id, so the first row after an interruption is the one that is left out.

import { membersOf, type RawMembers } from "../../json/raw-parts.ts";
import type { VectorParams } from "../../schema/collection-config.ts";
import type { FieldSchema } from "../../schema/payload-index.ts";
import type { SparseVectorParams } from "../../schema/sparse-config.ts";
import { DISTANCE_NAMES, DISTANCES, type Distance } from "../../shared/distances.ts";
import { isNothing, rowOf, textOfBytes } from "./point-line.ts";
import {
  type RowOptions,
  refused,
  type SourceCollection,
  type SourceDatabase,
  type SourceId,
  type SourceRow,
} from "./source-database.ts";
import { itemsIn, PageSize, type SourceHttp } from "./source-http.ts";

/** Ids in one request for ids alone. */
const MANY_IDS = 1_000;

type Params = VectorParams & { readonly multivector_config?: object | null };

/** The part of a description of a collection that is used. */
interface Described {
  readonly config: {
    readonly params: {
      readonly vectors?: Params | Readonly<Record<string, Params>> | null;
      readonly sparse_vectors?: Readonly<Record<string, SparseVectorParams>> | null;
    };
    readonly hnsw_config?: { readonly m?: number; readonly ef_construct?: number } | null;
    readonly quantization_config?: object | null;
  };
  readonly payload_schema?: Readonly<
    Record<string, { readonly data_type: string; readonly params?: object | null }>
  >;
}

export class QdrantSource implements SourceDatabase {
  readonly #http: SourceHttp;
  readonly #options: RowOptions;

  constructor(http: SourceHttp, options: RowOptions) {
    this.#http = http;
    this.#options = options;
  }

  get name(): string {
    return `Qdrant at ${this.#http.shown}`;
  }

  async collections(names: readonly string[] | null): Promise<readonly SourceCollection[]> {
    const all: SourceCollection[] = [];
    for (const name of names ?? (await this.#names())) {
      const { result } = await this.#http.value<{ result: Described }>("GET", pathOf(name));
      all.push(collectionOf(name, await this.count(name), result));
    }
    return all;
  }

  async *rows(collection: string, after: string | null): AsyncGenerator<SourceRow> {
    const size = new PageSize(this.#options.batch);
    for await (const point of this.#points(collection, after, size, true)) yield pointRow(point);
  }

  async *ids(collection: string): AsyncGenerator<SourceId> {
    const size = new PageSize(MANY_IDS);
    for await (const point of this.#points(collection, null, size, false)) {
      const id = idIn(membersOf(point)!);
      yield { key: id, id };
    }
  }

  async pick(collection: string, keys: readonly string[]): Promise<readonly SourceRow[]> {
    const request = { ids: keys.map(idOf), with_payload: true, with_vector: true };
    const answer = await this.#http.members("POST", pathOf(collection, "/points"), request);
    return itemsIn(answer.get("result")?.value, "result").map(pointRow);
  }

  async count(collection: string): Promise<number> {
    const path = pathOf(collection, "/points/count");
    const { result } = await this.#http.value<{ result: { count: number } }>("POST", path, { exact: true });
    return result.count;
  }

  async close(): Promise<void> {}

  async *#points(
    collection: string,
    after: string | null,
    size: PageSize,
    isWhole: boolean,
  ): AsyncGenerator<Uint8Array> {
    let offset = after === null ? null : idOf(after);
    for (;;) {
      const request = { limit: size.rows + 1, with_payload: isWhole, with_vector: isWhole, offset };
      const answer = await this.#http.members("POST", pathOf(collection, "/points/scroll"), request);
      const result = membersOf(answer.get("result")?.value ?? new Uint8Array()) ?? new Map();
      const points = itemsIn(result.get("points")?.value, "points");
      const bytes = points.reduce((sum, { length }) => sum + length, 0);
      size.note(points.length, bytes);
      for (const point of points) if (idIn(membersOf(point)!) !== after) yield point;
      const next: Uint8Array | undefined = result.get("next_page_offset")?.value;
      if (isNothing(next)) return;
      offset = idOf(bare(next!));
    }
  }

  async #names(): Promise<string[]> {
    const { result } = await this.#http.value<{ result: { collections: { name: string }[] } }>(
      "GET",
      "/collections",
    );
    return result.collections.map(({ name }) => name).sort();
  }
}

function collectionOf(name: string, points: number, described: Described): SourceCollection {
  const { params, hnsw_config, quantization_config } = described.config;
  const vectors = params.vectors ?? {};
  const named: [string, Params][] =
    typeof (vectors as Params).size === "number"
      ? [["", vectors as Params]]
      : Object.entries(vectors as Record<string, Params>);
  for (const [vector, { multivector_config, distance }] of named) {
    const which = vector === "" ? "its vector" : `the vector "${vector}"`;
    if (multivector_config)
      return refused(name, points, `${which} is a multivector, of which Azimuth has none`);
    if (!DISTANCE_NAMES.includes(distance))
      return refused(name, points, `${which} has the distance ${distance}, which Azimuth does not know`);
  }
  const notes: string[] = [];
  for (const [vector, { datatype }] of named)
    if (datatype && datatype !== "float32")
      notes.push(`the vector "${vector}" becomes float32; it was ${datatype}`);
  const isCoded = named.every(([, { distance }]) => hasBitCodes(distance));
  const isQuantized = isCoded || !isOfBits(quantization_config);
  if (!isQuantized)
    notes.push("its quantization is that of Azimuth: codes of one bit do not fit its distance");
  const settings = {
    ...(hnsw_config && { hnsw_config: graphOf(hnsw_config) }),
    ...(quantization_config && isQuantized && { quantization_config }),
  };
  const sparse = Object.entries(params.sparse_vectors ?? {}).map(
    ([vector, { modifier }]) => [vector, modifier && modifier !== "none" ? { modifier } : {}] as const,
  );
  const indexes = Object.entries(described.payload_schema ?? {}).map(
    ([path, { data_type, params: given }]) => [path, (given ?? data_type) as FieldSchema] as const,
  );
  return {
    name,
    points,
    dense: new Map(named.map(([vector, one]) => [vector, vectorOf(one)])),
    sparse: new Map(sparse),
    settings,
    indexes: new Map(indexes),
    notes,
    refusal: null,
  };
}

function vectorOf({ size, distance, on_disk, hnsw_config, quantization_config }: Params): VectorParams {
  const fits = hasBitCodes(distance) || !isOfBits(quantization_config);
  return {
    size,
    distance,
    ...(on_disk && { on_disk }),
    ...(hnsw_config && { hnsw_config: graphOf(hnsw_config) }),
    ...(quantization_config && fits && { quantization_config }),
  };
}

/** Tells whether a quantization makes codes of one bit. */
function isOfBits(quantization: unknown): boolean {
  if (typeof quantization !== "object" || quantization === null) return false;
  return "binary" in quantization || "turbo" in quantization;
}

function hasBitCodes(distance: Distance): boolean {
  const codes: readonly string[] = DISTANCES[distance].codes;
  return codes.includes("binary");
}

/** Returns the settings of a graph that count in Azimuth, too. */
function graphOf({ m, ef_construct }: { m?: number | null; ef_construct?: number | null }) {
  return {
    ...(typeof m === "number" && { m }),
    ...(typeof ef_construct === "number" && { ef_construct }),
  };
}

function pointRow(point: Uint8Array): SourceRow {
  const members = membersOf(point)!;
  const id = idIn(members);
  const source = textOfBytes(point);
  const vectors = new Map([["", textIn(members, "vector")]]);
  return rowOf({ key: id, after: id, source }, () => ({ id, vectors, payload: textIn(members, "payload") }));
}

function textIn(members: RawMembers, name: string): string {
  const value = members.get(name)?.value;
  return isNothing(value) ? "{}" : textOfBytes(value!);
}

function idIn(members: RawMembers): string {
  return bare(members.get("id")?.value ?? new Uint8Array());
}

/** Returns an id without quotes. */
function bare(id: Uint8Array): string {
  return textOfBytes(id).replaceAll('"', "");
}

/** Returns an id as a value of a request. */
function idOf(text: string): bigint | string {
  return /^\d+$/.test(text) ? BigInt(text) : text;
}

function pathOf(collection: string, rest = ""): string {
  return `/collections/${encodeURIComponent(collection)}${rest}`;
}

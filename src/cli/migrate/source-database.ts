// Another database whose collections `azimuth migrate` reads: what each kind of database has to say and to deliver.
// The decision: a row arrives as the line of a point, built from the texts of the source, so that ids and numbers keep
// their digits. Each row says how reading continues after it, so an interrupted run reads nothing twice.
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import type { VectorParams } from "../../schema/collection-config.ts";
import type { FieldSchema } from "../../schema/payload-index.ts";
import type { SparseVectorParams } from "../../schema/sparse-config.ts";

/** A collection, class or table of the source, and the collection that is made for it. */
export interface SourceCollection {
  readonly name: string;
  /** Counted by the source when it is described. */
  readonly points: number;
  /** By vector name; "" is the unnamed vector. */
  readonly dense: ReadonlyMap<string, VectorParams>;
  readonly sparse: ReadonlyMap<string, SparseVectorParams>;
  /** Further fields of the request that makes the collection, such as `hnsw_config`. */
  readonly settings: object;
  /** Payload indexes by path. */
  readonly indexes: ReadonlyMap<string, FieldSchema>;
  /** Sentences about what is not taken, or taken in another form. */
  readonly notes: readonly string[];
  /** The reason why the collection cannot be taken; null: it can be. */
  readonly refusal: string | null;
}

/** A row, without the number that it gets in the run. */
export interface SourceRow extends SourceId {
  /** The cursor after which reading continues. */
  readonly after: string;
  /** The line to send; null: none. */
  readonly line: string | null;
  readonly fault: string | null;
  /** The row as JSON. */
  readonly source: string;
}

export interface SourceId {
  /** The name of the row at the source. */
  readonly key: string;
  /** The id of the point, as a number or a UUID without quotes; null: the row has none that can be used. */
  readonly id: string | null;
}

export interface SourceDatabase {
  /** The name in messages, without secrets. */
  readonly name: string;
  /** Describes collections. @param names of those that are asked for; null: all @throws if there is none of a name */
  collections(names: readonly string[] | null): Promise<readonly SourceCollection[]>;
  /** Returns the number of points, each id once, as the source counts them. */
  count(collection: string): Promise<number>;
  /** Reads the rows after a cursor; null: from the beginning. */
  rows(collection: string, after: string | null): AsyncIterable<SourceRow>;
  /** Reads the ids of all rows, each once. */
  ids(collection: string): AsyncIterable<SourceId>;
  /** Reads some rows again, in any order; those that are gone are left out. */
  pick(collection: string, keys: readonly string[]): Promise<readonly SourceRow[]>;
  close(): Promise<void>;
}

/** Options that tell how rows become points. */
export interface RowOptions {
  /** The field of the payload for ids that are neither numbers nor UUIDs. */
  readonly idField: string;
  /** Rows in one request to the source. */
  readonly batch: number;
}

/** Returns a collection that cannot be taken. */
export function refused(name: string, points: number, refusal: string): SourceCollection {
  return {
    name,
    points,
    dense: new Map(),
    sparse: new Map(),
    settings: {},
    indexes: new Map(),
    notes: [],
    refusal,
  };
}

/**
 * Returns what has one of the names, in the order of the source; null: all.
 * @param refusal the text for a name that is missing
 * @throws InvalidArgument
 */
export function chosen<T>(
  all: ReadonlyMap<string, T>,
  names: readonly string[] | null,
  refusal: (missing: string) => string,
): T[] {
  const missing = names?.find((name) => !all.has(name));
  if (missing !== undefined) throw new InvalidArgument(refusal(missing));
  return [...all].flatMap(([name, one]) => ((names?.includes(name) ?? true) ? [one] : []));
}

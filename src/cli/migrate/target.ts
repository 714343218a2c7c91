// The collections that a migration writes to.
// The decision: a collection that has points already is refused, unless the run continues an interrupted one or the
// user says --overwrite, because points with the same ids would be replaced without a word.
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import type { CollectionInfo } from "../../schema/collection.ts";
import type { VectorParams } from "../../schema/collection-config.ts";
import { Refused, requestOf, type Server } from "../common/request.ts";
import { pathOf } from "../common/server-flags.ts";
import type { SourceCollection } from "./source-database.ts";

/** The vectors of a collection as they are compared: dimension and distance by name, and names of sparse vectors. */
interface TargetVectors {
  readonly dense: ReadonlyMap<string, Pick<VectorParams, "size" | "distance">>;
  readonly sparse: readonly string[];
}

/** Returns the description of a collection; null: there is none of the name. */
export async function targetInfo(server: Server, name: string): Promise<CollectionInfo | null> {
  try {
    return await requestOf<CollectionInfo>(server, "GET", pathOf(name));
  } catch (error) {
    if (error instanceof Refused && error.serverCode === "NOT_FOUND") return null;
    throw error;
  }
}

export function vectorsOf({ config }: CollectionInfo): TargetVectors {
  const { vectors, sparse_vectors } = config.params;
  const params: object & { readonly size?: unknown } = vectors;
  const named: [string, VectorParams][] =
    typeof params.size === "number"
      ? [["", vectors as VectorParams]]
      : Object.entries(vectors as Record<string, VectorParams>);
  return { dense: new Map(named), sparse: Object.keys(sparse_vectors ?? {}) };
}

/** Checks a collection that is there already. @throws InvalidArgument */
export function ensureFitting(
  name: string,
  info: CollectionInfo,
  asked: SourceCollection,
  mayHavePoints: boolean,
): void {
  const there = vectorsOf(info);
  const given = shownVectors(asked.dense, [...asked.sparse.keys()]);
  const present = shownVectors(there.dense, there.sparse);
  if (given !== present) {
    throw new InvalidArgument(
      `${name} exists with other vectors: ${present || "none"} instead of ${given || "none"}; say --as with another name`,
    );
  }
  if (info.points_count > 0 && !mayHavePoints) {
    throw new InvalidArgument(
      `${name} has ${info.points_count} points already: say --verify-only to compare them, --as with another name, ` +
        "or --overwrite to write to it nevertheless",
    );
  }
}

/** Creates a collection as the source has it. */
export async function createTarget(server: Server, name: string, asked: SourceCollection): Promise<void> {
  const { dense, sparse, settings } = asked;
  const unnamed = dense.get("");
  await requestOf(server, "PUT", pathOf(name), {
    ...(dense.size > 0 && {
      vectors_config: dense.size === 1 && unnamed ? unnamed : Object.fromEntries(dense),
    }),
    ...(sparse.size > 0 && { sparse_vectors: Object.fromEntries(sparse) }),
    ...settings,
  });
}

/**
 * Makes the payload indexes of the source that the collection does not have.
 * @returns a sentence for each that was not made, or not with its options
 */
export async function createIndexes(
  server: Server,
  name: string,
  { indexes }: SourceCollection,
): Promise<string[]> {
  const faults: string[] = [];
  const present = (await targetInfo(server, name))?.payload_schema ?? {};
  for (const [field_name, field_schema] of indexes) {
    if (Object.hasOwn(present, field_name)) continue;
    const make = (schema: unknown) =>
      requestOf(server, "PUT", pathOf(name, "/index"), { field_name, field_schema: schema });
    try {
      await make(field_schema);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const type = typeof field_schema === "string" ? null : field_schema.type;
      const isMade =
        type !== null &&
        (await make(type)
          .then(() => true)
          .catch(() => false));
      const what = isMade
        ? `has the payload index of ${field_name} without options`
        : `has no payload index of ${field_name}`;
      faults.push(`${name} ${what}: ${error.message}`);
    }
  }
  return faults;
}

/** Returns vectors as a text in which the order of names does not count. */
export function shownVectors(dense: TargetVectors["dense"], sparse: readonly string[]): string {
  const all = [
    ...Array.from(
      dense,
      ([name, { size, distance }]) => `${name === "" ? "" : `${name}: `}${size} ${distance}`,
    ),
    ...sparse.map((name) => `${name}: sparse`),
  ];
  return all.sort().join(", ");
}

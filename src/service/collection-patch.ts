// Changes of a collection's configuration: the values of a PATCH are merged into the current ones.
// The decision: a value that is given replaces the current one, field by field; null counts as left out, except in
// metadata, where it removes a key, and for a recall, which is then no longer set. Sizes and distances cannot be
// changed and are ignored.
import type { CollectionConfig, HnswConfig, VectorField } from "../core/config/types.ts";
import { UnknownVector } from "../errors/request.ts";
import type { UpdateCollection } from "../schema/collection.ts";
import { CollectionParamsSchema, HnswConfigSchema, type VectorChange } from "../schema/collection-config.ts";
import type { Rules } from "../schema/rules.ts";
import { given, withoutNulls } from "./given.ts";
import { checkMetadata, mergeMetadata } from "./metadata.ts";
import { optimizerOf } from "./optimizer-config.ts";
import { quantizationOf, refuseUnfitSigns } from "./quantization.ts";
import { isSparse, patchedSparse } from "./sparse-config.ts";

/** @throws InvalidArgument with the field, the expected value and the given one */
export function patched(
  config: CollectionConfig,
  request: UpdateCollection,
  { tinySegments }: Rules,
): CollectionConfig {
  const spelling = request.quantization_config ? "quantization_config" : "quantization";
  const optimizer = optimizerOf(request, tinySegments);
  const changed: CollectionConfig = {
    ...config,
    vectors: patchedSparse(
      patchedVectors(config.vectors, request.vectors_config ?? request.vectors ?? {}),
      request.sparse_vectors,
    ),
    hnsw_config: changedHnsw(config.hnsw_config, request.hnsw_config),
    quantization_config: quantizationOf(request[spelling], spelling) ?? config.quantization_config,
    optimizer_config: { ...config.optimizer_config, ...optimizer },
    params: {
      ...config.params,
      ...given(request.params, CollectionParamsSchema),
    } as CollectionConfig["params"],
    strict_mode_config: {
      ...config.strict_mode_config,
      ...withoutNulls(request.strict_mode_config ?? {}),
    },
    metadata: mergeMetadata(config.metadata, request.metadata ?? {}),
  };
  refuseUnfitSigns(changed);
  checkMetadata(changed.metadata);
  return changed;
}

function patchedVectors(
  vectors: readonly VectorField[],
  changes: Readonly<Record<string, VectorChange>>,
): VectorField[] {
  const names = vectors.filter((field) => !isSparse(field)).map(({ name }) => name);
  const unknown = Object.keys(changes).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const known = names.map((name) => (name === "" ? "the unnamed one" : `'${name}'`)).join(", ") || "none";
    throw new UnknownVector(`vectors: there is no vector named '${unknown}', there is ${known}`, {
      ...{ vectorName: unknown, known: names },
      use: "write",
    });
  }
  return vectors.map((field) => {
    const change = Object.hasOwn(changes, field.name) ? changes[field.name]! : {};
    const { on_disk } = change;
    const path = field.name === "" ? "vectors" : `vectors.${field.name}`;
    const quantization_config = quantizationOf(change.quantization_config, `${path}.quantization_config`);
    return {
      ...field,
      ...(change.hnsw_config && { hnsw_config: changedHnsw(field.hnsw_config ?? {}, change.hnsw_config) }),
      ...(quantization_config && { quantization_config }),
      ...(typeof on_disk === "boolean" && { on_disk }),
    };
  });
}

/** Returns the changed parameters of a graph; `recall: null` removes a recall that was set. */
function changedHnsw<T extends Partial<HnswConfig>>(before: T, change: UpdateCollection["hnsw_config"]): T {
  const changed = { ...before, ...given(change, HnswConfigSchema) };
  if (change?.recall !== null) return changed;
  const { recall: _, ...rest } = changed;
  return rest as T;
}

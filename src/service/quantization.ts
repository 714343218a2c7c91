// Reads quantization from a request: the kind, its known options, and whether it fits a vector.
// The decision: a kind that this engine lacks is served by the nearest kind that it has
// (core/config/collection-config.ts), because results are scored with the original vectors for every kind. It is stored
// and shown as it was given, and the collection's warnings say what serves it.

import { fieldConfigs } from "../core/config/collection-config.ts";
import type { CollectionConfig, QuantizationConfig } from "../core/config/types.ts";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { type GivenQuantization, QUANTIZATION_KINDS } from "../schema/collection-config.ts";
import { shorten } from "../schema/show.ts";
import { distanceRow } from "../shared/distances.ts";
import { given } from "./given.ts";

/** Reads an object with one key, which is the kind. @throws InvalidArgument for another number of keys */
export function quantizationOf(
  quantization: GivenQuantization | undefined,
  path: string,
): QuantizationConfig | undefined {
  if (quantization === undefined || quantization === null) return undefined;
  if (quantization === "Disabled") return quantization;
  const kinds = Object.keys(quantization);
  const [kind] = kinds as (keyof typeof QUANTIZATION_KINDS)[];
  if (kinds.length === 1 && Object.hasOwn(QUANTIZATION_KINDS, kind!) && quantization[kind!]) {
    const options = given<object>(quantization[kind!], QUANTIZATION_KINDS[kind!]);
    return { [kind!]: options } as unknown as QuantizationConfig;
  }
  const shown = kinds.map((key) => JSON.stringify(key)).join(", ");
  throw new InvalidArgument(
    `${path}: expected {"scalar": {"type": "int8"}}, {"binary": {}} or "Disabled", ` +
      `got an object with ${kinds.length === 0 ? "no keys" : `the keys ${shorten(shown)}`}`,
  );
}

/**
 * Refuses binary quantization for distances that cannot be estimated from the signs of a rotated vector, such as a sum
 * of absolute differences.
 * @throws InvalidArgument
 */
export function refuseUnfitSigns(config: CollectionConfig): void {
  const field = fieldConfigs(config).find(
    ({ encoding, distance }) => encoding === "binary" && !distanceRow(distance).codes.includes("binary"),
  );
  if (!field) return;
  const path = field.name === "" ? "vectors_config" : `vectors_config.${field.name}`;
  throw new InvalidArgument(
    `${path}: binary quantization cannot estimate the distance "${field.distance}"; ` +
      'give this vector the quantization_config {"scalar": {"type": "int8"}} or "Disabled", or another distance',
  );
}

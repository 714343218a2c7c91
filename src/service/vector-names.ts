// Use cases of vector names: adds a vector to a collection that exists, and removes one with all of its values.
// The decision: both are a change of the configuration. Points that were written before lack a new vector; a vector
// that is added again under the name of a removed one has nothing of it.

import { type CollectionConfig, SPARSE, type VectorField } from "../core/config/types.ts";
import { withoutVector, withVector } from "../core/config/vector-names.ts";
import type { Database } from "../core/database/database.ts";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { InvalidVector } from "../errors/vector-refusal.ts";
import type { UpdateResult } from "../schema/point-write.ts";
import type { Rules } from "../schema/rules.ts";
import type { CreateVectorName, DeleteVectorName, NewSparseVector } from "../schema/vector-name.ts";
import { checkFieldCount, vectorField } from "./collection-config.ts";
import { refuseUnfitSigns } from "./quantization.ts";
import { checkSparseName, sparseField } from "./sparse-config.ts";
import { checkVectorName } from "./vector-name.ts";

const PATH = "vector_name";

export class VectorNamesService {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Adds a vector. It succeeds, too, if the collection has one of this name and configuration. */
  async create(request: CreateVectorName, rules: Rules): Promise<UpdateResult> {
    const { collection_name, wait = rules.wait } = request;
    const field = fieldOf(request);
    const add = (config: CollectionConfig) => added(config, field);
    const lsn = await this.#database.changeVectors(collection_name, add);
    return resultOf(lsn, wait);
  }

  async delete(request: DeleteVectorName, rules: Rules): Promise<UpdateResult> {
    const { collection_name, vector_name, wait = rules.wait } = request;
    const remove = (config: CollectionConfig) => removed(config, vector_name);
    const lsn = await this.#database.changeVectors(collection_name, remove);
    return resultOf(lsn, wait);
  }
}

function fieldOf({ vector_name: name, dense, sparse }: CreateVectorName): VectorField {
  if (dense && !sparse) {
    checkVectorName(name, PATH);
    return vectorField(name, dense, "dense");
  }
  if (!sparse || dense) {
    throw new InvalidArgument(`expected either dense or sparse, got ${sparse ? "both" : "neither"}`);
  }
  checkSparseName(name, PATH);
  return sparseField(name, paramsOf(sparse), "sparse");
}

/** Returns the settings in the form in which they are given when a collection is created. */
function paramsOf({ modifier, datatype }: NewSparseVector) {
  return { modifier, ...(datatype && { index: { datatype } }) };
}

function added(config: CollectionConfig, field: VectorField): CollectionConfig {
  const { name } = field;
  const existing = config.vectors.find((one) => one.name === name);
  if (existing === undefined) {
    checkFieldCount(config.vectors.length + 1, 0);
    const changed = withVector(config, field);
    refuseUnfitSigns(changed);
    return changed;
  }
  if (existing.kind !== field.kind) {
    const kind = existing.kind === SPARSE ? "sparse" : "dense";
    throw new InvalidVector(PATH, `Vector \`${name}\` already exists as a ${kind} vector`);
  }
  if (isSame(existing, field)) return config;
  const what = field.kind === SPARSE ? "Sparse vector" : "Vector";
  throw new InvalidVector(PATH, `${what} \`${name}\` already exists with a different configuration`);
}

/** Compares what a request to add a vector can say; what is left out has its default. */
function isSame(one: VectorField, other: VectorField): boolean {
  const told = ({ size, distance, datatype, sparse = {} }: VectorField) => [
    ...[size, distance, datatype ?? "float32"],
    ...[sparse.modifier ?? "none", sparse.index?.datatype ?? "float32"],
  ];
  return JSON.stringify(told(one)) === JSON.stringify(told(other));
}

function removed(config: CollectionConfig, name: string): CollectionConfig {
  if (config.vectors.some((field) => field.name === name)) return withoutVector(config, name);
  throw new InvalidVector(PATH, `Not existing vector name error: ${name}`);
}

function resultOf(lsn: number, wait: boolean): UpdateResult {
  return { operation_id: lsn, status: wait ? "Completed" : "Acknowledged" };
}

// Reads the sparse vectors of a collection from a request, and shows them.
// The decision: what is given is stored and shown, and nothing else, as for the other settings of a collection. An
// option without effect is named in the collection's warnings.
import { SPARSE, type SparseConfig, type VectorField } from "../core/config/types.ts";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { InvalidSparse } from "../errors/sparse.ts";
import { type SparseParams, SparseParamsSchema } from "../schema/collection-config.ts";
import { MAX_VECTOR_FIELDS } from "../schema/limits.ts";
import { given } from "./given.ts";
import { checkSparseName } from "./vector-names.ts";

type BySparseName = Readonly<Record<string, SparseParams>> | null | undefined;

/** The member of a request that has sparse vectors by name. */
const PATH = "sparse_vectors";
/** The datatype of codes, which dense vectors may have. */
const DENSE_ONLY = "turbo4";

/**
 * Returns the fields of the sparse vectors of a new collection.
 * @throws InvalidSparse, InvalidArgument
 */
export function sparseFields(sparse: BySparseName, dense: readonly VectorField[]): VectorField[] {
  const names = Object.keys(sparse ?? {});
  if (names.length + dense.length > MAX_VECTOR_FIELDS) {
    throw new InvalidArgument(
      `${PATH}: expected at most ${MAX_VECTOR_FIELDS} vector names with those of dense vectors, ` +
        `got ${names.length + dense.length}`,
    );
  }
  return names.map((name) => {
    checkSparseName(name, PATH);
    if (dense.some((field) => field.name === name)) {
      const text = `Dense and sparse vector names must be unique - duplicate found with '${name}'`;
      throw new InvalidSparse(PATH, text);
    }
    return sparseField(name, sparse![name]!, `${PATH}.${name}`);
  });
}

export function sparseField(name: string, params: SparseParams, path: string): VectorField {
  return { name, size: 0, distance: "Dot", kind: SPARSE, sparse: sparseConfig(params, path) };
}

function sparseConfig(params: SparseParams, path: string): SparseConfig {
  if (params.index?.datatype === DENSE_ONLY) {
    const text = `sparse vectors do not support the \`${DENSE_ONLY}\` datatype`;
    throw new InvalidSparse(`${path}.index.datatype`, text, "validation");
  }
  return given<SparseParams>(params, SparseParamsSchema) as SparseConfig;
}

/** Returns the sparse fields with the changes: a modifier is replaced, options of the index are merged. */
export function patchedSparse(fields: readonly VectorField[], changes: BySparseName): VectorField[] {
  for (const name of Object.keys(changes ?? {})) {
    if (fields.some((field) => field.name === name && isSparse(field))) continue;
    throw new InvalidSparse(PATH, `Not existing vector name error: ${name}`);
  }
  return fields.map((field) => {
    if (!isSparse(field) || !Object.hasOwn(changes ?? {}, field.name)) return field;
    const { index, ...rest } = sparseConfig(changes![field.name]!, `${PATH}.${field.name}`);
    const merged = index && { index: { ...field.sparse?.index, ...index } };
    return { ...field, sparse: { ...field.sparse, ...rest, ...merged } };
  });
}

/** Returns the sparse vectors as they were given; undefined if there are none. */
export function shownSparse(fields: readonly VectorField[]): Record<string, SparseConfig> | undefined {
  const sparse = fields.filter(isSparse);
  if (sparse.length === 0) return undefined;
  return Object.fromEntries(sparse.map((field) => [field.name, field.sparse ?? {}]));
}

export function isSparse({ kind }: Pick<VectorField, "kind">): boolean {
  return kind === SPARSE;
}

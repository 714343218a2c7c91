// Converts the settings of sparse vectors in a request to vector fields of a configuration.
// The decision: they are stored as they were given, because nothing of a collection's settings applies to them and a
// response repeats them. Names follow Qdrant's rules for sparse vectors, which are narrower than those of dense ones.
import { SPARSE, type SparseConfig, type VectorField } from "../core/config/types.ts";
import { InvalidVector } from "../errors/vector-refusal.ts";
import { MAX_SPARSE_NAME_BYTES } from "../schema/limits.ts";
import { type SparseVectorParams, SparseVectorParamsSchema } from "../schema/sparse-config.ts";
import { given } from "./given.ts";
import { LONE_SURROGATE } from "./vector-name.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it is about.
const FORBIDDEN_IN_NAME = /[<>:"/\\|?*\u0000\u001f]/u;
const utf8 = new TextEncoder();

/** Returns the vector fields of the given sparse vectors. @throws InvalidVector */
export function sparseFields(
  sparse: Readonly<Record<string, SparseVectorParams>>,
  dense: readonly VectorField[],
): VectorField[] {
  return Object.entries(sparse).map(([name, params]) => {
    const path = `sparse_vectors.${name}`;
    checkSparseName(name, path);
    if (dense.some((field) => field.name === name)) {
      const reason = `Dense and sparse vector names must be unique - duplicate found with '${name}'`;
      throw new InvalidVector(path, reason);
    }
    return sparseField(name, params, path);
  });
}

/** Returns the fields with the settings of sparse ones changed: those that are given replace the present ones. */
export function patchedSparse(
  fields: readonly VectorField[],
  changes: Readonly<Record<string, SparseVectorParams>>,
): VectorField[] {
  const unknown = Object.keys(changes).find((name) =>
    fields.every((field) => field.name !== name || field.kind !== SPARSE),
  );
  if (unknown !== undefined) {
    throw new InvalidVector(`sparse_vectors.${unknown}`, `Not existing vector name error: ${unknown}`);
  }
  return fields.map((field) => {
    if (!Object.hasOwn(changes, field.name)) return field;
    const { index, ...rest } = sparseConfig(changes[field.name]!, `sparse_vectors.${field.name}`);
    const merged = index && { index: { ...field.sparse?.index, ...index } };
    return { ...field, sparse: { ...field.sparse, ...rest, ...merged } };
  });
}

/** @param path that of the parameters in the request */
export function sparseField(name: string, params: SparseVectorParams, path: string): VectorField {
  return { name, size: 0, distance: "Dot", kind: SPARSE, sparse: sparseConfig(params, path) };
}

/** Returns the given settings. @throws InvalidVector for a datatype that only dense vectors have */
function sparseConfig(params: SparseVectorParams, path: string): SparseConfig {
  const datatype = params.index?.datatype;
  if (datatype?.startsWith("turbo")) {
    const reason = `sparse vectors do not support the \`${datatype}\` datatype`;
    throw new InvalidVector(`${path}.index.datatype`, reason, "limit");
  }
  return given(params, SparseVectorParamsSchema) as SparseConfig;
}

/** @param path that of the name or its parameters in the request */
export function checkSparseName(name: string, path: string): void {
  if (name === "") throw new InvalidVector(path, "Sparse vector name cannot be empty");
  const invalid = (reason: string) =>
    new InvalidVector(path, `Invalid sparse vector name \`${name}\`: vector name ${reason}`);
  if (utf8.encode(name).length > MAX_SPARSE_NAME_BYTES) {
    throw invalid(`must be at most ${MAX_SPARSE_NAME_BYTES} bytes long`);
  }
  const character = FORBIDDEN_IN_NAME.exec(name)?.[0];
  if (character !== undefined) throw invalid(`cannot contain "${character}" char`);
  if (LONE_SURROGATE.test(name)) throw invalid("must be well-formed Unicode");
}

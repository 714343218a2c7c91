// Codecs of ids and vectors. The numbers of a vector stay in the Float32Array that the message was read into. Inputs
// other than dense vectors become the JSON that clients of REST send for them, so they are refused with the same texts.
// The decision: the deprecated fields of Vector are read, because clients still send them, and not written.

import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { InvalidVector } from "../../errors/vector-refusal.ts";
import { isDocument } from "../../schema/document.ts";
import type { PointId } from "../../schema/leaf.ts";
import type { SparseVector } from "../../shared/sparse-vector.ts";
import type {
  DenseVector,
  PointId as IdMessage,
  MultiDenseVector,
  NamedVectors,
  NamedVectorsOutput,
  SparseVector as SparseMessage,
  Vector,
  VectorInput,
  VectorOutput,
  Vectors,
  VectorsOutput,
} from "../gen/azimuth.d.ts";
import type { Floats } from "../wire/floats.ts";
import { messages } from "../wire/messages.ts";
import { byName, type Codec, choice, type Filling, integer, list, only, text, within } from "./codec.ts";
import { record } from "./record.ts";
import { plainObject, plainValue } from "./values.ts";

type IdKind = NonNullable<IdMessage["point_id_options"]>;
const idKind = choice<IdKind>({ num: integer, uuid: text });

/** A point id. The validation of the request refuses a text that is no UUID. */
export const pointId: Codec<IdMessage> = {
  read: ({ point_id_options: kind }, where) => idKind.read(kind, where),
  write: (id) => ({ point_id_options: idKind.write(typeof id === "string" ? "uuid" : "num", id as PointId) }),
};

/** The numbers of a vector. Numbers in one piece, which nearly all are, are not copied. */
export const numbers: Filling<Floats> = {
  read: (values) => (values instanceof Float32Array ? values : Float32Array.from(values)),
  write: (json) => json as Floats,
  get absent() {
    return [];
  },
};

const dense: Codec<DenseVector> = only("data", numbers);
const sparse: Codec<SparseMessage> = {
  read: ({ indices, values }) => ({ indices: Uint32Array.from(indices), values: numbers.read(values, "") }),
  write(json) {
    const { indices, values } = json as SparseVector;
    return { indices: Array.from(indices), values };
  },
};
const rows = list<DenseVector>({
  read: ({ data }) => Array.from(data),
  write: (data) => ({ data: data as number[] }),
});
const multi: Codec<MultiDenseVector> = {
  read: ({ vectors }, where) => rows.read(vectors, where),
  write: (json) => ({ vectors: rows.write(json) }),
};
const document = record(messages.Document, { options: plainObject });
const image = record(messages.Image, { image: plainValue, options: plainObject });
const object = record(messages.InferenceObject, { object: plainValue, options: plainObject });

type VectorKind = NonNullable<Vector["vector"]>;
const vectorKind = choice<VectorKind>({ dense, sparse, multi_dense: multi, document, image, object });

const NO_OLD_FIELDS = { indices: undefined, vectors_count: undefined };

export const vector: Codec<Vector> = {
  read(message, where) {
    if (message.vector) return vectorKind.read(message.vector, where);
    const { data, indices, vectors_count: count } = message;
    if (indices && count !== undefined) {
      throw new InvalidVector(where, "`indices` and `vectors_count` cannot be both specified");
    }
    if (indices) return sparse.read({ indices: indices.data, values: data }, where);
    if (count !== undefined && count > 0) return rowsOf(data, count, where);
    return numbers.read(data, where);
  },
  write: (json) => ({ data: [], ...NO_OLD_FIELDS, vector: vectorKind.write(kindOf(json), json) }),
};

/** Returns the rows of a deprecated multivector, which has all numbers and the number of rows. */
function rowsOf(data: Floats, rows: number, where: string): number[][] {
  if (data.length % rows > 0) {
    const expected = `expected as many numbers for each of ${rows} vectors`;
    throw new InvalidArgument(`${within(where, "data")}: ${expected}, got ${data.length} in all`);
  }
  const length = data.length / rows;
  return Array.from({ length: Math.min(rows, data.length) }, (_, row) =>
    Array.from(data.slice(row * length, (row + 1) * length)),
  );
}

function kindOf(json: unknown): "dense" | "sparse" | "multi_dense" | "document" | "image" | "object" {
  if (ArrayBuffer.isView(json)) return "dense";
  if (Array.isArray(json)) return Array.isArray(json[0]) ? "multi_dense" : "dense";
  const members = json as object;
  if ("indices" in members) return "sparse";
  if ("text" in members) return "document";
  return "image" in members ? "image" : "object";
}

const vectorOutput: Codec<VectorOutput> = {
  read: ({ vector: kind }, where) => {
    if (kind?.$case === "dense") return dense.read(kind.value, where);
    if (kind?.$case === "sparse") return sparse.read(kind.value, where);
    throw new InvalidArgument(`${where}: expected dense or sparse, got ${kind?.$case ?? "none"}`);
  },
  write: (json) => ({
    data: [],
    ...NO_OLD_FIELDS,
    vector: ArrayBuffer.isView(json)
      ? { $case: "dense", value: dense.write(json) }
      : { $case: "sparse", value: sparse.write(json) },
  }),
};

type VectorsKind = NonNullable<Vectors["vectors_options"]>;
const vectorsKind = choice<VectorsKind>({
  vector,
  vectors: only("vectors", byName(vector)) as Codec<NamedVectors>,
});

/**
 * The vectors of a point to write: the unnamed one, or several by name. An unnamed vector that is an object gets the
 * name "", because its members would be taken for names.
 */
export const pointVectors: Codec<Vectors> = {
  read({ vectors_options: kind }, where) {
    const json = vectorsKind.read(kind, where);
    return kind?.$case === "vector" && isNamed(json) ? { "": json } : json;
  },
  write(json) {
    const isOne = !isNamed(json) || isDocument(json);
    return { vectors_options: vectorsKind.write(isOne ? "vector" : "vectors", json) };
  },
};

type OutputKind = NonNullable<VectorsOutput["vectors_options"]>;
const outputKind = choice<OutputKind>({
  vector: vectorOutput,
  vectors: only("vectors", byName(vectorOutput)) as Codec<NamedVectorsOutput>,
});

/** The vectors of a point in a response. */
export const shownVectors: Codec<VectorsOutput> = {
  read: ({ vectors_options: kind }, where) => outputKind.read(kind, where),
  write: (json) => ({ vectors_options: outputKind.write(isNamed(json) ? "vectors" : "vector", json) }),
};

function isNamed(json: unknown): boolean {
  return !ArrayBuffer.isView(json) && !Array.isArray(json);
}

type InputKind = NonNullable<VectorInput["variant"]>;
const inputKind = choice<InputKind>({
  id: pointId,
  dense,
  sparse,
  multi_dense: multi,
  document,
  image,
  object,
});

/** An example of a query: a vector, or the id of a point. */
export const vectorInput: Codec<VectorInput> = {
  read: ({ variant }, where) => inputKind.read(variant, where),
  write: (json) => ({ variant: inputKind.write(isId(json) ? "id" : kindOf(json), json) }),
};

export function isId(json: unknown): boolean {
  return typeof json !== "object";
}

// Fixtures of the tests of vector names: a collection whose points have one number in each vector, and a model of it.
import { expect } from "chai";
import type { VectorField } from "../../../src/core/config/types.ts";
import { withoutVector, withVector } from "../../../src/core/config/vector-names.ts";
import { slotOf } from "../../../src/core/slots/point-ref.ts";
import { encodeSparse } from "../../../src/shared/sparse-vector.ts";
import { configOf, found, type Opened, open, type TestPoint } from "./fixtures.ts";

const SEGMENTS = { maxSlots: 24, vacuumMinSlots: 8, deletedThreshold: 0.3, spareSegments: 2 };
export const DENSE: VectorField = { name: "a", size: 2, distance: "Euclid" };
export const SPARSE: VectorField = { name: "s", size: 0, distance: "Dot", kind: "sparse", sparse: {} };
export const IDS = 30;

export const openIn = (dir?: string) => open({ ...(dir !== undefined && { dir }), segments: SEGMENTS });
export const add = ({ database }: Opened, field: VectorField) =>
  database.changeVectors("c", (config) => withVector(config, field));
export const drop = ({ database }: Opened, name: string) =>
  database.changeVectors("c", (config) => withoutVector(config, name));

/** A vector of the field that has the number in it. */
export function vectorOf({ kind, size }: VectorField, number: number): Float32Array | Uint8Array {
  if (kind === undefined) return new Float32Array(size).fill(number);
  return encodeSparse({ indices: Uint32Array.of(number % 7), values: Float32Array.of(number) });
}

/** The numbers of the vectors that each point should have, by name. */
export type Model = Map<number, Map<string, number>>;

/** Reads all points as a model. */
export async function read({ database }: Opened): Promise<Model> {
  const collection = database.collection("c");
  const ids = Array.from({ length: IDS }, (_, id) => id);
  const model: Model = new Map();
  await collection.reading(async () => {
    const refs = await collection.reads.find(ids);
    for (const [id, ref] of refs.entries()) {
      if (ref === null) continue;
      const vectors = new Map<string, number>();
      for (const { name, kind } of collection.config.vectors) {
        const { rows, vectors: rowsRead } = await collection.segments
          .at(ref)
          .vectors.read(name, [slotOf(ref)]);
        expect(collection.reads.hasVector(name, ref), name).to.equal(rows.length === 1);
        if (rows.length === 0) continue;
        const row = rowsRead.at(0);
        const number =
          kind === undefined
            ? (row as Float32Array)[0]!
            : new DataView(row.buffer, row.byteOffset).getFloat32(8, true);
        vectors.set(name, number);
      }
      model.set(id, vectors);
    }
  });
  return model;
}

export async function isAs(opened: Opened, model: Model, what: string): Promise<void> {
  const collection = opened.database.collection("c");
  const sorted = (points: Model) =>
    [...points].sort(([a], [b]) => a - b).map(([id, vectors]) => [id, [...vectors].sort()]);
  expect(sorted(await read(opened)), what).to.deep.equal(sorted(model));
  const count = [...model.values()].reduce((sum, vectors) => sum + vectors.size, 0);
  expect(opened.database.vectors, what).to.equal(count);
  for (const { name, kind, size } of collection.config.vectors) {
    const having = [...model.values()].filter((vectors) => vectors.has(name));
    const query = kind === undefined ? new Float32Array(size) : vectorOf({ ...SPARSE, size }, 3);
    const hits = await found(opened.database, "c", query, IDS, name);
    const expected = kind === undefined ? having.length : having.filter((v) => v.get(name)! % 7 === 3).length;
    expect(hits.length, `${what}: hits of ${name}`).to.equal(expected);
  }
}

export const pointsOf = (from: number, to: number, ...fields: VectorField[]): TestPoint[] =>
  Array.from({ length: to - from }, (_, i) => ({
    id: from + i,
    vectors: Object.fromEntries(fields.map((field) => [field.name, vectorOf(field, from + i + 1)])),
  }));

export async function created(...fields: VectorField[]): Promise<Opened> {
  const opened = await openIn();
  await opened.database.create("c", configOf(...fields));
  return opened;
}

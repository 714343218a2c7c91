// Log records: decode(encode(x)) = x for every operation, and bytes that are not a record are refused.
import { expect } from "chai";
import fc from "fast-check";
import {
  type CollectionOperation,
  type Operation,
  type OperationDraft,
  RECORD_TYPES,
  type UpsertDraft,
} from "../../../../src/core/record/operation.ts";
import { decodeOperation, encodeInSlices, encodeOperation } from "../../../../src/core/record/record.ts";
import { denseRows } from "../../../../src/core/record/vector-rows.ts";
import { PackedIds } from "../../../../src/core/slots/point-id.ts";
import { VectorDbError } from "../../../../src/errors/vector-db-error.ts";
import { cutsOf } from "../../../support/cuts.ts";

const text = fc.string({ unit: "binary", maxLength: 12 });
const id = fc.oneof(
  fc.nat({ max: Number.MAX_SAFE_INTEGER }),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n - 1n }),
  fc.uuid(),
);

const hnsw = fc.record({
  m: fc.nat(512),
  ef_construct: fc.nat(10_000),
  ef_search: fc.nat(10_000),
  full_scan_threshold: fc.nat(),
});
const quantization = fc.oneof(
  fc.constant("Disabled" as const),
  fc.record({ scalar: fc.record({ type: fc.constant("int8" as const), quantile: fc.constant(0.99) }) }),
  fc.record({ binary: fc.record({ always_ram: fc.boolean() }, { requiredKeys: [] }) }),
);
const vectorField = fc.record(
  {
    name: text,
    size: fc.integer({ min: 1, max: 65_536 }),
    distance: fc.constantFrom("Cosine" as const, "Dot" as const, "Euclid" as const, "Manhattan" as const),
    hnsw_config: fc.record({ m: fc.nat(512) }, { requiredKeys: [] }),
    quantization_config: quantization,
    on_disk: fc.boolean(),
  },
  { requiredKeys: ["name", "size", "distance"] },
);
const optimizer = fc.record(
  {
    deleted_threshold: fc.constantFrom(0, 0.25, 1),
    vacuum_min_vector_number: fc.nat(),
    max_segment_size: fc.option(fc.nat()),
    flush_interval_sec: fc.nat(),
  },
  { requiredKeys: ["deleted_threshold", "vacuum_min_vector_number", "max_segment_size"] },
);
const config = fc.record({
  vectors: fc.array(vectorField, { maxLength: 4 }),
  hnsw_config: hnsw,
  quantization_config: quantization,
  optimizer_config: optimizer,
  payload_schema: fc.dictionary(text, fc.constantFrom("keyword" as const, { type: "text" as const })),
  metadata: fc.dictionary(text, fc.oneof(text, fc.integer(), fc.constant(null))),
  params: fc.record({ shard_number: fc.nat(), on_disk_payload: fc.boolean() }, { requiredKeys: [] }),
  wal_config: fc.record({ wal_capacity_mb: fc.nat() }, { requiredKeys: [] }),
  strict_mode_config: fc.dictionary(text, fc.integer()),
});
const createCollection = fc.record({
  kind: fc.constant("create_collection" as const),
  collection: fc.uuid(),
  name: text,
  config,
});
const collectionOperation: fc.Arbitrary<CollectionOperation> = fc.oneof(
  createCollection,
  fc.record({ kind: fc.constant("drop_collection" as const), collection: fc.uuid() }),
  fc.record({
    kind: fc.constant("mark_collection" as const),
    collection: fc.uuid(),
    deletedUntil: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
  }),
  fc.record({ kind: fc.constant("restore_collection" as const), collection: fc.uuid() }),
  fc.record({ kind: fc.constant("update_collection" as const), collection: fc.uuid(), config }),
  fc.record({
    kind: fc.constant("replace_collection" as const),
    collection: fc.uuid(),
    name: text,
    replaces: fc.option(fc.uuid()),
  }),
);

/** One vector field of an upsert of `points` points, of which none, some or all have the vector. */
function fieldOf(points: number) {
  const rows = fc.subarray(Array.from({ length: points }, (_, i) => i));
  return fc.tuple(text, fc.integer({ min: 1, max: 7 }), rows).chain(([name, dimension, rows]) =>
    fc.record({
      name: fc.constant(name),
      dimension: fc.constant(dimension),
      rows: fc.constant(rows),
      vectors: fc.tuple(
        ...rows.map(() => fc.float32Array({ minLength: dimension, maxLength: dimension, noNaN: true })),
      ),
    }),
  );
}

const upsert: fc.Arbitrary<UpsertDraft> = fc.nat(9).chain((points) =>
  fc.record({
    kind: fc.constant("upsert_points" as const),
    collection: fc.uuid(),
    ids: fc.array(id, { minLength: points, maxLength: points }).map((ids) => PackedIds.pack(ids)),
    fields: fc.array(fieldOf(points), { maxLength: 3 }),
    payloads: fc.array(fc.option(fc.uint8Array({ maxLength: 13 })), { minLength: points, maxLength: points }),
  }),
);
const payloadChange = fc.nat(9).chain((points) =>
  fc.record({
    kind: fc.constant("set_payloads" as const),
    collection: fc.uuid(),
    ids: fc.array(id, { minLength: points, maxLength: points }).map((ids) => PackedIds.pack(ids)),
    payloads: fc.array(fc.option(fc.uint8Array({ maxLength: 13 })), { minLength: points, maxLength: points }),
  }),
);
const aliasChange = fc.record({
  kind: fc.constant("update_aliases" as const),
  aliases: fc.array(fc.record({ alias: text, collection: fc.option(fc.uuid()) })),
});
const deletion = fc.record({
  kind: fc.constant("delete_points" as const),
  collection: fc.uuid(),
  ids: fc.array(id, { maxLength: 12 }).map((ids) => PackedIds.pack(ids)),
});

const idsOf = (ids: PackedIds) => Array.from({ length: ids.length }, (_, i) => ids.at(i));
/** An operation or a draft in a form that chai compares, with all rows as numbers. */
function plain(operation: Operation | OperationDraft): unknown {
  if (operation.kind === "delete_points") return { ...operation, ids: idsOf(operation.ids) };
  if (operation.kind !== "upsert_points") return operation;
  const points = operation.ids.length;
  return {
    ...operation,
    ids: idsOf(operation.ids),
    payloads: operation.payloads.map((payload) => payload && [...payload]),
    fields: operation.fields.map((field) => {
      const rows = field.rows ? [...field.rows] : Array.from({ length: points }, (_, i) => i);
      if ("dimension" in field) return { ...field, rows, vectors: field.vectors.flatMap((row) => [...row]) };
      const { dimension, floats: vectors } = denseRows(field.vectors);
      return { name: field.name, dimension, rows, vectors: [...vectors] };
    }),
  };
}

function throughBytes(draft: OperationDraft): Operation {
  const { type, body } = encodeOperation(draft, usedMemory);
  return decodeOperation(type, body);
}

function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}

/** Memory with old content, so that bytes which encoding does not write are noticed. */
const usedMemory = (sizeBytes: number) => new Uint8Array(sizeBytes).fill(0xa5);

const COLLECTION = "550e8400-e29b-41d4-a716-446655440000";

function oneNamed(name: string): UpsertDraft {
  return {
    kind: "upsert_points",
    collection: COLLECTION,
    ids: PackedIds.pack([2n ** 64n - 1n, COLLECTION]),
    fields: [{ name, dimension: 2, rows: [1], vectors: [Float32Array.of(1, 2)] }],
    payloads: [null, Uint8Array.of(123, 125)],
  };
}

describe("log records", () => {
  for (const [kinds, arbitrary] of [
    ["collections", collectionOperation],
    ["upserts", upsert],
    ["deletions", deletion],
    ["changes of payloads", payloadChange],
    ["changes of aliases", aliasChange],
  ] as const) {
    it(`log records decode to what was encoded, for every type of ${kinds}`, () => {
      fc.assert(
        fc.property(arbitrary as fc.Arbitrary<OperationDraft>, (draft) => {
          expect(plain(throughBytes(draft))).to.deep.equal(plain(draft));
        }),
        { numRuns: 200 },
      );
    });
  }

  it("log records keep names with any characters", () => {
    for (const name of [
      "",
      "title",
      "\u{1f600}",
      "e\u0301",
      "\u0000",
      "\ufeffwith a byte order mark",
      "__proto__",
    ]) {
      expect(plain(throughBytes(oneNamed(name))), JSON.stringify(name)).to.deep.equal(plain(oneNamed(name)));
    }
  });

  it("log records keep all bits of every float", () => {
    const words = Uint32Array.of(0x8000_0000, 0x0000_0001, 0x7f7f_ffff, 0xff7f_ffff, 0x3f80_0001);
    const vectors = [new Float32Array(words.buffer)];
    const draft: UpsertDraft = {
      ...oneNamed(""),
      fields: [{ name: "", dimension: 5, rows: [0], vectors }],
    };
    const decoded = throughBytes(draft) as Extract<Operation, { kind: "upsert_points" }>;
    const { floats: found } = denseRows(decoded.fields[0]!.vectors);
    expect([...new Uint32Array(found.buffer, found.byteOffset, found.length)]).to.deep.equal([...words]);
  });

  it("log records decode with defaults for values that the first version did not write", () => {
    const hnsw_config = { m: 1, ef_construct: 100, ef_search: 64, full_scan_threshold: 10_000 };
    const config = { vectors: [{ name: "", size: 4, distance: "Dot" }], hnsw_config };
    const body = new TextEncoder().encode(JSON.stringify({ collection: COLLECTION, name: "c", config }));
    expect(decodeOperation(RECORD_TYPES.create_collection, body)).to.deep.equal({
      kind: "create_collection",
      collection: COLLECTION,
      name: "c",
      config: {
        ...config,
        quantization_config: { scalar: { type: "int8" } },
        optimizer_config: { deleted_threshold: 0.2, vacuum_min_vector_number: 1000, max_segment_size: null },
        payload_schema: {},
        metadata: {},
        params: {},
        wal_config: {},
        strict_mode_config: {},
      },
    });
  });

  it("log records have a distinct number for each type", () => {
    expect(new Set(Object.values(RECORD_TYPES)).size).to.equal(Object.keys(RECORD_TYPES).length);
  });

  it("log records are refused with the number of their type if that is unknown", () => {
    for (const type of [0, 5, 15, 18, 0xffff_ffff]) {
      const error = thrownBy(() => decodeOperation(type, encodeOperation(oneNamed("a"), usedMemory).body));
      expect(error).to.be.instanceOf(VectorDbError);
      expect((error as Error).message).to.include(`type ${type}`);
    }
  });

  it("log records are refused with one of our errors if their body was truncated anywhere", () => {
    const drafts: OperationDraft[] = [
      oneNamed("abc"),
      { kind: "delete_points", collection: COLLECTION, ids: PackedIds.pack([1, 2, 3, 4]) },
      { kind: "restore_collection", collection: COLLECTION },
    ];
    for (const draft of drafts) {
      const { type, body } = encodeOperation(draft, usedMemory);
      for (let length = 0; length < body.length; length++) {
        const error = thrownBy(() => decodeOperation(type, body.slice(0, length)));
        expect(error, `${draft.kind} cut to ${length} of ${body.length} bytes`).to.be.instanceOf(
          VectorDbError,
        );
      }
    }
  });

  it("log records are encoded in slices of a quarter of a megabyte of vectors and of payloads", () => {
    const points = 2_048;
    const draft: UpsertDraft = {
      kind: "upsert_points",
      collection: COLLECTION,
      ids: PackedIds.pack(Array.from({ length: points }, (_, i) => i)),
      fields: [
        {
          name: "",
          dimension: 256,
          rows: Array.from({ length: points }, (_, i) => i),
          vectors: Array(points).fill(new Float32Array(256).fill(1)),
        },
      ],
      payloads: Array(points).fill(new Uint8Array(1024).fill(32)),
    };
    const { cuts, value } = cutsOf(encodeInSlices(draft, usedMemory));
    // The record has 2 MiB of vectors and 2 MiB of payloads.
    expect(cuts).to.equal(16);
    expect(value).to.deep.equal(encodeOperation(draft, usedMemory));
    const { collection, ids, payloads } = draft;
    const set = encodeInSlices({ kind: "set_payloads", collection, ids, payloads }, usedMemory);
    expect(cutsOf(set).cuts).to.equal(8);
    const one = { ...draft, ids: PackedIds.pack([1]), fields: [], payloads: [new Uint8Array(2 ** 20)] };
    expect(cutsOf(encodeInSlices(one, usedMemory)).cuts).to.equal(4);
  });
});

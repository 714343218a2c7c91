// Records of the first version: they lack settings of collections that later versions log, and still open.
import { expect } from "chai";
import { DEFAULT_SEARCH } from "../../../src/core/config/search-params.ts";
import { RECORD_TYPES } from "../../../src/core/record/operation.ts";
import { encodeOperation } from "../../../src/core/record/record.ts";
import { PackedIds } from "../../../src/core/slots/point-id.ts";
import { LocalLog } from "../../../src/storage/local-log.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { freshDir, open, reopen } from "./fixtures.ts";

const UUID = "550e8400-e29b-41d4-a716-446655440000";
const HNSW = { m: 1, ef_construct: 100, ef_search: 64, full_scan_threshold: 10_000 };
const CREATION = {
  collection: UUID,
  name: "a",
  config: { vectors: [{ name: "", size: 2, distance: "Dot" }], hnsw_config: HNSW },
};

/** A data directory with one collection and one point, as the first version wrote it. */
async function writtenBefore(): Promise<string> {
  const dir = freshDir();
  const log = new LocalLog(nodeFs, dir, { reserveBytes: 0 });
  await log.open();
  await log.append({
    type: RECORD_TYPES.create_collection,
    body: new TextEncoder().encode(JSON.stringify(CREATION)),
  });
  const upsert = {
    kind: "upsert_points" as const,
    collection: UUID,
    ids: PackedIds.pack([7]),
    fields: [{ name: "", dimension: 2, rows: [0], vectors: [Float32Array.of(1, 2)] }],
    payloads: [null],
  };
  const { type, body } = encodeOperation(upsert, (sizeBytes) => new Uint8Array(sizeBytes));
  await log.append({ type, body });
  await log.close();
  return dir;
}

describe("a data directory of the first version", () => {
  it("a data directory of the first version opens with defaults for missing values, and opens again after that", async () => {
    let opened = await open({ dir: await writtenBefore() });
    for (let restarts = 0; restarts < 2; restarts++) {
      expect(opened.database.collection("a").config).to.deep.equal({
        ...CREATION.config,
        quantization_config: { scalar: { type: "int8" } },
        optimizer_config: { deleted_threshold: 0.2, vacuum_min_vector_number: 1000, max_segment_size: null },
        payload_schema: {},
        params: {},
        wal_config: {},
        strict_mode_config: {},
        metadata: {},
      });
      opened = await reopen(opened);
    }
    await opened.database.close();
  });

  it("a data directory of the first version returns the points of its collection", async () => {
    const { database } = await open({ dir: await writtenBefore() });
    const collection = database.collection("a");
    const field = collection.field("")!;
    const [hits] = await collection.reads.search([Float32Array.of(1, 1)], {
      field,
      k: 1,
      params: DEFAULT_SEARCH,
    });
    expect(hits!.map(({ ref, score }) => [collection.reads.idOf(ref), score])).to.deep.equal([[7, 3]]);
    await database.close();
  });
});

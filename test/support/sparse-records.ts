// Writes of sparse vectors of every kind, and the records that the log gets for them, as hexadecimal bytes.
// The decision: requests go through the whole server, so that sorting, packing and the order of vectors count. The id
// of the collection, which is random, is replaced with zeros.
import { cpSync } from "node:fs";
import { LocalLog } from "../../src/storage/local-log.ts";
import type { LogRecord } from "../../src/storage/log.ts";
import { nodeFs } from "../../src/storage/node-fs.ts";
import { startTestServer } from "./rest.ts";
import { scratchFolder } from "./scratch.ts";

export interface SparseRecord {
  /** The request: its method, its path below the collection, its body. */
  readonly request: string;
  readonly type: number;
  readonly body: string;
}

const UUID_BYTES = 16;
const UNSORTED = { indices: [4294967295, 7, 0], values: [1.5, -2, 0] };
const EMPTY = { indices: [], values: [] };
const ONE = { indices: [3], values: [0.1] };
const UUID = "550e8400-e29b-41d4-a716-446655440000";

type Write = readonly [method: string, path: string, body: object];

const WRITES: readonly Write[] = [
  [
    "PUT",
    "points",
    {
      points: [
        { id: 1, vector: { b: UNSORTED, dense: [1, 2], a: ONE }, payload: { n: 1 } },
        { id: UUID, vector: { a: EMPTY } },
        { id: 3, vector: {} },
      ],
    },
  ],
  [
    "PUT",
    "points",
    { batch: { ids: [4, 5], vectors: { a: [UNSORTED, ONE], dense: [[0, 1], [1, 0]] } } }, // biome-ignore format: rows
  ],
  ["PUT", "points/vectors", { points: [{ id: 1, vector: { a: UNSORTED } }] }],
  ["POST", "points/vectors/delete", { points: [1], vectors: ["b"] }],
  ["POST", "points/delete", { points: [4] }],
];

/** Makes the writes in a new server. @returns the record of each */
export async function sparseRecords(): Promise<SparseRecord[]> {
  const server = await startTestServer({ extendedApi: true });
  try {
    const ask = async (method: string, path: string, body: object) => {
      const { status, text } = await server.call(method, path, body);
      if (status !== 200) throw new Error(text);
    };
    const vectors_config = { dense: { size: 2, distance: "Dot" } };
    const sparse_vectors = { b: {}, a: { modifier: "idf" } };
    await ask("PUT", "/collections/c", { vectors_config, sparse_vectors });
    for (const [method, path, body] of WRITES) await ask(method, `/collections/c/${path}`, body);
    const records = (await logOf(server.dataDir)).slice(-WRITES.length);
    return records.map((record, i) => ({ request: WRITES[i]!.map(shown).join(" "), ...record }));
  } finally {
    await server.close();
  }
}

function shown(part: string | object): string {
  return typeof part === "string" ? part : JSON.stringify(part);
}

/** Returns the records of a copy of the log, because the server has it open. */
async function logOf(dataDir: string): Promise<Pick<SparseRecord, "type" | "body">[]> {
  const copy = scratchFolder("azimuth-records-");
  cpSync(dataDir, copy, { recursive: true });
  const log = new LocalLog(nodeFs, copy, { reserveBytes: 0 });
  await log.open();
  const records: LogRecord[] = [];
  for (let more = await log.read(1); more.length > 0; more = await log.read(records.length + 1)) {
    records.push(...more.map((record) => ({ ...record, body: record.body.slice() })));
  }
  const kept = records.map(({ type, body }) => ({
    type,
    body: Buffer.from(body).fill(0, 0, UUID_BYTES).toString("hex"),
  }));
  await log.close();
  return kept;
}

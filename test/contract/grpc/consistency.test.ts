// The consistency that reads over gRPC ask for, on a server of a cluster and on one alone.
import { randomUUID } from "node:crypto";
import { status } from "@grpc/grpc-js";
import type { QdrantClient } from "@qdrant/js-client-grpc";
import { expect } from "chai";
import { Membership } from "../../../src/storage/membership.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { clientOf, makePlaces, PARIS, places, waiting } from "../../support/qdrant-grpc.ts";
import { id } from "../../support/qdrant-messages.ts";
import { startTestServer, type TestServer } from "../../support/rest.ts";
import { scratchFolder } from "../../support/scratch.ts";
import { type SimulatedHandle, SimulatedLog } from "../../support/simulated-log.ts";

const SEED = 8;
const ALL = 0;
const MAJORITY = 1;
const QUORUM = 2;
/** The type of a payload index. */
const KEYWORD = 0;
const vector = [1, 0, 0, 0];
const LIMIT = 3n;

type Asked = {
  readonly value: { case: "type"; value: number } | { case: "factor"; value: bigint } | { case?: never };
};

const type = (value: number): Asked => ({ value: { case: "type", value } });
const factor = (value: bigint): Asked => ({ value: { case: "factor", value } });

/** Reads of every kind, by the name of the method. */
function readsOf(client: QdrantClient, readConsistency?: Asked): Record<string, () => Promise<unknown>> {
  const points = client.api("points");
  const one = { ...places, ...(readConsistency && { readConsistency }) };
  const search = { ...one, vector, limit: LIMIT };
  const batch = { ...one, searchPoints: [{ ...places, vector, limit: LIMIT }] };
  return {
    get: () => points.get({ ...one, ids: [id(PARIS)] }),
    scroll: () => points.scroll(one),
    count: () => points.count(one),
    search: () => points.search(search),
    searchBatch: () => points.searchBatch(batch),
    recommend: () => points.recommend({ ...one, positive: [id(PARIS)], limit: LIMIT }),
    query: () => points.query({ ...one, limit: LIMIT }),
    queryBatch: () => points.queryBatch({ ...one, queryPoints: [{ ...places, limit: LIMIT }] }),
    facet: () => points.facet({ ...one, key: "city" }),
    searchMatrixPairs: () => points.searchMatrixPairs({ ...one, sample: 2n, limit: 1n }),
  };
}

interface Failure {
  readonly code: number;
  readonly message: string;
}

const outcomeOf = async (call: Promise<unknown>): Promise<Failure | "done"> =>
  call.then(
    () => "done" as const,
    (error: Failure) => error,
  );

describe("the consistency of a read over gRPC", () => {
  let server: TestServer;
  let client: QdrantClient;
  let handle: SimulatedHandle;

  async function startInCluster(): Promise<void> {
    handle = new SimulatedLog(SEED).handle();
    const position = await handle.open();
    const membership = new Membership(nodeFs, scratchFolder("azimuth-consistency-"), randomUUID);
    server = await startTestServer({ cluster: { log: handle, position, membership }, extendedApi: true });
    client = clientOf(server);
    await makePlaces(client);
    await client.api("points").createFieldIndex({ ...waiting, fieldName: "city", fieldType: KEYWORD });
  }
  afterEach(() => server.close());

  it("the consistency of a read over gRPC makes a server of a cluster ask its log, whatever the read", async () => {
    await startInCluster();
    handle.cutOff();
    for (const asked of [undefined, factor(1n), { value: {} }])
      for (const [name, read] of Object.entries(readsOf(client, asked)))
        expect(await outcomeOf(read()), name).to.equal("done");
    for (const asked of [type(ALL), type(MAJORITY), type(QUORUM), factor(2n)])
      for (const [name, read] of Object.entries(readsOf(client, asked)))
        expect(await outcomeOf(read()), name).to.have.property("code", status.UNAVAILABLE);
    handle.join();
    for (const [name, read] of Object.entries(readsOf(client, type(MAJORITY))))
      expect(await outcomeOf(read()), name).to.equal("done");
  });

  it("the consistency of a read over gRPC is refused by a server of a cluster if it is none", async () => {
    await startInCluster();
    const texts = [
      [type(9), "read_consistency.type: expected all, majority or quorum, got the number 9"],
      [factor(0n), 'read_consistency: expected majority, quorum, all or a number of servers, got "0"'],
    ] as const;
    for (const [asked, text] of texts) {
      const outcome = await outcomeOf(readsOf(client, asked).count!());
      expect(outcome).to.have.property("code", status.INVALID_ARGUMENT);
      expect((outcome as Failure).message).to.contain(text);
    }
  });

  it("the consistency of a read over gRPC has no effect on a server alone", async () => {
    server = await startTestServer({ extendedApi: true });
    client = clientOf(server);
    await makePlaces(client);
    for (const asked of [type(MAJORITY), type(9), factor(0n)])
      expect(await outcomeOf(readsOf(client, asked).count!())).to.equal("done");
  });
});

// Operations over gRPC. The decision: every operation of the table has an RPC, or is listed here with the reason why
// not.
import { expect } from "chai";
import { OPERATIONS } from "../../../src/api/operations/index.ts";
import { CODECS } from "../../support/transports/grpc-codecs.ts";
import { SERVED } from "../../support/transports/over-grpc.ts";

/** Operations without an RPC of their own, with the reason. */
const OVER_HTTP_ALONE: Readonly<Record<string, string>> = {
  healthz: "grpc.health.v1.Health.Check says it",
  livez: "grpc.health.v1.Health.Check says it",
  readyz: "grpc.health.v1.Health.Check says it",
  getOpenApi: "the document describes HTTP; server reflection describes gRPC",
  getMetrics: "a page of text that Prometheus fetches over HTTP",
  getCluster: "shows the servers of a cluster, for people and tools of HTTP",
  removePeer: "takes a server out of a cluster, for people and tools of HTTP",
  drainPeer: "the same, before",
  getPoint: "Points.Get of one id",
  changeCollectionAliases: "the same as changeAliases under another path",
  projectPoints: "a picture for the local UI, laid out for a browser's typed arrays",
  graphNeighborhood: "the inside of an index, for the local UI to draw",
  summarizeVectors: "numbers for the strips of colours in the table of the local UI",
  collectionOverview: "a list with figures for the local UI; Collections.List and Get have them",
  getHistory: "the last hour for the charts of the local UI; programs read getMetrics",
  listSlowRequests: "as getHistory; programs read the log",
  listLicenses: "a list for the local UI; the other licenses of programs are License.Status and Add",
  getSession: "the cookie of the local UI, which only a browser has",
  openSession: "as getSession",
  closeSession: "as getSession",
  graphWalk: "the inside of a search, for the local UI to draw",
  importPoints:
    "a body without end; whoever speaks gRPC sends one Points.Upsert after another on one connection",
  downloadSnapshot: "a file may be larger than the 64 MiB of a message",
  followLog: "an answer without end, which followers read over HTTP",
  noteReplaced: "as followLog: servers call it",
  downloadBackup: "as downloadSnapshot",
  listModels:
    "a part of the configuration of the server, which programs that write and search have no use for",
  setModel: "as listModels",
  deleteModel: "as listModels",
  recoverSnapshotByLocation: "the same as Upkeep.RecoverSnapshot, with a location instead of a name",
};

describe("each operation of the table", () => {
  it("each operation of the table can be called over gRPC, or is listed with a reason", () => {
    const ids = OPERATIONS.map(({ id }) => id);
    const unreached = ids.filter((id) => !SERVED.has(id));
    expect(unreached).to.have.members(Object.keys(OVER_HTTP_ALONE));
    expect(Object.keys(CODECS)).to.have.members([...SERVED.keys()]);
  });
});

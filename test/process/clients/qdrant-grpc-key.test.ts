// Qdrant's own gRPC client, unchanged, with an API key and a server that requires one.
import { ConnectErrorCode, QdrantClient } from "@qdrant/js-client-grpc";
import { expect } from "chai";
import type { Headers } from "../../support/guarded.ts";
import { makePlaces, PARIS, places, waiting } from "../../support/qdrant-grpc.ts";
import { ids, nearest, only, refusal } from "../../support/qdrant-messages.ts";
import { demand, logIn, makeAdmin, switchTo } from "../../support/secured.ts";
import type { ServerHere } from "../../support/server-here.ts";
import { Servers } from "../../support/servers.ts";

const PASSWORD = "Blue-Kettle-77x";
const { Unauthenticated, PermissionDenied } = ConnectErrorCode;

describe("@qdrant/js-client-grpc with authentication on", () => {
  let servers: Servers;
  let server: ServerHere;
  let headers: Headers;

  before(async () => {
    servers = new Servers();
    server = await servers.here();
    await makeAdmin(server, PASSWORD);
    headers = await logIn(server, PASSWORD);
    await switchTo(server, headers, true);
    await makePlaces(client({ headers }));
  });
  after(() => servers.close());

  function client(options: { apiKey?: string; headers?: Record<string, string> }): QdrantClient {
    return new QdrantClient({ url: `http://${server.grpcAddress}`, ...options });
  }

  async function keyFor(permission: string): Promise<string> {
    const body = { name: "client", permission };
    return (await demand(server, { method: "POST", path: "/auth/api_key", body, headers })).api_key;
  }

  it("@qdrant/js-client-grpc works with a token that has the permissions read and write", async () => {
    const writer = client({ apiKey: await keyFor("read,write") });
    await makePlaces(writer);
    const { result } = await writer.api("points").query({ ...places, query: nearest(0, 0, 1, 0), limit: 1n });
    expect(ids(result)).to.deep.equal([PARIS]);
  });

  it("@qdrant/js-client-grpc works with a token as a bearer, and with the token of a login", async () => {
    const bearer = { authorization: `Bearer ${await keyFor("read")}` };
    for (const own of [bearer, headers]) {
      const { collections } = await client({ headers: own }).api("collections").list({});
      expect(collections.map(({ name }) => name)).to.deep.equal(["places"]);
    }
  });

  it("@qdrant/js-client-grpc gets an error for a missing permission, and changes nothing", async () => {
    const reader = client({ apiKey: await keyFor("read") });
    const count = async () => (await reader.api("points").count(places)).result!.count;
    for (const write of [
      () => reader.api("collections").delete(places),
      () => reader.api("points").delete({ ...waiting, points: only(PARIS) }),
      () => reader.api("points").upsert({ ...waiting, points: [] }),
      () => reader.api("snapshots").create(places),
      () => reader.api("points").createVectorName({ ...places, vectorName: "a" }),
    ]) {
      const [code, text] = await refusal(write());
      expect(code).to.equal(PermissionDenied);
      expect(text).to.match(/write/);
    }
    expect(await count()).to.equal(3n);
  });

  it("@qdrant/js-client-grpc gets nothing but an error for an unknown key", async () => {
    for (const stranger of [client({ apiKey: "not-a-key" }), client({})]) {
      const [code, text] = await refusal(stranger.api("points").count({ collectionName: "nowhere" }));
      expect(code).to.equal(Unauthenticated);
      expect(text).not.to.match(/nowhere|not-a-key/);
    }
  });

  it("@qdrant/js-client-grpc gets the version without a key, because all clients request it first", async () => {
    expect((await client({}).api("service").healthCheck({})).version).to.match(/^1\.1[789]\./);
  });
});

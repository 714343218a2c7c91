// Qdrant's JavaScript client, unchanged, with an API key and a server that requires one.
import { QdrantClient } from "@qdrant/js-client-rest";
import { expect } from "chai";
import type { ServerHere } from "../../support/server-here.ts";
import { Servers } from "../../support/servers.ts";

const PASSWORD = "Blue-Kettle-77x";

describe("@qdrant/js-client-rest with authentication on", () => {
  let servers: Servers;
  let server: ServerHere;
  let admin: Record<string, string> = {};

  before(async () => {
    servers = new Servers();
    server = await servers.here();
    await send("POST", "/auth/admin", { password: PASSWORD });
    const { token } = await send("POST", "/auth/admin/login", { password: PASSWORD });
    admin = { authorization: `Bearer ${token}` };
    await send("PATCH", "/auth/enabled", { enabled: true });
  });
  after(() => servers.close());

  async function send(method: string, path: string, body: object): Promise<Record<string, string>> {
    const response = await fetch(server.url + path, { method, headers: admin, body: JSON.stringify(body) });
    expect(response.status).to.equal(200);
    return (await response.json()) as Record<string, string>;
  }

  async function clientWith(permission: string): Promise<QdrantClient> {
    const { api_key } = await send("POST", "/auth/api_key", { name: "client", permission });
    return new QdrantClient({ url: server.url, apiKey: api_key! });
  }

  async function statusOf(work: Promise<unknown>): Promise<number> {
    return work.then(
      () => 200,
      (error: { status: number }) => error.status,
    );
  }

  it("@qdrant/js-client-rest works with a token that has the permissions read and write", async () => {
    const client = await clientWith("read,write");
    await client.createCollection("places", { vectors: { size: 2, distance: "Dot" } });
    await client.upsert("places", { wait: true, points: [{ id: 1, vector: [1, 0] }] });
    const { points } = await client.query("places", { query: [1, 0] });
    expect(points.map(({ id }) => id)).to.deep.equal([1]);
    expect(await client.getAliases()).to.deep.equal({ aliases: [] });
  });

  it("@qdrant/js-client-rest gets an error for a missing permission", async () => {
    const client = await clientWith("read");
    expect(await statusOf(client.getCollections())).to.equal(200);
    expect(await statusOf(client.deleteCollection("places"))).to.equal(403);
  });

  it("@qdrant/js-client-rest gets an error for an unknown key", async () => {
    const stranger = new QdrantClient({ url: server.url, apiKey: "not-a-key" });
    expect(await statusOf(stranger.getCollections())).to.equal(401);
    const nobody = new QdrantClient({ url: server.url });
    expect(await statusOf(nobody.getCollections())).to.equal(401);
  });
});

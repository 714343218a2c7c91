// Ordinary gRPC clients with a server in this process: one with our .proto files, and one that uses reflection.

import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { definitionsIn, PlainClient, plainRefusal, Reflected } from "../../support/plain-grpc.ts";
import type { ServerHere } from "../../support/server-here.ts";
import { Servers } from "../../support/servers.ts";
import { itWeekly } from "../../support/weekly.ts";

const FILES = [
  "auth",
  "collections_service",
  "license",
  "maintenance",
  "points_service",
  "server",
  "snapshots",
].map((name) => `azimuth/v1/${name}.proto`);
const BIG = "13570027672830659665";
const UUID = "550e8400-e29b-41d4-a716-446655440000";
const vector = (...data: number[]) => ({ vector: { dense: { data } } });
const nearest = (...data: number[]) => ({ nearest: { dense: { data } } });
const cities = { collection_name: "cities" };
const PAYLOAD = { name: { string_value: "Berlin" }, people: { integer_value: "9007199254740993" } };

async function createCities(client: PlainClient): Promise<void> {
  const vectors_config = { params: { size: 2, distance: "Dot" } };
  const made = await client.call("azimuth.v1.Collections/Create", { ...cities, vectors_config });
  expect(made.result).to.equal(true);
  const { result } = await client.call("azimuth.v1.Points/Upsert", {
    ...cities,
    points: [
      { id: { num: BIG }, vectors: vector(1, 2), payload: PAYLOAD },
      { id: { uuid: UUID }, vectors: vector(2, 1), payload: { name: { string_value: "London" } } },
    ],
  });
  expect(result.status).to.equal("Completed");
}

describe("a plain gRPC client", () => {
  let servers: Servers;
  let server: ServerHere;
  let client: PlainClient;
  const clients: PlainClient[] = [];

  before(async () => {
    servers = new Servers();
    server = await servers.here();
    client = withOurFiles(server);
    await createCities(client);
  });
  after(async () => {
    for (const client of clients) client.close();
    await servers.close();
  });

  function clientWith(
    definitions: ConstructorParameters<typeof PlainClient>[0],
    of: ServerHere,
  ): PlainClient {
    clients.push(new PlainClient(definitions, of.grpcAddress));
    return clients.at(-1)!;
  }
  const withOurFiles = (of: ServerHere) => clientWith(Object.assign({}, ...FILES.map(definitionsIn)), of);

  describe("with our .proto files", () => {
    it("a plain gRPC client gets the version of the server", async () => {
      const { title, version } = await client.call("azimuth.v1.Server/HealthCheck");
      expect([title, version]).to.deep.equal(["azimuth - vector database", "0.1.0"]);
    });

    it("a plain gRPC client finds the points of a collection that it has created", async () => {
      const must = [{ field: { key: "name", match: { keyword: "Berlin" } } }];
      const found = await client.call("azimuth.v1.Points/Query", {
        ...cities,
        query: nearest(0, 1),
        filter: { must },
        with_vectors: { enable: true },
      });
      expect(found.result).to.have.length(1);
      const [hit] = found.result;
      expect([hit.id.num, hit.score]).to.deep.equal([BIG, 2]);
      expect(hit.vectors.vector.dense.data).to.deep.equal([1, 2]);
      // The native dialect returns payloads by default.
      expect(hit.payload.people.integer_value).to.equal("9007199254740993");
    });

    it("a plain gRPC client gets errors of the native dialect", async () => {
      const nowhere = { collection_name: "nowhere" };
      expect(await plainRefusal(client.call("azimuth.v1.Collections/Get", nowhere))).to.deep.equal([
        status.NOT_FOUND,
        "Collection not found: nowhere",
      ]);
      const wrong = client.call("azimuth.v1.Points/Query", { ...cities, query: nearest(1, 2, 3) });
      expect(await plainRefusal(wrong)).to.deep.equal([
        status.INVALID_ARGUMENT,
        "Dimension mismatch for vector '': expected 2, got 3",
      ]);
    });

    it("a plain gRPC client deletes a collection and restores it", async () => {
      const undo = { ...cities, undo_seconds: 60 };
      expect((await client.call("azimuth.v1.Collections/Delete", undo)).result).to.equal(true);
      const exists = async () =>
        (await client.call("azimuth.v1.Collections/CollectionExists", cities)).result.exists;
      expect(await exists()).to.equal(false);
      await client.call("azimuth.v1.Upkeep/RestoreCollection", cities);
      expect(await exists()).to.equal(true);
    });

    it("a plain gRPC client gets an error that names the setting of the extended API", async () => {
      const [code, text] = await plainRefusal(client.call("azimuth.v1.Snapshots/Create", cities));
      expect(code).to.equal(status.UNIMPLEMENTED);
      expect(text).to.contain("the setting extended_api (AZIMUTH_EXTENDED_API=true) opens it");
    });

    it("a plain gRPC client gets an error at the limit of the license", async () => {
      const answer = await client.call("azimuth.v1.License/Status");
      expect(JSON.stringify(answer)).to.match(/5000/);
    });
  });

  for (const version of ["v1", "v1alpha"] as const) {
    const register = version === "v1" ? it : itWeekly;
    describe(`with reflection alone ${version}`, () => {
      register("a plain gRPC client with reflection lists the services", async () => {
        const services = await new Reflected(server.grpcAddress, version).services();
        expect(services).to.include.members([
          "azimuth.v1.Auth",
          "azimuth.v1.Collections",
          "azimuth.v1.License",
          "azimuth.v1.Points",
          "azimuth.v1.Server",
          "azimuth.v1.Snapshots",
          "azimuth.v1.Tokens",
          "azimuth.v1.Upkeep",
          "grpc.health.v1.Health",
          "qdrant.Collections",
          "qdrant.Points",
          "qdrant.Qdrant",
          "qdrant.Snapshots",
        ]);
      });

      register(
        "a plain gRPC client with reflection gets the definition of every service, and calls a method of each",
        async () => {
          const reflected = new Reflected(server.grpcAddress, version);
          for (const [service, method, request, field] of [
            ["azimuth.v1.Points", "Count", cities, "result"],
            ["azimuth.v1.Collections", "List", {}, "collections"],
            ["qdrant.Points", "Scroll", cities, "result"],
            ["qdrant.Qdrant", "HealthCheck", {}, "title"],
            ["grpc.health.v1.Health", "Check", { service: "azimuth.v1.Points" }, "status"],
          ] as const) {
            const client = clientWith(await reflected.definitions(service), server);
            const answer = await client.call(`${service}/${method}`, request);
            expect(answer, `${service}/${method}`).to.have.property(field);
          }
        },
      );
    });
  }

  describe("with authentication on", () => {
    it("a plain gRPC client creates the admin, logs in, switches authentication on, and creates a token", async () => {
      const guarded = await servers.here({ ephemeral: true });
      const client = withOurFiles(guarded);
      await createCities(client);
      const password = "Blue-Kettle-77x";
      await client.call("azimuth.v1.Auth/CreateAdmin", { password });
      const { token } = await client.call("azimuth.v1.Auth/Login", { password });
      const admin = { authorization: `Bearer ${token}` };
      await client.call("azimuth.v1.Auth/SetEnabled", { enabled: true }, admin);
      expect(await plainRefusal(client.call("azimuth.v1.Points/Count", cities))).to.deep.equal([
        status.UNAUTHENTICATED,
        "Invalid or missing authorization token",
      ]);
      const made = await client.call("azimuth.v1.Tokens/Create", { name: "r", permission: "read" }, admin);
      const reader = { "api-key": made.api_key };
      expect((await client.call("azimuth.v1.Points/Count", cities, reader)).result.count).to.equal("2");
      expect((await plainRefusal(client.call("azimuth.v1.Collections/Delete", cities, reader)))[0]).to.equal(
        status.PERMISSION_DENIED,
      );
    });
  });
});

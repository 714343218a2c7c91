// Collections over REST: they are created, listed, described, deleted and restored. The decision: a deletion with
// `undo_seconds` marks the collection, and another request restores or purges it.
import { expect } from "chai";
import { createCollection, startTestServer, type TestServer } from "../support/rest.ts";

describe("collections:", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  describe("PUT /collections/{collection_name}", () => {
    for (const key of ["vectors_config", "vectors"]) {
      it(`PUT /collections/{name} creates a collection from ${key}`, async () => {
        const { status, body } = await server.call("PUT", "/collections/c", {
          [key]: { size: 3, distance: "Euclid" },
        });
        expect(status).to.equal(200);
        expect(body.result).to.equal(true);
        const info = await server.call("GET", "/collections/c");
        expect(info.body.result.config.params.vectors).to.deep.equal({ size: 3, distance: "Euclid" });
      });
    }

    it("PUT /collections/{name} creates a collection with named vectors", async () => {
      const vectors = { image: { size: 2, distance: "Dot" }, __proto__x: { size: 3, distance: "Cosine" } };
      await createCollection(server, vectors);
      const info = await server.call("GET", "/collections/c");
      expect(info.body.result.config.params.vectors).to.deep.equal(vectors);
    });

    it("PUT /collections/{name} parses the body whatever its content type is", async () => {
      const body = '{"vectors_config":{"size":4,"distance":"Dot"}}';
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      expect((await server.call("PUT", "/collections/c", body, headers)).status).to.equal(200);
    });

    it("PUT /collections/{name} refuses a name that a collection has", async () => {
      await createCollection(server);
      const { status, body } = await server.call("PUT", "/collections/c", {
        vectors_config: { size: 4, distance: "Dot" },
      });
      expect([status, body.status.error]).to.deep.equal([409, "Collection already exists: c"]);
    });

    it("PUT /collections/{name} answers false and changes nothing when the collection exists and if_not_exists is set", async () => {
      const create = (size: number) =>
        server.call("PUT", "/collections/c", {
          vectors_config: { size, distance: "Dot" },
          if_not_exists: true,
        });
      const first = await create(2);
      const second = await create(3);
      expect([first.body.result, second.status, second.body.result]).to.deep.equal([true, 200, false]);
      const info = await server.call("GET", "/collections/c");
      expect(info.body.result.config.params.vectors.size).to.equal(2);
    });

    it("PUT /collections/{name} lets exactly one of several concurrent creations of a name succeed", async () => {
      const vectors_config = { size: 4, distance: "Dot" };
      const all = Array.from({ length: 8 }, () => server.call("PUT", "/collections/c", { vectors_config }));
      const statuses = (await Promise.all(all)).map(({ status }) => status).sort();
      expect(statuses).to.deep.equal([200, 409, 409, 409, 409, 409, 409, 409]);
    });

    for (const name of [".", "..", "a%2Fb", "a%3Cb", "a%00b", "a%7C", "x".repeat(256)]) {
      it(`PUT /collections/{name} refuses the name ${name.slice(0, 12)}`, async () => {
        // fetch would resolve "." and ".." in the path; dots are sent percent-encoded.
        const path = `/collections/${name.replaceAll(".", "%2E")}`;
        const { status } = await server.call("PUT", path, { vectors_config: { size: 4, distance: "Dot" } });
        expect(status).to.be.oneOf([400, 405]);
        expect((await server.call("GET", "/collections")).body.result.collections).to.deep.equal([]);
      });
    }

    for (const name of ["é", "日本", "a b", "a.b", "%", "x".repeat(255)]) {
      it(`PUT /collections/{name} accepts the name ${name.slice(0, 12)} and returns it unchanged`, async () => {
        const path = `/collections/${encodeURIComponent(name)}`;
        await server.call("PUT", path, { vectors_config: { size: 4, distance: "Dot" } });
        expect((await server.call("GET", "/collections")).body.result.collections).to.deep.equal([{ name }]);
        expect((await server.call("GET", path)).status).to.equal(200);
      });
    }
  });

  describe("GET /collections/{collection_name}", () => {
    it("GET /collections/{name} shows the configuration with every default", async () => {
      await createCollection(server);
      const { result } = (await server.call("GET", "/collections/c")).body;
      expect(result.config.hnsw_config).to.deep.equal({
        m: 16,
        ef_construct: 100,
        ef_search: 64,
        full_scan_threshold: 10_000,
      });
      expect(result).to.include({
        status: "green",
        optimizer_status: "ok",
        points_count: 0,
        segments_count: 1,
      });
    });

    it("GET /collections/{name} answers 404 for a missing collection", async () => {
      const { status, body } = await server.call("GET", "/collections/nope");
      expect([status, body.status.error]).to.deep.equal([404, "Collection not found: nope"]);
    });
  });

  describe("GET /collections/{collection_name}/exists", () => {
    it("GET /collections/{name}/exists returns true for a collection that exists, and false otherwise", async () => {
      await createCollection(server);
      expect((await server.call("GET", "/collections/c/exists")).body.result).to.deep.equal({ exists: true });
      expect((await server.call("GET", "/collections/d/exists")).body.result).to.deep.equal({
        exists: false,
      });
    });
  });

  describe("DELETE /collections/{collection_name}", () => {
    it("DELETE /collections/{name} removes the collection and frees its name", async () => {
      await createCollection(server);
      expect((await server.call("DELETE", "/collections/c")).body.result).to.equal(true);
      expect((await server.call("GET", "/collections/c")).status).to.equal(404);
      await createCollection(server);
    });

    it("DELETE /collections/{name} answers false, not 404, when there is no such collection", async () => {
      const { status, body } = await server.call("DELETE", "/collections/c");
      expect([status, body.result]).to.deep.equal([200, false]);
    });

    it("DELETE /collections/{name} with undo_seconds keeps the collection, hidden and unusable, until it is restored", async () => {
      await createCollection(server);
      await server.call("PUT", "/collections/c/points", { points: [{ id: 1, vector: [1, 2, 3, 4] }] });
      await server.call("DELETE", "/collections/c?undo_seconds=60");
      const { status, body } = await server.call("POST", "/collections/c/points/count", {});
      expect([status, body.status.error]).to.deep.equal([412, "Collection deleted: c"]);
      expect((await server.call("GET", "/collections")).body.result.collections).to.deep.equal([]);
      const [deleted] = (await server.call("GET", "/collections?include_deleted=true")).body.result
        .collections;
      expect(deleted.name).to.equal("c");
      expect(Date.parse(deleted.deleted_until)).to.be.greaterThan(Date.now() + 50_000);

      expect((await server.call("POST", "/collections/c/restore")).body.result).to.equal(true);
      expect((await server.call("POST", "/collections/c/points/count", {})).body.result.count).to.equal(1);
    });

    it("DELETE /collections/{name} with purge removes a collection that undo_seconds has kept", async () => {
      await createCollection(server);
      await server.call("DELETE", "/collections/c?undo_seconds=60");
      expect((await server.call("DELETE", "/collections/c?purge=true")).body.result).to.equal(true);
      expect((await server.call("POST", "/collections/c/restore")).status).to.equal(404);
    });

    it("DELETE /collections/{name} answers 412 for a collection that is marked as deleted, and creating a collection of the name purges it", async () => {
      await createCollection(server);
      await server.call("DELETE", "/collections/c?undo_seconds=60");
      expect((await server.call("DELETE", "/collections/c")).status).to.equal(412);
      await createCollection(server);
      expect((await server.call("GET", "/collections/c")).status).to.equal(200);
    });

    for (const query of ["undo_seconds=0", "undo_seconds=86401", "undo_seconds=soon", "purge=maybe"]) {
      it(`DELETE /collections/{name} refuses ?${query} and deletes nothing`, async () => {
        await createCollection(server);
        expect((await server.call("DELETE", `/collections/c?${query}`)).status).to.equal(400);
        expect((await server.call("GET", "/collections/c")).status).to.equal(200);
      });
    }
  });
});

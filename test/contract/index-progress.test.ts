// What the description of a collection says about graphs that are being built.
import { expect } from "chai";
import type { IndexState } from "../../src/core/collection/index-state.ts";
import { createCollection, startTestServer, type TestServer } from "../support/rest.ts";

const STATE = { indexed: 5, segments: 3, busy: true, reached: new Map() };

describe("the description of a collection", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
    await createCollection(server);
  });
  afterEach(() => server.close());

  it("the description of a collection contains how far its graphs are, with their rate and the time that is left", async () => {
    const collection = server.database.collection("c");
    const shown = async (work: IndexState["work"]) => {
      collection.indexState = async () => ({ ...STATE, work });
      return (await server.call("GET", "/collections/c")).body.result.indexing;
    };
    expect(await shown({ done: 1234.5, total: 10_000, rate: 99.6 })).to.deep.equal({
      vectors_done: 1234,
      vectors_total: 10_000,
      vectors_per_second: 100,
      seconds_left: 89,
    });
    expect(await shown({ done: 0, total: 10_000, rate: 0 })).to.not.have.property("seconds_left");
  });
});

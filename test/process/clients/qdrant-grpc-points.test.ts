// Qdrant's own gRPC client, unchanged, with a server in this process: writing and reading points.
import { Distance, type QdrantClient, UpdateStatus } from "@qdrant/js-client-grpc";
import { expect } from "chai";
import { BERLIN, clientOf, LONDON, makePlaces, PARIS, places, waiting } from "../../support/qdrant-grpc.ts";
import {
  EVERYTHING,
  id,
  ids,
  integer,
  keyword,
  matching,
  named,
  nearest,
  only,
  plainId,
  plainPayload,
  unnamed,
  value,
} from "../../support/qdrant-messages.ts";
import { Servers } from "../../support/servers.ts";

describe("points of @qdrant/js-client-grpc", () => {
  let servers: Servers;
  let client: QdrantClient;

  before(async () => {
    servers = new Servers();
    client = clientOf(await servers.here());
  });
  after(() => servers.close());
  beforeEach(() => makePlaces(client));

  const count = async () => Number((await client.api("points").count(places)).result!.count);
  const retrieve = async (...wanted: (bigint | string)[]) => {
    const request = { ...places, ids: wanted.map(id), withPayload: EVERYTHING, withVectors: EVERYTHING };
    return (await client.api("points").get(request)).result;
  };
  const payloadOf = async (wanted: bigint | string) => plainPayload((await retrieve(wanted))[0]!.payload);

  it("points of @qdrant/js-client-grpc are returned with ids above 2^53, values of all types, and unchanged vectors", async () => {
    const payload = {
      nothing: null,
      yes: true,
      big: -9223372036854775808n,
      five: 5,
      tiny: 5e-324,
      text: "Zoë 🦊",
      list: [1n, "b"],
      inner: { deep: "x" },
      ["__proto__"]: "a name like any other",
    };
    const values = Object.fromEntries(Object.entries(payload).map(([key, part]) => [key, value(part)]));
    const top = 2n ** 64n - 1n;
    const { result } = await client
      .api("points")
      .upsert({ ...waiting, points: [{ id: id(top), vectors: unnamed(0, 0, 0, -2), payload: values }] });
    expect(result!.status).to.equal(UpdateStatus.Completed);
    const [point] = await retrieve(top);
    expect(plainId(point!.id)).to.equal(top);
    expect(plainPayload(point!.payload)).to.deep.equal(payload);
    const { vectorsOptions: vectors } = point!.vectors!;
    if (vectors.case !== "vector") throw new Error("expected one vector without a name");
    expect(vectors.value.vector).to.have.nested.property("value.data").that.deep.equals([0, 0, 0, -1]);
  });

  it("points of @qdrant/js-client-grpc are returned without payload and vectors by default", async () => {
    const [point] = (await client.api("points").get({ ...places, ids: [id(PARIS)] })).result;
    expect([plainId(point!.id), point!.payload, point!.vectors]).to.deep.equal([PARIS, {}, undefined]);
  });

  it("points of @qdrant/js-client-grpc have payloads that can be set, overwritten, partly deleted and cleared", async () => {
    const api = client.api("points");
    const seen = { seen: { kind: { case: "boolValue" as const, value: true } } };
    await api.setPayload({ ...waiting, payload: seen, pointsSelector: only(BERLIN) });
    await api.setPayload({ ...waiting, payload: seen, key: "inner", pointsSelector: only(BERLIN) });
    await api.deletePayload({ ...waiting, keys: ["rank"], pointsSelector: only(BERLIN) });
    expect(await payloadOf(BERLIN)).to.deep.equal({ city: "Berlin", seen: true, inner: { seen: true } });
    const london = matching({ must: [keyword("city", "London")] });
    await api.overwritePayload({ ...waiting, payload: seen, pointsSelector: london });
    expect(await payloadOf(LONDON)).to.deep.equal({ seen: true });
    await api.clearPayload({ ...waiting, points: only(PARIS) });
    expect(await payloadOf(PARIS)).to.deep.equal({});
  });

  it("points of @qdrant/js-client-grpc have vectors that can be changed and removed by name", async () => {
    const films = { collectionName: "films", wait: true };
    const params = { size: 2n, distance: Distance.Dot };
    const map = { plot: params, poster: params };
    const vectorsConfig = { config: { case: "paramsMap" as const, value: { map } } };
    await client.api("collections").create({ collectionName: "films", vectorsConfig });
    const api = client.api("points");
    const point = { id: id(1n), vectors: named({ plot: [1, 2], poster: [3, 4] }) };
    await api.upsert({ ...films, points: [point] });
    await api.updateVectors({ ...films, points: [{ id: id(1n), vectors: named({ plot: [5, 6] }) }] });
    await api.deleteVectors({ ...films, pointsSelector: only(1n), vectors: { names: ["poster"] } });
    const request = { collectionName: "films", ids: [id(1n)], withVectors: EVERYTHING };
    const { vectorsOptions } = (await api.get(request)).result[0]!.vectors!;
    if (vectorsOptions.case !== "vectors") throw new Error("expected vectors by name");
    expect(Object.keys(vectorsOptions.value.vectors)).to.deep.equal(["plot"]);
    const query = { ...nearest(1, 0), collectionName: "films" };
    const found = await api.query({
      collectionName: "films",
      query: { variant: query.variant },
      using: "plot",
    });
    expect(found.result[0]!.score).to.equal(5);
    await client.api("collections").delete({ collectionName: "films" });
  });

  it("points of @qdrant/js-client-grpc are written, changed and deleted in one batch", async () => {
    const { result } = await client.api("points").updateBatch({
      ...waiting,
      operations: [
        {
          operation: { case: "upsert", value: { points: [{ id: id(4n), vectors: unnamed(1, 1, 1, 1) }] } },
        },
        {
          operation: {
            case: "setPayload",
            value: { payload: { m: integer(5n) }, pointsSelector: only(4n) },
          },
        },
        {
          operation: {
            case: "updateVectors",
            value: { points: [{ id: id(4n), vectors: unnamed(0, 0, 0, 1) }] },
          },
        },
        { operation: { case: "deletePoints", value: { points: only(PARIS) } } },
        { operation: { case: "deleteDeprecated", value: only(LONDON) } },
        { operation: { case: "clearPayload", value: { points: only(BERLIN) } } },
      ],
    });
    expect(result.map(({ status }) => status)).to.deep.equal(Array(6).fill(UpdateStatus.Completed));
    const { result: points } = await client.api("points").scroll(places);
    expect(ids(points)).to.deep.equal([4n, BERLIN]);
    expect(points.map(({ payload }) => plainPayload(payload))).to.deep.equal([{ m: 5n }, {}]);
  });

  it("points of @qdrant/js-client-grpc can be written in the older form, with numbers but no kind of vector", async () => {
    const old = { vectorsOptions: { case: "vector" as const, value: { data: [0, 3, 4, 0] } } };
    await client.api("points").upsert({ ...waiting, points: [{ id: id(5n), vectors: old }] });
    const { vectorsOptions } = (await retrieve(5n))[0]!.vectors!;
    expect(vectorsOptions.value).to.have.nested.property("vector.value.data.length", 4);
  });

  it("points of @qdrant/js-client-grpc are deleted by id, by filter, and all together", async () => {
    const api = client.api("points");
    await api.delete({ ...waiting, points: only(PARIS) });
    expect(await count()).to.equal(2);
    await api.delete({ ...waiting, points: matching({ must: [keyword("city", "Berlin")] }) });
    expect(await count()).to.equal(1);
    await api.delete({ ...waiting, points: matching({}) });
    expect(await count()).to.equal(0);
  });
});

// Qdrant's own gRPC client, unchanged, with a server in a process of its own: collections, snapshots and errors.
import { ConnectErrorCode, Distance, type QdrantClient } from "@qdrant/js-client-grpc";
import { expect } from "chai";
import { clientOf, makePlaces, places } from "../../support/qdrant-grpc.ts";
import { id, nearest, plainPayload, refusal, text, unnamed } from "../../support/qdrant-messages.ts";
import { Servers } from "../../support/servers.ts";

describe("@qdrant/js-client-grpc:", () => {
  let servers: Servers;
  let client: QdrantClient;

  before(async () => {
    servers = new Servers();
    client = clientOf(await servers.start());
  });
  after(() => servers.close());
  beforeEach(() => makePlaces(client));

  it("@qdrant/js-client-grpc accepts the version of the server", async () => {
    const { title, version } = await client.api("service").healthCheck({});
    expect(title).to.equal("azimuth - vector database");
    expect(version).to.match(/^1\.1[789]\./);
  });

  describe("collections", () => {
    it("collections of @qdrant/js-client-grpc are created with all options, which it returns", async () => {
      const films = { collectionName: "films" };
      const { result } = await client.api("collections").create({
        ...films,
        vectorsConfig: {
          config: {
            case: "paramsMap",
            value: {
              map: {
                plot: { size: 8n, distance: Distance.Dot, hnswConfig: { m: 24n } },
                poster: { size: 2n, distance: Distance.Euclid, onDisk: true },
              },
            },
          },
        },
        hnswConfig: { m: 32n, efConstruct: 200n },
        optimizersConfig: { deletedThreshold: 0.5 },
        quantizationConfig: { quantization: { case: "binary", value: { alwaysRam: true } } },
        metadata: { owner: text("maps") },
        onDiskPayload: true,
        shardNumber: 1,
      });
      expect(result).to.equal(true);
      const shown = (await client.api("collections").get(films)).result!;
      const { params, hnswConfig, optimizerConfig, quantizationConfig, metadata } = shown.config!;
      const { config } = params!.vectorsConfig!;
      if (config.case !== "paramsMap") throw new Error("expected vectors by name");
      const { plot, poster } = config.value.map;
      expect([plot!.size, plot!.distance, plot!.hnswConfig!.m]).to.deep.equal([8n, Distance.Dot, 24n]);
      expect([poster!.size, poster!.distance, poster!.onDisk]).to.deep.equal([2n, Distance.Euclid, true]);
      expect([hnswConfig!.m, hnswConfig!.efConstruct]).to.deep.equal([32n, 200n]);
      expect(optimizerConfig!.deletedThreshold).to.equal(0.5);
      expect(quantizationConfig!.quantization.case).to.equal("binary");
      expect(plainPayload(metadata)).to.deep.equal({ owner: "maps" });
      await client.api("collections").delete(films);
    });

    it("collections of @qdrant/js-client-grpc are returned with their number of points, listed, and known to exist", async () => {
      const { status, pointsCount, optimizerStatus } = (await client.api("collections").get(places)).result!;
      expect([status, pointsCount, optimizerStatus!.ok]).to.deep.equal([1, 3n, true]);
      const { collections } = await client.api("collections").list({});
      expect(collections.map(({ name }) => name)).to.deep.equal(["places"]);
      const exists = async (collectionName: string) =>
        (await client.api("collections").collectionExists({ collectionName })).result!.exists;
      expect([await exists("places"), await exists("nowhere")]).to.deep.equal([true, false]);
    });

    it("collections of @qdrant/js-client-grpc can be reconfigured with an update", async () => {
      const { result } = await client.api("collections").update({
        ...places,
        hnswConfig: { m: 20n },
        quantizationConfig: { quantization: { case: "disabled", value: {} } },
        metadata: { owner: text("me") },
      });
      expect(result).to.equal(true);
      const { config } = (await client.api("collections").get(places)).result!;
      expect([config!.hnswConfig!.m, plainPayload(config!.metadata)]).to.deep.equal([20n, { owner: "me" }]);
    });

    it("collections of @qdrant/js-client-grpc are deleted, and the deletion of a missing one returns false", async () => {
      const api = client.api("collections");
      expect((await api.delete(places)).result).to.equal(true);
      expect((await api.delete(places)).result).to.equal(false);
    });

    it("collections of @qdrant/js-client-grpc are found by aliases, which are created, listed, renamed and deleted", async () => {
      const api = client.api("collections");
      const made = { collectionName: "places", aliasName: "cities" };
      await api.updateAliases({ actions: [{ action: { case: "createAlias", value: made } }] });
      expect((await client.api("points").count({ collectionName: "cities" })).result!.count).to.equal(3n);
      const renamed = { oldAliasName: "cities", newAliasName: "towns" };
      await api.updateAliases({ actions: [{ action: { case: "renameAlias", value: renamed } }] });
      const names = ({ aliases }: { aliases: { aliasName: string; collectionName: string }[] }) =>
        aliases.map(({ aliasName, collectionName }) => [aliasName, collectionName]);
      expect(names(await api.listAliases({}))).to.deep.equal([["towns", "places"]]);
      expect(names(await api.listCollectionAliases(places))).to.deep.equal([["towns", "places"]]);
      await api.updateAliases({
        actions: [{ action: { case: "deleteAlias", value: { aliasName: "towns" } } }],
      });
      expect(names(await api.listAliases({}))).to.deep.equal([]);
    });
  });

  it("@qdrant/js-client-grpc adds dense and sparse vectors to a collection, and removes them", async () => {
    const api = client.api("points");
    const dense = { case: "denseConfig" as const, value: { size: 2n, distance: Distance.Dot } };
    const sparse = { case: "sparseConfig" as const, value: { modifier: 1 } };
    await api.createVectorName({ ...places, vectorName: "a", vectorConfig: dense, wait: true });
    await api.createVectorName({ ...places, vectorName: "s", vectorConfig: sparse, wait: true });
    const sparseNow = async () => {
      const { result } = await client.api("collections").get(places);
      return result!.config!.params!.sparseVectorsConfig?.map;
    };
    expect(await sparseNow()).to.have.nested.property("s.modifier", 1);
    for (const vectorName of ["a", "s"]) await api.deleteVectorName({ ...places, vectorName, wait: true });
    expect(await sparseNow()).to.equal(undefined);
  });

  it("@qdrant/js-client-grpc takes snapshots, lists and deletes them", async () => {
    const api = client.api("snapshots");
    const made = (await api.create(places)).snapshotDescription!;
    expect(Number(made.size)).to.be.above(0);
    expect(Number(made.creationTime!.seconds)).to.be.closeTo(Date.now() / 1000, 60);
    const names = async () => (await api.list(places)).snapshotDescriptions.map(({ name }) => name);
    expect(await names()).to.deep.equal([made.name]);
    await api.delete({ ...places, snapshotName: made.name });
    expect(await names()).to.deep.equal([]);
  });

  describe("errors", () => {
    const { NotFound, AlreadyExists, InvalidArgument, Unimplemented } = ConnectErrorCode;

    it("@qdrant/js-client-grpc gets errors with code and text for invalid requests", async () => {
      const nowhere = { collectionName: "nowhere" };
      const absent = [NotFound, "Not found: Collection `nowhere` doesn't exist!"];
      expect(await refusal(client.api("collections").get(nowhere))).to.deep.equal(absent);
      expect(await refusal(client.api("points").count(nowhere))).to.deep.equal(absent);
      const value = { size: 4n, distance: Distance.Dot };
      const vectorsConfig = { config: { case: "params" as const, value } };
      expect(await refusal(client.api("collections").create({ ...places, vectorsConfig }))).to.deep.equal([
        AlreadyExists,
        "Wrong input: Collection `places` already exists!",
      ]);
      const wrong = [InvalidArgument, "Wrong input: Vector dimension error: expected dim: 4, got 2"];
      expect(await refusal(client.api("points").query({ ...places, query: nearest(1, 2) }))).to.deep.equal(
        wrong,
      );
      const points = [{ id: id(9n), vectors: unnamed(1, 2) }];
      expect(await refusal(client.api("points").upsert({ ...places, points }))).to.deep.equal(wrong);
      expect((await client.api("points").count(places)).result!.count).to.equal(3n);
    });

    it("@qdrant/js-client-grpc gets errors with a text for missing collections, points and snapshots", async () => {
      for (const call of [
        () => client.api("snapshots").createFull({}),
        () => client.api("snapshots").listFull({}),
        () => client.api("snapshots").deleteFull({ snapshotName: "a" }),
        () => client.api("collections").createShardKey(places),
        () => client.api("collections").deleteShardKey(places),
        () => client.api("collections").listShardKeys(places),
      ]) {
        const [code, sentence] = await refusal(call());
        expect(code).to.equal(Unimplemented);
        expect(sentence).to.match(/^\S+( \S+){3,}$/);
      }
    });
  });
});

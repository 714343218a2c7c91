import { QdrantClient } from "@qdrant/js-client-grpc";
import { expect } from "chai";
import { startTestServer } from "/tmp/wt-edge/test/support/rest.ts";

describe("js grpc", () => {
  it("works", async () => {
    const server = await startTestServer();
    const [host, port] = server.grpcAddress.split(":");
    const client = new QdrantClient({ host, port: Number(port), https: false });
    console.log(await client.api("service").healthCheck({}));
    console.log(
      await client
        .api("collections")
        .create({
          collectionName: "c",
          vectorsConfig: { config: { case: "params", value: { size: 4n, distance: 3 } } },
        }),
    );
    console.log(
      JSON.stringify(await client.api("collections").get({ collectionName: "c" }), (k, v) =>
        typeof v === "bigint" ? String(v) : v,
      ),
    );
    console.log(
      JSON.stringify(
        await client.api("points").upsert({
          collectionName: "c",
          wait: true,
          points: [
            {
              id: { pointIdOptions: { case: "num", value: 13570027672830659665n } },
              vectors: { vectorsOptions: { case: "vector", value: { data: [1, 0, 0, 0] } } },
              payload: { city: { kind: { case: "stringValue", value: "Berlin" } } },
            },
            {
              id: { pointIdOptions: { case: "uuid", value: "550e8400-e29b-41d4-a716-446655440000" } },
              vectors: {
                vectorsOptions: {
                  case: "vector",
                  value: { vector: { case: "dense", value: { data: [0, 1, 0, 0] } } },
                },
              },
              payload: {},
            },
          ],
        }),
        (k, v) => (typeof v === "bigint" ? String(v) : v),
      ),
    );
    console.log(
      JSON.stringify(
        await client
          .api("points")
          .search({
            collectionName: "c",
            vector: [1, 0, 0, 0],
            limit: 2n,
            withPayload: { selectorOptions: { case: "enable", value: true } },
            withVectors: { selectorOptions: { case: "enable", value: true } },
          }),
        (k, v) => (typeof v === "bigint" ? String(v) : v),
      ),
    );
    console.log(
      JSON.stringify(
        await client
          .api("points")
          .query({
            collectionName: "c",
            query: {
              variant: {
                case: "nearest",
                value: { variant: { case: "dense", value: { data: [1, 0, 0, 0] } } },
              },
            },
            limit: 2n,
          }),
        (k, v) => (typeof v === "bigint" ? String(v) : v),
      ),
    );
    await client
      .api("collections")
      .get({ collectionName: "nope" })
      .catch((e) => console.log(e.code, e.message));
    await server.close();
  });
});

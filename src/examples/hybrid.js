// Each point has two vectors, which are searched together: points in both results come first. Then it recommends
// points that are similar to a positive example.
//   node src/examples/hybrid.js [URL]
import { connect } from "azimuth-db/client";

const db = connect({ url: process.argv[2] ?? "http://localhost:6573" });
const collection_name = "shoes";
await db.createCollection({
  collection_name,
  vectors_config: { words: { size: 3, distance: "Cosine" }, picture: { size: 2, distance: "Euclid" } },
});
await db.upsertPoints({
  collection_name,
  points: [
    { id: 1, vector: { words: [1, 0, 0], picture: [0.1, 0.9] }, payload: { name: "trail runner" } },
    { id: 2, vector: { words: [0.9, 0.2, 0], picture: [0.9, 0.1] }, payload: { name: "road runner" } },
    { id: 3, vector: { words: [0, 1, 0], picture: [0.2, 0.8] }, payload: { name: "hiking boot" } },
    { id: 4, vector: { words: [0, 0.2, 1], picture: [0.8, 0.2] }, payload: { name: "ballet flat" } },
  ],
});
const show = (what, { points }) =>
  console.log(`${what}: ${points.map(({ payload }) => payload.name).join(", ")}`);

show(
  "fused",
  await db.queryPoints({
    collection_name,
    prefetch: [
      { query: [0.95, 0.1, 0], using: "words", limit: 3 },
      { query: [0.15, 0.85], using: "picture", limit: 3 },
    ],
    query: { fusion: "rrf" },
    limit: 2,
    with_payload: true,
  }),
);
show(
  "liked 1, not 4",
  await db.queryPoints({
    collection_name,
    query: { recommend: { positive: [1], negative: [4] } },
    using: "words",
    limit: 1,
    with_payload: true,
  }),
);

await db.deleteCollection({ collection_name });
await db.close();

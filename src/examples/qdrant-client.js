// Uses Qdrant's JavaScript client, unchanged, with the address of an Azimuth server.
//   npm install @qdrant/js-client-rest && node src/examples/qdrant-client.js [URL]
import { QdrantClient } from "@qdrant/js-client-rest";

const client = new QdrantClient({ url: process.argv[2] ?? "http://localhost:6573" });
const collection = "qdrant-films";

await client.createCollection(collection, { vectors: { size: 4, distance: "Cosine" } });
await client.upsert(collection, {
  wait: true,
  points: [
    { id: 1, vector: [0.9, 0.1, 0, 0], payload: { title: "Metropolis", year: 1927 } },
    { id: 2, vector: [0.7, 0.3, 0, 0], payload: { title: "Solaris", year: 1972 } },
    {
      id: "550e8400-e29b-41d4-a716-446655440000",
      vector: [0, 0, 1, 0],
      payload: { title: "Stalker", year: 1979 },
    },
  ],
});

const { points } = await client.query(collection, {
  query: [1, 0, 0, 0],
  filter: { must: [{ key: "year", range: { gte: 1950 } }] },
  limit: 2,
  with_payload: true,
});
for (const { id, payload } of points) console.log(id, payload.title);

const { points: page } = await client.scroll(collection, { limit: 1, with_vector: true });
console.log(page[0].id, page[0].vector.length);
await client.deleteCollection(collection);

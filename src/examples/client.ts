// Uses the typed client of a server: the compiler checks requests and results, and errors have codes.
//   node --import tsx src/examples/client.ts [URL]
import { connect, VectorDbError } from "azimuth-db/client";

const url = process.argv[2] ?? "http://localhost:6573";
const db = connect({ url, timeoutMs: 10_000 }); // with authentication, add token: "az_1_..."
const collection_name = "client-books";

await db.createCollection({ collection_name, vectors_config: { size: 4, distance: "Cosine" } });
await db.upsertPoints({
  collection_name,
  points: [
    { id: 1, vector: [0.9, 0.1, 0, 0], payload: { title: "Walden", year: 1854 } },
    { id: 2, vector: [0, 0.2, 0.9, 0], payload: { title: "Solaris", year: 1961 } },
    { id: 13570027672830659665n, vector: [0, 0.1, 0.8, 0.3], payload: { title: "Ubik", year: 1969 } },
  ],
});

const found = await db.searchPoints(
  {
    collection_name,
    vector: new Float32Array([0, 0, 1, 0.2]),
    limit: 2,
    filter: { must: [{ key: "year", range: { gte: 1900 } }] },
  },
  { signal: AbortSignal.timeout(2000) },
);
for (const { id, score, payload } of found) console.log(String(id), score.toFixed(3), payload?.title);

try {
  await db.searchPoints({ collection_name, vector: [1, 2], limit: 1 });
} catch (error) {
  if (!(error instanceof VectorDbError)) throw error;
  console.log(`${error.code}: ${error.message}`);
}

await db.deleteCollection({ collection_name });
await db.close();

// Searches texts by their words and by their vectors at once: what is in both results comes first.
//   node src/examples/hybrid.js [URL]
import { connect } from "azimuth-db/client";

const db = connect({ url: process.argv[2] ?? "http://localhost:6573" });
const collection_name = "shoes";
await db.createCollection({ collection_name, vectors_config: { size: 3, distance: "Cosine" } });
await db.createFieldIndex({
  collection_name,
  field_name: "about",
  field_schema: { type: "text", language: "english", phrase_matching: true },
});
// The vectors of a model would go here; see semantic-search.js.
await db.upsertPoints({
  collection_name,
  points: [
    { id: 1, vector: [1, 0, 0], payload: { about: "A light shoe for running on trails" } },
    { id: 2, vector: [0.9, 0.2, 0], payload: { about: "Runs well on roads, in rain and snow" } },
    { id: 3, vector: [0, 1, 0], payload: { about: "A boot for long hikes, waterproof" } },
    { id: 4, vector: [0, 0.2, 1], payload: { about: "A ballet flat" } },
  ],
});

async function show(what, query) {
  const { points } = await db.queryPoints({
    collection_name,
    query,
    limit: 2,
    with_payload: true,
    with_highlights: true,
  });
  const marked = points.map(({ payload: { about }, highlights }) =>
    (highlights.about ?? []).reduceRight(
      (text, [start, end]) => `${text.slice(0, start)}*${text.slice(start, end)}*${text.slice(end)}`,
      about,
    ),
  );
  console.log(`${what}: ${marked.join(" | ")}`);
}
await show("by words", { text: "running in the rain" });
await show("a phrase and a beginning", { text: '"long hikes" water*' });
await show("by words and vector", { hybrid: { text: "running in the rain", vector: [0.8, 0.3, 0.1] } });

await db.deleteCollection({ collection_name });
await db.close();

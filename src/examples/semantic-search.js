// Finds texts by their meaning, with filters on their payloads.
//   node src/examples/semantic-search.js [URL]
import { connect } from "azimuth-db/client";

const SIZE = 256;
/** In place of a model, so that this runs anywhere: counts groups of three letters. Put a call of yours here. */
function embed(text) {
  const vector = new Float32Array(SIZE);
  const letters = ` ${text.toLowerCase().replace(/\W+/g, " ")} `;
  for (let i = 0; i + 3 <= letters.length; i++) {
    let place = 0;
    for (const letter of letters.slice(i, i + 3)) place = (place * 31 + letter.charCodeAt(0)) % SIZE;
    vector[place]++;
  }
  return vector;
}

const db = connect({ url: process.argv[2] ?? "http://localhost:6573" });
const collection_name = "articles";
await db.createCollection({ collection_name, vectors_config: { size: SIZE, distance: "Cosine" } });
await db.createFieldIndex({ collection_name, field_name: "topic", field_schema: "keyword" });
await db.createFieldIndex({ collection_name, field_name: "year", field_schema: "integer" });

const articles = [
  { text: "How sailing ships crossed the ocean", topic: "history", year: 2019 },
  { text: "Repairing a sailing boat in winter", topic: "hobby", year: 2023 },
  { text: "Sailing ships return to cargo routes", topic: "economy", year: 2024 },
  { text: "Bread without yeast", topic: "hobby", year: 2024 },
];
await db.upsertPoints({
  collection_name,
  points: articles.map((payload, id) => ({ id, vector: embed(payload.text), payload })),
});

async function ask(question, filter) {
  const found = await db.searchPoints({ collection_name, vector: embed(question), limit: 2, filter });
  console.log(`${question}: ${found.map(({ payload }) => payload.text).join(" | ")}`);
}
await ask("ships sailing the ocean");
await ask("ships sailing the ocean", { must: [{ key: "year", range: { gte: 2024 } }] });
await ask("a boat", {
  must: [{ key: "topic", match: { any: ["hobby", "history"] } }],
  must_not: [{ key: "year", range: { lt: 2020 } }],
});

await db.deleteCollection({ collection_name });
await db.close();

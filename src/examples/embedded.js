// A database inside this process, durable in a directory: the first run writes it, later runs open it.
//   node src/examples/embedded.js [DIRECTORY]
import { open } from "azimuth-db";

const dataDir = process.argv[2] ?? "embedded-data";
const collection_name = "notes";

const first = await open({ dataDir });
await first.createCollection({ collection_name, vectors_config: { size: 3, distance: "Cosine" } });
await first.upsertPoints({
  collection_name,
  points: [
    { id: 1, vector: [1, 0, 0.1], payload: { text: "water the plants", done: false } },
    { id: 2, vector: [0, 1, 0.1], payload: { text: "call the dentist", done: true } },
    { id: 3, vector: [0.8, 0.3, 0], payload: { text: "buy new pots", done: false } },
  ],
}); // on the disk from here on
await first.close();

const again = await open({ dataDir });
const filter = { must: [{ key: "done", match: { value: false } }] };
for (const { payload, score } of await again.searchPoints({
  collection_name,
  vector: [1, 0, 0],
  limit: 5,
  filter,
})) {
  console.log(score.toFixed(2), payload.text);
}
await again.deleteCollection({ collection_name });
await again.close();

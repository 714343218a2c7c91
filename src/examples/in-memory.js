// A database without files or threads, for tests, scripts and notebooks. Closing it deletes the data.
//   node src/examples/in-memory.js
import { open } from "azimuth-db";

const db = await open({ threads: 0, vectors: "float32" });
const collection_name = "colours";
await db.createCollection({ collection_name, vectors_config: { size: 3, distance: "Euclid" } });

const colours = { red: "ff0000", orange: "ffa500", gold: "ffd700", teal: "008080", navy: "000080" };
const vectorOf = (hex) => Float32Array.from(hex.match(/../g), (part) => Number.parseInt(part, 16) / 255);
await db.upsertPoints({
  collection_name,
  points: Object.entries(colours).map(([name, hex], id) => ({
    id,
    vector: vectorOf(hex),
    payload: { name },
  })),
});

const nearest = await db.searchPoints({ collection_name, vector: vectorOf("ffbb11"), limit: 2 });
console.log(nearest.map(({ payload }) => payload.name).join(", "));

const { count } = await db.countPoints({ collection_name });
const [first] = await db.searchPoints({
  collection_name,
  vector: vectorOf("0000ff"),
  limit: 1,
  with_vector: true,
});
console.log(count, first.payload.name, first.vector instanceof Float32Array);
await db.close();

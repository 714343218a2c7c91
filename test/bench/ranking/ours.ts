// Azimuth for the benchmark of rankings by text: the package as it is shipped, without threads, in memory.
import { readFileSync } from "node:fs";
import type { open } from "../../../src/open.ts";
import { answerLines } from "../sparse/line-process.ts";

const [documents, queries] = process.argv
  .slice(2, 4)
  .map((file) => JSON.parse(readFileSync(file, "utf8")) as string[]);
const BATCH = 1000;
const collection_name = "c";

function micros(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return user + system;
}

const url = new URL("../../../dist/lib/index.js", import.meta.url).href;
const library = (await import(url)) as { open: typeof open };

async function build(isIndexed: boolean) {
  const db = await library.open({ threads: 0 });
  await db.createCollection({ collection_name, vectors_config: {} });
  if (isIndexed) await db.createFieldIndex({ collection_name, field_name: "body", field_schema: "text" });
  const before = process.cpuUsage();
  for (let first = 0; first < documents!.length; first += BATCH) {
    const points = documents!
      .slice(first, first + BATCH)
      .map((body, i) => ({ id: first + i, vector: {}, payload: { body } }));
    await db.upsertPoints({ collection_name, points });
  }
  // The last texts are indexed in the background, which a query waits for.
  if (isIndexed) await db.queryPoints({ collection_name, query: { text: "a" }, limit: 1 });
  return { db, micros: micros(before) / documents!.length };
}

let db: Awaited<ReturnType<typeof build>>["db"];
const ask = (text: string) =>
  db.queryPoints({ collection_name, query: { text }, limit: 10, with_payload: false });

await answerLines(async (command) => {
  if (command === "build") {
    const plain = await build(false);
    await plain.db.close();
    const built = await build(true);
    db = built.db;
    return { micros: built.micros - plain.micros };
  }
  const times: number[] = [];
  const before = process.cpuUsage();
  for (const text of queries!) {
    const began = performance.now();
    await ask(text);
    times.push((performance.now() - began) * 1000);
  }
  const spent = micros(before) / queries!.length;
  const scores = [];
  for (const text of queries!.slice(0, 20)) scores.push((await ask(text)).points.map(({ score }) => score));
  return { micros: spent, p50: times.sort((a, b) => a - b)[times.length >> 1]!, scores };
});

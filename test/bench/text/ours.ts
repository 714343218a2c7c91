// Azimuth for the benchmark of texts: documents become vectors in this thread.
import { readFileSync } from "node:fs";
import { compileBm25, embedDocument } from "../../../src/text/bm25.ts";
import { answerLines } from "../sparse/line-process.ts";

const texts = JSON.parse(readFileSync(process.argv[2]!, "utf8")) as string[];

await answerLines(async (command) => {
  const bm25 = await compileBm25(JSON.parse(command));
  const before = process.cpuUsage();
  let entries = 0;
  for (const text of texts) entries += embedDocument(text, bm25).indices.length;
  const { user, system } = process.cpuUsage(before);
  return { micros: user + system, entries };
});

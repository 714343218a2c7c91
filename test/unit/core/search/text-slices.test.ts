// Searches in texts by very many words: they let the event loop run, and end when no client waits for the answer.
import { expect } from "chai";
import type { Collection } from "../../../../src/core/collection/collection.ts";
import type { TextPart } from "../../../../src/core/search/text/query-by-text.ts";
import { DeadlineExceeded } from "../../../../src/errors/query.ts";
import { configOf, open, upsert } from "../fixtures.ts";

const CONFIG = {
  ...configOf({ name: "", size: 1, distance: "Dot" }),
  payload_schema: { t: "text" as const },
};
const POINTS = 2000;
const WORDS = 20;
/** Every word of every point, which are all different. */
const ALL: readonly TextPart[] = [
  { kind: "words", text: Array.from({ length: POINTS * WORDS }, (_, i) => `w${i}`).join(" ") },
];

async function filled() {
  const { database } = await open();
  await database.create("a", CONFIG);
  const points = Array.from({ length: POINTS }, (_, id) => {
    const t = Array.from({ length: WORDS }, (_, i) => `w${id * WORDS + i}`).join(" ");
    const payload = new TextEncoder().encode(JSON.stringify({ t }));
    return { id, vectors: { "": Float32Array.of(1) }, payload };
  });
  await upsert(database, "a", points);
  const collection = database.collection("a");
  await collection.segments.indexing.settled();
  return { database, collection };
}

function searchOf({ reads }: Collection, parts: readonly TextPart[], limit = POINTS) {
  const query = { field: reads.textField("t")!, parts, k: 1.2, b: 0.75 };
  return { query, limit, filter: null, corpus: null };
}

/** Returns the number of turns of the event loop until the work is done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await new Promise(setImmediate);
    turns++;
  }
  await done;
  return turns;
}

describe("a search in texts by very many words", () => {
  it("a search in texts by very many words lets the event loop run, and finds every point", async () => {
    const { database, collection } = await filled();
    let found = 0;
    const search = collection.reads.searchTexts(searchOf(collection, ALL));
    const turns = await turnsDuring(search.then((hits) => (found = hits.length)));
    expect(found).to.equal(POINTS);
    expect(turns).to.be.above(8);
    await database.close();
  });

  it("a search in texts by very many words is explained beside other work", async () => {
    const { database, collection } = await filled();
    const search = searchOf(collection, ALL, 20);
    const hits = await collection.reads.searchTexts(search);
    const refs = hits.map(({ ref }) => ref);
    const turns = await turnsDuring(collection.reads.explainTexts(search, refs));
    expect(turns).to.be.above(8);
    await database.close();
  });

  for (const [what, parts] of [
    ["words", ALL],
    ["beginnings of words", Array.from({ length: 500 }, (_, i) => ({ kind: "prefix", text: `w${i}` }))],
  ] as const) {
    it(`a search in texts by very many ${what} ends when it is cancelled`, async () => {
      const { database, collection } = await filled();
      const signal = { aborted: false };
      const search = collection.reads
        .while(signal)
        .searchTexts(searchOf(collection, parts as readonly TextPart[]))
        .then(
          () => null,
          (error: unknown) => error,
        );
      await new Promise(setImmediate);
      signal.aborted = true;
      expect(await search).to.be.instanceOf(DeadlineExceeded);
      await database.close();
    });
  }
});

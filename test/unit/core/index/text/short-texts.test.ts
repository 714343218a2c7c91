// Many short texts in text indexes: how much of a write is put in at once, and in how many slices the rest, by
// tokenizer.
import { expect } from "chai";
import { FieldEntry } from "../../../../../src/core/index/field-entry.ts";
import { loadIndexLanguages } from "../../../../../src/core/index/index-languages.ts";
import { IndexedFields } from "../../../../../src/core/index/indexed-fields.ts";
import { SegmentIndexes } from "../../../../../src/core/index/segment-indexes.ts";
import type { TextIndex } from "../../../../../src/core/index/text-index.ts";
import { PayloadStore } from "../../../../../src/core/payload/store.ts";
import type { FieldSchema } from "../../../../../src/schema/payload-index.ts";
import { newEngine } from "../../../engine/fixtures.ts";
import { configOf, open, upsert } from "../../fixtures.ts";

const KIB = 1024;
const PREFIX = { type: "text", tokenizer: "prefix" } as const;

/** Different words of four characters. */
const textOf = (bytes: number) =>
  Array.from({ length: Math.ceil(bytes / 5) }, (_, i) => (50_000 + i).toString(36).padStart(4, "0"))
    .join(" ")
    .slice(0, bytes);
const bytesOf = (payload: object) => new TextEncoder().encode(JSON.stringify(payload));
/** A payload of a KiB, nearly all of it text. */
const KIB_PAYLOAD = bytesOf({ t: textOf(KIB - bytesOf({ t: "" }).length) });

async function indexesOf(schema: Readonly<Record<string, FieldSchema>>): Promise<SegmentIndexes> {
  await loadIndexLanguages(schema);
  const fields = new IndexedFields();
  fields.set(schema);
  const engine = newEngine();
  const segment = { engine, payloads: new PayloadStore(engine), ids: { slots: 0 }, isDead: () => false };
  return new SegmentIndexes(segment, fields);
}

function lacking(indexes: SegmentIndexes): Record<string, number> {
  return Object.fromEntries([...indexes.all].map(([path, entry]) => [path, entry.lacking]));
}

describe("short texts in a text index", () => {
  const MANY = 100;
  for (const [what, options, atOnce] of [
    ["the tokenizer word", {}, 16],
    ["the tokenizer whitespace", { tokenizer: "whitespace" }, 16],
    ["the tokenizer code", { tokenizer: "code" }, 8],
    ["the tokenizer prefix", { tokenizer: "prefix" }, 3],
    ["the tokenizer multilingual", { tokenizer: "multilingual" }, 3],
    ["a stemmer", { language: "german" }, 5],
    ["the tokenizer prefix and a stemmer", { tokenizer: "prefix", language: "german" }, 2],
  ] as const) {
    it(`short texts are put into a text index at once by a write up to ${atOnce} KiB with ${what}`, async () => {
      const indexes = await indexesOf({ t: { type: "text", ...options } });
      indexes.append(0, new Array(MANY).fill(KIB_PAYLOAD));
      expect(lacking(indexes)).to.deep.equal({ t: MANY - atOnce });
      indexes.append(MANY, new Array(MANY).fill(KIB_PAYLOAD));
      expect(lacking(indexes)).to.deep.equal({ t: 2 * MANY - atOnce });
      indexes.refresh();
      indexes.append(2 * MANY, new Array(MANY).fill(KIB_PAYLOAD));
      expect(lacking(indexes)).to.deep.equal({ t: 3 * MANY - 2 * atOnce });
    });
  }

  it("short texts are put into a text index at once by their bytes, of which a Chinese character has three", async () => {
    const text = "\u6587\u5b57 ".repeat(KIB / 7 - 1);
    const indexes = await indexesOf({ t: "text" });
    indexes.append(0, new Array(MANY).fill(bytesOf({ t: text })));
    expect(lacking(indexes)).to.deep.equal({ t: MANY - 16 });
  });

  it("short texts that are left leave nothing of other indexes, which have all values at once", async () => {
    const indexes = await indexesOf({ t: PREFIX, k: "keyword", n: "integer" });
    const payloads = Array.from({ length: MANY }, (_, n) => bytesOf({ t: textOf(KIB), k: "red", n }));
    indexes.append(0, payloads);
    expect(lacking(indexes)).to.deep.equal({ t: MANY - 3, k: 0, n: 0 });
    for (let slot = 0; slot < MANY; slot++) indexes.replace(slot, bytesOf({ k: "blue" }));
    expect(lacking(indexes)).to.deep.equal({ t: MANY, k: 0, n: 0 });
  });

  it("short texts in long payloads are put into a text index at once", async () => {
    const indexes = await indexesOf({ t: PREFIX });
    indexes.append(0, new Array(20).fill(bytesOf({ t: "a short one", other: "x".repeat(10 * KIB) })));
    expect(lacking(indexes)).to.deep.equal({ t: 0 });
  });

  it("short texts that take long are put into a text index in more slices, without another result", async () => {
    const slices = (options: object, text: string): number => {
      const fields = new IndexedFields();
      fields.set({ t: { type: "text", ...options } });
      const [sliced, whole] = [0, 0].map(() => new FieldEntry(fields.get("t")!, 1)) as [
        FieldEntry,
        FieldEntry,
      ];
      const work = sliced.putInSlices(0, { t: text });
      let count = 1;
      while (!work.next().done) count++;
      whole.put(0, { t: text });
      const [one, other] = [sliced, whole].map(({ index }) => index as TextIndex) as [TextIndex, TextIndex];
      expect([...one.postings.terms.keys()].sort()).to.deep.equal([...other.postings.terms.keys()].sort());
      expect(one.documents.lengthOf(0)).to.equal(other.documents.lengthOf(0));
      return count;
    };
    const chinese = "\u6587\u5b57\u6570\u636e".repeat(350);
    expect(slices({}, textOf(2 * KIB))).to.equal(1);
    expect(slices({ tokenizer: "whitespace" }, textOf(2 * KIB))).to.equal(1);
    expect(slices({ tokenizer: "code" }, textOf(2 * KIB))).to.be.at.least(3);
    expect(slices({ tokenizer: "prefix" }, textOf(2 * KIB))).to.be.at.least(6);
    expect(slices({ tokenizer: "multilingual" }, chinese)).to.be.at.least(4);
  });

  it("short texts that take long are put in in slices in the background, and others at once", async () => {
    const { database } = await open();
    await database.create("a", configOf({ name: "", size: 1, distance: "Dot" }));
    const points = [100, 500, 2 * KIB, 3 * KIB].map((bytes, id) => ({
      ...{ id, vectors: { "": Float32Array.of(1) }, payload: bytesOf({ t: textOf(bytes) }) },
    }));
    await upsert(database, "a", points);
    const { segments } = database.collection("a");
    segments.setIndexes({ t: PREFIX });
    const entry = segments.all[0]!.indexes.entry("t")!;
    const index = entry.index as TextIndex;
    const slots: number[] = [];
    const putInSlices = index.putInSlices.bind(index);
    index.putInSlices = (slot, elements) => {
      slots.push(slot);
      return putInSlices(slot, elements);
    };
    await segments.indexing.settled();
    expect(slots).to.deep.equal([2, 3]);
    expect(entry.isComplete).to.equal(true);
    await database.close();
  });
});

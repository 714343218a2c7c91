// Long texts in a text index: they are put in in slices, beside writes of other points and of the same one.
import { expect } from "chai";
import { FieldEntry } from "../../../../../src/core/index/field-entry.ts";
import { IndexedFields } from "../../../../../src/core/index/indexed-fields.ts";
import type { TextIndex } from "../../../../../src/core/index/text-index.ts";
import { configOf, open, upsert } from "../../fixtures.ts";

const LONG_WORDS = 20_000;
/** Words of four characters that are all different. */
const LONG = Array.from({ length: LONG_WORDS }, (_, i) => (40_000 + i).toString(36).padStart(4, "0")).join(
  " ",
);

function newEntry(slots: number): FieldEntry {
  const fields = new IndexedFields();
  fields.set({ t: "text" });
  return new FieldEntry(fields.get("t")!, slots);
}

/** Returns the slots of the documents that have a word now, and how often. */
function having({ index }: FieldEntry, word: string): [slot: number, count: number][] {
  const { documents } = index as TextIndex;
  const list = (index as TextIndex).list(word, documents.count);
  const found: [number, number][] = [];
  for (let entry = 0; entry < (list?.length ?? 0); entry++) {
    const document = list!.documents[entry]!;
    if (documents.isCurrent(document)) found.push([documents.slots[document]!, list!.countAt(entry)]);
  }
  return found;
}

describe("a long text in a text index", () => {
  it("a long text is put into a text index in many steps, of which no reader sees a part", () => {
    const entry = newEntry(1);
    const { documents } = entry.index as TextIndex;
    const work = entry.putInSlices(0, { t: LONG });
    let steps = 0;
    while (!work.next().done) {
      steps++;
      expect(documents.count).to.equal(0);
      expect(entry.lacks(0)).to.equal(true);
    }
    expect(steps).to.be.above(LONG_WORDS / 1000);
    expect(entry.isComplete).to.equal(true);
    expect(documents.lengthOf(0)).to.equal(LONG_WORDS);
    for (const word of LONG.split(" ")) expect(having(entry, word)).to.deep.equal([[0, 1]]);
  });

  it("a payload that comes while a long text is put in is left to be read", () => {
    const entry = newEntry(2);
    const work = entry.putInSlices(0, { t: LONG });
    for (let i = 0; i < 5; i++) work.next();
    entry.put(1, { t: "short" });
    while (!work.next().done);
    expect([...entry.unread()]).to.deep.equal([1]);
    entry.put(1, { t: "short" });
    expect(entry.isComplete).to.equal(true);
    expect(having(entry, "short")).to.deep.equal([[1, 1]]);
  });

  it("a point that gets another payload while its long text is put in is left to be read", () => {
    const entry = newEntry(1);
    const work = entry.putInSlices(0, { t: `${LONG} gone` });
    for (let i = 0; i < 5; i++) work.next();
    entry.put(0, { t: "short" });
    while (!work.next().done);
    expect([...entry.unread()]).to.deep.equal([0]);
    entry.put(0, { t: "short" });
    expect(entry.isComplete).to.equal(true);
    expect(having(entry, "gone")).to.deep.equal([]);
    expect(having(entry, "short")).to.deep.equal([[0, 1]]);
  });

  it("long texts are found beside writes that replace them", async () => {
    const { database } = await open();
    const schema = { payload_schema: { t: "text" as const } };
    await database.create("a", { ...configOf({ name: "", size: 1, distance: "Dot" }), ...schema });
    const { segments, reads } = database.collection("a");
    const write = (id: number, t: string) => {
      const payload = new TextEncoder().encode(JSON.stringify({ t }));
      return upsert(database, "a", [{ id, vectors: { "": Float32Array.of(1) }, payload }]);
    };
    for (let id = 0; id < 4; id++) await write(id, `${LONG} old${id}`);
    await write(2, "new2");
    await write(1, `${LONG} new1`);
    await segments.indexing.settled();
    const found = async (text: string) => {
      const query = {
        field: reads.textField("t")!,
        parts: [{ kind: "words", text } as const],
        k: 1.2,
        b: 0.75,
      };
      return (await reads.searchTexts({ query, limit: 10, filter: null, corpus: null })).length;
    };
    const words = ["old0", "old1", "old2", "old3", "new1", "new2", LONG.slice(0, 4)];
    const counts = [];
    for (const word of words) counts.push(await found(word));
    expect(counts).to.deep.equal([1, 0, 0, 1, 1, 1, 3]);
    await database.close();
  });
});

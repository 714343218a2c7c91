// The documents of a text index against plain maps: what a read is given are the documents of its slots, and stays so.
import { expect } from "chai";
import { type DocumentSet, TextDocuments } from "../../../../../src/core/index/text/text-documents.ts";
import { type Bits, hasBit, noBits, setBit } from "../../../../../src/core/slots/bits.ts";
import { integer, type Random, withSeed } from "../../../engine/fixtures.ts";

const SLOTS = 500;

interface Own {
  readonly document: number;
  readonly length: number;
}

interface Told {
  readonly documents: number[];
  readonly end: number;
  readonly tokens: number;
}

/** Visible slots, as a new set each time, as segments give them. */
function drawnBits(random: Random): Bits {
  const bits = noBits(integer(random, 1, SLOTS));
  for (let slot = 0; slot < 32 * bits.length; slot++) if (random() < 0.7) setBit(bits, slot);
  return bits;
}

function read({ live, end, documents, tokens }: DocumentSet): Told & { count: number } {
  const found: number[] = [];
  for (let document = 0; document < 32 * live.length; document++)
    if (hasBit(live, document)) found.push(document);
  return { documents: found, end, tokens, count: documents };
}

function wanted(model: ReadonlyMap<number, readonly Own[]>, visible: Bits, end: number): Told {
  const all = [...model].filter(([slot]) => hasBit(visible, slot)).flatMap(([, own]) => own);
  return {
    documents: all.map(({ document }) => document).sort((a, b) => a - b),
    end,
    tokens: all.reduce((sum, { length }) => sum + length, 0),
  };
}

describe("the documents of a text index", () => {
  it("the documents of a text index are those of the visible slots, and a read keeps the set with which it began", () =>
    withSeed((random) => {
      const documents = new TextDocuments();
      const model = new Map<number, Own[]>();
      const kept: { set: DocumentSet; told: Told }[] = [];
      let visible = drawnBits(random);
      let replaced = 0;
      for (let step = 0; step < 4000; step++) {
        const slot = integer(random, 0, SLOTS - 1);
        documents.remove(slot);
        replaced += model.get(slot)?.length ?? 0;
        model.delete(slot);
        const own = Array.from({ length: [0, 1, 1, 1, 3][integer(random, 0, 4)]! }, () => {
          const length = random() < 0.1 ? integer(random, 250, 70_000) : integer(random, 1, 254);
          return { document: documents.add(slot, length), length };
        });
        if (own.length > 0) model.set(slot, own);
        expect(documents.ofSlot(slot)).to.deep.equal(own.map(({ document }) => document));
        for (const { document, length } of own) expect(documents.lengthOf(document)).to.equal(length);
        if (random() < 0.1) visible = drawnBits(random);
        if (random() < 0.7) continue;
        const set = documents.at(visible);
        const told = wanted(model, visible, documents.count);
        const { count, ...found } = read(set);
        expect(found).to.deep.equal(told);
        expect(count).to.equal(told.documents.length);
        if (random() < 0.1) kept.push({ set, told });
      }
      for (const { set, told } of kept) {
        const { count: _, ...found } = read(set);
        expect(found).to.deep.equal(told);
      }
      expect(documents.replaced).to.equal(replaced);
      const current = new Set([...model.values()].flat().map(({ document }) => document));
      for (let document = 0; document < documents.count; document++)
        expect(documents.isCurrent(document), `${document}`).to.equal(current.has(document));
    })).timeout(60_000);

  it("the documents of a text index are the same set for two reads between which nothing changed", () => {
    const documents = new TextDocuments();
    documents.add(0, 3);
    const visible = Uint32Array.of(1);
    const first = documents.at(visible);
    expect(documents.at(visible)).to.equal(first);
    documents.add(1, 3);
    expect(documents.at(visible)).not.to.equal(first);
    expect(first).to.include({ end: 1, documents: 1, tokens: 3 });
  });

  it("the documents of a text index are restored with their numbers, those that were replaced as places", () => {
    const documents = new TextDocuments();
    documents.add(4, 3);
    documents.addReplaced();
    documents.add(2, 255);
    documents.add(2, 70_000);
    documents.addReplaced();
    expect(documents.count).to.equal(5);
    expect(documents.replaced).to.equal(2);
    expect(documents.ofSlot(2)).to.deep.equal([2, 3]);
    expect([2, 3].map((document) => documents.lengthOf(document))).to.deep.equal([255, 70_000]);
    expect(documents.isCurrent(1)).to.equal(false);
    expect(read(documents.at(Uint32Array.of(0b10100)))).to.deep.equal({
      ...{ documents: [0, 2, 3], end: 5, tokens: 70_258, count: 3 },
    });
  });
});

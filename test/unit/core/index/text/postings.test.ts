// The lists of a text index and their memory: lists of every length hold what was added, and what a reader was given
// does not change afterwards.
import { expect } from "chai";
import { ListSpace, MAX_POWER } from "../../../../../src/core/index/text/list-space.ts";
import { firstFrom, type PostingList, Postings } from "../../../../../src/core/index/text/postings.ts";
import { integer, withSeed } from "../../../engine/fixtures.ts";

type Entry = [document: number, count: number];

function entriesOf(list: PostingList): Entry[] {
  return Array.from({ length: list.length }, (_, i) => [list.documents[i]!, list.countAt(i)]);
}

describe("the memory of short lists", () => {
  it("the memory of short lists gives ranges that do not overlap, and gives freed ones again", () =>
    withSeed((random) => {
      const space = new ListSpace();
      const taken: { position: number; power: number; mark: number }[] = [];
      const fill = ({ position, power, mark }: (typeof taken)[number]) => {
        const from = space.offsetOf(position);
        space.pageOf(position).documents.fill(mark, from, from + 2 ** power);
        space.pageOf(position).counts.fill(mark % 256, from, from + 2 ** power);
      };
      for (let step = 1; step <= 3000; step++) {
        if (random() < 0.3 && taken.length > 0) {
          const [range] = taken.splice(integer(random, 0, taken.length - 1), 1);
          space.give(range!.position, range!.power);
        } else {
          const power = Math.min(MAX_POWER, integer(random, 0, 4) * integer(random, 0, 4));
          const range = { position: space.take(power), power, mark: step };
          taken.push(range);
          fill(range);
        }
      }
      for (const { position, power, mark } of taken) {
        const [from, page] = [space.offsetOf(position), space.pageOf(position)];
        expect(from + 2 ** power).to.be.at.most(page.documents.length);
        const [documents, counts] = [page.documents, page.counts].map((all) =>
          all.subarray(from, from + 2 ** power),
        );
        expect(documents!.every((value) => value === mark)).to.equal(true);
        expect(counts!.every((value) => value === mark % 256)).to.equal(true);
      }
      expect(space.bytes).to.be.at.least(5 * taken.reduce((sum, { power }) => sum + 2 ** power, 0));
    }));

  it("the memory of short lists does not grow while as much is freed as is taken", () => {
    const space = new ListSpace();
    const all = Array.from({ length: 1000 }, () => space.take(6));
    const before = space.bytes;
    for (let round = 0; round < 10; round++) {
      for (const position of all) space.give(position, 6);
      for (let i = 0; i < all.length; i++) all[i] = space.take(6);
      expect(new Set(all).size).to.equal(all.length);
    }
    expect(space.bytes).to.equal(before);
  });
});

describe("the lists of a text index", () => {
  it("the lists of a text index hold what was added while many grow side by side, and readers keep what they got", () =>
    withSeed((random) => {
      const postings = new Postings();
      const model = new Map<number, Entry[]>();
      const kept: { list: PostingList; wanted: Entry[] }[] = [];
      for (let document = 0; document < 12_000; document++) {
        const length = integer(random, 1, 400);
        for (let term = 0; term < 60; term++) {
          // The first terms are in nearly all documents, the last ones in few.
          if (random() * (term + 1) ** 1.5 > 0.95) continue;
          const count = random() < 0.02 ? integer(random, 250, 100_000) : integer(random, 1, 5);
          const number = postings.termOf(`t${term}`);
          postings.add(number, document, count, length);
          const entries = model.get(number);
          if (entries) entries.push([document, count]);
          else model.set(number, [[document, count]]);
        }
        if (document % 400 !== 0) continue;
        for (const [term, entries] of model) {
          const end = random() < 0.5 ? document + 1 : integer(random, 0, document);
          const wanted = entries.filter(([one]) => one < end);
          kept.push({ list: postings.list(term, end), wanted });
        }
      }
      expect([...postings.terms.values()]).to.deep.equal([...postings.terms].map((_, i) => i));
      expect(Math.max(...[...model.values()].map(({ length }) => length))).to.be.above(2 ** (MAX_POWER + 1));
      for (const { list, wanted } of kept) expect(entriesOf(list)).to.deep.equal(wanted);
    })).timeout(120_000);

  it("the lists of a text index hold more entries than a page of the shared memory", () => {
    const postings = new Postings();
    const term = postings.termOf("a");
    const early = [4095, 4096, 4097, 65_535, 65_536, 65_537];
    const kept = new Map<number, PostingList>();
    for (let document = 0; document < 200_000; document++) {
      postings.add(term, 2 * document, (document % 300) + 1, 7);
      if (early.includes(document + 1)) kept.set(document + 1, postings.list(term, 2 ** 32));
    }
    const list = postings.list(term, 2 ** 32);
    for (const [length, of] of [...kept, [200_000, list] as const]) {
      expect(of.length).to.equal(length);
      for (let i = 0; i < length; i++) {
        if (of.documents[i] !== 2 * i || of.countAt(i) !== (i % 300) + 1)
          expect.fail(`entry ${i} of ${length} is ${of.documents[i]}, ${of.countAt(i)}`);
      }
    }
    expect(postings.list(term, 131_073).length).to.equal(65_537);
    expect(postings.bytes).to.be.at.least(5 * 200_000);
  });

  it("the lists of a text index tell bounds that no entry exceeds", () =>
    withSeed((random) => {
      const postings = new Postings();
      for (let term = 0; term < 40; term++) {
        const number = postings.termOf(`t${term}`);
        const entries = Array.from({ length: integer(random, 1, 50) }, () => {
          const count = term % 4 === 0 ? integer(random, 1, 400) : integer(random, 1, 254);
          return { count, length: count + integer(random, 0, 500) };
        });
        for (const [document, { count, length }] of entries.entries())
          postings.add(number, document, count, length);
        const { mostCount, shortest } = postings.list(number, 2 ** 32);
        const most = Math.max(...entries.map(({ count }) => count));
        expect(mostCount).to.equal(most < 255 ? most : Number.POSITIVE_INFINITY);
        for (const [i, length] of shortest.entries()) {
          const own = entries.filter(({ count }) => (i < 3 ? count === i + 1 : count > 3));
          // A byte holds no larger number, and a smaller one is a bound, too.
          const least = Math.min(...own.map((entry) => entry.length));
          expect(length).to.equal(own.length === 0 ? Number.POSITIVE_INFINITY : Math.min(254, least));
        }
      }
    }));

  it("the lists of a text index are empty for a token that no document before the end has", () => {
    const postings = new Postings();
    const term = postings.termOf("a");
    expect(postings.list(term, 10).length).to.equal(0);
    postings.add(term, 5, 1, 1);
    expect(postings.list(term, 5).length).to.equal(0);
    expect(postings.list(term, 6).length).to.equal(1);
  });

  it("the first entry from a position on is found in lists of all lengths", () =>
    withSeed((random) => {
      for (let round = 0; round < 2000; round++) {
        let last = 0;
        const documents = Uint32Array.from({ length: integer(random, 0, 40) }, () => {
          last += integer(random, 1, 4);
          return last;
        });
        const from = integer(random, 0, documents.length);
        const to = integer(random, from, documents.length);
        const document = integer(random, 0, last + 2);
        const part = documents.subarray(from, to);
        const at = part.findIndex((one) => one >= document);
        expect(firstFrom(documents, document, from, to)).to.equal(at < 0 ? to : from + at);
      }
    }));
});

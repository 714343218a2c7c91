// The ranking of the documents of a segment against brute force: every way to read the lists finds the same slots with
// the same scores in the same order.

import { expect } from "chai";
import type { PostingList } from "../../../../src/core/index/text/postings.ts";
import { TextIndex } from "../../../../src/core/index/text-index.ts";
import { BestHits, type ScoredText } from "../../../../src/core/search/text/best-hits.ts";
import { type Weighing, weightOf } from "../../../../src/core/search/text/cursor.ts";
import { Ranking } from "../../../../src/core/search/text/rank.ts";
import { rankAll } from "../../../../src/core/search/text/rank-all.ts";
import type { ListedText } from "../../../../src/core/search/text/text-statistics.ts";
import type { CollectionSegment } from "../../../../src/core/segment/segment.ts";
import { type Bits, hasBit, noBits, setBit } from "../../../../src/core/slots/bits.ts";
import { pointRef } from "../../../../src/core/slots/point-ref.ts";
import { runWhole } from "../../../../src/scheduling/slices.ts";
import { tokenizerOf } from "../../../../src/text/tokenize.ts";
import { cutsOf } from "../../../support/cuts.ts";
import { itOnceIn } from "../../../support/weekly.ts";
import { integer, type Random, withSeed } from "../../engine/fixtures.ts";

const SEGMENT = 3;
/** Stands for the order of ids: the last references come first. */
const byId = (a: number, b: number) => b - a;
/** More than three windows, and more than the fewest documents of which counts are kept. */
const DOCUMENTS = 14_000;

interface Corpus {
  readonly text: ListedText;
  readonly slots: number;
}

interface Drawing {
  /** For each list the part of the documents that have it. */
  readonly parts: readonly number[];
  readonly isOneEach: boolean;
  readonly allLive: boolean;
  /** Counts and lengths are small, so that many scores are equal. */
  readonly hasTies: boolean;
}

/** Fills a text index with drawn counts instead of texts. */
function drawnCorpus(random: Random, { parts, isOneEach, allLive, hasTies }: Drawing): Corpus {
  const index = new TextIndex(tokenizerOf({}));
  const { documents, postings } = index;
  for (const term of parts.keys()) postings.termOf(`t${term}`);
  let slots = 0;
  while (documents.count < DOCUMENTS) {
    for (let each = isOneEach ? 1 : integer(random, 0, 3); each > 0; each--) {
      const counts = parts.map((part) => {
        if (random() > part) return 0;
        return !hasTies && random() < 0.01
          ? integer(random, 250, 2000)
          : integer(random, 1, hasTies ? 2 : 20);
      });
      const tokens = counts.reduce((sum, count) => sum + count, 1);
      const length = hasTies ? Math.max(tokens, 40) : tokens + integer(random, 0, 300);
      const document = documents.add(slots, length);
      for (const [term, count] of counts.entries())
        if (count > 0) postings.add(term, document, count, length);
    }
    slots++;
  }
  const visible = noBits(slots);
  for (let slot = 0; slot < slots; slot++) if (allLive || random() < 0.8) setBit(visible, slot);
  const set = documents.at(visible);
  const lists = parts.map((_, term) => {
    const list = postings.list(term, set.end);
    return random() < 0.2 ? anonymous(list) : list;
  });
  const segment = { number: SEGMENT } as CollectionSegment;
  return { text: { segment, index, visible, set, lists }, slots };
}

/** The list as one of a phrase or a prefix, of which nothing is known. */
function anonymous(list: PostingList): PostingList {
  return { ...list, term: -1, mostCount: Number.POSITIVE_INFINITY, shortest: [] };
}

function bruteForce({ text, slots }: Corpus, { weights, base, slope }: Weighing, allowed: Bits | null) {
  const { documents } = text.index;
  const sums = new Map<number, number>();
  for (const [i, list] of text.lists.entries()) {
    for (let entry = 0; entry < list.length; entry++) {
      const document = list.documents[entry]!;
      const part = weightOf(weights[i]!, list.countAt(entry), base + slope * documents.lengthOf(document));
      sums.set(document, (sums.get(document) ?? 0) + part);
    }
  }
  const best = new Map<number, number>();
  for (const [document, sum] of sums) {
    const slot = documents.slots[document]!;
    if (slot >= slots || !hasBit(text.visible, slot) || (allowed && !hasBit(allowed, slot))) continue;
    best.set(slot, Math.max(best.get(slot) ?? 0, sum));
  }
  const all = [...best].map(([slot, sum]) => ({ ref: pointRef(SEGMENT, slot), score: Math.fround(sum) }));
  return all.sort((a, b) => b.score - a.score || byId(a.ref, b.ref));
}

function compare(corpus: Corpus, weighing: Weighing, allowed: Bits | null, limits: readonly number[]): void {
  const wanted = bruteForce(corpus, weighing, allowed);
  for (const limit of limits) {
    const ways: readonly [string, (hits: BestHits) => void][] = [
      ["by windows", (hits) => void runWhole(new Ranking(corpus.text, weighing, allowed, hits).run())],
      ["list by list", (hits) => void runWhole(rankAll(corpus.text, weighing, allowed, hits))],
    ];
    for (const [way, run] of ways) {
      const hits = new BestHits(limit, byId);
      run(hits);
      const found: ScoredText[] = runWhole(hits.take());
      expect(found, `${way}, limit ${limit}`).to.deep.equal(wanted.slice(0, limit));
    }
  }
}

function drawnWeighing(random: Random, lists: number): Weighing {
  const k = [0, 0.5, 1.2, 100][integer(random, 0, 3)]!;
  const b = [0, 0.75, 1][integer(random, 0, 2)]!;
  const weights = Array.from({ length: lists }, () => (k + 1) * Math.log(1 + 1 / (random() + 1e-6)));
  return { weights, base: k * (1 - b), slope: (k * b) / 60 };
}

function drawnAllowed(random: Random, slots: number): Bits | null {
  if (random() < 0.5) return null;
  const allowed = noBits(slots);
  const part = [0, 0.01, 0.5][integer(random, 0, 2)]!;
  for (let slot = 0; slot < slots; slot++) if (random() < part) setBit(allowed, slot);
  return allowed;
}

describe("the ranking of documents", () => {
  const itSampled = itOnceIn(3);
  for (const [what, parts] of [
    ["one list", [0.3]],
    ["rare and frequent lists", [0.001, 0.9, 0.01, 0.4, 0, 0.0002, 0.8]],
    ["lists that few documents have", [0.0003, 0.0002, 0.0001]],
    ["sixty lists", Array.from({ length: 60 }, (_, i) => 0.5 / (i + 1))],
  ] as const) {
    for (const hasTies of [false, true]) {
      itSampled(
        `the ranking of documents by ${what} is that of all scores${hasTies ? ", with many equal ones" : ""}`,
        () =>
          withSeed((random) => {
            for (let round = 0; round < 3; round++) {
              const drawing = { parts, hasTies, isOneEach: round !== 1, allLive: round === 2 };
              const corpus = drawnCorpus(random, drawing);
              for (let query = 0; query < 3; query++) {
                const weighing = drawnWeighing(random, parts.length);
                const allowed = drawnAllowed(random, corpus.slots);
                compare(corpus, weighing, allowed, [1, 10, 300, DOCUMENTS]);
              }
            }
          }),
      );
    }
  }

  it("the ranking of documents with equal scores takes those with the first ids, also beside a better segment", () =>
    withSeed((random) => {
      const parts = [1, 1];
      const { text, slots } = drawnCorpus(random, { parts, hasTies: true, isOneEach: true, allLive: true });
      const weighing = { weights: [1, 1], base: 0, slope: 0 };
      for (const limit of [1, 7]) {
        const hits = new BestHits(limit, byId);
        const others = [pointRef(0, 5), pointRef(9, 5)];
        for (const ref of others) hits.add(ref, 2);
        runWhole(new Ranking(text, weighing, null, hits).run());
        const last = Array.from({ length: limit }, (_, i) => pointRef(SEGMENT, slots - 1 - i));
        const refs = [others[1]!, ...last];
        expect(runWhole(hits.take()).map(({ ref }) => ref)).to.deep.equal(refs.slice(0, limit));
      }
    }));

  it("the ranking of documents leaves out no sum that is shown as the last score", () =>
    withSeed((random) => {
      for (let round = 0; round < 10_000; round++) {
        const sum = random() * 10 ** integer(random, -8, 30);
        const shown = Math.fround(sum);
        const hits = new BestHits(1, byId);
        hits.add(pointRef(0, 0), sum);
        // The least and the greatest sums that are shown like this are half a unit of the last place away.
        for (const other of [shown * (1 - 2 ** -25), shown, shown * (1 + 2 ** -25)])
          if (Math.fround(other) === shown) expect(hits.floor).to.be.at.most(other);
        hits.add(pointRef(1, 1), shown);
        expect(runWhole(hits.take())).to.deep.equal([{ ref: pointRef(1, 1), score: shown }]);
      }
    }));

  it("the ranking of documents reads fewer entries than the lists have once the best are good enough", () =>
    withSeed((random) => {
      const parts = [0.01, 0.9, 0.9];
      const { text } = drawnCorpus(random, { parts, hasTies: false, isOneEach: true, allLive: true });
      const hits = new BestHits(5, byId);
      const weighing = { weights: [20, 0.1, 0.1], base: 0.3, slope: 0.015 };
      const { postings } = runWhole(new Ranking(text, weighing, null, hits).run());
      expect(postings).to.be.below(text.lists.reduce((sum, { length }) => sum + length, 0) / 2);
    }));

  it("the ranking of documents by very many lists pauses often, and reads each entry once", () =>
    withSeed((random) => {
      const { text } = drawnCorpus(random, { parts: [0.9], hasTies: false, isOneEach: true, allLive: true });
      const [list] = text.lists;
      const many = { ...text, lists: Array.from({ length: 50_000 }, () => ({ ...list!, length: 2 })) };
      const weighing = { weights: many.lists.map(() => 1), base: 0.3, slope: 0.015 };
      const { cuts, value } = cutsOf(rankAll(many, weighing, null, new BestHits(DOCUMENTS, byId)));
      expect(value.postings).to.equal(100_000);
      expect(cuts).to.be.above(30);
    }));
});

// Tests for every driver of the log that several servers share: entries that are about one shard, and readers that have
// some of the shards.
// The decision: every reader gets every number, and what it does not get is told by the entry itself; so each test
// reads one log as servers with different places do.
import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { LogForked, LogTrimmed } from "../../src/errors/cluster.ts";
import { crc32 } from "../../src/storage/crc32.ts";
import {
  chainOf,
  FIRST_CHAIN,
  type LogEntry,
  type NewEntry,
  NO_PLACES,
  type ReplicatedLog,
} from "../../src/storage/replicated-log.ts";
import { bytes } from "./chance.ts";
import { seededRandom } from "./random.ts";
import {
  BEGIN,
  endOf,
  entryWith,
  hexOf,
  LONG_MS,
  type LogHandles,
  MB,
  range,
  readAll,
  refusalOf,
} from "./shared-log-home.ts";

const COLLECTION = "7f3c1c7e-1f0a-4c55-9c0a-0e6f6e0c9a11";
const COUNT = 40;
const [P0, P1, P63] = [0, 1, 63].map((shard) => `${COLLECTION}/${shard}`) as [string, string, string];
const PLACES = [null, P0, P1, P63];

const at = (place: string | null, body: Uint8Array): NewEntry => ({ id: randomUUID(), body, place });

/** Returns what a reader with these places must get of the bodies of entries. */
const seenWith = (places: ReadonlySet<string>, entries: readonly NewEntry[]) =>
  entries.map((entry) => [entry.id, entry.place, isSeen(places, entry) ? hexOf(entry) : null]);
const isSeen = (places: ReadonlySet<string>, { place }: NewEntry) => place === null || places.has(place);
const shown = (entries: readonly LogEntry[]) => entries.map((entry) => [entry.id, entry.place, hexOf(entry)]);
const bodiesIn = (entries: readonly LogEntry[]) =>
  entries.reduce((sum, { body }) => sum + (body?.length ?? 0), 0);

/** @param handlesOf returns the handles of the present test */
export function describePlaces(handlesOf: () => LogHandles): void {
  describe("entries that are about one shard", () => {
    let log: ReplicatedLog;
    let other: ReplicatedLog;

    beforeEach(async () => {
      [log, other] = (await handlesOf().servers(2)) as [ReplicatedLog, ReplicatedLog];
    });

    /** Appends entries of two servers in turn. @param placeOf returns the place of the n-th entry, from 1 on */
    async function appendMany(placeOf: (n: number) => string | null, count = COUNT): Promise<NewEntry[]> {
      const random = seededRandom(11);
      const entries = range(1, count).map((n) => at(placeOf(n), bytes(random, n * 3)));
      for (const [i, entry] of entries.entries())
        expect(await (i % 2 ? log : other).append(entry)).to.equal(i + 1);
      return entries;
    }

    it("readers with different places get all entries, with the bodies of their places and of those for every server", async () => {
      const entries = await appendMany((n) => PLACES[n % PLACES.length]!);
      for (const places of [[], [P0], [P0, P63], [P1, `${COLLECTION}/2`], PLACES.slice(1)] as string[][]) {
        const set = new Set(places);
        for (const reader of [log, other])
          expect(shown(await readAll(reader, BEGIN, set)), places.join()).to.deep.equal(
            seenWith(set, entries),
          );
      }
    });

    it("the check sums of entries cover their places, and are the same for every reader", async () => {
      const entries = await appendMany((n) => PLACES[n % PLACES.length]!);
      let chain = FIRST_CHAIN;
      const chains = entries.map((entry) => (chain = chainOf({ crc32 }, chain, entry)));
      for (const places of [NO_PLACES, new Set([P0]), new Set(PLACES.slice(1) as string[])])
        expect((await readAll(other, BEGIN, places)).map((read) => read.chain)).to.deep.equal(chains);
      const [first] = entries as [NewEntry];
      const moved = { ...first, place: P63 };
      const unplaced = { ...first, place: null };
      const sums = [first, moved, unplaced].map((entry) => chainOf({ crc32 }, FIRST_CHAIN, entry));
      expect(new Set(sums).size).to.equal(3);
    });

    it("an entry without a body has the check sum by which those of all entries go on", async () => {
      await appendMany((n) => (n % 3 === 0 ? P0 : P1));
      let chain = FIRST_CHAIN;
      for (const entry of await readAll(log, BEGIN, new Set([P0]))) {
        chain = chainOf({ crc32 }, chain, entry);
        expect(entry.chain).to.equal(chain);
      }
    });

    it("a reader continues behind an entry without its body, with its check sum and without", async () => {
      await appendMany((n) => PLACES[n % PLACES.length]!);
      const places = new Set([P0]);
      const all = await readAll(log, BEGIN, places);
      for (const from of [2, 3, 4, 5, COUNT]) {
        for (const chain of [all[from - 1]!.chain, null])
          expect(await readAll(other, { seq: from, chain }, places)).to.deep.equal(all.slice(from));
      }
    });

    it("a reader gets the body of an entry when it reads it again with the place", async () => {
      const [, second] = await appendMany((n) => (n === 1 ? null : P0), 3);
      const [first, bare] = await readAll(log);
      expect(bare!.body).to.equal(null);
      const [again] = await log.read(first!, 0, new Set([P0]));
      expect(shown([again!])).to.deep.equal(shown([{ ...bare!, body: second!.body } as LogEntry]));
    });

    it("a server that has written an entry of a place that it lacks gets it without the body, in its turn", async () => {
      const foreign = at(P1, Uint8Array.of(1));
      const entries = [foreign, at(P0, Uint8Array.of(2)), entryWith(3)];
      for (const entry of entries) await log.append(entry);
      expect(shown(await readAll(log, BEGIN, new Set([P0])))).to.deep.equal(seenWith(new Set([P0]), entries));
    });

    it("a reader that waits is told of an entry of a place that it lacks", async () => {
      const waiting = log.read(BEGIN, LONG_MS, NO_PLACES);
      await other.append(at(P0, Uint8Array.of(1)));
      expect((await waiting).map(({ seq, body }) => [seq, body])).to.deep.equal([[1, null]]);
    });

    it("the bodies of places that a reader lacks do not count towards the size of a read", async () => {
      const body = bytes(seededRandom(4), MB);
      for (const n of range(1, 12)) await other.append(at(n === 12 ? P1 : P0, body));
      const read = await log.read(BEGIN, 0, new Set([P1]));
      expect(read.map(({ seq }) => seq)).to.deep.equal(range(1, 12));
      expect(bodiesIn(read)).to.equal(MB);
      expect(await readAll(log, BEGIN, new Set([P0]))).to.have.lengthOf(12);
      expect((await log.read(BEGIN, 0, new Set([P0]))).length).to.be.within(2, 8);
    });

    it("one read returns a limited number of entries, also if none of them has a body", async () => {
      const count = 4_500;
      for (let n = 0; n < count; n += 500)
        await Promise.all(range(1, 500).map(() => other.append(at(P0, new Uint8Array(0)))));
      const read = await log.read(BEGIN, 0, NO_PLACES);
      expect(read.length).to.be.below(count);
      expect(await readAll(log)).to.have.lengthOf(count);
    });

    it("a body of 20 MiB is read by a reader with its place, and not by others", async () => {
      const body = bytes(seededRandom(6), 20 * MB);
      await other.append(at(P0, body));
      await other.append(entryWith(1));
      expect((await readAll(log, BEGIN, new Set([P1]))).map((read) => read.body?.length)).to.deep.equal([
        undefined,
        1,
      ]);
      const [large] = await readAll(log, BEGIN, new Set([P0]));
      expect(crc32(large!.body!)).to.equal(crc32(body));
    });

    it("an entry with a place that is appended twice is in the log once, also when the log is opened again", async () => {
      const entry = at(P0, Uint8Array.of(1));
      expect(await Promise.all([log.append(entry), log.append(entry)])).to.deep.equal([1, 1]);
      expect(await other.append(entry)).to.equal(1);
      const { log: again } = await handlesOf().reopened();
      expect(await again.append(entry)).to.equal(1);
      expect(await again.append(at(P1, Uint8Array.of(2)))).to.equal(2);
      expect((await readAll(again)).map(({ id, place }) => [id, place])[0]).to.deep.equal([entry.id, P0]);
    });

    it("a reader whose entries are others than those of the log is refused, also in front of an entry without its body", async () => {
      await appendMany((n) => (n === 1 ? null : P0), 5);
      const all = await readAll(log);
      for (const seq of [1, 3, 5]) {
        const wrong = { seq, chain: all[seq - 1]!.chain ^ 1 };
        expect(await refusalOf(other.read(wrong, 0, NO_PLACES)), `behind ${seq}`).to.be.instanceOf(LogForked);
      }
    });

    it("a log that is trimmed in front of entries without bodies refuses readers of what it has lost, and continues", async () => {
      await appendMany((n) => (n % 2 === 0 ? P0 : P1));
      const places = new Set([P1]);
      const all = await readAll(log, BEGIN, places);
      await log.trim(21);
      const { log: again, position } = await handlesOf().reopened(21);
      const { firstSeq } = position;
      expect(firstSeq).to.be.greaterThan(1).and.at.most(21);
      expect(await refusalOf(again.read(BEGIN, 0, places))).to.be.instanceOf(LogTrimmed);
      const before = all[firstSeq - 2]!;
      expect(await readAll(again, before, places)).to.deep.equal(all.slice(firstSeq - 1));
      const wrong = { seq: before.seq, chain: before.chain ^ 1 };
      expect(await refusalOf(again.read(wrong, 0, NO_PLACES))).to.be.instanceOf(LogForked);
      expect(await again.append(at(P0, new Uint8Array(1)))).to.equal(COUNT + 1);
      expect(endOf(await readAll(again, before, places)).seq).to.equal(COUNT + 1);
    });

    it("a place that is empty, longer than 40 characters or not ASCII is refused, and the log stays as it was", async () => {
      for (const place of ["", `${COLLECTION}/6300`, "é/0", "a b/0", "a\n/0"]) {
        expect(await refusalOf(log.append(at(place, new Uint8Array(1)))), place).to.be.instanceOf(Error);
      }
      expect(await log.append(at("~".repeat(40), new Uint8Array(1)))).to.equal(1);
    });
  });
}

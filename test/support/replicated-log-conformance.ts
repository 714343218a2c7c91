// Tests for every driver of the log that several servers share: order, no gaps, ids, waiting, positions, sizes.
// The decision: their entries are for every server. Those with places have tests of their own
// (replicated-log-places.ts), with the same storage.
import { expect } from "chai";
import { LogForked, LogTrimmed } from "../../src/errors/cluster.ts";
import { crc32 } from "../../src/storage/crc32.ts";
import {
  chainOf,
  FIRST_CHAIN,
  type NewEntry,
  NO_PLACES,
  type ReplicatedLog,
} from "../../src/storage/replicated-log.ts";
import { bytes } from "./chance.ts";
import { seededRandom } from "./random.ts";
import { describePlaces } from "./replicated-log-places.ts";
import {
  BEGIN,
  endOf,
  entryOf,
  entryWith,
  LONG_MS,
  LogHandles,
  MB,
  plain,
  range,
  readAll,
  refusalOf,
  type SharedLogHome,
} from "./shared-log-home.ts";

const COUNT = 40;
const WRITERS = 4;
/** Longer than any driver needs to notice an entry, and shorter than what a driver without a notice would wait. */
const QUICK_MS = 400;
/** About 4 MiB, with an entry that may be longer than what is left. */
const MOST_BYTES_OF_A_READ = 8 * MB;

/** @param newHome makes storage for one log */
export function describeReplicatedLog(
  name: string,
  newHome: () => SharedLogHome | Promise<SharedLogHome>,
): void {
  describe(`the shared log ${name}`, () => {
    let home: SharedLogHome;
    let handles: LogHandles;

    beforeEach(async () => {
      home = await newHome();
      handles = new LogHandles(home);
    });

    afterEach(async () => {
      await handles.close();
      await home.end?.();
    });

    const opened = () => handles.opened();
    const servers = (count: number) => handles.servers(count);

    it("a new shared log has an id, no entries, and keeps its id when it is opened again", async () => {
      const log = handles.made();
      const { id, secret, firstSeq, lastSeq } = await log.open();
      expect(secret).to.have.lengthOf.at.least(16);
      expect(id).to.match(/^[0-9a-f-]{36}$/);
      expect([firstSeq, lastSeq, await log.head()]).to.deep.equal([1, 0, 0]);
      expect(await log.read(BEGIN, 0, NO_PLACES)).to.deep.equal([]);
      expect((await handles.reopened()).position).to.include({ id, secret });
    });

    it("a shared log numbers entries from 1 on without gaps, in the order of appends that wait for each other", async () => {
      const [a, b] = (await servers(2)) as [ReplicatedLog, ReplicatedLog];
      const entries = range(1, COUNT).map((n) => entryWith(n, n + 1));
      for (const [i, entry] of entries.entries()) expect(await (i % 2 ? a : b).append(entry)).to.equal(i + 1);
      const read = await readAll(a);
      expect(read.map(({ seq }) => seq)).to.deep.equal(range(1, COUNT));
      expect(plain(read)).to.deep.equal(plain(entries));
    });

    it("concurrent appends of several servers get different numbers without gaps, and all servers read the same", async () => {
      const logs = await servers(WRITERS);
      const appended = new Map<number, string>();
      await Promise.all(
        logs.flatMap((log, writer) =>
          range(1, COUNT).map(async (n) => {
            const entry = entryWith(writer, n);
            appended.set(await log.append(entry), entry.id);
          }),
        ),
      );
      const first = await readAll(logs[0]!);
      expect(first.map(({ seq }) => seq)).to.deep.equal(range(1, WRITERS * COUNT));
      expect(first.map(({ id }) => id)).to.deep.equal(
        range(1, WRITERS * COUNT).map((seq) => appended.get(seq)),
      );
      for (const log of logs) expect(plain(await readAll(log))).to.deep.equal(plain(first));
    });

    it("an entry that is appended twice gets the same number and is in the log once, also when the log is opened again", async () => {
      const [a, b] = (await servers(2)) as [ReplicatedLog, ReplicatedLog];
      const [entry, other] = [entryWith(1), entryWith(2)];
      expect(await Promise.all([a.append(entry), a.append(entry)])).to.deep.equal([1, 1]);
      expect(await b.append(other)).to.equal(2);
      expect(await b.append(entry)).to.equal(1);
      const { log: again } = await handles.reopened();
      expect([await again.append(other), await again.append(entry)]).to.deep.equal([2, 1]);
      expect(await again.append(entryWith(3))).to.equal(3);
      expect((await readAll(again)).map(({ id }) => id).slice(0, 2)).to.deep.equal([entry.id, other.id]);
    });

    it("an entry whose acknowledgement was lost gets its number when it is appended again", async () => {
      const [a, b] = (await servers(2)) as [ReplicatedLog, ReplicatedLog];
      const entry = entryWith(7);
      const lose = home.loseReply ?? ((log, lost) => log.append(lost).then(() => {}));
      await lose(a, entry);
      await b.append(entryWith(8));
      const seq = await a.append(entry);
      const read = await readAll(b);
      expect(read).to.have.lengthOf(2);
      expect(read.find(({ id }) => id === entry.id)?.seq).to.equal(seq);
    });

    it("the head of a shared log is not below the number of any append that any server has heard of", async () => {
      const logs = await servers(WRITERS);
      await Promise.all(
        logs.map(async (log, i) => {
          for (const n of range(1, COUNT / WRITERS)) {
            const seq = await log.append(entryWith(n));
            expect(await logs[(i + 1) % logs.length]!.head()).to.be.at.least(seq);
          }
        }),
      );
      expect(await logs[0]!.head()).to.equal(COUNT);
    });

    it("a reader that waits gets an entry of another server as soon as it is appended", async () => {
      const [a, b] = (await servers(2)) as [ReplicatedLog, ReplicatedLog];
      let end: { seq: number; chain: number } = BEGIN;
      const waits: number[] = [];
      for (const n of range(1, 5)) {
        const waiting = a.read(end, LONG_MS, NO_PLACES);
        await b.head();
        await b.append(entryWith(n));
        const appended = performance.now();
        const read = await waiting;
        waits.push(performance.now() - appended);
        expect(read.map(({ body }) => [...body!])).to.deep.equal([[n]]);
        end = endOf(read);
      }
      // The median, because another process may hold up one of them.
      expect(waits.sort((one, other) => one - other)[2]).to.be.below(QUICK_MS);
    });

    it("a reader at the end gets no entries when its time is over", async () => {
      const log = await opened();
      await log.append(entryWith(1));
      const end = endOf(await log.read(BEGIN, 0, NO_PLACES));
      expect(await log.read(end, 0, NO_PLACES)).to.deep.equal([]);
      expect(await log.read(end, 20, NO_PLACES)).to.deep.equal([]);
    });

    it("closing a shared log ends a read that waits, without entries", async () => {
      const log = await opened();
      const waiting = log.read(BEGIN, LONG_MS, NO_PLACES);
      await log.head();
      await log.close();
      expect(await waiting).to.deep.equal([]);
    });

    it("a reader continues anywhere, and may not know the check sum of its position", async () => {
      const log = await opened();
      for (const n of range(1, COUNT)) await log.append(entryWith(n));
      const all = await readAll(log);
      for (const from of [17, 1, COUNT, 2]) {
        const seen = all[from - 1]!;
        for (const chain of [seen.chain, null]) {
          expect(await readAll(log, { seq: from, chain })).to.deep.equal(all.slice(from));
        }
      }
    });

    it("the check sums of entries are those of `chainOf`, from the first entry on", async () => {
      const [a, b] = (await servers(2)) as [ReplicatedLog, ReplicatedLog];
      const random = seededRandom(5);
      await Promise.all(range(1, COUNT).map((n) => (n % 2 ? a : b).append(entryOf(bytes(random, n * 37)))));
      let chain = FIRST_CHAIN;
      for (const entry of await readAll(a)) {
        chain = chainOf({ crc32 }, chain, entry);
        expect(entry.chain).to.equal(chain);
      }
    });

    it("a reader whose entries are others than those of the log is refused: the log is forked", async () => {
      const log = await opened();
      for (const n of range(1, 5)) await log.append(entryWith(n));
      const all = await readAll(log);
      for (const seq of [3, 5]) {
        const wrong = { seq, chain: all[seq - 1]!.chain ^ 1 };
        expect(await refusalOf(log.read(wrong, 0, NO_PLACES))).to.be.instanceOf(LogForked);
      }
    });

    it("a reader that has more entries than the log is refused: the log is forked", async () => {
      const log = await opened();
      await log.append(entryWith(1));
      for (const chain of [1, null]) {
        expect(await refusalOf(log.read({ seq: 2, chain }, LONG_MS, NO_PLACES))).to.be.instanceOf(LogForked);
      }
    });

    it("a trimmed shared log refuses readers of what it has lost, and continues with the next number", async () => {
      const [a, b] = (await servers(2)) as [ReplicatedLog, ReplicatedLog];
      for (const n of range(1, COUNT)) await a.append(entryWith(n));
      const all = await readAll(b);
      await b.trim(20);
      const { log, position } = await handles.reopened(20);
      const { firstSeq, lastSeq } = position;
      expect(firstSeq).to.be.greaterThan(1).and.at.most(20);
      expect(lastSeq).to.equal(COUNT);
      expect(await refusalOf(log.read(BEGIN, 0, NO_PLACES))).to.be.instanceOf(LogTrimmed);
      expect(await refusalOf(log.read(all[firstSeq - 3]!, 0, NO_PLACES))).to.be.instanceOf(LogTrimmed);
      expect(await readAll(log, all[firstSeq - 2]!)).to.deep.equal(all.slice(firstSeq - 1));
      expect(await log.append(entryWith(1))).to.equal(COUNT + 1);
      const again = all.find(({ seq }) => seq === firstSeq)!;
      expect(await log.append(again as NewEntry)).to.equal(firstSeq);
    });

    it("bodies of 0 bytes, of 1 byte and of 5 MiB are read as they were appended", async () => {
      const [a, b] = (await servers(2)) as [ReplicatedLog, ReplicatedLog];
      const random = seededRandom(3);
      const bodies = [0, 1, 5 * MB, 1, 0].map((length) => bytes(random, length));
      for (const body of bodies) await a.append(entryOf(body));
      const read = await readAll(b);
      expect(read.map(({ body }) => crc32(body!))).to.deep.equal(bodies.map((body) => crc32(body)));
      expect(read.map(({ body }) => body?.length)).to.deep.equal([0, 1, 5 * MB, 1, 0]);
    });

    it("many large entries are read in parts of about 4 MiB", async () => {
      const [a, b] = (await servers(2)) as [ReplicatedLog, ReplicatedLog];
      const body = bytes(seededRandom(4), MB);
      await Promise.all(range(1, 12).map(() => a.append(entryOf(body))));
      const sizes: number[] = [];
      let end: { seq: number; chain: number } = BEGIN;
      while (end.seq < 12) {
        const read = await b.read(end, LONG_MS, NO_PLACES);
        sizes.push(read.reduce((sum, entry) => sum + entry.body!.length, 0));
        end = endOf(read);
      }
      expect(Math.max(...sizes)).to.be.at.most(MOST_BYTES_OF_A_READ);
      expect(sizes.length).to.be.within(2, 6);
    });

    describePlaces(() => handles);
  });
}

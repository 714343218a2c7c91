// Servers of a cluster that have some of the shards: what becomes of each entry in the local log of each, and what the
// server is told that has written it.
import { expect } from "chai";
import { ConditionUnmet } from "../../../../src/core/catalogue/commits.ts";
import type { RecordCondition } from "../../../../src/core/catalogue/condition.ts";
import { type OperationDraft, RECORD_TYPES } from "../../../../src/core/record/operation.ts";
import { encodeOperation } from "../../../../src/core/record/record.ts";
import { VectorDbError } from "../../../../src/errors/vector-db-error.ts";
import type { ReplicatedLog } from "../../../../src/storage/replicated-log.ts";
import { SimulatedLog } from "../../../support/simulated-log.ts";
import { unnamed } from "../fixtures.ts";
import { deleteOf, entryOf, MemberServer, moving, placeOf, upsertOf } from "./member-server.ts";

/** Turns of the event loop in which a server would have begun its work. */
const TURNS = 4_000;
const C = "00000000-0000-4000-8000-00000000000c";
const [C0, C1] = [placeOf(C, 0), placeOf(C, 1)] as const;
const CREATE: OperationDraft = { kind: "create_collection", collection: C, name: "c", config: unnamed(1) };
const DROP: OperationDraft = { kind: "drop_collection", collection: C };
const CONFIGURE: OperationDraft = { kind: "update_collection", collection: C, config: unnamed(1) };
const { no_operation: NONE, upsert_points: UPSERT, delete_points: DELETE } = RECORD_TYPES;
const { create_collection: CREATED, update_aliases: MOVED } = RECORD_TYPES;

const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );
const typesOf = async (server: MemberServer) => (await server.records()).map(({ type }) => type);

describe("servers of a cluster that have different shards", () => {
  let log: SimulatedLog;
  let a: MemberServer;
  let b: MemberServer;
  /** Holds the records on their way into the local log of `b`. */
  let gate: Promise<void>;
  let arrived: () => void;

  /** The server `a` has the shard 0 of a collection, and `b` has the shard 1. */
  beforeEach(async () => {
    log = new SimulatedLog(3);
    a = await MemberServer.start({ name: "a", log: log.handle() });
    gate = Promise.resolve();
    arrived = () => {};
    const beforeAppend = () => {
      arrived();
      return gate;
    };
    b = await MemberServer.start({ name: "b", log: log.handle(), beforeAppend });
    await a.write(CREATE);
    await a.write(moving("a", 0, C));
    await a.write(moving("b", 1, C));
    await b.member.caughtUp();
  });
  afterEach(() => Promise.all([a, b].map((server) => server.close())));

  const points = ({ registry }: MemberServer) => registry.withUuid(C)!.points;

  it("work that a server does alone finds all entries applied that it has taken, those on their way into its log as well", async () => {
    let open = () => {};
    gate = new Promise((resolve) => {
      open = resolve;
    });
    const isTaken = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const lsn = await a.write(upsertOf(C, 1, 2), C1);
    await isTaken;
    let found: readonly number[] | null = null;
    const alone = b.member.exclusively(async (last) => {
      found = [last, points(b)];
    });
    for (let turn = 0; turn < TURNS; turn++) await new Promise(setImmediate);
    open();
    await alone;
    expect(found).to.deep.equal([lsn, 2]);
  });

  it("each server has the records of its shards, and a no_operation under the same LSN for those of others", async () => {
    await a.write(upsertOf(C, 1, 2), C0);
    await a.write(upsertOf(C, 3), C1);
    await b.write(upsertOf(C, 4), C1);
    await b.write(upsertOf(C, 5), C0);
    await b.write(CONFIGURE);
    await Promise.all([a, b].map(({ member }) => member.caughtUp()));
    expect([points(a), points(b)]).to.deep.equal([3, 2]);
    const [ofA, ofB] = await Promise.all([a.records(), b.records()]);
    expect(ofA.map(({ lsn }) => lsn)).to.deep.equal(ofB.map(({ lsn }) => lsn));
    const common = [CREATED, MOVED, MOVED];
    const last = RECORD_TYPES.update_collection;
    expect(ofA.map(({ type }) => type)).to.deep.equal([...common, UPSERT, NONE, NONE, UPSERT, last]);
    expect(ofB.map(({ type }) => type)).to.deep.equal([...common, NONE, UPSERT, UPSERT, NONE, last]);
  });

  it("a write to a shard of another server resolves with its LSN when this server has applied all before it", async () => {
    let arrivals = 0;
    const lsn = await a.write(upsertOf(C, 1), C1, { onArrival: () => arrivals++ });
    expect(lsn).to.equal(log.lastSeq);
    expect(a.member.appliedLsn).to.equal(lsn);
    expect(arrivals).to.equal(1);
    expect(points(a)).to.equal(0);
    await b.member.caughtUp();
    expect(points(b)).to.equal(1);
  });

  it("a write to a shard of another server resolves also if the log has not acknowledged it", async () => {
    const handle = log.handle();
    const c = await MemberServer.start({ name: "c", log: handle });
    handle.loseNextReply();
    const written = await failure(c.write(upsertOf(C, 1), C1));
    // Whichever is first: the entry, or the error of the append.
    expect(written === null || written instanceof VectorDbError).to.equal(true);
    expect(await c.write(upsertOf(C, 2), C1)).to.equal(log.lastSeq);
    await b.member.caughtUp();
    expect(points(b)).to.equal(2);
    await c.close();
  });

  for (const [what, change] of [
    ["dropped", DROP],
    ["configured", CONFIGURE],
  ] as const) {
    it(`a write to a shard of another server is refused if its collection was ${what} before, and takes effect nowhere`, async () => {
      const upsert = upsertOf(C, 1);
      const condition = a.conditionFor(upsert);
      await b.write(change);
      expect(await failure(a.write(upsert, C1, { condition }))).to.be.instanceOf(ConditionUnmet);
      await b.member.caughtUp();
      expect((await typesOf(b)).at(-1)).to.equal(NONE);
    });
  }

  it("a write with a condition on points of another server's shard is not decided here, but for the state of the catalogue", async () => {
    const upsert = upsertOf(C, 1);
    const { type, body } = encodeOperation(upsert, (sizeBytes) => new Uint8Array(sizeBytes));
    const commit = (place: string) => {
      return a.member.commit({ type, body, place }, a.conditionFor(upsert, true), () => {});
    };
    expect(await commit(C1)).to.include({ lsn: log.lastSeq, isDecided: false });
    expect(await commit(C0)).to.include({ lsn: log.lastSeq, isDecided: true });
    const condition = a.conditionFor(upsert, true);
    await b.write(CONFIGURE);
    expect(await failure(a.write(upsert, C1, { condition }))).to.be.instanceOf(ConditionUnmet);
  });

  it("a condition on points of a shard is decided by the servers that have it, from their points", async () => {
    const upsert = upsertOf(C, 1);
    const condition = b.conditionFor(upsert, true);
    await b.write(upsert, C1, { condition });
    expect(await failure(b.write(upsert, C1, { condition }))).to.be.instanceOf(ConditionUnmet);
    await a.member.caughtUp();
    expect((await typesOf(a)).slice(-2)).to.deep.equal([NONE, NONE]);
  });

  it("a server knows of the last deletion of points that it has, and of no other", async () => {
    await a.write(upsertOf(C, 1), C1);
    const deleted = await a.write(deleteOf(C, 1), C1);
    await b.member.caughtUp();
    expect([a.member.lastDelete(C), b.member.lastDelete(C)]).to.deep.equal([0, deleted]);
  });

  it("a condition on points waits for no write to a shard that the server lacks", async () => {
    await b.write(upsertOf(C, 7), C1);
    const writes = [7, 7, 7].map((id) => a.write(upsertOf(C, id), C1));
    const upsert = upsertOf(C, 7);
    await a.write(upsert, C0, { condition: a.conditionFor(upsert, true) });
    await Promise.all(writes);
    expect(points(a)).to.equal(1);
  });

  it("a server that starts again continues with the shards that it has", async () => {
    await a.write(upsertOf(C, 1), C1);
    await a.close();
    await b.write(upsertOf(C, 2), C0);
    await b.write(moving("a", 1, C));
    await b.write(upsertOf(C, 3), C1);
    a = await MemberServer.start({ name: "a", log: log.handle(), dir: a.dir });
    expect(points(a)).to.equal(2);
    expect((await typesOf(a)).slice(3)).to.deep.equal([NONE, UPSERT, MOVED, UPSERT]);
  });

  describe("whose shards change", () => {
    /** Puts records into the log at once, as a server writes them that is not heard of otherwise. */
    function add(draft: OperationDraft, place: string | null, condition: RecordCondition): void {
      log.add(entryOf(draft, condition, place));
    }
    const moved = (name: string, shard: number, collection: string | null) => {
      const draft = moving(name, shard, collection);
      add(draft, null, a.conditionFor(draft));
    };

    it("a write is applied if the server has got its shard by then, though it did not have it when it wrote", async () => {
      moved("a", 1, C);
      const lsn = await a.write(upsertOf(C, 1), C1);
      expect(points(a)).to.equal(1);
      expect((await a.records()).at(-1)).to.include({ lsn, type: UPSERT });
    });

    it("a write is not applied if the server has lost its shard by then, and resolves", async () => {
      moved("a", 0, null);
      const lsn = await a.write(upsertOf(C, 1), C0);
      expect(points(a)).to.equal(0);
      expect((await a.records()).at(-1)).to.include({ lsn, type: NONE });
    });

    it("a write with a condition on points whose shard the server has lost by then is not decided here", async () => {
      const upsert = upsertOf(C, 1);
      const condition = a.conditionFor(upsert, true);
      moved("a", 0, null);
      const { type, body } = encodeOperation(upsert, (sizeBytes) => new Uint8Array(sizeBytes));
      const { isDecided } = await a.member.commit({ type, body, place: C0 }, condition, () => {});
      expect(isDecided).to.equal(false);
    });

    /** The records behind those of `beforeEach`, and what becomes of them on a server named `s`. */
    const RECORDS: readonly (readonly [OperationDraft, string | null, number])[] = [
      [upsertOf(C, 1), C0, NONE],
      [moving("s", 0, C), null, MOVED],
      [upsertOf(C, 2), C0, UPSERT],
      [upsertOf(C, 3), C1, NONE],
      [moving("s", 0, null), null, MOVED],
      [upsertOf(C, 4), C0, NONE],
      [moving("s", 0, C), null, MOVED],
      [deleteOf(C, 2), C0, DELETE],
    ];

    it("a server that gets, loses and gets a shard again has the same log however the entries come in batches", async () => {
      for (const [draft, place] of RECORDS) await b.write(draft, place);
      const expected = [CREATED, MOVED, MOVED, ...RECORDS.map(([, , type]) => type)];
      for (let split = 0; split < 2 ** (RECORDS.length - 1); split++) {
        const server = await MemberServer.start({
          name: "s",
          log: inBatches(log.handle(), sizesOf(split, RECORDS.length)),
        });
        expect(points(server)).to.equal(0);
        expect(await typesOf(server), `split ${split.toString(2)}`).to.deep.equal(expected);
      }
    }).timeout(60_000);
  });
});

/** Returns the sizes of batches: a bit that is set ends one. */
function sizesOf(split: number, count: number): number[] {
  const ends = Array.from({ length: count }, (_, i) => i + 1).filter(
    (end) => end === count || (split & (1 << (end - 1))) !== 0,
  );
  return ends.map((end, i) => end - (ends[i - 1] ?? 0));
}

/** Returns a log whose entries behind the third are read in batches of these sizes. */
function inBatches(log: ReplicatedLog, sizes: readonly number[]): ReplicatedLog {
  const first = 3;
  const ends = sizes.map((_, i) => first + sizes.slice(0, i + 1).reduce((sum, size) => sum + size, 0));
  return {
    open: () => log.open(),
    append: (entry) => log.append(entry),
    head: () => log.head(),
    trim: (below) => log.trim(below),
    close: () => log.close(),
    async read(after, waitMs, places) {
      const entries = await log.read(after, waitMs, places);
      const end = [first, ...ends].find((one) => one > after.seq) ?? Number.POSITIVE_INFINITY;
      return entries.filter(({ seq }) => seq <= end);
    },
  };
}

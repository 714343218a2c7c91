// Drawn writes to several servers that have different shards, which move between them: what each has in its local log
// is compared with what follows from the shared log alone.
// The decision: the model has no state of servers. It reads the catalogue's records, which all servers have, and tells
// from them who had a shard at each entry; those must have come to one verdict, and the others have a no_operation. A
// server that gets a shard here gets no points with it, so conditions on points are about a shard that two servers get
// together, and about points that all have.
import { expect } from "chai";
import { ConditionUnmet } from "../../../../src/core/catalogue/commits.ts";
import { type OperationDraft, RECORD_TYPES } from "../../../../src/core/record/operation.ts";
import { decodeOperation } from "../../../../src/core/record/record.ts";
import { decodeEntry } from "../../../../src/core/replication/entry.ts";
import { VectorDbError } from "../../../../src/errors/vector-db-error.ts";
import type { LogRecord } from "../../../../src/storage/log.ts";
import { between, countOf, pick, type Random, roundRandom, seedOf } from "../../../support/chance.ts";
import { SimulatedLog } from "../../../support/simulated-log.ts";
import { unnamed } from "../fixtures.ts";
import { deleteOf, MemberServer, moving, placeOf, upsertOf } from "./member-server.ts";

const ROUNDS = countOf("ROUNDS", 6);
const NAMES = ["a", "b", "c"];
const COLLECTIONS = [1, 2].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
/** The shards that move. */
const SHARDS = 2;
/** The shard that the first two servers get together. */
const STEADY = 9;
const IDS = 4;
/** The first id of a write to a steady shard, and to no shard. */
const FIRST_ID = { steady: 100, all: 200 };
const STEPS = 40;
const CLIENTS = 4;
const { no_operation: NONE } = RECORD_TYPES;

/** The outcome of a write as its writer was told: its LSN, that it has no effect, or neither. */
interface Told {
  readonly lsn: number | null;
  readonly isUnmet: boolean;
}

class DrawnServers {
  readonly servers: MemberServer[] = [];
  readonly told = new Map<string, Told>();
  readonly #log: SimulatedLog;
  readonly #random: Random;
  #written = 0;

  constructor(log: SimulatedLog, random: Random) {
    this.#log = log;
    this.#random = random;
  }

  async start(): Promise<void> {
    for (const name of NAMES) this.servers.push(await MemberServer.start({ name, log: this.#log.handle() }));
  }

  async run(): Promise<void> {
    const clients = Array.from({ length: CLIENTS }, async () => {
      for (let step = 0; step < STEPS; step++) await this.#step();
    });
    await Promise.all(clients);
  }

  async #step(): Promise<void> {
    const random = this.#random;
    const server = pick(random, this.servers);
    const collection = pick(random, COLLECTIONS);
    const kind = random();
    if (kind < 0.25) {
      const target = server.registry.withUuid(collection) && random() < 0.7 ? collection : null;
      const names = random() < 0.7 ? [pick(random, NAMES)] : NAMES.slice(0, 2);
      const shard = names.length > 1 ? STEADY : between(random, 0, SHARDS - 1);
      await this.#write(server, moving(names, shard, names.length > 1 ? collection : target), null);
      return;
    }
    const exists = server.registry.withUuid(collection) !== undefined;
    if (kind < 0.35 || !exists) await this.#write(server, this.#change(exists, collection), null);
    else await this.#writePoint(server, collection);
  }

  #change(exists: boolean, collection: string): OperationDraft {
    if (!exists)
      return { kind: "create_collection", collection, name: `c${collection.at(-1)}`, config: unnamed(1) };
    return this.#random() < 0.3
      ? { kind: "drop_collection", collection }
      : { kind: "update_collection", collection, config: unnamed(1) };
  }

  async #writePoint(server: MemberServer, collection: string): Promise<void> {
    const random = this.#random;
    const number = 1000 + this.#written++;
    const kind = random();
    const isSteady = kind < 0.4 && server.places.has(placeOf(collection, STEADY));
    const isForAll = !isSteady && kind < 0.5;
    const shard = isSteady ? STEADY : between(random, 0, SHARDS - 1);
    const first = isSteady ? FIRST_ID.steady : isForAll ? FIRST_ID.all : 0;
    // The second id is that of this write alone; the first is what conditions are about.
    const ids = [first + between(random, 0, IDS - 1), number] as const;
    const draft = random() < 0.7 ? upsertOf(collection, ...ids) : deleteOf(collection, ...ids);
    const place = isForAll ? null : placeOf(collection, shard);
    await this.#write(server, draft, place, (isSteady || isForAll) && random() < 0.7);
  }

  async #write(
    server: MemberServer,
    draft: OperationDraft,
    place: string | null,
    withPoints = false,
  ): Promise<void> {
    const condition = server.conditionFor(draft, withPoints);
    const key = "ids" in draft ? keyOf(draft) : null;
    try {
      const lsn = await server.write(draft, place, { condition });
      if (key !== null) this.told.set(key, { lsn, isUnmet: false });
    } catch (error) {
      if (key !== null) this.told.set(key, { lsn: null, isUnmet: error instanceof ConditionUnmet });
      const isExpected = error instanceof VectorDbError && error.code === "LOG_UNAVAILABLE";
      if (!(error instanceof ConditionUnmet) && !isExpected) throw error;
    }
  }
}

/** Returns the id that only one write has. */
const keyOf = ({ ids }: { readonly ids: { at(i: number): unknown } }) => String(ids.at(1));

/** Follows who has which shard, from the records of the catalogue that took effect. */
class Holders {
  readonly #places = new Map<string, string>();

  apply({ type, body }: LogRecord): void {
    const operation = decodeOperation(type, body);
    if (operation.kind === "update_aliases")
      for (const { alias, collection } of operation.aliases) {
        this.#places.delete(alias);
        if (collection !== null) this.#places.set(alias, collection);
      }
    if (operation.kind !== "drop_collection") return;
    for (const [alias, collection] of this.#places)
      if (collection === operation.collection) this.#places.delete(alias);
  }

  has(name: string, place: string | null): boolean {
    if (place === null) return true;
    return [...this.#places].some(
      ([alias, collection]) =>
        alias.startsWith(`${name}-`) && placeOf(collection, Number(alias.split("-")[1])) === place,
    );
  }
}

/** Checks the local logs of all servers. @returns how many entries were applied by some servers and not by others */
function check(log: SimulatedLog, records: readonly LogRecord[][], told: ReadonlyMap<string, Told>): number {
  const holders = new Holders();
  let divided = 0;
  for (const [i, entry] of log.entries.entries()) {
    const found = records.map((all) => all[i]!);
    for (const { lsn } of found) expect(lsn).to.equal(entry.seq);
    const isHolder = NAMES.map((name) => holders.has(name, entry.place));
    const sent = decodeEntry(entry.body);
    for (const [server, { type }] of found.entries())
      if (!isHolder[server]) expect(type, `LSN ${entry.seq} on ${NAMES[server]}`).to.equal(NONE);
    const held = found.filter((_, server) => isHolder[server]);
    for (const { type, body } of held) {
      expect(type, `the verdict on LSN ${entry.seq}`).to.equal(held[0]!.type);
      if (type === NONE) continue;
      expect(type).to.equal(sent.type);
      expect(Buffer.compare(body, sent.body)).to.equal(0);
    }
    if (held.length > 0 && held.length < NAMES.length && held[0]!.type !== NONE) divided++;
    checkTold(decodeOperation(sent.type, sent.body), entry.seq, held, told);
    if (entry.place === null) holders.apply(found[0]!);
  }
  return divided;
}

function checkTold(
  operation: ReturnType<typeof decodeOperation>,
  seq: number,
  held: readonly LogRecord[],
  told: ReadonlyMap<string, Told>,
): void {
  if (!("ids" in operation)) return;
  const { lsn, isUnmet } = told.get(keyOf(operation))!;
  if (lsn !== null) expect(lsn).to.equal(seq);
  for (const { type } of held) {
    if (lsn !== null) expect(type, `LSN ${seq} was acknowledged`).to.not.equal(NONE);
    if (isUnmet) expect(type, `LSN ${seq} was refused`).to.equal(NONE);
  }
}

describe("servers of a cluster whose shards move", () => {
  for (let round = 0; round < ROUNDS; round++) {
    it(`servers with moving shards apply what is theirs, and tell their writers the common verdict (SEED=${seedOf()}, round ${round})`, async () => {
      const random = roundRandom(seedOf(), round);
      const faults = { rounds: 6, readEntries: between(random, 1, 30) };
      const log = new SimulatedLog(between(random, 1, 1e9), faults);
      const drawn = new DrawnServers(log, random);
      await drawn.start();
      log.faults = { ...log.faults, lostRequests: 0.02, lostReplies: 0.02, lateRequests: 0.02 };
      await drawn.run();
      log.faults = { ...log.faults, lostRequests: 0, lostReplies: 0, lateRequests: 0 };
      await log.settled();
      await Promise.all(drawn.servers.map(({ member }) => member.caughtUp()));
      const records: LogRecord[][] = [];
      for (const server of drawn.servers) records.push(await server.records());
      expect(check(log, records, drawn.told)).to.be.greaterThan(5);
    }).timeout(20_000);
  }
});

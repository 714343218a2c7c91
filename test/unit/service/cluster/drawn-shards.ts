// Drawn requests to servers that have some of the shards of a collection each, whose answers are checked.
// The decision: some points are written once and never changed. Every read that must find them all says at once whether
// a shard was left out, read twice or read from a server that has not all of it.

import { NATIVE_RULES } from "../../../../src/schema/rules.ts";
import { deleteChange } from "../../../../src/service/writes/delete.ts";
import { setPayload } from "../../../../src/service/writes/payload.ts";
import { between, pick, type Random } from "../../../support/chance.ts";
import { InsertedPoint, MergedPoint, Register } from "../../../support/cluster-judge.ts";
import { unnamed } from "../../core/fixtures.ts";
import { drawnMove } from "./drawn-move.ts";
import { json } from "./fixtures.ts";
import { EXPECTED, pauseFor, READ_FAILURES, ShardClient } from "./shard-client.ts";
import { C, FIRST_STABLE, type Found, NAME, readStable, STABLE } from "./sharded-reads.ts";
import type { ShardedServers, StoredPoint } from "./sharded-servers.ts";

const SHARDS = 4;
const BATCHES = 3;
const BATCH = 6;
const FIRST_CONDITIONAL = 100;
const CONDITIONAL = 4;
const FIRST_TAGGED = 200;
const TAGGED = 12;
const FIRST_MERGED = 300;
const FIRST_VANISHING = 400;
const FIRST_INSERTED = 10_000;
const INSERTED = 4;
const KEYS = 30;

export class DrawnShards extends ShardClient {
  /** The texts of upserts, and whether they were acknowledged. */
  readonly tokens = new Map<string, boolean>();
  readonly #batches: readonly (readonly Register[])[];
  readonly #conditional: readonly Register[];
  readonly #tagged: readonly Register[];
  readonly #merged: MergedPoint[] = [];
  readonly #inserted: InsertedPoint[] = [];
  readonly #vanished: number[] = [];
  #isOver = false;
  #clients: Promise<void>[] = [];

  constructor(servers: ShardedServers, random: Random) {
    super(servers, random);
    const registers = (first: number, count: number, isConditional = false) =>
      Array.from({ length: count }, (_, i) => new Register(first + i, this.judge, isConditional));
    this.#batches = Array.from({ length: BATCHES }, (_, i) => registers(i * BATCH, BATCH));
    this.#conditional = registers(FIRST_CONDITIONAL, CONDITIONAL, true);
    this.#tagged = registers(FIRST_TAGGED, TAGGED);
  }

  /** @param placement null: every server has everything, until the first move */
  async create(placement: ReturnType<typeof unnamed>["placement"] | null): Promise<void> {
    const { database, points } = this.servers.all[0]!;
    await database.create(NAME, { ...unnamed(1), shards: SHARDS, ...(placement && { placement }) });
    const all = [
      ...Array.from({ length: STABLE }, (_, i) => point(FIRST_STABLE + i, i, { group: "stable" })),
      ...this.#tagged.map(({ id }) => point(id, 0, { group: "tagged", version: 0 })),
    ];
    await points.upsert({ ...C, points: all }, NATIVE_RULES);
    await Promise.all(this.servers.all.map((one) => one.database.replication.member!.caughtUp()));
  }

  start(): void {
    const clients = [
      ...this.#batches.map((registers, i) => () => this.#writeBatch(registers, i % 2 === 1)),
      ...this.#conditional.flatMap((register) => [1, 2].map(() => () => this.#raise(register))),
      ...[1, 2].map(() => () => this.#merge()),
      ...[1, 2, 3, 4].map(() => () => this.#readRegister()),
      ...[1, 2].map(() => () => this.#readStable()),
      () => this.#insert(),
      () => this.#tag(),
      () => this.#vanish(),
      () => this.#deleteOlder(),
      () => this.#move(),
    ];
    this.#clients = clients.map(async (work) => {
      while (!this.#isOver) await work();
    });
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#clients);
  }

  /** Writes the next version of all registers of a batch, which are in several shards. */
  async #writeBatch(registers: readonly Register[], deletes: boolean): Promise<void> {
    const version = registers[0]!.sent + 1;
    const isDeletion = deletes && this.random() < 0.3;
    const done = registers.map((register) => register.send(version, isDeletion));
    const tokens = isDeletion ? [] : registers.map(({ id }) => this.#token(id, version));
    const server = this.node();
    const ids = registers.map(({ id }) => id);
    const points = registers.map(({ id }, i) => point(id, version, { version, token: tokens[i] }));
    const isDone = await this.attempt(server, () =>
      isDeletion
        ? server.points.write({ ...C, points: ids }, deleteChange, NATIVE_RULES)
        : server.points.upsert({ ...C, points }, NATIVE_RULES),
    );
    if (!isDone) return;
    for (const note of done) note("");
    for (const token of tokens) this.tokens.set(token, true);
  }

  #token(id: number, version: number | string): string {
    const token = `<${id} ${version}>`;
    this.tokens.set(token, false);
    return token;
  }

  /** Writes a version unless there is a higher one. */
  async #raise(register: Register): Promise<void> {
    const version = register.sent + 1;
    const done = register.send(version);
    const token = this.#token(register.id, version);
    const points = [point(register.id, version, { version, token, group: "raised" })];
    const server = this.node();
    const upsert = { ...C, points, update_filter: below(version) };
    if (await this.attempt(server, () => server.points.upsert(upsert, NATIVE_RULES))) done("");
  }

  async #deleteOlder(): Promise<void> {
    const least = Math.min(...this.#conditional.map(({ acknowledged }) => acknowledged));
    const filter = { must: [{ key: "group", match: { value: "raised" } }, ...below(least).must] };
    const server = this.node();
    await this.attempt(server, () => server.points.write({ ...C, filter }, deleteChange, NATIVE_RULES));
    await pauseFor(40);
  }

  /** Sets the payloads of points of all shards, which a filter selects. */
  async #tag(): Promise<void> {
    const version = this.#tagged[0]!.sent + 1;
    const done = this.#tagged.map((register) => register.send(version));
    const server = this.node();
    const filter = { must: [{ key: "group", match: { value: "tagged" } }] };
    const payload = json({ version });
    const isDone = await this.attempt(server, () =>
      server.points.write({ ...C, filter, payload }, setPayload, NATIVE_RULES),
    );
    if (isDone) for (const note of done) note("");
    await pauseFor(20);
  }

  async #merge(): Promise<void> {
    const last = this.#merged.at(-1);
    const isNew = last === undefined || last.sent.size >= KEYS;
    const merged = isNew ? new MergedPoint(FIRST_MERGED + this.#merged.length, this.judge) : last;
    if (isNew) this.#merged.push(merged);
    const { id, sent } = merged;
    const key = `k${sent.size}`;
    sent.add(key);
    const server = this.node();
    if (isNew) {
      const points = [point(id, 0, {})];
      await this.attempt(server, () =>
        server.points.upsert({ ...C, points, update_mode: "insert_only" }, NATIVE_RULES),
      );
    }
    const payload = json({ [key]: 1 });
    const isDone = await this.attempt(server, () =>
      server.points.write({ ...C, points: [id], payload }, setPayload, NATIVE_RULES),
    );
    if (isDone) merged.acknowledged.add(key);
  }

  /** Inserts points of several shards by several clients, of whom one does it. */
  async #insert(): Promise<void> {
    const first = FIRST_INSERTED + this.#inserted.length;
    const all = Array.from({ length: INSERTED }, (_, i) => new InsertedPoint(first + i, this.judge));
    this.#inserted.push(...all);
    const insert = async (n: number) => {
      const server = this.node();
      const points = all.map(({ id }) => point(id, n, { inserted: `t${n}` }));
      const isDone = await this.attempt(server, () =>
        server.points.upsert({ ...C, points, update_mode: "insert_only" }, NATIVE_RULES),
      );
      if (isDone) for (const one of all) one.isAcknowledged = true;
    };
    await Promise.all([insert(1), insert(2), insert(3)]);
    await pauseFor(20);
  }

  /** Deletes a point while others change it, if it is there. */
  async #vanish(): Promise<void> {
    const id = FIRST_VANISHING + this.#vanished.length;
    const server = this.node();
    const points = [point(id, 0, { n: 0 })];
    if (!(await this.attempt(server, () => server.points.upsert({ ...C, points }, NATIVE_RULES)))) {
      // It may be written later than it is deleted.
      this.#vanished.push(-1);
      return;
    }
    const update = async (n: number) => {
      const at = this.node();
      const changed = [point(id, n, { n })];
      await this.attempt(at, () =>
        at.points.upsert({ ...C, points: changed, update_mode: "update_only" }, NATIVE_RULES),
      );
    };
    const remove = async () => {
      const at = this.node();
      return this.attempt(at, () => at.points.write({ ...C, points: [id] }, deleteChange, NATIVE_RULES));
    };
    const [isDeleted] = await Promise.all([remove(), update(1), update(2), update(3)]);
    this.#vanished.push(isDeleted ? id : -1);
    if (isDeleted)
      await this.read(
        (read) => read([id]),
        ([found]) => {
          if (found)
            this.judge.blame(`point ${id} was deleted, and is there again: ${JSON.stringify(found)}`);
        },
      );
  }

  async #readRegister(): Promise<void> {
    const all = [...this.#batches.flat(), ...this.#conditional, ...this.#tagged];
    const few = [pick(this.random, all), pick(this.random, all), pick(this.random, all)];
    const registers = [...new Set(few)];
    const server = this.node();
    const isFresh = this.random() < 0.5;
    const judges = registers.map((register) => register.read(isFresh ? null : server.server));
    await this.read(
      (read) => read(registers.map(({ id }) => id)),
      (found) => {
        for (const [i, judge] of judges.entries()) judge(found[i]?.version ?? 0);
      },
      { server, isFresh },
    );
    for (const one of this.#inserted.slice(-INSERTED)) {
      const { isAcknowledged } = one;
      await this.read(
        (read) => read([one.id]),
        ([found]) => one.check((found?.payload.inserted as string | undefined) ?? null, isAcknowledged),
      );
    }
  }

  /** Reads all points that never change. */
  async #readStable(): Promise<void> {
    const server = this.node();
    try {
      this.counts.reads++;
      await readStable(server, between(this.random, 0, 2), this.judge);
    } catch (error) {
      this.counts.unread++;
      await this.noteFailure(error, server.database, READ_FAILURES);
    }
    await pauseFor(5);
  }

  /** Changes where a shard is. */
  async #move(): Promise<void> {
    const { moves, database } = this.node();
    const peers = this.servers.heard.map(({ peer_id }) => peer_id);
    const request = drawnMove(this.random, database.registered(NAME)?.config.placement, SHARDS, peers);
    if (request !== null) {
      try {
        await moves.change({ ...C, ...request });
        this.counts.moves++;
      } catch (error) {
        this.counts.refused++;
        await this.noteFailure(error, database, EXPECTED);
      }
    }
    await pauseFor(between(this.random, 0, 150));
  }

  /** Checks the points that all servers have in the end. */
  checkAll(points: ReadonlyMap<number, StoredPoint>): void {
    const payloadOf = (id: number) => JSON.parse(points.get(id)?.payload ?? "{}") as Found["payload"];
    for (const register of [...this.#batches.flat(), ...this.#conditional, ...this.#tagged])
      register.read(null)(Number(payloadOf(register.id).version ?? 0));
    for (const merged of this.#merged) merged.check(payloadOf(merged.id), [...merged.acknowledged]);
    for (const one of this.#inserted)
      one.check((payloadOf(one.id).inserted as string | undefined) ?? null, one.isAcknowledged);
    for (const id of this.#vanished)
      if (points.has(id)) this.judge.blame(`point ${id} was deleted, and is there`);
    for (let i = 0; i < STABLE; i++)
      if (!points.has(FIRST_STABLE + i)) this.judge.blame(`point ${FIRST_STABLE + i} is lost`);
  }
}

function point(id: number, value: number, payload: Readonly<Record<string, unknown>>) {
  return { id, vector: Float32Array.of(value), payload: json(payload) };
}

const below = (version: number) => ({ must: [{ key: "version", range: { lt: version } }] });

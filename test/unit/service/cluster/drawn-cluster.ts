// Drawn requests to the servers of a cluster in one process, whose answers are checked, and the state of a server.
// The decision: every client checks what it was promised, as the clients of a real cluster do in the slow tests; what
// servers must have in common is compared by their whole state.

import type { CollectionConfig } from "../../../../src/core/config/types.ts";
import type { EncodedOperation } from "../../../../src/core/record/record.ts";
import { recordBuffer, takeSnapshot } from "../../../../src/core/snapshot/take.ts";
import type { VectorDbError } from "../../../../src/errors/vector-db-error.ts";
import { NATIVE_RULES } from "../../../../src/schema/rules.ts";
import { FieldIndexesService } from "../../../../src/service/field-indexes.ts";
import { VectorNamesService } from "../../../../src/service/vector-names.ts";
import { deleteChange } from "../../../../src/service/writes/delete.ts";
import { setPayload } from "../../../../src/service/writes/payload.ts";
import { Judge, Register } from "../../../support/cluster-judge.ts";
import { stored, unnamed } from "../../core/fixtures.ts";
import { integer, type Random } from "../../engine/fixtures.ts";
import { json, type Node } from "./fixtures.ts";

const REGISTERS = 4;
const FIRST_CONDITIONAL = 10;
const FIRST_MERGED = 20;
const POINTS = 24;
const C = { collection_name: "c" };
const EXTRA = "extra";

/** Errors that a client may get because of what others do, or because of a fault. */
const EXPECTED = [
  ...["LOG_UNAVAILABLE", "WRITE_CONFLICT", "CLOSED", "NOT_FOUND", "POINT_NOT_FOUND", "INVALID_ARGUMENT"],
  ...["COLLECTION_NOT_FOUND", "COLLECTION_DELETED", "COLLECTION_ALREADY_EXISTS", "COLLECTION_BUSY"],
  ...["ALREADY_EXISTS", "ALIAS_NOT_FOUND", "UNKNOWN_VECTOR", "INVALID_VECTOR"],
];

export class DrawnCluster {
  readonly judge = new Judge();
  acknowledged = 0;
  readonly #nodes: readonly Node[];
  readonly #random: Random;
  readonly #registers: readonly Register[];
  readonly #merged = new Map<string, boolean>();
  /** Changes of the shared parameters, which count them. */
  readonly #counted = { sent: 0, acknowledged: 0 };
  /** The writes that were acknowledged, by a text that is in their payload. */
  readonly tokens = new Map<string, boolean>();
  /** The databases that are closed, or about to be. */
  readonly closed = new WeakSet<Node["database"]>();
  #clients: Promise<void>[] = [];

  /** @param nodes may be exchanged meanwhile */
  constructor(nodes: readonly Node[], random: Random) {
    this.#nodes = nodes;
    this.#random = random;
    this.#registers = Array.from({ length: REGISTERS }, (_, i) => [
      new Register(i, this.judge, false),
      new Register(FIRST_CONDITIONAL + i, this.judge, true),
    ]).flat();
  }

  async create(): Promise<void> {
    for (const name of ["c", "d"]) await this.#nodes[0]!.database.create(name, unnamed(1));
  }

  /** @param writes how many each client makes */
  start(writes: number): void {
    const clients = [
      ...this.#registers.map((register) => () => this.#write(register)),
      () => this.#merge(),
      () => this.#merge(),
      () => this.#byFilter(),
      () => this.#configure(),
      () => this.#rearrange(),
      () => this.#count(),
      () => this.#count(),
    ];
    this.#clients = clients.map(async (work) => {
      for (let i = 0; i < writes; i++) await work();
    });
  }

  async done(): Promise<void> {
    await Promise.all(this.#clients);
  }

  #node(): Node {
    return this.#nodes[integer(this.#random, 0, this.#nodes.length - 1)]!;
  }

  /** Returns whether it is acknowledged. */
  async #try({ database }: Pick<Node, "database">, work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      this.acknowledged++;
      return true;
    } catch (error) {
      const { code = "none", message } = error as VectorDbError;
      // A server that is closed has released its memory.
      if (!EXPECTED.includes(code) && !this.closed.has(database)) this.judge.blame(`${code}: ${message}`);
      return false;
    }
  }

  /** Writes the next version of a register, and reads it from a server that has caught up. */
  async #write(register: Register): Promise<void> {
    const isConditional = register.id >= FIRST_CONDITIONAL;
    const version = register.sent + 1;
    const done = register.send(version);
    const token = `<${register.id} ${version}>`;
    this.tokens.set(token, false);
    const vector = { "": Float32Array.of(version) };
    const withExtra = this.#random() < 0.3 ? { ...vector, [EXTRA]: Float32Array.of(version) } : vector;
    const payload = json({ version, token, group: isConditional ? 1 : 0 });
    const update_filter = isConditional ? { update_filter: below(version) } : {};
    const server = this.#node();
    const { points } = server;
    const upsert = { points: [{ id: register.id, vector: withExtra, payload }], ...update_filter };
    const isDone = await this.#try(server, () =>
      this.#random() < 0.3
        ? points.batch({ ...C, operations: [{ upsert }, { upsert: this.#other() }] }, NATIVE_RULES)
        : points.upsert({ ...C, ...upsert }, NATIVE_RULES),
    );
    if (isDone) done("");
    if (isDone) this.tokens.set(token, true);
    await this.#read(register);
  }

  /** A write that meets those of other servers. */
  #other() {
    const point = { id: POINTS - 1, vector: Float32Array.of(0), payload: json({ n: 0 }) };
    return { points: [point], update_filter: below(integer(this.#random, 0, 3)) };
  }

  async #read(register: Register): Promise<void> {
    const server = this.#node();
    const { points, database } = server;
    const judge = register.read(null);
    await this.#try(server, async () => {
      await database.replication.member!.caughtUp();
      judge(await versionOf(points, register.id));
    });
  }

  async #merge(): Promise<void> {
    const key = `k${this.#merged.size}`;
    this.#merged.set(key, false);
    const server = this.#node();
    const { points } = server;
    const isDone = await this.#try(server, async () => {
      const point = { id: FIRST_MERGED, vector: Float32Array.of(1), payload: json({}) };
      await points.upsert({ ...C, points: [point], update_mode: "insert_only" }, NATIVE_RULES);
      await points.write(
        { ...C, points: [FIRST_MERGED], payload: json({ [key]: 1 }) },
        setPayload,
        NATIVE_RULES,
      );
    });
    if (isDone) this.#merged.set(key, true);
  }

  /** Deletes and changes points that match a condition, which none that is acknowledged does. */
  async #byFilter(): Promise<void> {
    const server = this.#node();
    const { points } = server;
    const conditional = this.#registers.filter(({ id }) => id >= FIRST_CONDITIONAL);
    const filter = {
      must: [
        { key: "group", match: { value: 1 } },
        ...below(Math.min(...conditional.map(({ acknowledged }) => acknowledged))).must,
      ],
    };
    if (this.#random() < 0.5)
      await this.#try(server, () => points.write({ ...C, filter }, deleteChange, NATIVE_RULES));
    else
      await this.#try(server, () =>
        points.write({ ...C, filter, payload: json({ version: 0 }) }, setPayload, NATIVE_RULES),
      );
  }

  /** Changes the configuration of the collection that all write to. */
  async #configure(): Promise<void> {
    const server = this.#node();
    const { database } = server;
    const indexes = new FieldIndexesService(database);
    const names = new VectorNamesService(database);
    const named = { ...C, vector_name: EXTRA };
    const kinds = [
      () => indexes.create({ ...C, field_name: "version", field_schema: "integer" }, NATIVE_RULES),
      () => indexes.delete({ ...C, field_name: "version" }, NATIVE_RULES),
      () => names.create({ ...named, dense: { size: 1, distance: "Dot" } }, NATIVE_RULES),
      () => names.delete(named, NATIVE_RULES),
    ];
    await this.#try(server, kinds[integer(this.#random, 0, kinds.length - 1)]!);
  }

  async #count(): Promise<void> {
    const server = this.#node();
    const { database } = server;
    this.#counted.sent++;
    const isDone = await this.#try(server, () =>
      database.changeParameters(() => String(countIn(database) + 1)),
    );
    if (isDone) this.#counted.acknowledged++;
  }

  /** Creates, deletes, restores and recovers collections, and moves aliases. */
  async #rearrange(): Promise<void> {
    const server = this.#node();
    const { database, points } = server;
    const name = ["d", "e"][integer(this.#random, 0, 1)]!;
    const alias = `a${integer(this.#random, 0, 1)}`;
    const point = { id: 1, vector: Float32Array.of(1), payload: null };
    const kinds = [
      () => database.create(name, unnamed(1)),
      () => database.drop(name),
      () => database.mark(name, integer(this.#random, 0, 3)),
      () => database.mark(name, 1_000_000),
      () => database.restore(name),
      () => database.changeAliases([{ kind: "create", alias, collection: name }]),
      () => database.changeAliases([{ kind: "rename", alias, to: `b${alias}` }]),
      () => points.upsert({ collection_name: name, points: [point] }, NATIVE_RULES),
      () => recovered(database, name),
    ];
    await this.#try(server, kinds[integer(this.#random, 0, kinds.length - 1)]!);
  }

  /** Checks the state of a server that has caught up. */
  async check({ points, database }: Node): Promise<void> {
    const { sent, acknowledged } = this.#counted;
    const count = countIn(database);
    if (count < acknowledged || count > sent)
      this.judge.blame(`${count} changes of parameters, ${acknowledged} of ${sent} were acknowledged`);
    for (const register of this.#registers) register.read(null)(await versionOf(points, register.id));
    const keys = await keysOf(points);
    const lost = [...this.#merged].filter(([key, isDone]) => isDone && !keys.includes(key));
    if (lost.length > 0) this.judge.blame(`lost keys: ${lost.map(([key]) => key)}`);
  }
}

const countIn = ({ parameters }: Node["database"]) => Number(parameters.saved?.document ?? 0);
const below = (version: number) => ({ must: [{ key: "version", range: { lt: version } }] });

async function payloadOf(points: Node["points"], id: number): Promise<Record<string, unknown>> {
  const [record] = await points.retrieve({ ...C, ids: [id] }, { ...NATIVE_RULES, absentIds: "left_out" });
  return record?.payload ? JSON.parse(Buffer.from(record.payload.bytes).toString()) : {};
}

const versionOf = async (points: Node["points"], id: number) =>
  Number((await payloadOf(points, id)).version ?? 0);
const keysOf = async (points: Node["points"]) => Object.keys(await payloadOf(points, FIRST_MERGED));

/** Replaces a collection by what it was a moment ago. */
async function recovered(database: Node["database"], name: string): Promise<void> {
  const records: EncodedOperation[] = [];
  let config: CollectionConfig | undefined;
  const sink = {
    begin: async (facts: { config: CollectionConfig }) => {
      config = facts.config;
    },
    write: async ({ type, body }: EncodedOperation) => void records.push({ type, body: body.slice() }),
  };
  const points = await takeSnapshot(database.collection(name), sink, recordBuffer());
  await database.recover({ name, config: config!, points, next: async () => records.splice(0) });
}

/** Whether a collection is not about to be dropped because its time is over. */
const stays = ({ lastingState }: ReturnType<Node["database"]["collection"]>) =>
  lastingState.kind !== "marked" || lastingState.deletedUntil > Date.now();

/** Returns what servers have in common: collections with points, states and configurations, aliases, parameters. */
export async function stateOf({ database }: Node): Promise<string> {
  const collections = [];
  for (const collection of database.collections().filter(stays)) {
    const { name, uuid, lastingState, config, configured } = collection;
    const points = [];
    if (lastingState.kind === "ready")
      for (let id = 0; id < POINTS; id++) points.push(await stored(database, name, id));
    collections.push({ name, uuid, lastingState, config, configured, points });
  }
  const lasting = database.aliases().filter(({ collection }) => stays(collection));
  const aliases = lasting.map(({ alias, collection }) => [alias, collection.uuid]);
  return JSON.stringify({ collections, aliases, parameters: database.parameters.saved }, null, 1);
}

// A server of a cluster without requests: its catalogue, its local log and its member of the cluster. Tests write
// records to the shared log through it.
// The decision: the places of a server are aliases, such as `a-0` for the shard 0 on the server a, because the member
// needs only that records of the catalogue change them.
import { randomUUID } from "node:crypto";
import { SYSTEM_CLOCK } from "../../../../src/assemble/assemble.ts";
import { existingOf, type RecordCondition, stateFor } from "../../../../src/core/catalogue/condition.ts";
import { Registry } from "../../../../src/core/catalogue/registry.ts";
import type { CatalogueOperation, OperationDraft } from "../../../../src/core/record/operation.ts";
import { encodeOperation } from "../../../../src/core/record/record.ts";
import type { ClusterLog } from "../../../../src/core/replication/cluster-log.ts";
import { encodeEntry } from "../../../../src/core/replication/entry.ts";
import type { Member } from "../../../../src/core/replication/member.ts";
import { Replication } from "../../../../src/core/replication/replication.ts";
import { PackedIds } from "../../../../src/core/slots/point-id.ts";
import { runWhole } from "../../../../src/scheduling/slices.ts";
import { EpochsFile } from "../../../../src/storage/epochs.ts";
import { LocalLog } from "../../../../src/storage/local-log.ts";
import type { LogRecord, NewRecord } from "../../../../src/storage/log.ts";
import { Membership } from "../../../../src/storage/membership.ts";
import { nodeFs } from "../../../../src/storage/node-fs.ts";
import type { NewEntry, ReplicatedLog } from "../../../../src/storage/replicated-log.ts";
import { newEngine } from "../../engine/fixtures.ts";
import { recordsOf } from "../../service/cluster/fixtures.ts";
import { freshDir } from "../fixtures.ts";

interface ServerOptions {
  readonly name: string;
  /** A handle of the shared log. */
  readonly log: ReplicatedLog;
  readonly dir?: string;
  /** Is waited for before each record is written to the local log. */
  readonly beforeAppend?: () => Promise<void>;
}

interface WriteOptions {
  /** Absent: the present state of the catalogue. */
  readonly condition?: RecordCondition;
  readonly onArrival?: () => void;
}

const noWork = () => {};

export const placeOf = (collection: string, shard: number): string => `${collection}/${shard}`;

/** Returns the record that gives a shard of a collection to servers, or takes it from them. */
export const moving = (
  names: string | readonly string[],
  shard: number,
  collection: string | null,
): CatalogueOperation => ({
  kind: "update_aliases",
  aliases: [names].flat().map((name) => ({ alias: `${name}-${shard}`, collection })),
});

export function upsertOf(collection: string, ...ids: number[]): OperationDraft {
  const rows = ids.map((_, row) => row);
  const vectors = ids.map((id) => Float32Array.of(id));
  return {
    kind: "upsert_points",
    collection,
    ids: PackedIds.pack(ids),
    fields: [{ name: "", dimension: 1, rows, vectors }],
    payloads: ids.map(() => null),
  };
}

export const deleteOf = (collection: string, ...ids: number[]): OperationDraft => ({
  kind: "delete_points",
  collection,
  ids: PackedIds.pack(ids),
});

/** Returns an entry as another server writes it. */
export function entryOf(draft: OperationDraft, condition: RecordCondition, place: string | null): NewEntry {
  const record = encodeOperation(draft, (sizeBytes) => new Uint8Array(sizeBytes));
  return { id: randomUUID(), body: encodeEntry({ ...record, condition }), place };
}

/** A local log whose records wait before they are written. */
class HeldLog extends LocalLog {
  readonly #before: () => Promise<void>;

  constructor(dir: string, before: () => Promise<void>) {
    super(nodeFs, dir, { reserveBytes: 0 });
    this.#before = before;
  }

  override async append(record: NewRecord): Promise<number> {
    await this.#before();
    return super.append(record);
  }
}

export class MemberServer {
  readonly registry: Registry;
  readonly dir: string;
  readonly #name: string;
  readonly #replication: Replication;
  readonly #local: LocalLog;
  readonly #engine = newEngine();

  private constructor(name: string, dir: string, cluster: ClusterLog, before: () => Promise<void>) {
    this.#name = name;
    this.dir = dir;
    this.#local = new HeldLog(dir, before);
    this.registry = new Registry({ engine: this.#engine }, noWork, async () => {});
    this.#replication = new Replication({
      ...{ log: this.#local, engine: this.#engine, clock: SYSTEM_CLOCK, registry: this.registry, cluster },
      ...{ randomUuid: randomUUID, epochs: new EpochsFile(nodeFs, dir), places: () => this.places },
      ...{ onFull: noWork, onMarked: noWork, onLogged: noWork, onPromoted: noWork },
      discard: async () => {},
      logged: async () => {},
    });
  }

  /** Starts a server; it has applied the log when this resolves. */
  static async start({
    name,
    log,
    dir = freshDir(),
    beforeAppend = async () => {},
  }: ServerOptions): Promise<MemberServer> {
    const position = await log.open();
    const membership = new Membership(nodeFs, dir, randomUUID);
    const server = new MemberServer(name, dir, { log, position, membership }, beforeAppend);
    await server.#load();
    return server;
  }

  get member(): Member {
    return this.#replication.member!;
  }

  /** The places that it has now. */
  get places(): ReadonlySet<string> {
    const own = this.registry.aliases.all().filter(({ alias }) => alias.startsWith(`${this.#name}-`));
    return new Set(own.map(({ alias, collection }) => placeOf(collection, Number(alias.split("-")[1]))));
  }

  /** Returns the condition that the state of the catalogue is the present one, and with `ids` that of these points. */
  conditionFor(draft: OperationDraft, points = false): RecordCondition {
    const state = stateFor(this.registry, draft);
    if (!points || !("ids" in draft)) return { state, points: null };
    const { segments } = this.registry.withUuid(draft.collection)!;
    const existing = runWhole(existingOf(segments, draft.ids));
    return { state, points: { basis: this.member.appliedLsn, existing } };
  }

  /** Writes a record. @returns its LSN */
  async write(
    draft: OperationDraft,
    place: string | null = null,
    { condition = this.conditionFor(draft), onArrival = noWork }: WriteOptions = {},
  ): Promise<number> {
    const { type, body } = encodeOperation(draft, (sizeBytes) => new Uint8Array(sizeBytes));
    const { lsn, applied } = await this.member.commit({ type, body, place }, condition, onArrival);
    await applied;
    return lsn;
  }

  async close(): Promise<void> {
    await this.member.stop();
    this.#replication.stop();
    await this.#local.close();
    await this.#engine.close();
  }

  /** Closes it. @returns the records of its log */
  async records(): Promise<LogRecord[]> {
    await this.close();
    return recordsOf(this);
  }

  async #load(): Promise<void> {
    this.#replication.load();
    const { lastLsn } = await this.#local.open();
    for (let lsn = 1; lsn <= lastLsn; ) {
      for (const record of await this.#local.read(lsn)) {
        await this.registry.apply({ lsn: record.lsn, type: record.type, body: sharedCopy(record.body) });
        lsn = record.lsn + 1;
      }
    }
    this.#replication.startFrom(lastLsn);
    await this.member.begin(() => false);
  }
}

/** Returns a copy in memory that the engine may read. */
function sharedCopy(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}

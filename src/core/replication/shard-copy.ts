// Copies a shard from another server: its points, then the records behind them, until this server can go on with the
// log of the cluster alone.
// The decision: the shard is never ahead of what this server has applied, so at the end both stand at the same LSN: the
// records up to it came from the other server, and those behind it come from the log of the cluster. Until then nobody
// reads the shard, no record of the log is applied to it, and no checkpoint has it.
import { VectorDbError } from "../../errors/vector-db-error.ts";
import type { FileSystem } from "../../storage/fs.ts";
import { MessageReader } from "../../storage/log-stream.ts";
import type { SharedPool } from "../../storage/memory.ts";
import type { Registry } from "../catalogue/registry.ts";
import { applyOperation } from "../collection/apply-operation.ts";
import type { Collection } from "../collection/collection.ts";
import { isAboutPoints, type PointOperation } from "../record/operation.ts";
import { decodeOperation } from "../record/record.ts";
import { clearShard } from "../segment/undivided.ts";
import { partsOf } from "../slots/shard-division.ts";
import type { AppliedLsn } from "./applied.ts";
import type { Member } from "./member.ts";
import { decodePoints, POINTS } from "./shard-stream.ts";

interface ShardCopyParts {
  readonly collection: Collection;
  readonly shard: number;
  readonly registry: Registry;
  readonly member: Pick<Member, "exclusively" | "noteDeletes">;
  readonly applied: AppliedLsn;
  readonly sums: Pick<FileSystem, "crc32">;
  readonly bodies: SharedPool;
  /** Throws if this server is not to copy the shard any more. */
  readonly ensureNeeded: () => void;
}

/** How many records this server may still have to take when it pauses the log to take over. */
const NEAR = 64;
/** How long the log is paused at most. */
const MAX_PAUSE_MS = 2_000;
/** How long a record waits until this server has applied the ones before it, at a time. */
const REACH_MS = 250;

export class ShardCopy {
  /** The number of points that the shard had when the copy began; null: it has not begun. */
  points: number | null = null;
  copied = 0;
  readonly #parts: ShardCopyParts;
  /** The number of shards when the copy began. */
  readonly #division: number;
  /** The LSN of the moment of the points. */
  #moment = 0;
  /** The records of the other server up to this one have been applied to the shard. */
  #position = 0;

  constructor(parts: ShardCopyParts) {
    this.#parts = parts;
    this.#division = parts.collection.segments.shards;
  }

  /**
   * Copies the shard. Resolves when it is complete here and the log of the cluster is applied to it.
   * @param stream the messages of the other server, in parts of any size
   * @throws VectorDbError if the stream ends before, or is damaged; what `ensureNeeded` throws
   */
  async run(stream: AsyncIterable<Uint8Array>): Promise<void> {
    const { collection, shard, registry, member } = this.#parts;
    const messages = this.#messages(stream);
    let isComplete = false;
    try {
      while (!isComplete) {
        while (!this.#isNear) await this.#next(messages);
        await member.exclusively(async (lsn) => {
          const end = performance.now() + MAX_PAUSE_MS;
          while (this.#position < lsn && performance.now() < end) await this.#next(messages, lsn);
          if (this.#position < lsn) return;
          this.#parts.ensureNeeded();
          member.noteDeletes(collection.uuid, lsn);
          registry.noteComplete(collection, shard);
          isComplete = true;
        });
      }
    } finally {
      await messages.return(undefined);
      const isThere = registry.withUuid(collection.uuid) === collection;
      if (!isComplete && isThere) await collection.exclusively(() => this.#removeAll());
    }
  }

  /** Removes what was copied, also if the shards were split since the copy has ended. */
  async #removeAll(): Promise<void> {
    const { collection, shard } = this.#parts;
    const { segments, local } = collection;
    for (const part of partsOf({ shard, division: this.#division }, segments.shards))
      if (!local.has(part)) await clearShard(segments, part);
  }

  /** Whether this server may pause the log: both are at about the same record. */
  get #isNear(): boolean {
    return this.#position > 0 && this.#position >= this.#parts.applied.lsn - NEAR;
  }

  /**
   * Applies the next message.
   * @param most a record behind this LSN is left out, because it comes from the log: all before it were applied then
   */
  async #next(messages: AsyncGenerator<Message>, most = Number.POSITIVE_INFINITY): Promise<void> {
    const { ensureNeeded } = this.#parts;
    const { value, done } = await messages.next();
    ensureNeeded();
    if (done || value === undefined)
      throw new VectorDbError("INTERNAL", "the server that has the shard has ended its copy");
    if (value.kind === "state") this.#note(value.state);
    else if (value.record.type === POINTS) await this.#addPoints(value.record);
    else if (value.record.lsn <= most) await this.#apply(value.record);
    else this.#position = value.record.lsn - 1;
  }

  #note({ lastLsn, points }: { readonly lastLsn: number; readonly points?: number | undefined }): void {
    if (this.points !== null) this.#position = lastLsn;
    else {
      this.points = points ?? 0;
      this.#moment = lastLsn;
    }
  }

  async #addPoints({ body }: Record): Promise<void> {
    const { points, versions } = decodePoints(body);
    await this.#take(points, versions);
    this.copied += points.ids.length;
  }

  async #apply({ lsn, type, body }: Record): Promise<void> {
    const operation = decodeOperation(type, body);
    if (lsn <= this.#moment || !isAboutPoints(operation)) return;
    const { applied, ensureNeeded } = this.#parts;
    while (!(await applied.reach(lsn, REACH_MS))) ensureNeeded();
    await this.#take(operation, lsn);
  }

  /** Applies an operation to the shard, between two operations of the log, which may have ended the copy. */
  async #take(operation: PointOperation, version: number | Float64Array): Promise<void> {
    const { collection, ensureNeeded } = this.#parts;
    await collection.exclusively(() => {
      ensureNeeded();
      // Its vectors are due to no write of this server.
      return applyOperation({ segments: collection.segments, vectorsDue: 0 }, operation, version);
    });
  }

  async *#messages(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Message> {
    const { sums, bodies } = this.#parts;
    const reader = new MessageReader(sums, bodies);
    try {
      for await (const part of stream) {
        for (const message of reader.read(part)) {
          try {
            yield message;
          } finally {
            if (message.kind === "record") bodies.give(message.record.body);
          }
        }
      }
    } finally {
      reader.end();
    }
  }
}

type Message = ReturnType<MessageReader["read"]> extends Generator<infer M> ? M : never;
type Record = Extract<Message, { kind: "record" }>["record"];

// Servers of a cluster in one process that copy shards from each other without a network.

import { SYSTEM_CLOCK } from "../../../../src/assemble/assemble.ts";
import type { Logger } from "../../../../src/log/logger.ts";
import { type OpenShard, ShardCopies } from "../../../../src/replication/shard-copies.ts";
import { ShardSplits } from "../../../../src/replication/shard-splits.ts";
import type { Node } from "./fixtures.ts";

export const serverOf = ({ database }: Node): string => database.replication.member!.server;

/** Returns the ids that a server has in each shard of a collection, ascending. */
export function idsOn({ database }: Node, name: string): number[][] {
  return database.collection(name).segments.byShard.map((shard) =>
    shard
      .flatMap(({ ids }) => {
        const slots = Array.from({ length: ids.slots }, (_, slot) => slot).filter((slot) =>
          ids.isCurrent(slot),
        );
        return slots.map((slot) => Number(ids.idOf(slot)));
      })
      .sort((a, b) => a - b),
  );
}

/** Returns the versions of the points of a shard on a server, by id. */
export function versionsOn({ database }: Node, name: string, shard: number): [number, number][] {
  const versions = database.collection(name).segments.byShard[shard]!.flatMap((segment) => {
    const { ids } = segment;
    const slots = Array.from({ length: ids.slots }, (_, slot) => slot).filter((slot) => ids.isCurrent(slot));
    return slots.map((slot): [number, number] => [Number(ids.idOf(slot)), segment.version(slot)]);
  });
  return versions.sort(([a], [b]) => a - b);
}

/** Returns a function that reads shards of the other servers. */
export function opening(nodes: readonly Node[]): OpenShard {
  return async function* ({ server, collection: uuid, shard }, signal) {
    const source = nodes.find((one) => serverOf(one) === server);
    if (!source) throw new Error(`no server ${server}`);
    const collection = source.database.collections().find((one) => one.uuid === uuid)!;
    const messages: Uint8Array[] = [];
    let wake = () => {};
    let isTaken = () => {};
    let end: { error?: unknown } | null = null;
    const send = async (message: Uint8Array) => {
      messages.push(message.slice());
      wake();
      await new Promise<void>((resolve) => {
        isTaken = resolve;
      });
    };
    const asked = { collection, shard, copier: "test" };
    source.database.replication.sendShard(asked, send, signal).then(
      () => {
        end = {};
        wake();
      },
      (error) => {
        end = { error };
        wake();
      },
    );
    while (end === null || messages.length > 0) {
      const next = messages.shift();
      if (next !== undefined) {
        yield next;
        isTaken();
        continue;
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (end !== null || messages.length > 0) resolve();
      });
    }
    const { error } = end as { error?: unknown };
    if (error) throw error;
  };
}

const SILENT: Pick<Logger, "info" | "warn"> = { info: () => {}, warn: () => {} };

/** Returns what copies the shards of a server, which is not begun. */
export function copiesOf(one: Node, nodes: readonly Node[], open = opening(nodes)): ShardCopies {
  const { database } = one;
  const splits = new ShardSplits(database, SILENT);
  return new ShardCopies({ database, open, splits, clock: SYSTEM_CLOCK, log: SILENT });
}

/** Returns a function that reads shards, and stops after the first message until it is released. */
export function stopped(open: OpenShard): { open: OpenShard; begun: Promise<void>; release: () => void } {
  let release = () => {};
  let note = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const begun = new Promise<void>((resolve) => {
    note = resolve;
  });
  const stopping: OpenShard = async function* (...asked) {
    for await (const part of open(...asked)) {
      yield part;
      note();
      await released;
    }
  };
  return { open: stopping, begun, release };
}

// Servers of a cluster in one process: databases over a simulated log, each with its own directory.
import { randomUUID } from "node:crypto";
import { SYSTEM_CLOCK } from "../../../../src/assemble/assemble.ts";
import type { ClusterLog } from "../../../../src/core/replication/cluster-log.ts";
import { readRaw } from "../../../../src/json/raw.ts";
import type { RawJson } from "../../../../src/schema/leaf.ts";
import { PointsService } from "../../../../src/service/points.ts";
import { EpochsFile } from "../../../../src/storage/epochs.ts";
import { LocalLog } from "../../../../src/storage/local-log.ts";
import type { Log, LogRecord } from "../../../../src/storage/log.ts";
import { Membership } from "../../../../src/storage/membership.ts";
import { nodeFs } from "../../../../src/storage/node-fs.ts";
import type { SimulatedLog } from "../../../support/simulated-log.ts";
import { freshDir, type Opened, type OpenOptions, prepare } from "../../core/fixtures.ts";

export interface Node extends Opened {
  readonly points: PointsService;
  readonly handle: ReturnType<SimulatedLog["handle"]>;
  /** That of the log. */
  readonly secret: string;
}

interface Joining extends Pick<Node, "database" | "secret"> {
  /** Whether it was never in the cluster before. */
  readonly isNew: boolean;
}

interface NodeOptions
  extends Omit<OpenOptions, "dir" | "more">,
    Partial<Pick<ClusterLog, "remote" | "onPlaced">> {
  /** Makes its local log; absent: one in its directory. */
  readonly records?: (dir: string) => Log;
}

/**
 * Starts a server of the cluster; it has applied the log when this resolves.
 * @param join is called then, before the server is ready
 */
export async function node(
  log: SimulatedLog,
  dir = freshDir(),
  join?: (server: Joining, isClosing: () => boolean) => Promise<void>,
  { records, remote, onPlaced, ...options }: NodeOptions = {},
): Promise<Node> {
  const handle = log.handle();
  const position = await handle.open();
  const cluster = {
    log: handle,
    position,
    membership: new Membership(nodeFs, dir, randomUUID),
    ...(remote && { remote }),
    ...(onPlaced && { onPlaced }),
  };
  const epochs = new EpochsFile(nodeFs, dir);
  const more = { cluster, epochs, clock: SYSTEM_CLOCK, ...(records && { log: records(dir) }) };
  const opened = prepare({ ...options, dir, more });
  const { database } = opened;
  const { secret } = position;
  const isNew = !cluster.membership.isKept;
  try {
    await database.load(join && ((isClosing) => join({ database, secret, isNew }, isClosing)));
  } catch (error) {
    await database.close(false);
    throw error;
  }
  return { ...opened, points: new PointsService(database), handle, secret };
}

export const json = (value: object): RawJson => readRaw(Buffer.from(JSON.stringify(value)), 0);

/** Resolves when every server has applied the whole log. */
export async function allCaughtUp(nodes: readonly Node[]): Promise<void> {
  await Promise.all(nodes.map(({ database }) => database.replication.member!.caughtUp()));
}

/** Returns the records of the log of a server that is closed. */
export async function recordsOf({ dir }: Pick<Node, "dir">): Promise<LogRecord[]> {
  const log = new LocalLog(nodeFs, dir, { reserveBytes: 0 });
  await log.open();
  const all: LogRecord[] = [];
  for (let part = await log.read(1); part.length > 0; part = await log.read(all.at(-1)!.lsn + 1))
    all.push(...part.map(({ lsn, type, body }) => ({ lsn, type, body: body.slice() })));
  await log.close();
  return all;
}

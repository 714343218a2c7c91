// Makes a data directory the first of a cluster with a new log: azimuth cluster recover and import.
// The decision: the directory takes the id of the new log before PostgreSQL does. If the command ends in between, the
// server refuses to start on any log, and the command can be repeated.
import { randomBytes, randomUUID } from "node:crypto";
import { backupsInThread } from "../assemble/node-storage.ts";
import type { BegunCluster } from "../cli/cluster.ts";
import { type Config, clusterOf, packageVersion } from "../config/environment.ts";
import { droppedCollection, encodeOperation } from "../core/record/record.ts";
import { encodeEntry } from "../core/replication/entry.ts";
import { StartRefused } from "../errors/server.ts";
import { WrongSettings } from "../errors/usage.ts";
import {
  ensureLogMayBeReplaced,
  ensureOriginSuits,
  type FoundLog,
  type NewLogReason,
  type Origin,
} from "../replication/new-log-guards.ts";
import { beginPostgresLog, postgresLog } from "../replication/postgres/load.ts";
import type { PostgresLogOptions } from "../replication/postgres/postgres-log.ts";
import { BackupsService } from "../service/backups.ts";
import type { CheckpointStore } from "../storage/checkpoint-store.ts";
import { crc32 } from "../storage/crc32.ts";
import { EpochsFile } from "../storage/epochs.ts";
import type { FileSystem } from "../storage/fs.ts";
import { DirectoryLock } from "../storage/lock.ts";
import { Membership } from "../storage/membership.ts";
import { findDataDir } from "../storage/node-data-dir.ts";
import { DocumentCipher } from "../storage/node-document-cipher.ts";
import { nodeKindOf } from "../storage/node-file-kind.ts";
import { nodeProcesses } from "../storage/node-fs.ts";
import { fsForOwnerOf } from "../storage/node-owner.ts";
import { readParams } from "../storage/params-file.ts";
import { sharedPartOf } from "../storage/shared-params.ts";
import { verifyDirectory } from "../storage/verify.ts";
import { checkpointStoreOf } from "./checkpoint-store.ts";
import { LOG_TIMEOUT_MS, urlIn } from "./cluster.ts";

/** The log has its id, and no follower. */
const UNFOLLOWED = { name: () => {}, hold: () => () => {} };

const SECRET_BYTES = 32;

const REPEAT = "start the server, and if it refuses, repeat this as azimuth cluster recover --force";

/** @throws StartRefused, WrongSettings, InvalidArgument */
export async function beginCluster(
  reason: NewLogReason,
  config: Config,
  isForced: boolean,
): Promise<BegunCluster> {
  const settings = clusterOf(config);
  if (settings === null) throw new WrongSettings("cluster.name: expected the name of the cluster");
  const dataDir = findDataDir(config.dataDir);
  const fs = fsForOwnerOf(dataDir);
  const lock = await DirectoryLock.acquire(fs, dataDir, nodeProcesses);
  try {
    const lastLsn = soundLsnOf(fs, dataDir);
    const epochs = new EpochsFile(fs, dataDir);
    const membership = new Membership(fs, dataDir, randomUUID);
    const { log = null, replaced = null } = epochs.read() ?? {};
    const { server, position, lacksShards } = membership;
    const origin: Origin = { lastLsn, log, replaced, server, seq: position.seq, lacksShards };
    ensureOriginSuits(reason, origin, isForced);
    const id = randomUUID();
    // Two logs that begin behind the same entry have different check sums.
    const start = { seq: lastLsn, chain: crc32(new TextEncoder().encode(id)) };
    const secret = randomBytes(SECRET_BYTES).toString("base64url");
    const { name, postgres, isQuorumRequired, startTimeoutMs } = settings;
    const { schema } = postgres;
    const options = {
      ...{ url: await urlIn(postgres), schema, name, requireQuorum: isQuorumRequired },
      ...{ timeoutMs: LOG_TIMEOUT_MS, startTimeoutMs },
    };
    const store = checkpointStoreOf(config, id);
    let isPrepared = false;
    const prepare = (found: FoundLog) => {
      ensureLogMayBeReplaced(reason, origin, found, isForced);
      isPrepared = true;
      epochs.write({ log: id, epochs: [], replaced: null, replaces: null });
      membership.moveTo(start);
    };
    const { keptIn, warnings } = await beginPostgresLog(options, { id, secret, start }, prepare).catch(
      (cause) => {
        if (!isPrepared) throw cause;
        throw new StartRefused(`${cause.message}. It is not known whether the log is begun: ${REPEAT}`, {
          cause,
        });
      },
    );
    const unshared = await shareParams({ ...options, sums: fs, randomUuid: randomUUID }, secret, fs, dataDir);
    const missing = await storeCheckpoint(store, dataDir, lastLsn);
    return {
      ...{ dataDir, cluster: name, log: id, lsn: lastLsn, schema, former_entries: keptIn },
      checkpoint: missing === null ? store!.location : null,
      warnings: [...warnings, ...[unshared, missing].filter((warning) => warning !== null)],
    };
  } finally {
    lock.release();
  }
}

/** Checks every byte, because all servers will copy them. @returns the last LSN */
function soundLsnOf(fs: FileSystem, dataDir: string): number {
  const { kind, lastLsn, damage } = verifyDirectory(fs, nodeKindOf, droppedCollection, dataDir);
  const [first] = damage;
  if (first !== undefined) {
    throw new StartRefused(
      `${first.file} is damaged: ${first.reason}. Use the data directory of another server; azimuth verify shows all damage`,
    );
  }
  if (kind === "backup")
    throw new StartRefused(`${dataDir} is a backup: restore it first, with azimuth restore`);
  return lastLsn;
}

/**
 * Makes the parameters of the directory those of the cluster, by the first entry of its log: another server that starts
 * before this one would otherwise have none, or set some.
 * @returns null, or why they are not
 */
async function shareParams(
  options: PostgresLogOptions,
  secret: string,
  fs: FileSystem,
  dataDir: string,
): Promise<string | null> {
  try {
    const params = readParams(fs, dataDir);
    if (params === null) return null;
    const log = await postgresLog(options);
    try {
      await log.open();
      const document = new DocumentCipher(secret).encrypt(JSON.stringify(sharedPartOf(params)));
      const operation = { kind: "set_parameters", document, unconditional: true } as const;
      const record = encodeOperation(operation, (sizeBytes) => new Uint8Array(sizeBytes));
      const body = encodeEntry({ ...record, condition: { state: "", points: null } });
      await log.append({ id: randomUUID(), body, place: null });
    } finally {
      await log.close();
    }
    return null;
  } catch (error) {
    const why = (error as Error).message;
    return `tokens, licenses and models are not shared yet: ${why}. The server does it; start it before the others`;
  }
}

/** Stores what the other servers begin with. @returns null, or why there is none */
async function storeCheckpoint(
  store: CheckpointStore | null,
  dataDir: string,
  lsn: number,
): Promise<string | null> {
  if (store === null) return "no checkpoint is stored, because cluster.checkpoints is not set";
  const backups = new BackupsService(backupsInThread(dataDir, packageVersion()), UNFOLLOWED);
  try {
    const { chunks } = await backups.copy();
    await store.put(lsn, chunks as AsyncIterable<Uint8Array>);
    return null;
  } catch (error) {
    return `no checkpoint could be stored, the server does it later: ${(error as Error).message}`;
  } finally {
    store.close();
  }
}

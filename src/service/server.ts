// Describes the server: name, version, health, figures; and maintenance by operators.
// The decision: a degraded server is ready, because it still serves reads: probes get 200, and people see the reason.
import type { Database } from "../core/database/database.ts";
import type { DatabaseStatus } from "../core/database/status.ts";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { LagsBehind } from "../errors/replication.ts";
import { VectorDbError } from "../errors/vector-db-error.ts";
import type { Distribution } from "../metrics/histogram.ts";
import type { SnapshotCounts } from "../metrics/snapshots.ts";
import type { Traffics } from "../metrics/traffic.ts";
import type { ReadyRequest, ServerInfo } from "../schema/server.ts";
import type { CheckpointResult, Problem, PurgeResult, Status } from "../schema/status.ts";
import { collectionMetrics, upkeepMetrics } from "./collection-metrics.ts";
import { type DiskSpace, diskMetrics, type ProcessFigures, processMetrics } from "./machine-metrics.ts";
import {
  counter,
  databaseMetrics,
  degradedMetrics,
  gauge,
  type Metric,
  metricsText,
  seconds,
  total,
} from "./metrics.ts";
import { modelMetrics, type WatchedModels } from "./model-metrics.ts";
import { problemsOf, replicationProblems } from "./problems.ts";
import type { ReplicationService } from "./replication.ts";
import { replicationMetrics } from "./replication-metrics.ts";
import { logLinesMetric, snapshotMetrics, trafficMetrics } from "./server-metrics.ts";
import { shardMetrics, type WatchedShards } from "./shard-metrics.ts";

export interface HostInfo {
  /** The file system of the data directory; null: it is unknown. */
  readonly fileSystem: { readonly type: string; readonly trusted: boolean } | null;
  /** See StatusSchema.file_system.fsync_ms. */
  readonly fsyncMs: () => number | null;
  /** The space of the disk of the data directory; null: it is unknown. */
  readonly diskSpace: () => Promise<DiskSpace | null>;
  readonly residentBytes: () => number | null;
  readonly process: () => ProcessFigures | null;
  /** The delay of timers; null: it is not measured. */
  readonly loopDelay: () => Distribution | null;
  readonly uptimeSeconds: () => number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Figures of a server that its database does not know. */
export interface Watched {
  readonly traffic: Traffics;
  readonly models: WatchedModels;
  /** The most vectors that the license allows. */
  readonly maxVectors: () => number;
  readonly authEnabled: () => boolean;
  readonly addresses: () => Status["addresses"];
  readonly extendedApi: boolean;
  readonly logLines: () => ReadonlyMap<string, number>;
  readonly snapshots: SnapshotCounts;
}

interface ServerParts {
  readonly database: Database;
  readonly replication: ReplicationService;
  readonly version: string;
  readonly warnings: () => readonly string[];
  readonly host: HostInfo;
  readonly watched: Watched;
  /** Null: this server is in no cluster. */
  readonly shards: WatchedShards | null;
}

export class ServerService {
  readonly #database: Database;
  readonly #replication: ReplicationService;
  readonly #version: string;
  readonly #warnings: () => readonly string[];
  readonly #host: HostInfo;
  readonly #watched: Watched;
  readonly #shards: WatchedShards | null;

  constructor({ database, replication, version, warnings, host, watched, shards }: ServerParts) {
    this.#database = database;
    this.#replication = replication;
    this.#version = version;
    this.#warnings = warnings;
    this.#host = host;
    this.#watched = watched;
    this.#shards = shards;
  }

  async info(): Promise<ServerInfo> {
    const problems = await this.#problems();
    const warnings = [...this.#warnings(), ...problems.map(({ message }) => message)];
    const title = "azimuth - vector database";
    return { title, version: this.#version, ...(warnings.length > 0 && { warnings }) };
  }

  async healthz(): Promise<string> {
    return "healthz check passed";
  }

  /** @throws NotReady if this follower is further behind its leader than the request allows */
  async readyz({ max_lag }: ReadyRequest = {}): Promise<string> {
    const mostLag = max_lag === undefined ? Number.POSITIVE_INFINITY : lagOf(max_lag);
    if (!this.#database.ready) throw new VectorDbError("NOT_READY", "the log is being replayed");
    const { seconds } = this.#replication.lag() ?? { seconds: 0 };
    if (max_lag !== undefined && seconds > mostLag) throw new LagsBehind(seconds, mostLag);
    const problems = await this.#problems();
    if (problems.length === 0) return "all collections are ready";
    return ["ready", ...problems.map(({ message }) => message)].join("; ");
  }

  async status(): Promise<Status> {
    const { fileSystem, fsyncMs, residentBytes, uptimeSeconds } = this.#host;
    const status = await this.#database.status();
    const problems = this.#problemsOf(status);
    const { log, checkpoint } = status;
    const { used, limit } = this.#database.memory;
    return {
      state: problems.length === 0 ? "ok" : "degraded",
      problems,
      warnings: [...this.#warnings()],
      version: this.#version,
      uptime_seconds: Math.round(uptimeSeconds()),
      collections_count: status.collections,
      vectors: { used: this.#database.vectors, cap: this.#watched.maxVectors() },
      auth_enabled: this.#watched.authEnabled(),
      extended_api: this.#watched.extendedApi,
      addresses: this.#watched.addresses(),
      log: {
        first_lsn: log.firstLsn,
        last_lsn: log.lastLsn,
        bytes: log.bytes,
        segments: log.segments,
        commits: log.commits,
        sync_ms: log.syncMs,
      },
      checkpoint: checkpoint && {
        number: checkpoint.number,
        lsn: checkpoint.lsn,
        taken_at: checkpoint.takenAt === null ? null : new Date(checkpoint.takenAt).toISOString(),
        took_ms: checkpoint.tookMs,
        failures: checkpoint.failures,
        logged_bytes: checkpoint.loggedBytes,
      },
      replication: this.#replication.status(),
      file_system: fileSystem && { ...fileSystem, fsync_ms: fsyncMs() },
      memory: { used_bytes: used, limit_bytes: limit, resident_bytes: residentBytes() },
    };
  }

  /** Returns the metrics. While the log is replayed, those of the database are left out. */
  async metrics(): Promise<string> {
    const { ready } = this.#database;
    const metrics = [...this.#ownMetrics(), ...diskMetrics(await this.#host.diskSpace())];
    if (ready) {
      const status = await this.#database.status();
      metrics.push(...databaseMetrics(status, this.#host.now()));
      metrics.push(...(await this.#dataMetrics()), ...upkeepMetrics(status));
      metrics.push(
        ...degradedMetrics(this.#problemsOf(status)),
        ...replicationMetrics(this.#replication.status()),
        ...shardMetrics(this.#database, this.#shards),
      );
    }
    return metricsText(metrics);
  }

  async checkpoint(): Promise<CheckpointResult> {
    const { number, lsn, collections, trimmedBytes } = await this.#database.checkpoint();
    return { number, lsn, collections, trimmed_bytes: trimmedBytes };
  }

  async purge(): Promise<PurgeResult> {
    const { collections, points, logBytes, fileBytes } = await this.#database.purge();
    return { collections, points, log_bytes: logBytes, file_bytes: fileBytes };
  }

  #ownMetrics(): Metric[] {
    const { memory, ready } = this.#database;
    const { residentBytes, uptimeSeconds, fsyncMs, loopDelay } = this.#host;
    const labels = { name: "azimuth", version: this.#version };
    return [
      { name: "app_info", type: "gauge", help: "Name and version of the server.", samples: [[labels, 1]] },
      gauge("azimuth_ready", "1: the log has been replayed.", Number(ready)),
      counter("azimuth_uptime_seconds_total", "Seconds since the start of the process.", uptimeSeconds()),
      gauge("memory_resident_bytes", "Resident memory of the process.", residentBytes()),
      gauge("azimuth_memory_used_bytes", "Memory that counts against the memory limit.", memory.used),
      gauge("azimuth_memory_limit_bytes", "The memory limit.", memory.limit),
      gauge(
        "azimuth_disk_fsync_seconds",
        "Duration of one fsync of 4 KiB, measured after the start.",
        seconds(fsyncMs()),
      ),
      ...processMetrics(this.#host.process(), loopDelay()),
      ...trafficMetrics(this.#watched.traffic),
      ...modelMetrics(this.#watched.models),
      ...snapshotMetrics(
        this.#watched.snapshots,
        ready ? this.#database.collections().map(({ name }) => name) : [],
      ),
      logLinesMetric(this.#watched.logLines()),
    ];
  }

  async #dataMetrics(): Promise<Metric[]> {
    const { vectors } = this.#database;
    const most = this.#watched.maxVectors();
    return [
      total("collections_vector_total", "Vectors of all collections, as the license counts them.", vectors),
      gauge("azimuth_vectors_limit", "Vectors that the license allows.", Number.isFinite(most) ? most : null),
      ...(await collectionMetrics(this.#database.collections())),
    ];
  }

  #problemsOf(status: DatabaseStatus): Problem[] {
    return [...problemsOf(status), ...replicationProblems(this.#replication.status())];
  }

  async #problems(): Promise<Problem[]> {
    return this.#database.ready ? this.#problemsOf(await this.#database.status()) : [];
  }
}

/** @throws InvalidArgument */
function lagOf(text: string): number {
  const seconds = Number(text);
  if (text.trim() !== "" && seconds >= 0) return seconds;
  throw new InvalidArgument(
    `max_lag: expected a number of seconds, got ${JSON.stringify(text.slice(0, 60))}`,
  );
}

// Results about the state of the server and its maintenance.
import Type, { type Static } from "typebox";
import { ReplicationSchema } from "./replication.ts";

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** A problem of the disk or the data, in a sentence. */
const ProblemSchema = Type.Object({
  kind: Type.Union([
    Type.Literal("read_only"),
    Type.Literal("disk_full"),
    Type.Literal("collection_damaged"),
    Type.Literal("checkpoint_failed"),
    Type.Literal("no_leader"),
    Type.Literal("no_cluster_log"),
    Type.Literal("replaced"),
  ]),
  message: Type.String(),
});
export type Problem = Static<typeof ProblemSchema>;

const AddressSchema = Type.Object({
  port: Type.Integer(),
  /** Whether the port has TLS. */
  tls: Type.Boolean(),
  /** The address for programs on other machines, from the settings; null: not set, so the host is up to the client. */
  public_url: Nullable(Type.String()),
});

export const StatusSchema = Type.Object({
  /** Degraded: reads go on, and `problems` describes what is wrong. */
  state: Type.Union([Type.Literal("ok"), Type.Literal("degraded")]),
  problems: Type.Array(ProblemSchema),
  /** Warnings for operators, such as a file system that is not trusted. */
  warnings: Type.Array(Type.String()),
  version: Type.String(),
  uptime_seconds: Type.Number(),
  collections_count: Type.Integer(),
  /** Vectors of all collections, as the license counts them. */
  vectors: Type.Object({ used: Type.Integer(), cap: Type.Integer() }),
  auth_enabled: Type.Boolean(),
  /** Where programs reach the server; null: it listens on no port. */
  addresses: Nullable(Type.Object({ rest: AddressSchema, grpc: AddressSchema })),
  /** True if the operations that the setting extended_api opens are open: aliases, facets, snapshots, upkeep. */
  extended_api: Type.Boolean(),
  log: Type.Object({
    first_lsn: Type.Integer(),
    last_lsn: Type.Integer(),
    bytes: Type.Integer(),
    segments: Type.Integer(),
    commits: Type.Integer(),
    /** Durations of the last 512 commits to disk. */
    sync_ms: Type.Object({ p50: Type.Number(), p99: Type.Number(), max: Type.Number() }),
  }),
  checkpoint: Nullable(
    Type.Object({
      /** 0: there is none. */
      number: Type.Integer(),
      lsn: Type.Integer(),
      /** RFC 3339; null if an earlier run of the server took it. */
      taken_at: Nullable(Type.String()),
      took_ms: Nullable(Type.Number()),
      failures: Type.Integer(),
      /** Bytes logged since then; the next checkpoint is taken when this has grown. */
      logged_bytes: Type.Integer(),
    }),
  ),
  replication: ReplicationSchema,
  /** The file system of the data directory. */
  file_system: Nullable(
    Type.Object({
      type: Type.String(),
      /** False: acknowledged writes may be lost after a power failure. */
      trusted: Type.Boolean(),
      /** Milliseconds of one fsync of 4 KiB soon after the start, the median of 16; null: not measured. */
      fsync_ms: Nullable(Type.Number()),
    }),
  ),
  memory: Type.Object({
    used_bytes: Type.Integer(),
    limit_bytes: Type.Integer(),
    resident_bytes: Nullable(Type.Integer()),
  }),
});
export type Status = Static<typeof StatusSchema>;

export const MetricsSchema = Type.String();

export const CheckpointSchema = Type.Object({
  number: Type.Integer(),
  lsn: Type.Integer(),
  /** Collections that were written; the others had not changed. */
  collections: Type.Integer(),
  /** Bytes of the log that were freed. */
  trimmed_bytes: Type.Integer(),
});
export type CheckpointResult = Static<typeof CheckpointSchema>;

export const PurgeSchema = Type.Object({
  /** Collections that could have been restored. */
  collections: Type.Integer(),
  /** Deleted and overwritten points. */
  points: Type.Integer(),
  log_bytes: Type.Integer(),
  file_bytes: Type.Integer(),
});
export type PurgeResult = Static<typeof PurgeSchema>;

// The services over a database that check no permissions: they are used on all ports and in the library.
import type { Database } from "../core/database/database.ts";
import type { Models } from "../inference/embedder.ts";
import type { SnapshotCounts } from "../metrics/snapshots.ts";
import type { AuditLog } from "../storage/audit.ts";
import { AliasesService } from "./aliases.ts";
import { type BackedUpLog, type BackupParts, BackupsService } from "./backups.ts";
import { ClusterService, type OwnNode } from "./cluster.ts";
import { CollectionsService } from "./collections.ts";
import { AnswerBudgets } from "./common/answer-budget.ts";
import { DeletionsService } from "./deletions.ts";
import { Documents } from "./documents/documents.ts";
import { ExplorationService } from "./exploration.ts";
import { FieldIndexesService } from "./field-indexes.ts";
import { InsightsService } from "./insights.ts";
import { PointsService } from "./points.ts";
import { QueryService } from "./queries.ts";
import type { ReplicationService } from "./replication.ts";
import { ScrollService } from "./scroll.ts";
import { SearchService } from "./search.ts";
import type { ServerService } from "./server.ts";
import { ServerRemoval } from "./server-removal.ts";
import { ShardMoves } from "./shard-moves.ts";
import { type SnapshotParts, SnapshotsService } from "./snapshots.ts";
import { UpkeepService } from "./upkeep.ts";
import { VectorNamesService } from "./vector-names.ts";
import type { VectorCap } from "./writes/vector-cap.ts";

export interface DataParts {
  readonly server: ServerService;
  readonly replication: ReplicationService;
  readonly snapshots: SnapshotParts;
  /** Absent: there is no data directory that could be copied. */
  readonly backups?: BackupParts | undefined;
  /** Null: the number of vectors is not limited. */
  readonly cap: VectorCap | null;
  /** Absent: snapshots are not counted. */
  readonly snapshotCounts?: SnapshotCounts;
  /** Absent: this server is in no cluster. */
  readonly cluster?: OwnNode | null | undefined;
  /** Absent: nothing is noted. */
  readonly audit?: AuditLog;
  /** Absent: no models are configured. */
  readonly models?: Models;
}

export type DataServices = ReturnType<typeof dataServicesOf>;

export function dataServicesOf(database: Database, parts: DataParts) {
  const { server, replication, snapshots, backups, cap, snapshotCounts, models, cluster, audit } = parts;
  const budgets = new AnswerBudgets(database);
  const documents = new Documents(database, models);
  const points = new PointsService(database, cap, budgets, documents);
  return {
    server,
    collections: new CollectionsService(database, cap, cluster ?? null),
    aliases: new AliasesService(database),
    backups: new BackupsService(backups ?? null, logOf(database), audit, snapshotCounts),
    cluster: new ClusterService(database, cluster ?? null),
    shardMoves: new ShardMoves(database, cluster ?? null),
    serverRemoval: new ServerRemoval(database, cluster ?? null),
    fieldIndexes: new FieldIndexesService(database),
    points,
    deletions: new DeletionsService(database, points, cap),
    query: new QueryService(database, budgets, documents),
    exploration: new ExplorationService(database, budgets, documents),
    insights: new InsightsService(database),
    scroll: new ScrollService(database, budgets),
    replication,
    search: new SearchService(database, budgets, documents),
    snapshots: new SnapshotsService(database, snapshots, cap, snapshotCounts),
    upkeep: new UpkeepService(database),
    vectorNames: new VectorNamesService(database),
  };
}

function logOf({ replication: { lineage, feed } }: Database): BackedUpLog {
  return { name: () => void lineage.shown(), hold: (follower) => feed.hold(follower) };
}

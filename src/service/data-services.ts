// The services over a database that need nobody to say who may do what: behind all ports, and in the library.
import type { Database } from "../core/database.ts";
import { AliasesService } from "./aliases.ts";
import { CollectionsService } from "./collections.ts";
import { FieldIndexesService } from "./field-indexes.ts";
import { InsightsService } from "./insights.ts";
import { PointsService } from "./points.ts";
import { QueryService } from "./query.ts";
import { ScrollService } from "./scroll.ts";
import { SearchService } from "./search.ts";
import { ServerService, type Surroundings } from "./server.ts";
import { type SnapshotParts, SnapshotsService } from "./snapshots.ts";
import { UpkeepService } from "./upkeep.ts";
import type { VectorCap } from "./vector-cap.ts";

/** What is around the database. */
export interface DataParts {
  readonly version: string;
  readonly snapshots: SnapshotParts;
  readonly surroundings: Surroundings;
  readonly warnings: () => readonly string[];
  /** Null: there may be any number of vectors. */
  readonly cap: VectorCap | null;
}

export type DataServices = ReturnType<typeof dataServicesOf>;

export function dataServicesOf(database: Database, parts: DataParts) {
  const { version, snapshots, surroundings, warnings, cap } = parts;
  return {
    server: new ServerService(database, version, warnings, surroundings),
    collections: new CollectionsService(database, cap),
    aliases: new AliasesService(database),
    fieldIndexes: new FieldIndexesService(database),
    points: new PointsService(database, cap),
    query: new QueryService(database),
    insights: new InsightsService(database),
    scroll: new ScrollService(database),
    search: new SearchService(database),
    snapshots: new SnapshotsService(database, snapshots, cap),
    upkeep: new UpkeepService(database),
  };
}

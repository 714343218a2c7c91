// The operation table.
import type { Operation } from "../operation.ts";
import { adminOperations, licenseOperations, sessionOperations, tokenOperations } from "./admin.ts";
import { clusterOperations } from "./cluster.ts";
import {
  aliasOperations,
  collectionOperations,
  fieldIndexOperations,
  vectorNameOperations,
} from "./collections.ts";
import { deletionOperations } from "./deletions.ts";
import { explorationOperations } from "./exploration.ts";
import { modelOperations } from "./models.ts";
import { openApiOperation } from "./openapi.ts";
import { overviewOperations } from "./overview.ts";
import { payloadOperations, pointOperations } from "./points.ts";
import { queryOperations } from "./query.ts";
import { replicationOperations } from "./replication.ts";
import { maintenanceOperations, serverOperations } from "./server.ts";
import { snapshotOperations } from "./snapshots.ts";

/** All rows but that of the OpenAPI document, which is made from these. */
export const ROWS = [
  ...serverOperations,
  ...maintenanceOperations,
  ...replicationOperations,
  ...clusterOperations,
  ...collectionOperations,
  ...aliasOperations,
  ...fieldIndexOperations,
  ...vectorNameOperations,
  ...deletionOperations,
  ...pointOperations,
  ...queryOperations,
  ...explorationOperations,
  ...overviewOperations,
  ...snapshotOperations,
  ...payloadOperations,
  ...adminOperations,
  ...sessionOperations,
  ...tokenOperations,
  ...licenseOperations,
  ...modelOperations,
];

export type OperationRow = (typeof ROWS)[number];

export const OPERATIONS: readonly Operation[] = [...ROWS, /* @__PURE__ */ openApiOperation(ROWS)];

// The operation table.
import type { Operation } from "../operation.ts";
import { adminOperations } from "./admin.ts";
import { aliasOperations } from "./aliases.ts";
import { collectionOperations } from "./collections.ts";
import { explorationOperations } from "./exploration.ts";
import { fieldIndexOperations } from "./field-indexes.ts";
import { licenseOperations } from "./licenses.ts";
import { maintenanceOperations } from "./maintenance.ts";
import { openApiOperation } from "./openapi.ts";
import { payloadOperations } from "./payload.ts";
import { pointOperations } from "./points.ts";
import { queryOperations } from "./query.ts";
import { serverOperations } from "./server.ts";
import { snapshotOperations } from "./snapshots.ts";
import { tokenOperations } from "./tokens.ts";

const OTHERS: readonly Operation[] = [
  ...serverOperations,
  ...maintenanceOperations,
  ...collectionOperations,
  ...aliasOperations,
  ...fieldIndexOperations,
  ...pointOperations,
  ...queryOperations,
  ...explorationOperations,
  ...snapshotOperations,
  ...payloadOperations,
  ...adminOperations,
  ...tokenOperations,
  ...licenseOperations,
];

export const OPERATIONS: readonly Operation[] = [...OTHERS, openApiOperation(OTHERS)];

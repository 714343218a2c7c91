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

/** All rows but that of the OpenAPI document, which is about these. */
export const ROWS = [
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

/** A row as the compiler knows it. */
export type OperationRow = (typeof ROWS)[number];

export const OPERATIONS: readonly Operation[] = [...ROWS, /* @__PURE__ */ openApiOperation(ROWS)];

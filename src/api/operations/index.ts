// The operation table.
import type { Operation } from "../operation.ts";
import { collectionOperations } from "./collections.ts";
import { maintenanceOperations } from "./maintenance.ts";
import { pointOperations } from "./points.ts";
import { serverOperations } from "./server.ts";
import { snapshotOperations } from "./snapshots.ts";
import { unimplementedOperations } from "./unimplemented.ts";

export const OPERATIONS: readonly Operation[] = [
  ...serverOperations,
  ...maintenanceOperations,
  ...collectionOperations,
  ...pointOperations,
  ...snapshotOperations,
  ...unimplementedOperations,
];

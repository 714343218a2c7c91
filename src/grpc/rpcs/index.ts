// All services.

import { auth, tokens } from "./auth.ts";
import { collections } from "./collections.ts";
import { license } from "./license.ts";
import { maintenance, upkeep } from "./maintenance.ts";
import { points } from "./points.ts";
import type { Service } from "./rpc.ts";
import { server } from "./server.ts";
import { snapshots } from "./snapshots.ts";

export const SERVICES: readonly Service[] = [
  collections,
  points,
  snapshots,
  server,
  auth,
  tokens,
  license,
  maintenance,
  upkeep,
];

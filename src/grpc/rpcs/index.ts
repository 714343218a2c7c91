// All services.

import { auth, tokens } from "./auth.ts";
import { collections, snapshots } from "./collections.ts";
import { points } from "./points.ts";
import type { Service } from "./rpc.ts";
import { license, maintenance, server, upkeep } from "./server.ts";

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

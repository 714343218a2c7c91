// All services, by their names in the package azimuth.v1.
import type { Service } from "../rpc.ts";
import { auth, tokens } from "./auth.ts";
import { collections } from "./collections.ts";
import { license } from "./license.ts";
import { maintenance, upkeep } from "./maintenance.ts";
import { points } from "./points.ts";
import { server } from "./server.ts";
import { snapshots } from "./snapshots.ts";

export const SERVICES: Readonly<Record<string, Service>> = {
  Collections: collections,
  Points: points,
  Snapshots: snapshots,
  Server: server,
  Auth: auth,
  Tokens: tokens,
  License: license,
  Maintenance: maintenance,
  Upkeep: upkeep,
};

// Whether somebody is there, and who.

import type { ServerInfo } from "../../schema/server.ts";
import { ServerService } from "../gen/azimuth/v1/server.ts";
import { service } from "../rpc.ts";

export const server = service(ServerService, {
  healthCheck: {
    operation: "getServerInfo",
    decode: () => ({}),
    encode: ({ title, version, warnings = [] }: ServerInfo) => ({ title, version, warnings }),
  },
});

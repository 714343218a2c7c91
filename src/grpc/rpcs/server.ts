// Whether somebody is there, and who.
import { serverInfo } from "../convert/answers.ts";
import { ServerService } from "../gen/azimuth/v1/server.ts";
import { nothing, service } from "../rpc.ts";

export const server = service(
  ServerService,
  {
    healthCheck: { operation: "getServerInfo", decode: nothing, encode: serverInfo },
  },
  "qdrant",
);

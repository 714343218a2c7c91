// The RPC that tells name and version of the server.

import { serverInfo } from "../convert/answers.ts";
import { services } from "../wire/messages.ts";
import { nothing, service } from "./rpc.ts";

const { ServerService } = services;

export const server = service(
  ServerService,
  {
    healthCheck: { operation: "getServerInfo", decode: nothing, encode: serverInfo },
  },
  "qdrant",
);

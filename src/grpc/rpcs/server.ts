// Whether somebody is there, and who.

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

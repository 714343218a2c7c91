// Operations of leaders and followers: the log for followers, and promotion. Their state is in /status.
import Type from "typebox";
import {
  LOG_TYPE,
  LogRequestSchema,
  PromotionSchema,
  ReplacedSchema,
  ReplaceRequestSchema,
} from "../../schema/replication.ts";
import { streamSchema } from "../../schema/snapshot.ts";
import { operation } from "../operation.ts";

export const replicationOperations = [
  operation({
    id: "followLog",
    summary: "Sends the records of the log from an LSN on, and then each as soon as it is durable.",
    permission: "read_admin",
    rest: { method: "get", path: "/wal", query: ["from", "log", "promotion", "follower"] },
    success: "stream",
    errors: ["LOG_UNSUITABLE", "INTERNAL"],
    failure: "Log failed",
    request: LogRequestSchema,
    result: streamSchema(LOG_TYPE),
    run: ({ replication }, request, _, { signal }) => replication.log(request, signal),
  }),
  operation({
    id: "promote",
    summary: "Makes a follower the leader: it takes writes from then on.",
    permission: "admin",
    whileOff: "local",
    rest: { method: "post", path: "/cluster/promote" },
    rpc: "Maintenance.Promote",
    errors: ["NOT_A_FOLLOWER", "PROMOTION_REFUSED", "INTERNAL"],
    lasting: true,
    failure: "Promotion failed",
    request: Type.Object({}),
    result: PromotionSchema,
    run: ({ replication }) => replication.promote(),
  }),
  operation({
    id: "noteReplaced",
    summary: "Tells a server that another one has taken over: it refuses writes from then on.",
    permission: "read_admin",
    rest: { method: "post", path: "/cluster/replaced" },
    errors: ["LOG_UNSUITABLE", "PROMOTION_REFUSED", "LEADER_AWAY", "INTERNAL"],
    failure: "Replacement failed",
    request: ReplaceRequestSchema,
    result: ReplacedSchema,
    run: ({ replication }, request) => replication.replaced(request),
  }),
];

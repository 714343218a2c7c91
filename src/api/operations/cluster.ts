// Operations that show a cluster. Tools for Qdrant call the first one to test the connection.
import Type from "typebox";
import {
  ChangeCollectionClusterSchema,
  ClusterSchema,
  CollectionClusterRequestSchema,
  CollectionClusterSchema,
  DrainPeerSchema,
  DrainReportSchema,
  RemovePeerSchema,
} from "../../schema/cluster.ts";
import { operation } from "../operation.ts";

const PEER = "/cluster/peer/{peer_id}";

export const clusterOperations = [
  operation({
    id: "getCluster",
    summary: "Returns the servers of the cluster, or says that this server is not part of one.",
    permission: "read",
    rest: { method: "get", path: "/cluster" },
    errors: ["INTERNAL"],
    failure: "Cluster status failed",
    request: Type.Object({}),
    result: ClusterSchema,
    run: ({ cluster }) => cluster.status(),
  }),
  operation({
    id: "getCollectionCluster",
    summary: "Returns which servers have a collection.",
    permission: "read",
    rest: { method: "get", path: "/collections/{collection_name}/cluster" },
    rpc: "Collections.CollectionClusterInfo",
    failure: "Cluster status failed",
    request: CollectionClusterRequestSchema,
    result: CollectionClusterSchema,
    run: ({ cluster }, request) => cluster.collection(request),
  }),
  operation({
    id: "updateCollectionCluster",
    summary: "Changes which servers have the shards of a collection.",
    permission: "admin",
    changesData: true,
    rest: { method: "post", path: "/collections/{collection_name}/cluster", query: ["timeout"] },
    rpc: "Collections.UpdateCollectionClusterSetup",
    errors: [
      "PLACEMENT_REFUSED",
      "NO_SUCH_COPY",
      "LOG_UNAVAILABLE",
      "NOT_FOUND",
      "COLLECTION_DELETED",
      "DEADLINE_EXCEEDED",
      "INTERNAL",
    ],
    failure: "Cluster update failed",
    request: ChangeCollectionClusterSchema,
    result: Type.Boolean(),
    run: ({ shardMoves }, request) => shardMoves.change(request),
  }),
  operation({
    id: "removePeer",
    summary:
      "Forgets a server of the cluster that has ended and has no shards; by force, also one whose shards others have.",
    permission: "admin",
    changesData: true,
    rest: { method: "delete", path: PEER, query: ["force"] },
    errors: ["PLACEMENT_REFUSED", "LOG_UNAVAILABLE", "INTERNAL"],
    failure: "Removal of the server failed",
    request: RemovePeerSchema,
    result: Type.Boolean(),
    run: ({ serverRemoval }, request) => serverRemoval.remove(request),
  }),
  operation({
    id: "drainPeer",
    summary: "Begins to move all shards of a server of the cluster to other servers.",
    permission: "admin",
    changesData: true,
    rest: { method: "post", path: `${PEER}/drain` },
    errors: ["PLACEMENT_REFUSED", "LOG_UNAVAILABLE", "INTERNAL"],
    failure: "Draining of the server failed",
    request: DrainPeerSchema,
    result: DrainReportSchema,
    run: ({ serverRemoval }, request) => serverRemoval.drain(request),
  }),
];

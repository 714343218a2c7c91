// Operations that show a cluster. Tools for Qdrant call the first one to test the connection.
import Type from "typebox";
import {
  ChangeCollectionClusterSchema,
  ClusterSchema,
  CollectionClusterRequestSchema,
  CollectionClusterSchema,
} from "../../schema/cluster.ts";
import { operation } from "../operation.ts";

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
    errors: [
      "PLACEMENT_REFUSED",
      "NO_SUCH_COPY",
      "LOG_UNAVAILABLE",
      "NOT_FOUND",
      "COLLECTION_DELETED",
      "INTERNAL",
    ],
    failure: "Cluster update failed",
    request: ChangeCollectionClusterSchema,
    result: Type.Boolean(),
    run: ({ shardMoves }, request) => shardMoves.change(request),
  }),
];

// Operations that show a cluster. Tools for Qdrant call the first one to test the connection.
import Type from "typebox";
import {
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
];

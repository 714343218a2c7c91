// Operations that are known but not built: they answer 501 in the core envelope, after the credential check.
// The first list is the specification's own ("present but not implemented"). The second holds core endpoints that this
// version does not serve yet; it shrinks with every version.
import Type from "typebox";
import { type Operation, operation, type Permission, type RestRoute } from "../operation.ts";

type Unimplemented = readonly [RestRoute["method"], path: string, Permission];

const IN_SPECIFICATION: readonly Unimplemented[] = [
  ["get", "/aliases", "read"],
  ["post", "/aliases", "write"],
  ["get", "/collections/{collection_name}/aliases", "read"],
  ["post", "/collections/{collection_name}/points/search/groups", "read"],
  ["post", "/collections/{collection_name}/points/query/groups", "read"],
  ["post", "/collections/{collection_name}/points/recommend", "read"],
  ["post", "/collections/{collection_name}/points/recommend/batch", "read"],
  ["post", "/collections/{collection_name}/points/recommend/groups", "read"],
  ["post", "/collections/{collection_name}/points/discover", "read"],
  ["post", "/collections/{collection_name}/points/discover/batch", "read"],
];

const IN_A_LATER_VERSION: readonly Unimplemented[] = [
  ["patch", "/collections/{collection_name}", "write"],
  ["put", "/collections/{collection_name}/points/vectors", "write"],
  ["post", "/collections/{collection_name}/points/payload", "write"],
  ["put", "/collections/{collection_name}/points/payload", "write"],
  ["post", "/collections/{collection_name}/points/payload/delete", "write"],
  ["post", "/collections/{collection_name}/points/payload/clear", "write"],
  ["put", "/collections/{collection_name}/index", "write"],
  ["post", "/collections/{collection_name}/points/query", "read"],
  ["post", "/collections/{collection_name}/points/query/batch", "read"],
  ["post", "/collections/{collection_name}/points/scroll", "read"],
];

export const unimplementedOperations: readonly Operation[] = [...IN_SPECIFICATION, ...IN_A_LATER_VERSION].map(
  ([method, path, permission]) =>
    operation({
      id: `${method} ${path}`,
      permission,
      rest: { method, path },
      failure: "Not implemented",
      request: Type.Object({}),
      result: Type.Null(),
    }),
);

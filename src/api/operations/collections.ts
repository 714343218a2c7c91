// Operations on collections.
import Type from "typebox";
import {
  CollectionExistsSchema,
  CollectionInfoSchema,
  CollectionListSchema,
  CollectionRequestSchema,
  CreateCollectionSchema,
  DeleteCollectionSchema,
  ListCollectionsSchema,
  UpdateCollectionSchema,
} from "../../schema/collection.ts";
import { operation } from "../operation.ts";

const PATH = "/collections/{collection_name}";

export const collectionOperations = [
  operation({
    id: "listCollections",
    permission: "read",
    rest: { method: "get", path: "/collections", query: ["include_deleted"] },
    failure: "List collections failed",
    request: ListCollectionsSchema,
    result: CollectionListSchema,
    run: ({ collections }, request) => collections.list(request),
  }),
  operation({
    id: "getCollection",
    permission: "read",
    rest: { method: "get", path: PATH },
    failure: "Get collection failed",
    request: CollectionRequestSchema,
    result: CollectionInfoSchema,
    run: ({ collections }, request) => collections.info(request),
  }),
  operation({
    id: "createCollection",
    errors: ["ALREADY_EXISTS", "COLLECTION_DELETED", "INTERNAL"],
    permission: "write",
    rest: { method: "put", path: PATH },
    failure: "Create collection failed",
    request: CreateCollectionSchema,
    result: Type.Boolean(),
    run: ({ collections }, request, rules) => collections.create(request, rules),
  }),
  operation({
    id: "updateCollection",
    permission: "write",
    rest: { method: "patch", path: PATH },
    failure: "Update collection failed",
    request: UpdateCollectionSchema,
    result: Type.Boolean(),
    run: ({ collections }, request) => collections.update(request),
  }),
  operation({
    id: "deleteCollection",
    errors: ["COLLECTION_DELETED", "INTERNAL"],
    permission: "write",
    rest: { method: "delete", path: PATH, query: ["undo_seconds", "purge"] },
    failure: "Delete collection failed",
    request: DeleteCollectionSchema,
    result: Type.Boolean(),
    run: ({ collections }, request) => collections.delete(request),
  }),
  operation({
    id: "restoreCollection",
    errors: ["NOT_FOUND", "ALREADY_EXISTS", "COLLECTION_DELETED", "INTERNAL", "CAPACITY_EXCEEDED"],
    permission: "login",
    rest: { method: "post", path: `${PATH}/restore` },
    failure: "Restore collection failed",
    request: CollectionRequestSchema,
    result: Type.Boolean(),
    run: ({ collections }, request) => collections.restore(request),
  }),
  operation({
    id: "collectionExists",
    errors: [],
    permission: "read",
    rest: { method: "get", path: `${PATH}/exists` },
    failure: "Check collection failed",
    request: CollectionRequestSchema,
    result: CollectionExistsSchema,
    run: ({ collections }, request) => collections.exists(request),
  }),
];

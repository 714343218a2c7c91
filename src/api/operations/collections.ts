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
    summary: "Lists the collections.",
    permission: "read",
    rest: { method: "get", path: "/collections", query: ["include_deleted"] },
    failure: "List collections failed",
    request: ListCollectionsSchema,
    result: CollectionListSchema,
    run: ({ collections }, request) => collections.list(request),
  }),
  operation({
    id: "getCollection",
    summary: "Returns the state, the counts and the settings of a collection.",
    permission: "read",
    rest: { method: "get", path: PATH },
    failure: "Get collection failed",
    request: CollectionRequestSchema,
    result: CollectionInfoSchema,
    run: ({ collections }, request) => collections.info(request),
  }),
  operation({
    id: "createCollection",
    summary: "Creates a collection.",
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
    summary:
      "Changes the settings of a collection; indexes are rebuilt in the background where that needs it.",
    permission: "write",
    rest: { method: "patch", path: PATH },
    failure: "Update collection failed",
    request: UpdateCollectionSchema,
    result: Type.Boolean(),
    run: ({ collections }, request, rules) => collections.update(request, rules),
  }),
  operation({
    id: "deleteCollection",
    summary: "Deletes a collection with all its points; with undo_seconds it can be restored for that long.",
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
    summary: "Restores a collection that was deleted with undo_seconds.",
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
    summary: "Says whether a collection exists.",
    errors: [],
    permission: "read",
    rest: { method: "get", path: `${PATH}/exists` },
    failure: "Check collection failed",
    request: CollectionRequestSchema,
    result: CollectionExistsSchema,
    run: ({ collections }, request) => collections.exists(request),
  }),
];

// Operations on collections, their aliases, and their payload indexes.
import Type from "typebox";
import { AliasListSchema, ChangeAliasesSchema } from "../../schema/alias.ts";
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
import { CreateFieldIndexSchema, DeleteFieldIndexSchema } from "../../schema/field-index.ts";
import { UpdateResultSchema } from "../../schema/point-write.ts";
import { CreateVectorNameSchema, DeleteVectorNameSchema } from "../../schema/vector-name.ts";
import { operation } from "../operation.ts";

const PATH = "/collections/{collection_name}";

export const collectionOperations = [
  operation({
    id: "listCollections",
    summary: "Lists the collections.",
    permission: "read",
    rest: { method: "get", path: "/collections", query: ["include_deleted"] },
    rpc: "Collections.List",
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
    rpc: "Collections.Get",
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
    rpc: "Collections.Create",
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
    rpc: "Collections.Update",
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
    rpc: "Collections.Delete",
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
    rpc: "Upkeep.RestoreCollection",
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
    rpc: "Collections.CollectionExists",
    failure: "Check collection failed",
    request: CollectionRequestSchema,
    result: CollectionExistsSchema,
    run: ({ collections }, request) => collections.exists(request),
  }),
];

/** Changing aliases has two paths: that of the specification, and that of Qdrant's clients. */
const change = <const Id extends string>(id: Id, path: string, rpc: string | null) =>
  operation({
    id,
    summary: "Creates, deletes and renames aliases, all in one step.",
    extended: true,
    permission: "write",
    rest: { method: "post", path },
    rpc,
    failure: "Change aliases failed",
    errors: ["NOT_FOUND", "ALREADY_EXISTS", "COLLECTION_DELETED", "INTERNAL"],
    request: ChangeAliasesSchema,
    result: Type.Boolean(),
    run: ({ aliases }, request) => aliases.change(request),
  });

export const aliasOperations = [
  operation({
    id: "listAliases",
    summary: "Lists all aliases.",
    extended: true,
    permission: "read",
    rest: { method: "get", path: "/aliases" },
    rpc: "Collections.ListAliases",
    failure: "List aliases failed",
    request: Type.Object({}),
    result: AliasListSchema,
    run: ({ aliases }) => aliases.list(),
  }),
  operation({
    id: "listCollectionAliases",
    summary: "Lists the aliases of one collection.",
    extended: true,
    permission: "read",
    rest: { method: "get", path: "/collections/{collection_name}/aliases" },
    rpc: "Collections.ListCollectionAliases",
    failure: "List aliases failed",
    request: CollectionRequestSchema,
    result: AliasListSchema,
    run: ({ aliases }, request) => aliases.listOf(request),
  }),
  change("changeAliases", "/aliases", "Collections.UpdateAliases"),
  change("changeCollectionAliases", "/collections/aliases", null),
];

const INDEX = `${PATH}/index`;

export const fieldIndexOperations = [
  operation({
    id: "createFieldIndex",
    summary: "Creates an index for a payload field, which filters then use.",
    permission: "write",
    rest: { method: "put", path: INDEX, query: ["wait"] },
    rpc: "Points.CreateFieldIndex",
    failure: "Field index failed",
    lasting: true,
    request: CreateFieldIndexSchema,
    result: UpdateResultSchema,
    run: ({ fieldIndexes }, request, rules) => fieldIndexes.create(request, rules),
  }),
  operation({
    id: "deleteFieldIndex",
    summary: "Deletes the index of a payload field.",
    permission: "write",
    rest: { method: "delete", path: `${INDEX}/{field_name}`, query: ["wait"] },
    rpc: "Points.DeleteFieldIndex",
    failure: "Field index failed",
    request: DeleteFieldIndexSchema,
    result: UpdateResultSchema,
    run: ({ fieldIndexes }, request, rules) => fieldIndexes.delete(request, rules),
  }),
];

const VECTOR = `${PATH}/vectors/{vector_name}`;

export const vectorNameOperations = [
  operation({
    id: "createVectorName",
    summary: "Adds a vector to a collection; the points that it has lack the vector.",
    permission: "write",
    rest: { method: "put", path: VECTOR, query: ["wait"] },
    rpc: "Points.CreateVectorName",
    failure: "Vector name failed",
    request: CreateVectorNameSchema,
    result: UpdateResultSchema,
    run: ({ collectionVectors }, request, rules) => collectionVectors.create(request, rules),
  }),
  operation({
    id: "deleteVectorName",
    summary: "Removes a vector from a collection, with its values in all points.",
    permission: "write",
    rest: { method: "delete", path: VECTOR, query: ["wait"] },
    rpc: "Points.DeleteVectorName",
    failure: "Vector name failed",
    request: DeleteVectorNameSchema,
    result: UpdateResultSchema,
    run: ({ collectionVectors }, request, rules) => collectionVectors.delete(request, rules),
  }),
];

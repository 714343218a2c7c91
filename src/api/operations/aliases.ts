// Operations on aliases. Changing them has two paths: the specification's, and the one that Qdrant's clients know.
import Type from "typebox";
import { AliasListSchema, ChangeAliasesSchema } from "../../schema/alias.ts";
import { CollectionRequestSchema } from "../../schema/collection.ts";
import { operation } from "../operation.ts";

const change = <const Id extends string>(id: Id, path: string) =>
  operation({
    id,
    summary: "Creates, deletes and renames aliases, all in one step.",
    extended: true,
    permission: "write",
    rest: { method: "post", path },
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
    failure: "List aliases failed",
    request: CollectionRequestSchema,
    result: AliasListSchema,
    run: ({ aliases }, request) => aliases.listOf(request),
  }),
  change("changeAliases", "/aliases"),
  change("changeCollectionAliases", "/collections/aliases"),
];

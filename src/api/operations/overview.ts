// Operations that show the whole server at once: made for the console, and open to all callers who may read.
import Type from "typebox";
import { CollectionOverviewSchema } from "../../schema/collection.ts";
import { operation } from "../operation.ts";

const common = { permission: "read", request: Type.Object({}) } as const;

export const overviewOperations = [
  operation({
    ...common,
    id: "collectionOverview",
    summary: "Lists all collections with their figures, and those that can be restored.",
    rest: { method: "get", path: "/status/collections" },
    failure: "Status failed",
    result: CollectionOverviewSchema,
    run: ({ collections }, _request, _rules, { signal }) => collections.overview(signal),
  }),
];

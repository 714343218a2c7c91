// Operations on indexes over payload fields.
import { CreateFieldIndexSchema, DeleteFieldIndexSchema } from "../../schema/field-index.ts";
import { UpdateResultSchema } from "../../schema/point-write.ts";
import { operation } from "../operation.ts";

const PATH = "/collections/{collection_name}/index";

export const fieldIndexOperations = [
  operation({
    id: "createFieldIndex",
    summary: "Creates an index for a payload field, which filters then use.",
    permission: "write",
    rest: { method: "put", path: PATH, query: ["wait"] },
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
    rest: { method: "delete", path: `${PATH}/{field_name}`, query: ["wait"] },
    failure: "Field index failed",
    request: DeleteFieldIndexSchema,
    result: UpdateResultSchema,
    run: ({ fieldIndexes }, request, rules) => fieldIndexes.delete(request, rules),
  }),
];

// The row that answers with the OpenAPI document of all rows, this one included.
import Type from "typebox";
import { openApiDocument } from "../openapi/document.ts";
import { type Operation, operation } from "../operation.ts";

export function openApiOperation(others: readonly Operation[]): Operation {
  let document: object | undefined;
  const row = operation({
    id: "getOpenApi",
    summary: "Returns the OpenAPI document.",
    permission: "none",
    always: true,
    rest: { method: "get", path: "/openapi.json" },
    success: "bare",
    failure: "OpenAPI document failed",
    errors: [],
    request: Type.Object({}),
    result: Type.Object({ openapi: Type.String() }, { additionalProperties: true }),
    run: async ({ server }) => {
      document ??= openApiDocument([...others, row], (await server.info()).version);
      return document as { openapi: string };
    },
  });
  return row;
}

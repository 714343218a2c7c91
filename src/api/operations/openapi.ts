// The row that returns the OpenAPI document of all rows, itself included.
// The decision: the document has the URL by which the request addressed the server, so generated clients and pages
// reach it. This is the `Host` that the guard has accepted; headers of proxies (`X-Forwarded-*`) are ignored, because
// any client can send them.
import Type from "typebox";
import { openApiDocument, serversAt } from "../openapi/document.ts";
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
    run: async ({ server }, _request, _rules, { caller }) => {
      document ??= openApiDocument([...others, row], (await server.info()).version);
      return { ...document, ...serversAt(caller.reached) } as { openapi: string };
    },
  });
  return row;
}

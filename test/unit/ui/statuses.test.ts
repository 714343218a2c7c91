// The statuses that the console tells apart, compared with those that the server sends.
import { expect } from "chai";
import { ERROR_CODE_HEADER } from "../../../src/errors/request.ts";
import { ERROR_STATUS, QDRANT_ERRORS } from "../../../src/errors/table.ts";
import * as statuses from "../../../src/ui/app/api/statuses.ts";

describe("the statuses of the console", () => {
  it("the statuses of the console are those of the server", () => {
    expect({ ...statuses }).to.deep.equal({
      BAD_REQUEST: ERROR_STATUS.INVALID_ARGUMENT.http,
      UNAUTHENTICATED: ERROR_STATUS.UNAUTHENTICATED.http,
      FORBIDDEN: ERROR_STATUS.PERMISSION_DENIED.http,
      NOT_FOUND: ERROR_STATUS.NOT_FOUND.http,
      CONFLICT: ERROR_STATUS.ALREADY_EXISTS.http,
      PRECONDITION_FAILED: ERROR_STATUS.COLLECTION_DELETED.http,
      UNPROCESSABLE: QDRANT_ERRORS.invalid.http,
      TOO_MANY_REQUESTS: ERROR_STATUS.TOO_MANY_REQUESTS.http,
      SERVER_ERROR: ERROR_STATUS.INTERNAL.http,
      ERROR_CODE_HEADER,
      ENGINE_NOT_INITIALIZED: "ENGINE_NOT_INITIALIZED" satisfies keyof typeof ERROR_STATUS,
    });
  });
});

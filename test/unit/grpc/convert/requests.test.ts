// Every request that a service accepts, sent as a gRPC message: the request that is read is the one that was sent, and
// REST's validator accepts it.

import { expect } from "chai";
import fc from "fast-check";
import { OPERATIONS } from "../../../../src/api/operations/index.ts";
import { validatorOf } from "../../../../src/api/validate.ts";
import { parseFilter } from "../../../../src/core/filter/parse.ts";
import { filter as filterCodec } from "../../../../src/grpc/convert/filters.ts";
import { messages } from "../../../../src/grpc/wire/messages.ts";
import { runWhole } from "../../../../src/scheduling/pause.ts";
import { filter } from "../../../support/grpc-requests.ts";
import { REQUEST_ROWS } from "../../../support/grpc-rows.ts";
import { sent } from "../../../support/grpc-wire.ts";

describe("gRPC messages of requests", () => {
  for (const [id, codec, wire, requests] of REQUEST_ROWS) {
    it(`gRPC messages of requests carry requests of ${id}, and REST's validator accepts them`, () => {
      const validate = validatorOf(OPERATIONS.find((one) => one.id === id)!);
      fc.assert(
        fc.property(requests, (request) => {
          const got = sent(codec, wire, request);
          expect(got).to.deep.equal(request);
          runWhole(validate(got as object, "refused"));
        }),
      );
    });
  }

  it("gRPC messages of requests carry filters that can be parsed", () => {
    fc.assert(
      fc.property(filter, (json) => {
        const got = sent(filterCodec, messages.Filter, json);
        expect(got).to.deep.equal(json);
        parseFilter(got);
      }),
    );
  });
});

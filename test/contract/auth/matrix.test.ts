// Permissions on every port: a pairwise sample of the matrix that test/slow/matrix.test.ts runs as a whole. The
// decision: it has every route with each kind of credential.
import { expect } from "chai";
import { OPERATIONS } from "../../../src/api/operations/index.ts";
import { type Case, Matrix } from "../../support/matrix/matrix.ts";
import { isKnown, knownOperations } from "../../support/matrix/oracle.ts";
import { pairwise } from "../../support/pairwise.ts";

describe("permissions:", () => {
  it("permissions are expected for every operation of the table and no other", () => {
    const ids = OPERATIONS.map(({ id }) => id);
    expect(ids.filter((id) => !isKnown(id))).to.deep.equal([]);
    expect(knownOperations().filter((id) => !ids.includes(id))).to.deep.equal([]);
  });
});

for (const authEnabled of [true, false]) {
  describe(`every route, credential and port, two by two, with authentication ${authEnabled ? "on" : "off"}`, () => {
    let matrix: Matrix;
    before(async () => {
      matrix = await Matrix.open(authEnabled);
    });
    after(() => matrix.close());

    it("every pair of route, credential and port is allowed or refused with the specified error", async () => {
      const { axes, presenters } = matrix;
      const isPossible = (some: Partial<Case>) => matrix.isPossible(some);
      const cases = pairwise<Case>({ ...axes, credential: presenters }, isPossible);
      const { problems } = await matrix.check(cases);
      expect(problems).to.deep.equal([]);
    });
  });
}

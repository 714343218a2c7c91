// Who may do what, on every port: a pairwise sample of the whole matrix (test/slow/matrix.test.ts), made from the table of
// operations and held to what decisions.md says.
import { expect } from "chai";
import { OPERATIONS } from "../../../src/api/operations/index.ts";
import { type Case, Matrix } from "../../support/matrix/matrix.ts";
import { isKnown, knownOperations } from "../../support/matrix/oracle.ts";
import { pairwise } from "../../support/pairwise.ts";

describe("the permissions of decisions.md", () => {
  it("speak of every operation of the table, and of nothing else", () => {
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

    it("lets in and refuses as decisions.md says, in its words", async () => {
      const cases = pairwise<Case>(matrix.axes, (some) => matrix.isPossible(some));
      const { problems } = await matrix.check(cases);
      expect(problems).to.deep.equal([]);
    });
  });
}

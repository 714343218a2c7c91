// Who may do what, on every port: two pairwise samples of the whole matrix (test/slow/matrix.test.ts), made from the table of
// operations and held to what decisions.md says. One has every door with every presenter, the other every credential at
// every kind of door; every door with every credential is for the slow test.
import { expect } from "chai";
import { OPERATIONS } from "../../../src/api/operations/index.ts";
import { type Case, Matrix } from "../../support/matrix/matrix.ts";
import { isKnown, knownOperations } from "../../support/matrix/oracle.ts";
import { KINDS_OF_DOOR } from "../../support/matrix/port.ts";
import { pairwise } from "../../support/pairwise.ts";

describe("the permissions of decisions.md", () => {
  it("cover every operation of the table and no other", () => {
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

    it("allows and refuses requests with the texts of decisions.md", async () => {
      const { axes, presenters } = matrix;
      const samples = [
        { ...axes, credential: presenters },
        { ...axes, door: KINDS_OF_DOOR },
      ];
      const isPossible = (some: Partial<Case>) => matrix.isPossible(some);
      const cases = samples.flatMap((sample) => pairwise<Case>(sample, isPossible));
      const { problems } = await matrix.check(cases);
      expect(problems).to.deep.equal([]);
    });
  });
}

// The whole matrix of permissions: every route and alias x every port x every credential, valid, former or invalid x
// its spelling x the kind of request, with authentication on and off. `test/contract/auth/matrix.test.ts` runs a sample
// of it.
import { expect } from "chai";
import { type Case, Matrix } from "../support/matrix/matrix.ts";

/** Generates cases one after another, because there are too many to keep. */
function* everyCase(matrix: Matrix): Generator<Case> {
  const { axes } = matrix;
  for (const port of axes.port)
    for (const door of axes.door)
      for (const manner of axes.manner)
        for (const credential of axes.credential)
          for (const spelling of axes.spelling) {
            const one = { port, door, manner, credential, spelling };
            if (matrix.isPossible(one)) yield one;
          }
}

for (const authEnabled of [true, false]) {
  const state = authEnabled ? "on" : "off";
  describe(`every route, credential and port with authentication ${state}`, () => {
    let matrix: Matrix;
    before(async () => {
      matrix = await Matrix.open(authEnabled);
    });
    after(() => matrix.close());

    it("every combination of route, credential and port is allowed or refused with the specified error", async () => {
      const { counts, problems } = await matrix.check(everyCase(matrix));
      process.stdout.write(`      authentication ${state}: ${describeCounts(counts)}\n`);
      expect(problems).to.deep.equal([]);
    });
  });
}

function describeCounts(counts: ReadonlyMap<string, number>): string {
  const all = [...counts.values()].reduce((a, b) => a + b, 0);
  return `${all} cases: ${[...counts].map(([kind, count]) => `${count} ${kind}`).join(", ")}`;
}

// Reverses the order of the tests of each file, for `mocha --require`.
// The decision: a test that needs another test of its file to run before it fails in this order. The first hook of a
// run reverses them, because mocha reads the list of a suite only after its hooks.
import type { Suite } from "mocha";

function reverse(suite: Suite): void {
  suite.tests.reverse();
  for (const inner of suite.suites.reverse()) reverse(inner);
}

export const mochaHooks = {
  beforeAll(this: Mocha.Context): void {
    reverse(this.test!.parent!);
  },
};

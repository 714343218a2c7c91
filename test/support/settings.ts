// Settings of chai and fast-check for all tests.
// The decision: no proxies of chai. They report a misspelled assertion when it runs, which the compiler reports before,
// and an assertion takes four times as long with them. Node compares first, in a tenth of the time of chai, which only
// judges and shows what Node finds different. Properties draw their cases from the seed of the run.
import { isDeepStrictEqual } from "node:util";
import { config, util } from "chai";
import fc from "fast-check";
import { seedOf } from "./chance.ts";

/** The prototypes of data. Node compares less of other objects than chai does: it finds two promises equal. */
const DATA = new Set<unknown>([Object.prototype, Array.prototype, Map.prototype, Set.prototype]);
const { eql } = util;

config.useProxy = false;
config.deepEqual = (expected, actual) =>
  (isData(expected) && isDeepStrictEqual(expected, actual)) || eql(expected, actual);
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: seedOf() | 0 });

function isData(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return ArrayBuffer.isView(value) || DATA.has(Object.getPrototypeOf(value));
}

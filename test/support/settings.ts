// Settings of chai and fast-check for all tests.
// The decision: no proxies of chai. They report a misspelled assertion when it runs, which the compiler reports before,
// and an assertion takes four times as long with them. Properties draw their cases from the seed of the run.
import { config } from "chai";
import fc from "fast-check";
import { seedOf } from "./chance.ts";

config.useProxy = false;
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: seedOf() | 0 });

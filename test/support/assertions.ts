// Settings of chai for all tests.
// The decision: no proxies. They report a misspelled assertion when it runs, which the compiler reports before, and an
// assertion takes four times as long with them.
import { config } from "chai";

config.useProxy = false;

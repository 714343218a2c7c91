#!/usr/bin/env node
// The entry of the command `azimuth`: looks at the version of Node, then loads everything else.
// The decision: an older Node refuses a module that imports what it does not have before any of our code runs, and its error
// names a file of ours instead of the version. So nothing else is imported before the version is known.
import { oldNodeText } from "./threads/node-version.ts";

const refusal = oldNodeText(process.versions.node);
if (refusal !== null) {
  process.stderr.write(`azimuth: ${refusal}\n`);
  process.exit(1);
}
await import("./command.ts");

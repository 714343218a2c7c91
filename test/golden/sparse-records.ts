// Writes the records of writes of sparse vectors: npx tsx test/golden/sparse-records.ts.
// The decision: they are made once. A record of an earlier version has to be read for ever, so a difference is a
// mistake.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { sparseRecords } from "../support/sparse-records.ts";
import { HERE } from "./keep.ts";

writeFileSync(join(HERE, "sparse-records.json"), `${JSON.stringify(await sparseRecords(), null, 2)}\n`);

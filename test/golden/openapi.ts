// Writes the golden OpenAPI document: `npx tsx test/golden/openapi.ts`. Read the difference before you commit it: it is
// what changes for clients.
import { writeFileSync } from "node:fs";
import { goldenDocument, OPENAPI_FILE } from "../support/openapi.ts";

writeFileSync(OPENAPI_FILE, goldenDocument());

// Asks the registry for known vulnerabilities of the packages in the bundles; a part of `npm run check`.
// The decision: these packages are those of the bill of materials. A vulnerability of high or critical severity in one
// of them fails the check. A registry that cannot be reached, or that lacks the service, as many mirrors do, is
// reported and does not fail the check, because that is no fault of the code.
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { judgeAudit } from "./judge-audit.ts";
import { packagePaths } from "./sbom.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SBOM = "dist/sbom.cdx.json";
const ARGUMENTS = ["audit", "--include=dev", "--json", "--fetch-retries=0", "--fetch-timeout=30000"];

if (!existsSync(ROOT + SBOM)) throw new Error(`${SBOM} is not there: run npm run build first`);
const read = (file: string) => JSON.parse(readFileSync(ROOT + file, "utf8"));
const shipped = packagePaths(read(SBOM), read("package-lock.json"));

const options = { cwd: ROOT, shell: process.platform === "win32", maxBuffer: 64 * 2 ** 20 };
execFile("npm", ARGUMENTS, options, (error, stdout) => {
  const { text, fails } = judgeAudit(stdout === "" ? String(error?.message) : stdout, shipped);
  if (fails) throw new Error(`npm audit: ${text}`);
  process.stdout.write(`npm audit: ${text}\n`);
});

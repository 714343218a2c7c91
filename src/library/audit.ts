// Asks the registry about known vulnerabilities of what the bundles are made from: part of `npm run check`.
// The decision: what the bundles are made from is what the bill of materials names. One of high or critical severity in that fails the
// check; a registry that cannot be reached, or that has no such service (mirrors often have none), is said and fails nothing, because
// that is no fault of the code that is checked.
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { judgeAudit } from "./judge-audit.ts";
import { placesOf } from "./sbom.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SBOM = "dist/sbom.cdx.json";
const ARGUMENTS = ["audit", "--include=dev", "--json", "--fetch-retries=0", "--fetch-timeout=30000"];

if (!existsSync(ROOT + SBOM)) throw new Error(`${SBOM} is not there: run npm run build first`);
const read = (file: string) => JSON.parse(readFileSync(ROOT + file, "utf8"));
const shipped = placesOf(read(SBOM), read("package-lock.json"));

const options = { cwd: ROOT, shell: process.platform === "win32", maxBuffer: 64 * 2 ** 20 };
execFile("npm", ARGUMENTS, options, (error, stdout) => {
  const { text, fails } = judgeAudit(stdout === "" ? String(error?.message) : stdout, shipped);
  if (fails) throw new Error(`npm audit: ${text}`);
  process.stdout.write(`npm audit: ${text}\n`);
});

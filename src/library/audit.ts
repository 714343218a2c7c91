// Asks the registry about known vulnerabilities of what the bundles are made from: part of `npm run check`.
// The decision: one of high or critical severity fails the check; a registry that cannot be reached, or that has no such
// service (mirrors often have none), is said and fails nothing, because that is no fault of the code that is checked.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { judgeAudit } from "./judge-audit.ts";

const ARGUMENTS = ["audit", "--omit=dev", "--json", "--fetch-retries=0", "--fetch-timeout=30000"];

const options = {
  cwd: fileURLToPath(new URL("../../", import.meta.url)),
  shell: process.platform === "win32",
  maxBuffer: 64 * 2 ** 20,
};
execFile("npm", ARGUMENTS, options, (error, stdout) => {
  const { text, fails } = judgeAudit(stdout === "" ? String(error?.message) : stdout);
  if (fails) throw new Error(`npm audit: ${text}`);
  process.stdout.write(`npm audit: ${text}\n`);
});

// Judges the output of `npm audit --json` for a check.
// The decision: the audit covers all packages, because shipped code is bundled and no package depends on another at run
// time. The check judges the vulnerabilities of packages whose code is in a bundle, and only their own, not those of
// packages that they would install.

interface Advisory {
  readonly title: string;
  readonly url: string;
  readonly severity: string;
  readonly range: string;
}

interface Vulnerability {
  readonly name: string;
  /** Advisories, or names of packages through which the package is affected. */
  readonly via: readonly (Advisory | string)[];
  /** The places of affected copies: keys in the lock file. */
  readonly nodes: readonly string[];
}

interface Report {
  readonly vulnerabilities?: Readonly<Record<string, Vulnerability>>;
  /** The error message, in place of a report, when the registry did not respond. */
  readonly message?: string;
}

interface AuditVerdict {
  readonly text: string;
  readonly fails: boolean;
}

const FAILING = new Set(["high", "critical"]);

/**
 * @param output of `npm audit --json`
 * @param shipped the packages in bundles, by their places: keys in the lock file
 */
export function judgeAudit(output: string, shipped: ReadonlyMap<string, string>): AuditVerdict {
  const report = parsed(output);
  if (report?.vulnerabilities === undefined) {
    const reason = (report?.message || output).trim().split("\n")[0];
    const text = `nothing was checked, because the registry did not respond: ${reason || "no output"}`;
    return { text, fails: false };
  }
  const affected = Object.values(report.vulnerabilities).filter((found) => advisoriesOf(found).length > 0);
  const inside = affected.filter(({ nodes }) => nodes.some((node) => shipped.has(node)));
  const elsewhere = affected.filter((found) => !inside.includes(found));
  const failing = inside.filter((found) => advisoriesOf(found).some(({ severity }) => FAILING.has(severity)));
  const count =
    inside.length === 0
      ? `no known vulnerabilities in the ${new Set(shipped.values()).size} packages that are shipped`
      : `${inside.length} ${inside.length === 1 ? "package" : "packages"} with known vulnerabilities, ${failing.length} of them high or critical`;
  const lines = inside.flatMap((found) => advisoriesOf(found).map((advisory) => lineOf(found, advisory)));
  const names = elsewhere.map(({ name }) => name);
  if (names.length > 0) lines.push(`  not judged, because they are not shipped: ${names.join(", ")}`);
  return { text: [count, ...lines].join("\n"), fails: failing.length > 0 };
}

function advisoriesOf({ via }: Vulnerability): Advisory[] {
  return via.filter((cause) => typeof cause !== "string");
}

function lineOf({ name }: Vulnerability, { range, severity, title, url }: Advisory): string {
  return `  ${name} ${range}: ${severity} (${title} ${url})`;
}

function parsed(output: string): Report | null {
  try {
    return JSON.parse(output) as Report;
  } catch {
    return null;
  }
}

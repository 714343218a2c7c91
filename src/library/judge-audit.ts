// What the answer of `npm audit --json` means for a check.

interface Vulnerability {
  readonly severity: string;
  readonly range?: string;
  /** Advisories, or names of packages that bring one in. */
  readonly via?: readonly (string | { readonly title?: string; readonly url?: string })[];
}

interface Report {
  readonly vulnerabilities?: Readonly<Record<string, Vulnerability>>;
  readonly metadata?: { readonly dependencies?: { readonly prod?: number } };
  /** In place of the rest when the registry did not answer. */
  readonly message?: string;
}

export interface AuditVerdict {
  readonly text: string;
  readonly fails: boolean;
}

const FAILING = new Set(["high", "critical"]);

/** @param output what it has printed */
export function judgeAudit(output: string): AuditVerdict {
  const report = parsed(output);
  if (report?.vulnerabilities === undefined) {
    const reason = (report?.message || output).trim().split("\n")[0];
    const text = `nothing was checked, since the registry has not answered: ${reason || "no output"}`;
    return { text, fails: false };
  }
  const found = Object.entries(report.vulnerabilities);
  if (found.length === 0) {
    const count = report.metadata?.dependencies?.prod;
    return {
      text: `no known vulnerabilities${count === undefined ? "" : ` in ${count} packages`}`,
      fails: false,
    };
  }
  const failing = found.filter(([, { severity }]) => FAILING.has(severity));
  const lines = found.map(([name, one]) => `  ${name} ${one.range ?? ""}: ${one.severity}${reasonsOf(one)}`);
  const count = `${found.length} ${found.length === 1 ? "package" : "packages"} with known vulnerabilities, ${failing.length} of them high or critical`;
  return { text: [count, ...lines].join("\n"), fails: failing.length > 0 };
}

function reasonsOf({ via = [] }: Vulnerability): string {
  const reasons = via.map((one) => (typeof one === "string" ? `by ${one}` : [one.title, one.url].join(" ")));
  return reasons.length === 0 ? "" : ` (${reasons.join("; ")})`;
}

function parsed(output: string): Report | null {
  try {
    return JSON.parse(output) as Report;
  } catch {
    return null;
  }
}

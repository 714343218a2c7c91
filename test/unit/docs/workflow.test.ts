// The CI workflow: it names the promised systems and Node versions, and its commands exist.
import { accessSync, constants, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { parse } from "yaml";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

interface Job {
  readonly "runs-on": string;
  readonly container?: string;
  readonly "timeout-minutes": number;
  readonly strategy?: { readonly matrix: { readonly node: readonly string[] } };
  readonly steps: readonly {
    readonly uses?: string;
    readonly run?: string;
    readonly with?: Record<string, string>;
  }[];
}

const workflow: { permissions: object; jobs: Record<string, Job> } = parse(read(".github/workflows/ci.yml"));
const jobs = Object.values(workflow.jobs);
const commandsOf = ({ steps }: Job) => steps.flatMap(({ run }) => run ?? []);
const { scripts, engines } = JSON.parse(read("package.json"));
const tests = (readdirSync(join(ROOT, "test"), { recursive: true }) as string[]).map(
  (path) => `test/${path.replaceAll("\\", "/")}`,
);

/** The pattern as mocha reads it: braces, one star within a folder, two stars across folders. */
function patternOf(glob: string): RegExp {
  const parts: Readonly<Record<string, string>> = {
    "{": "(?:",
    "}": ")",
    ",": "|",
    "*": "[^/]*",
    "**/": "(?:.*/)?",
    ".": "\\.",
  };
  return new RegExp(`^${glob.replace(/\*\*\/|[{},*.]/g, (part) => parts[part]!)}$`);
}

describe("the CI workflow", () => {
  it("the CI workflow runs on two kinds of Linux machines, Alpine, macOS and Windows", () => {
    const systems = jobs.map((job) => job.container ?? job["runs-on"]);
    expect(systems).to.deep.equal([
      "ubuntu-24.04",
      "node:24-bookworm",
      "node:24-alpine",
      "macos-15",
      "windows-2025",
    ]);
    expect(jobs[1]!["runs-on"]).to.match(/-arm$/);
  });

  it("the CI workflow uses the oldest supported Node first, and the one of the image last", () => {
    const versions = workflow.jobs.linux!.strategy!.matrix.node;
    expect(`>=${versions[0]}`).to.equal(engines.node);
    expect(read("Dockerfile")).to.contain(`FROM node:${versions.at(-1)}-`);
  });

  it("the CI workflow runs .ci/run, or its commands on Windows", () => {
    accessSync(join(ROOT, ".ci/run"), constants.X_OK);
    const { windows, ...others } = workflow.jobs;
    for (const job of Object.values(others)) expect(commandsOf(job).at(-1)).to.equal(".ci/run");
    const commands = read(".ci/run");
    expect(commands).to.contain("npm ci && npm test\nnpm run check\nnpm publish --dry-run ");
    expect(commands).to.match(/helm lint --strict (\S+)/);
    expect(existsSync(join(ROOT, /helm lint --strict (\S+?);/.exec(commands)![1]!, "Chart.yaml"))).to.equal(
      true,
    );
    expect(commandsOf(windows!).slice(0, 2)).to.deep.equal(["npm ci", "npm run check"]);
  });

  it("the CI workflow runs existing commands, whose patterns all match tests", () => {
    for (const command of jobs.flatMap(commandsOf)) {
      const script = /^npm run (\S+)/.exec(command)?.[1];
      if (script !== undefined) expect(scripts).to.have.property(script);
      const [, given] = /^npx mocha (?:--parallel --jobs \d+ )?(.*)$/.exec(command) ?? [];
      for (const glob of given?.split(" ") ?? []) {
        const found = tests.filter((path) => patternOf(glob.replaceAll('"', "")).test(path));
        expect(found, glob).not.to.deep.equal([]);
      }
    }
  });

  it("the CI workflow has read permission only, and a time limit", () => {
    expect(workflow.permissions).to.deep.equal({ contents: "read" });
    for (const job of jobs) expect(job["timeout-minutes"]).to.be.at.most(60);
  });

  it("the CI workflow uses npm scripts without quotes that Windows does not know", () => {
    for (const [name, script] of Object.entries<string>(scripts))
      expect(script.replace(/"[^"]*"/g, ""), name).not.to.contain("'");
  });

  it("the CI workflow uses a package with at most seven npm scripts", () => {
    expect(Object.keys(scripts).length).to.be.at.most(7);
  });

  it("the CI workflow runs the slow tests every week, with their requirements", () => {
    const slow = parse(read(".github/workflows/slow.yml"));
    expect(slow.on.schedule).to.deep.equal([{ cron: "17 3 * * 0" }]);
    const [job] = Object.values<Job>(slow.jobs);
    const commands = commandsOf(job!);
    expect(commands.at(-1)).to.equal("npm run test:slow");
    expect(commands.join()).to.contain("strace");
    expect(job!.steps.map(({ uses = "" }) => uses).join()).to.contain("setup-python");
  });

  it("the CI workflow has tests for every line of the slow run", () => {
    const lines = [...read("test/slow/run.ts").matchAll(/^ {2}"(.*)",$/gm)].map(([, line]) => line!);
    expect(lines).to.have.length.above(10);
    for (const pattern of lines.flatMap((line) => line.split(" ")).filter((word) => word.startsWith("test/")))
      expect(
        tests.some((path) => patternOf(pattern).test(path)),
        pattern,
      ).to.equal(true);
  });

  it("the CI workflow is described in src/docs/platforms.md", () => {
    const page = read("src/docs/platforms.md");
    for (const { name } of jobs as unknown as { name: string }[])
      expect(page).to.contain(name.replace(/\$\{.*\}/, "20.19, 22, 24"));
    expect(existsSync(join(ROOT, ".gitattributes"))).to.equal(true);
  });
});

describe("the workflow that publishes", () => {
  interface Publishing {
    readonly on: { readonly push: { readonly tags: string[] }; readonly workflow_dispatch: null };
    readonly permissions: object;
    readonly jobs: Record<string, Job & { readonly needs?: string; readonly permissions?: object }>;
  }
  const publishing: Publishing = parse(read(".github/workflows/publish.yml"));
  const { test, ...others } = publishing.jobs;

  it("the workflow that publishes begins with a tag of a version, whose tests come first", () => {
    expect(publishing.on).to.deep.equal({ push: { tags: ["v*"] }, workflow_dispatch: null });
    expect(commandsOf(test!).at(-1)).to.equal(".ci/run");
    const needs = (name: string): string => (name === "test" ? name : needs(others[name]!.needs!));
    for (const name of Object.keys(others)) expect(needs(name)).to.equal("test");
    const [check] = commandsOf(test!);
    for (const file of ["src/deploy/helm/azimuth/Chart.yaml", "CHANGELOG.md"]) {
      expect(check).to.contain(file);
      expect(existsSync(join(ROOT, file))).to.equal(true);
    }
  });

  it("the workflow that publishes gives rights to write only where something is published", () => {
    expect(publishing.permissions).to.deep.equal({ contents: "read" });
    expect(test!.permissions).to.equal(undefined);
    expect(others.package!.permissions).to.deep.equal({ contents: "read", "id-token": "write" });
    expect(others.chart!.permissions).to.deep.equal({ contents: "read", packages: "write" });
    expect(read(".github/workflows/publish.yml")).not.to.match(/NPM_TOKEN|NODE_AUTH_TOKEN/);
  });

  it("the workflow that publishes sends the package with its provenance and its page, and nothing without a tag", () => {
    const commands = commandsOf(others.package!);
    expect(commands.at(-1)).to.match(/^npm publish --provenance .*github\.ref_type != 'tag' && '--dry-run /);
    const [, page] = /^node --import tsx (\S+)$/.exec(commands.at(-2)!)!;
    expect(existsSync(join(ROOT, page!))).to.equal(true);
    for (const step of Object.values(others).flatMap(({ steps }) => steps)) {
      if (/login|attest/.test(step.uses ?? "") || /helm push/.test(step.run ?? ""))
        expect(step, JSON.stringify(step)).to.have.property("if", "github.ref_type == 'tag'");
    }
    expect(JSON.stringify(others.image)).to.contain("github.ref_type == 'tag' }}");
  });

  it("the workflow that publishes sends the image that the chart runs", () => {
    const { image } = parse(read("src/deploy/helm/azimuth/values.yaml"));
    const named = others.image!.steps.flatMap((step) => step.with?.images ?? []);
    expect(named).to.deep.equal([image.repository]);
  });
});

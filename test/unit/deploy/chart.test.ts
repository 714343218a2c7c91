// The Helm chart without Helm: its values, their schema, and the settings and values that its templates name. A weekly
// test renders it (test/slow/deploy-tools.test.ts).
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { expect } from "chai";
import { parse } from "yaml";
import { unknownVariables } from "../../../src/config/environment.ts";
import { ROOT } from "../../support/dockerfile.ts";

const CHART = "src/deploy/helm/azimuth";
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean;
}

/** Returns the paths of all values, such as `image.tag`. An empty object is a value. */
function pathsOf(value: unknown, path = ""): string[] {
  const isSection = typeof value === "object" && value !== null && !Array.isArray(value);
  const entries = isSection ? Object.entries(value) : [];
  if (entries.length === 0) return [path];
  return entries.flatMap(([key, inner]) => pathsOf(inner, path === "" ? key : `${path}.${key}`));
}

/** Returns the paths of a schema that allows no other members there. */
function pathsIn({ properties, additionalProperties }: Schema, path = ""): string[] {
  if (properties === undefined) return [path];
  expect(additionalProperties, path).to.equal(false);
  return Object.entries(properties).flatMap(([key, inner]) =>
    pathsIn(inner, path === "" ? key : `${path}.${key}`),
  );
}

describe("the Helm chart", () => {
  const values = parse(read(`${CHART}/values.yaml`));
  const schema = JSON.parse(read(`${CHART}/values.schema.json`)) as Schema;
  const templates = readdirSync(join(ROOT, CHART, "templates"))
    .map((name) => read(`${CHART}/templates/${name}`))
    .join("\n");
  /** Maps are given to Kubernetes as they are, so their members are not those of the chart. */
  const leaves = pathsOf({ ...values, resources: {} });

  it("the Helm chart has the version of the package, whose image it runs", () => {
    const chart = parse(read(`${CHART}/Chart.yaml`));
    const { version, homepage, repository } = JSON.parse(read("package.json"));
    expect(chart).to.include({ name: "azimuth", version, appVersion: version });
    expect(homepage).to.equal(`${chart.home}#readme`);
    expect(repository.url).to.equal(`git+${chart.home}.git`);
    expect(values.image.tag).to.equal("");
  });

  it("the Helm chart has values that its schema accepts, and refuses others", () => {
    const check = new Ajv({ strict: false }).compile(schema);
    expect(check(values), JSON.stringify(check.errors)).to.equal(true);
    expect(check({ ...values, replicas: 3 })).to.equal(false);
    expect(pathsIn(schema).filter((path) => path !== "global")).to.have.members(leaves);
  });

  it("the Helm chart uses each of its values, and no others", () => {
    const used = Array.from(
      templates
        .replaceAll("$cluster.", ".Values.cluster.")
        .matchAll(/\.Values\.([a-zA-Z0-9]+(?:\.[a-zA-Z0-9]+)*)/g),
      ([, path]) => path!,
    );
    const known = (path: string) => leaves.some((leaf) => leaf === path || leaf.startsWith(`${path}.`));
    expect(used.filter((path) => !known(path))).to.deep.equal([]);
    const isUsed = (leaf: string) =>
      used.includes(leaf) || templates.includes(` .${leaf.split(".").at(-1)} `);
    expect(leaves.filter((leaf) => !isUsed(leaf))).to.deep.equal([]);
  });

  it("the Helm chart sets existing settings only", () => {
    const names = Array.from(templates.matchAll(/\bAZIMUTH_[A-Z\d_]+/g), ([name]) => name);
    expect(names.length).to.be.greaterThan(10);
    expect(unknownVariables(Object.fromEntries(names.map((name) => [name, ""])))).to.deep.equal([]);
  });
});

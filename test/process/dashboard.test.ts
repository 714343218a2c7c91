// The dashboard and the alert rules of src/deploy, compared with the metrics that a server prints.
// The decision: a server prints the type of each metric also without a sample, those of models, followers and clusters
// included, so one server without any of these has all names.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { parse } from "yaml";
import { ROOT } from "../support/dockerfile.ts";
import { Servers } from "../support/servers.ts";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

/** Labels that Prometheus adds, and those of metrics that have no samples on the server of this test. */
const OTHER_LABELS = ["job", "instance", "model", "outcome", "recall", "state", "status", "method"];
/** Metrics of Prometheus itself. */
const OWN_METRICS = ["up"];
const WORDS = /^(?:and|or|unless|on|ignoring|group_left|group_right|bool|offset|by|without)$/;
const NAME = /[a-zA-Z_]\w*/g;

interface Used {
  readonly metrics: string[];
  readonly labels: string[];
}

/** Returns the names in an expression of PromQL. */
function namesIn(expression: string): Used {
  const bare = expression.replaceAll(/"[^"]*"|\[[^\]]*\]/g, "");
  const labels: string[] = [];
  const withoutLabels = bare
    .replaceAll(/\{([^}]*)\}/g, (_, list: string) => {
      labels.push(...(list.match(NAME) ?? []));
      return "";
    })
    .replaceAll(/\b(?:by|without|on|ignoring)\s*\(([^)]*)\)/g, (_, list: string) => {
      labels.push(...(list.match(NAME) ?? []));
      return "";
    })
    .replaceAll(/[a-z_]+\s*\(/g, "(");
  const metrics = (withoutLabels.match(NAME) ?? []).filter((name) => !WORDS.test(name));
  return { metrics, labels };
}

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly refId: string; readonly expr: string }[];
}

const dashboard = JSON.parse(read("src/deploy/grafana-dashboard.json")) as {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly definition?: string }[] };
  readonly annotations: { readonly list: readonly { readonly expr: string }[] };
};

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string };
}

const rules = (parse(read("src/deploy/alerts.yaml")).groups as { readonly rules: readonly Rule[] }[]).flatMap(
  (group) => group.rules,
);

const ofDashboard = [
  ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ...dashboard.annotations.list.map(({ expr }) => expr),
];

describe("the dashboard and the alert rules of src/deploy", () => {
  let servers: Servers;
  let known: { readonly metrics: Set<string>; readonly labels: Set<string> };
  before(async () => {
    servers = new Servers();
    const server = await servers.here({ ephemeral: true });
    const made = await fetch(`${server.url}/collections/c`, {
      method: "PUT",
      body: '{"vectors_config": {"size": 1, "distance": "Dot"}}',
    });
    expect(made.status).to.equal(200);
    const text = await (await fetch(`${server.url}/metrics`)).text();
    const metrics = Array.from(text.matchAll(/^# TYPE (\S+) (\S+)$/gm), ([, name, type]) =>
      type === "histogram" ? ["_bucket", "_sum", "_count"].map((suffix) => name! + suffix) : [name!],
    );
    const labels = Array.from(text.matchAll(/[{,]([a-z_]+)="/g), ([, label]) => label!);
    known = {
      metrics: new Set([...OWN_METRICS, ...metrics.flat()]),
      labels: new Set([...OTHER_LABELS, ...labels]),
    };
  });
  after(() => servers.close());

  const unknownIn = (expression: string): string[] => {
    const { metrics, labels } = namesIn(expression);
    expect(metrics, expression).not.to.have.lengthOf(0);
    return [
      ...metrics.filter((name) => !known.metrics.has(name)),
      ...labels.filter((name) => !known.labels.has(name)),
    ];
  };

  it("the dashboard of src/deploy uses only metrics and labels that a server prints", () => {
    expect(ofDashboard.length).to.be.greaterThan(50);
    expect(ofDashboard.flatMap(unknownIn)).to.deep.equal([]);
    const lists = dashboard.templating.list.flatMap(({ definition }) =>
      definition === undefined ? [] : [/^label_values\((\w+\{.*\}), (\w+)\)$/.exec(definition)!],
    );
    expect(lists).to.have.lengthOf(3);
    for (const [, metric, label] of lists) {
      expect([unknownIn(metric!), known.labels.has(label!)], metric).to.deep.equal([[], true]);
    }
  });

  it("the alert rules of src/deploy use only metrics and labels that a server prints", () => {
    expect(rules.length).to.be.greaterThan(15);
    expect(rules.flatMap(({ expr }) => unknownIn(expr))).to.deep.equal([]);
  });

  it("the dashboard of src/deploy uses only variables that it declares, and selects servers everywhere", () => {
    const ofGrafana = ["__rate_interval", "__all"];
    const declared = [...dashboard.templating.list.map(({ name }) => name), ...ofGrafana];
    const text = JSON.stringify(dashboard);
    const used = Array.from(text.matchAll(/\$\{?([a-z_]\w*)/g), ([, name]) => name!);
    expect(used.filter((name) => !declared.includes(name))).to.deep.equal([]);
    for (const expression of ofDashboard) {
      const selectors = expression.match(/\{[^}]*\}/g) ?? [];
      expect(selectors, expression).not.to.have.lengthOf(0);
      for (const one of selectors) expect(one, expression).to.include('job=~"$job", instance=~"$instance"');
    }
  });

  it("the panels of the dashboard of src/deploy have an id and a place of their own", () => {
    const ids = dashboard.panels.map(({ id }) => id);
    expect(ids).to.have.lengthOf(new Set(ids).size);
    const taken = new Map<string, string>();
    for (const { title, gridPos } of dashboard.panels) {
      const { x, y, w, h } = gridPos;
      expect(x + w, title).to.be.at.most(24);
      for (let column = x; column < x + w; column++) {
        for (let line = y; line < y + h; line++) {
          const place = `${column} ${line}`;
          expect(taken.get(place), `${title} at ${place}`).to.equal(undefined);
          taken.set(place, title);
        }
      }
    }
  });

  it("each alert rule of src/deploy has a name of its own, a severity and a text, whose labels it has", () => {
    const names = rules.map(({ alert }) => alert);
    expect(names).to.have.lengthOf(new Set(names).size);
    for (const { alert, expr, labels, annotations } of rules) {
      expect(alert).to.match(/^Azimuth[A-Z]\w+$/);
      expect(["critical", "warning"], alert).to.include(labels.severity);
      const text = `${annotations.summary} ${annotations.description}`;
      expect(text, alert).to.match(/^.+ .+\.$/s);
      const shown = Array.from(text.matchAll(/\$labels\.(\w+)/g), ([, label]) => label!);
      expect(
        shown.filter((label) => !known.labels.has(label)),
        alert,
      ).to.deep.equal([]);
      // An aggregation keeps only the labels that it names.
      const kept = /\bby \(([^)]*)\)/.exec(expr)?.[1]?.split(", ");
      if (kept)
        expect(
          shown.filter((label) => !kept.includes(label)),
          alert,
        ).to.deep.equal([]);
    }
  });
});

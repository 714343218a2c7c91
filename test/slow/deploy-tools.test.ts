// The files of src/deploy, checked by the programs that read them: Helm, promtool and systemd. Needs the network if the
// machine has no Helm (Go then compiles it, which takes minutes) or no promtool.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { parseAllDocuments } from "yaml";
import { helm, promtool } from "../support/deploy-tools.ts";
import { ROOT } from "../support/dockerfile.ts";
import { scratchFolder } from "../support/scratch.ts";
import { Servers } from "../support/servers.ts";

const run = promisify(execFile);
const LONG_MS = 1_800_000;
const CHART = join(ROOT, "src/deploy/helm/azimuth");
const KUBERNETES = ["--kube-version", "1.31"];
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

// biome-ignore lint/suspicious/noExplicitAny: manifests of several kinds.
type Manifest = any;

const manifestsIn = (text: string): Manifest[] =>
  parseAllDocuments(text)
    .map((one) => one.toJS() as Manifest)
    .filter((one) => one !== null);
const kind = (all: Manifest[], name: string): Manifest[] => all.filter((one) => one.kind === name);

describe("the Helm chart, rendered,", function () {
  this.timeout(LONG_MS);
  const render = async (
    name: string,
    values: object,
    file = join(scratchFolder("azimuth-chart-"), "values.json"),
  ) => {
    writeFileSync(file, JSON.stringify(values));
    const args = ["template", name, CHART, "--namespace", "team", "--values", file, ...KUBERNETES];
    return manifestsIn((await run(helm(), args)).stdout);
  };

  /** Returns the pod and its volume without the members that are right to differ. */
  const podOf = (all: Manifest[]) => {
    const { template, volumeClaimTemplates, replicas, podManagementPolicy } = kind(all, "StatefulSet")[0]
      .spec;
    const { affinity, containers, ...pod } = template.spec;
    const [{ image, startupProbe, livenessProbe, readinessProbe, ...container }] = containers;
    const probes = [startupProbe, livenessProbe, readinessProbe].map(({ httpGet, ...probe }) => {
      return { ...probe, path: httpGet.path, port: httpGet.port };
    });
    expect(image).to.match(/azimuth:/);
    const [rule] = affinity?.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution ?? [];
    return {
      ...{ replicas, pod, container, probes, volumeClaimTemplates, apart: rule?.topologyKey },
      isParallel: replicas > 1 && podManagementPolicy === "Parallel",
    };
  };

  it("the Helm chart passes helm lint without a warning", async () => {
    const { stdout } = await run(helm(), ["lint", "--strict", CHART]);
    expect(stdout).to.contain("1 chart(s) linted, 0 chart(s) failed").and.not.contain("[WARNING]");
  });

  it("the Helm chart, rendered, has the pod of src/deploy/kubernetes.yaml", async () => {
    const all = await render("azimuth", {});
    expect(podOf(all)).to.deep.equal(podOf(manifestsIn(read("src/deploy/kubernetes.yaml"))));
    expect(all.map((one) => one.kind)).to.have.members(["Service", "Service", "StatefulSet"]);
  });

  it("the Helm chart, rendered with a cluster, has the pods and the budget of src/deploy/cluster-kubernetes.yaml", async () => {
    const s3 = { bucket: "azimuth-checkpoints", region: "eu-central-1" };
    const all = await render("azimuth", { cluster: { enabled: true, checkpoints: { s3 } } });
    const expected = manifestsIn(read("src/deploy/cluster-kubernetes.yaml"));
    const variables = (manifests: Manifest[]) =>
      Object.fromEntries(podOf(manifests).container.env.map(({ name, ...value }: Manifest) => [name, value]));
    // With the password of the first admin, which the manifest of a cluster leaves out.
    const { AZIMUTH_ADMIN_PASSWORD: _, ...given } = variables(all);
    expect(given).to.deep.equal(variables(expected));
    const without = ({ container: { env: __, ...container }, ...rest }: ReturnType<typeof podOf>) => ({
      ...rest,
      container,
    });
    expect(without(podOf(all))).to.deep.equal(without(podOf(expected)));
    const [budget] = kind(all, "PodDisruptionBudget");
    expect(budget.spec.maxUnavailable).to.equal(1);
    expect(budget.spec.selector).to.deep.equal(kind(all, "StatefulSet")[0].spec.selector);
  });

  it("the Helm chart, rendered with all its parts, has names, selectors and secrets that belong together", async () => {
    const all = await render("prod", {
      settings: { extended_api: true, memory_limit: "3GiB" },
      tls: { existingSecret: "certificate" },
      allowedHosts: ["vectors.example"],
      serviceMonitor: { enabled: true, labels: { release: "prometheus" } },
      networkPolicy: { enabled: true, from: [{ namespaceSelector: { matchLabels: { team: "a" } } }] },
    });
    const [set] = kind(all, "StatefulSet");
    const { containers, volumes } = set.spec.template.spec;
    const environment = Object.fromEntries(
      containers[0].env.map(({ name, value }: Manifest) => [name, value]),
    );
    const at = (path: string) =>
      containers[0].volumeMounts.find(({ mountPath }: Manifest) => path.startsWith(`${mountPath}/`)).name;
    expect(at(environment.AZIMUTH_CONFIG)).to.equal("settings");
    expect(at(environment.AZIMUTH_TLS_CERT)).to.equal("tls");
    expect(environment.AZIMUTH_ALLOWED_HOSTS).to.match(/^prod-azimuth\.\$\(NAMESPACE\),.*,vectors\.example$/);
    expect(containers[0].readinessProbe.httpGet.scheme).to.equal("HTTPS");
    const [settings] = kind(all, "ConfigMap");
    expect(volumes[0].configMap.name).to.equal(settings.metadata.name);
    const file = join(scratchFolder("azimuth-chart-"), "azimuth.yaml");
    writeFileSync(file, settings.data["azimuth.yaml"]);
    const main = join(ROOT, "dist/main.js");
    await run(process.execPath, [main, "config", "validate", file]);
    const { labels } = set.spec.template.metadata;
    const [monitor] = kind(all, "ServiceMonitor");
    const selected = kind(all, "Service").filter(({ metadata }) =>
      Object.entries(monitor.spec.selector.matchLabels).every(
        ([key, value]) => metadata.labels[key] === value,
      ),
    );
    expect(selected.map(({ metadata }) => metadata.name)).to.deep.equal([set.spec.serviceName]);
    expect(monitor.spec.endpoints[0]).to.include({ port: "rest", scheme: "https" });
    expect(labels[monitor.spec.jobLabel]).to.equal("azimuth");
    for (const service of kind(all, "Service")) expect(labels).to.include(service.spec.selector);
    expect(labels).to.include(kind(all, "NetworkPolicy")[0].spec.podSelector.matchLabels);
  });

  it("the Helm chart, rendered with a value that does not exist or a cluster without a bucket, is refused", async () => {
    for (const [values, text] of [
      [{ replicas: 3 }, "replicas"],
      [{ cluster: { enabled: true } }, "cluster.checkpoints.s3.bucket"],
    ] as const) {
      const refused = await render("azimuth", values).then(
        () => "",
        ({ stderr }: { stderr: string }) => stderr,
      );
      expect(refused).to.contain(text);
    }
  });
});

describe("promtool", function () {
  this.timeout(LONG_MS);
  it("promtool accepts the alert rules of src/deploy, and the expressions of the dashboard", async () => {
    await run(promtool(), ["check", "rules", join(ROOT, "src/deploy/alerts.yaml")]);
    const { panels } = JSON.parse(read("src/deploy/grafana-dashboard.json")) as {
      panels: { targets?: { expr: string }[] }[];
    };
    const rules = panels
      .flatMap(({ targets = [] }) => targets)
      .map(({ expr }, i) => ({ record: `r${i}`, expr: expr.replaceAll("$__rate_interval", "5m") }));
    const file = join(scratchFolder("azimuth-rules-"), "rules.json");
    writeFileSync(file, JSON.stringify({ groups: [{ name: "dashboard", rules }] }));
    await run(promtool(), ["check", "rules", file]);
  });

  it("promtool finds nothing to say about the metrics of a server", async () => {
    const servers = new Servers();
    const server = await servers.start(["--ephemeral"]);
    const text = await (await fetch(`${server.url}/metrics`)).text();
    await servers.close();
    const checking = run(promtool(), ["check", "metrics"]);
    checking.child.stdin!.end(text);
    const { stdout, stderr } = await checking;
    expect(stdout + stderr).to.equal("");
  });
});

describe("systemd", () => {
  it("systemd accepts the unit of src/deploy and rates its exposure as low", async () => {
    const file = join(scratchFolder("azimuth-unit-"), "azimuth.service");
    writeFileSync(
      file,
      read("src/deploy/azimuth.service").replace("/usr/local/bin/azimuth", process.execPath),
    );
    const { stdout, stderr } = await run("systemd-analyze", ["verify", file]);
    expect(stdout + stderr).to.equal("");
    const rated = await run("systemd-analyze", ["security", "--offline=true", "--threshold=20", file]);
    expect(rated.stdout).to.match(/Overall exposure level for azimuth\.service: [01]\.\d OK/);
  });

  it("systemd accepts the service and the timer of src/docs/backups.md", async () => {
    const folder = scratchFolder("azimuth-unit-");
    const blocks = Array.from(read("src/docs/backups.md").matchAll(/```ini\n# \S+\/(\S+)\n(.*?)```/gs));
    expect(blocks).to.have.length(2);
    const files = blocks.map(([, name, text]) => {
      writeFileSync(join(folder, name!), text!.replace("/usr/local/bin/azimuth-backup", process.execPath));
      return join(folder, name!);
    });
    const { stdout, stderr } = await run("systemd-analyze", ["verify", ...files]);
    expect(stdout + stderr).to.equal("");
  });
});

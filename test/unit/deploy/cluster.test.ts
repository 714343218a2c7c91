// The deployment files of a cluster: they agree with the settings and the ports of the server, and with each other.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { parse, parseAllDocuments } from "yaml";
import { OPERATIONS } from "../../../src/api/operations/index.ts";
import { clusterOf, loadConfig, SETTINGS, unknownVariables } from "../../../src/config/environment.ts";
import { hostsOf } from "../../../src/replication/postgres/address.ts";
import { only, ROOT, readStages } from "../../support/dockerfile.ts";

const PORTS = SETTINGS.filter(({ name }) => ["restPort", "grpcPort", "uiPort"].includes(name)).map(
  ({ fallback }) => fallback as number,
);
const SHUTDOWN_S = SETTINGS.find(({ name }) => name === "shutdownTimeout")!.fallback as number;
const DATA = "/var/lib/service-data";
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

function settingsOf(environment: Record<string, string>) {
  expect(unknownVariables(environment)).to.deep.equal([]);
  return clusterOf(loadConfig({}, environment))!;
}

describe("the compose file of a cluster", () => {
  const { services, configs, volumes } = parse(read("src/deploy/cluster-compose.yaml"), { merge: true });
  const servers = ["azimuth-1", "azimuth-2", "azimuth-3"].map((name) => services[name]);
  const standbys = [services["postgres-1"], services["postgres-2"]];
  const filled = (text: string) => text.replace(/\$\{\w+:\?[^}]*\}/g, "s3cret");

  it("the compose file of a cluster has three servers with names, volumes and ports of their own, on this machine only", () => {
    const ports = servers.flatMap((server) => server.ports as string[]);
    expect(ports.map((port) => Number(port.split(":")[2]))).to.deep.equal([...PORTS, ...PORTS, ...PORTS]);
    expect(new Set(ports.map((port) => port.split(":")[1])).size).to.equal(9);
    expect(ports.every((port) => port.startsWith("127.0.0.1:"))).to.equal(true);
    const names = servers.map(({ environment }) => environment.AZIMUTH_CLUSTER__NODE);
    expect(new Set(names).size).to.equal(3);
    for (const { volumes: mounted } of servers) {
      expect(mounted[0]).to.match(new RegExp(`^data-\\d:${DATA}$`));
      for (const mount of mounted) expect(volumes).to.have.property(mount.split(":")[0]);
    }
    expect(new Set(servers.map((server) => server.volumes[0])).size).to.equal(3);
  });

  it("the compose file of a cluster has existing settings: one log on three hosts, a quorum, shared checkpoints", () => {
    for (const { environment, volumes: mounted } of servers) {
      const given = Object.entries<string>(environment).map(([name, value]) => [name, filled(value)]);
      const { postgres, isQuorumRequired, checkpoints } = settingsOf(Object.fromEntries(given));
      expect(isQuorumRequired).to.equal(true);
      const hosts = hostsOf(postgres.url!).map(({ shown }) => shown);
      expect(hosts).to.deep.equal(["postgres-0", "postgres-1", "postgres-2"]);
      expect(services).to.include.keys(hosts);
      expect(checkpoints).to.deep.equal({ kind: "directory", directory: mounted[1].split(":")[1] });
    }
  });

  it("the compose file of a cluster does not start without a key and a password", () => {
    const { AZIMUTH_API_KEY: key, AZIMUTH_CLUSTER__LOG__POSTGRES__URL: url } = servers[0].environment;
    expect(key).to.match(/^\$\{AZIMUTH_API_KEY:\?.+\}$/);
    expect(url).to.match(/azimuth:\$\{POSTGRES_PASSWORD:\?[^}]+\}@/);
  });

  it("the compose file of a cluster gives the shared volume to the user of the image before a server starts", () => {
    const [, run] = readStages();
    const { entrypoint, volumes: mounted } = services["checkpoints-owner"];
    expect(entrypoint).to.deep.equal(["chown", only(run, "USER"), mounted[0].split(":")[1]]);
    for (const server of servers) {
      expect(server.depends_on["checkpoints-owner"].condition).to.equal("service_completed_successfully");
      expect(server.depends_on["postgres-0"].condition).to.equal("service_healthy");
      expect(server.read_only).to.equal(true);
      expect(Number.parseInt(server.stop_grace_period, 10)).to.be.above(SHUTDOWN_S);
    }
  });

  it("the compose file of a cluster has standbys with the names that the primary waits for", () => {
    const [, names] = /synchronous_standby_names = 'ANY 1 \((.*)\)'/.exec(configs.primary.content)!;
    expect(standbys.map(({ environment }) => environment.STANDBY)).to.deep.equal(names!.split(", "));
    const { content } = configs.standby;
    expect(content).to.contain('cluster_name=$$STANDBY"').and.to.contain("--write-recovery-conf");
    for (const role of [content, configs.primary.content]) expect(role).to.contain("replicator");
    // A single dollar sign would be replaced by Compose.
    for (const text of [content, configs.primary.content]) expect(text).not.to.match(/(^|[^$])\$[^$]/);
  });

  it("the compose file of a cluster has checks of the health of PostgreSQL, and a volume for each", () => {
    for (const one of [services["postgres-0"], ...standbys]) {
      expect(one.healthcheck.test).to.include("pg_isready");
      expect(one.image).to.equal("postgres:18");
      expect(one.volumes[0]).to.match(/^postgres-\d:\/var\/lib\/postgresql$/);
      expect(volumes).to.have.property(one.volumes[0].split(":")[0]);
    }
  });
});

describe("the Kubernetes manifest of a cluster", () => {
  const all = parseAllDocuments(read("src/deploy/cluster-kubernetes.yaml")).map((one) => one.toJS());
  const kind = (name: string) => all.filter((one) => one.kind === name);
  const [postgres] = kind("Cluster");
  const [service, headless] = kind("Service");
  const [budget] = kind("PodDisruptionBudget");
  const [set] = kind("StatefulSet");
  const { spec, metadata } = set.spec.template;
  const [container] = spec.containers;
  const [alone] = parseAllDocuments(read("src/deploy/kubernetes.yaml"))
    .map((one) => one.toJS())
    .filter((one) => one.kind === "StatefulSet");

  it("the Kubernetes manifest of a cluster has three servers on different nodes, of which two stay", () => {
    expect(set.spec).to.include({ replicas: 3, serviceName: headless.metadata.name });
    expect(headless.spec.clusterIP).to.equal("None");
    const [rule] = spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution;
    expect(rule.topologyKey).to.equal("kubernetes.io/hostname");
    expect(budget.spec.maxUnavailable).to.equal(1);
    const labels = [rule.labelSelector, budget.spec.selector, set.spec.selector].map(
      (one) => one.matchLabels,
    );
    for (const one of [...labels, service.spec.selector, headless.spec.selector])
      expect(one).to.deep.equal(metadata.labels);
  });

  it("the Kubernetes manifest of a cluster has existing settings, a quorum, and secrets in files that are mounted", () => {
    const own = container.env.filter(({ name }: { name: string }) => name.startsWith("AZIMUTH_"));
    const given = own.map(({ name, value }: { name: string; value?: string }) => [
      name,
      value ?? "azimuth-0",
    ]);
    const { postgres: log, isQuorumRequired, checkpoints } = settingsOf(Object.fromEntries(given));
    expect(isQuorumRequired).to.equal(true);
    expect(log.url).to.equal(null);
    const mounts = container.volumeMounts as { name: string; mountPath: string }[];
    const folders = Object.fromEntries(mounts.map(({ name, mountPath }) => [name, mountPath]));
    const [urls] = spec.volumes;
    expect(log.urlFile).to.equal(`${folders.log}/${urls.secret.items[0].path}`);
    expect(urls.secret.secretName).to.equal(`${postgres.metadata.name}-app`);
    const { keyFiles } = checkpoints as { keyFiles: { id: string; secret: string } };
    for (const file of Object.values(keyFiles))
      expect(file.startsWith(`${folders.checkpoints}/`)).to.equal(true);
    expect(folders.data).to.equal(DATA);
  });

  it("the Kubernetes manifest of a cluster has a PostgreSQL whose commits are on a quorum", () => {
    expect(postgres.spec.instances).to.equal(3);
    expect(postgres.spec.postgresql.synchronous).to.deep.equal({
      ...{ method: "any", number: 1, dataDurability: "required" },
    });
  });

  it("the Kubernetes manifest of a cluster keeps requests away from servers that are behind, and needs no credential for it", () => {
    expect(container.readinessProbe.httpGet.path).to.match(/^\/readyz\?max_lag=\d+$/);
    for (const probe of ["startupProbe", "livenessProbe", "readinessProbe"]) {
      const [path] = container[probe].httpGet.path.split("?");
      const row = OPERATIONS.find(({ rest }) => rest.path === path)!;
      expect([row.permission, row.always, row.whileOff], probe).to.deep.equal(["none", true, "open"]);
    }
  });

  it("the Kubernetes manifest of a cluster has the ports, the image, the users and the time to stop of that for one server", () => {
    const { spec: other } = alone.spec.template;
    const [one] = other.containers;
    expect(container).to.deep.include({
      ...{ ports: one.ports, image: one.image, imagePullPolicy: one.imagePullPolicy },
      securityContext: one.securityContext,
    });
    expect(spec).to.deep.include({
      securityContext: other.securityContext,
      enableServiceLinks: false,
      terminationGracePeriodSeconds: other.terminationGracePeriodSeconds,
    });
    expect(container.ports.map((port: { containerPort: number }) => port.containerPort)).to.deep.equal(PORTS);
  });
});

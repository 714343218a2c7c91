// The Dockerfile, the compose file, the systemd unit and the Kubernetes manifest: they agree with the server and with
// each other.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { parse, parseAllDocuments } from "yaml";
import { OPERATIONS } from "../../../src/api/operations/index.ts";
import { SETTINGS, unknownVariables } from "../../../src/config/environment.ts";
import {
  all,
  commandIn,
  contextFiles,
  environmentOf,
  only,
  ROOT,
  readStages,
} from "../../support/dockerfile.ts";

const PORTS = SETTINGS.filter(({ name }) => ["restPort", "grpcPort", "uiPort"].includes(name)).map(
  ({ fallback }) => fallback as number,
);
const DATA = "/var/lib/service-data";
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

function expectKnown(variables: Record<string, string>): void {
  expect(unknownVariables(variables)).to.deep.equal([]);
}

describe("the Dockerfile", () => {
  const [build, run] = readStages();

  it("the Dockerfile builds and runs on the same slim image of an LTS release", () => {
    expect(build.from).to.equal("--platform=$BUILDPLATFORM node:24-bookworm-slim AS build");
    expect(run.from).to.equal("node:24-bookworm-slim");
  });

  it("the Dockerfile copies existing files, and copies the sources without tests and build output", () => {
    const [first] = all(build, "COPY");
    for (const file of first!.split(" ").slice(0, -1))
      expect(existsSync(join(ROOT, file)), file).to.equal(true);
    const files = contextFiles();
    expect(files).to.include.members(["package-lock.json", "src/main.ts", "assembly/index.ts", "LICENSE"]);
    expect(files.filter((file) => /^(?:test|node_modules|dist|build|\.git)\//.test(file))).to.deep.equal([]);
  });

  it("the Dockerfile runs no install scripts, and takes only the package into the second stage", () => {
    expect(all(build, "RUN").filter((line) => /npm (?:ci|install)/.test(line))).to.deep.equal([
      "npm ci --ignore-scripts",
    ]);
    expect(all(run, "COPY")).to.deep.equal(["--from=build /src/package ./"]);
  });

  it("the Dockerfile exposes the ports of the server", () => {
    expect(only(run, "EXPOSE").split(" ").map(Number)).to.deep.equal(PORTS);
  });

  it("the Dockerfile listens on all addresses and keeps its data on the volume, with existing settings", () => {
    const environment = environmentOf(run);
    expect(environment).to.include({ AZIMUTH_HOST: "0.0.0.0", AZIMUTH_DATA_DIR: DATA });
    expectKnown(environment);
    expect(only(run, "VOLUME")).to.equal(DATA);
  });

  it("the Dockerfile runs as a user that is not root and owns the volume", () => {
    expect(only(run, "USER")).to.equal("1000:1000");
    expect(all(run, "RUN").join()).to.contain(`chown 1000:1000 ${DATA}`);
  });

  it("the Dockerfile starts the server, and checks its health, with the program of the package", () => {
    const { bin } = JSON.parse(read("package.json"));
    const main = ["node", `/app/${bin.azimuth}`];
    expect([...commandIn(only(run, "ENTRYPOINT")), ...commandIn(only(run, "CMD"))]).to.deep.equal([
      ...main,
      "serve",
    ]);
    expect(commandIn(only(run, "HEALTHCHECK"))).to.deep.equal([...main, "healthcheck"]);
    expect(only(run, "WORKDIR")).to.equal("/app");
  });
});

describe("the compose file", () => {
  const { services, volumes } = parse(read("src/deploy/compose.yaml"));
  const { azimuth } = services;

  it("the compose file builds from the root of the repository, and publishes the ports on this machine only", () => {
    expect(existsSync(join(ROOT, "src/deploy", azimuth.build, "Dockerfile"))).to.equal(true);
    expect(azimuth.ports).to.deep.equal(PORTS.map((port) => `127.0.0.1:${port}:${port}`));
  });

  it("the compose file has a read-only root file system, a volume, and existing settings", () => {
    expect(azimuth.read_only).to.equal(true);
    expect(azimuth.volumes).to.deep.equal([`data:${DATA}`]);
    expect(volumes).to.have.property("data");
    expectKnown(azimuth.environment);
  });

  it("the compose file does not start without a key, which switches authentication on", () => {
    expect(azimuth.environment.AZIMUTH_API_KEY).to.match(/^\$\{AZIMUTH_API_KEY:\?.+\}$/);
  });

  it("the compose file gives the server more time to stop than it needs", () => {
    const { fallback } = SETTINGS.find(({ name }) => name === "shutdownTimeout")!;
    expect(Number.parseInt(azimuth.stop_grace_period, 10)).to.be.above(fallback as number);
  });
});

describe("the systemd unit", () => {
  const unit = read("src/deploy/azimuth.service");

  it("the systemd unit has existing settings, and a key, which switches authentication on", () => {
    const pairs = Array.from(unit.matchAll(/(AZIMUTH_\w+)=(\S+)/g), ([, name, value]) => [name, value]);
    expectKnown(Object.fromEntries(pairs));
    expect(Object.fromEntries(pairs)).to.have.property("AZIMUTH_API_KEY_FILE", "%d/api-key");
    expect(unit).to.match(/^LoadCredential=api-key:/m);
  });

  it("the systemd unit gives the server more time to stop than it needs", () => {
    const { fallback } = SETTINGS.find(({ name }) => name === "shutdownTimeout")!;
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)![1])).to.be.above(fallback as number);
  });
});

describe("the Kubernetes manifest", () => {
  const [service, set] = parseAllDocuments(read("src/deploy/kubernetes.yaml")).map((one) => one.toJS());
  const { spec } = set.spec.template;
  const [container] = spec.containers;

  it("the Kubernetes manifest has one server with a volume of its own", () => {
    expect(set).to.include({ kind: "StatefulSet", apiVersion: "apps/v1" });
    expect(set.spec).to.include({ replicas: 1, serviceName: service.metadata.name });
    const [claim] = set.spec.volumeClaimTemplates;
    expect(container.volumeMounts).to.deep.equal([{ name: claim.metadata.name, mountPath: DATA }]);
  });

  it("the Kubernetes manifest has the ports of the server, with the same names in the service", () => {
    expect(container.ports.map((port: { containerPort: number }) => port.containerPort)).to.deep.equal(PORTS);
    expect(service.spec.ports.map((port: { targetPort: string }) => port.targetPort)).to.deep.equal(
      container.ports.map((port: { name: string }) => port.name),
    );
    expect(service.spec.selector).to.deep.equal(set.spec.template.metadata.labels);
  });

  it("the Kubernetes manifest probes endpoints that need no credential and answer while the log is replayed", () => {
    for (const probe of ["startupProbe", "livenessProbe", "readinessProbe"]) {
      const { path } = container[probe].httpGet;
      const row = OPERATIONS.find(({ rest }) => rest.path === path)!;
      expect([row.permission, row.always, row.whileOff], probe).to.deep.equal(["none", true, "open"]);
    }
    expect(container.livenessProbe.httpGet.path).to.not.equal(container.readinessProbe.httpGet.path);
  });

  it("the Kubernetes manifest runs as the user of the image, who can write only to the volume", () => {
    const [, run] = readStages();
    const { runAsUser, runAsGroup, fsGroup } = spec.securityContext;
    expect(`${runAsUser}:${runAsGroup}`).to.equal(only(run, "USER"));
    expect(fsGroup).to.equal(runAsGroup);
    expect(container.securityContext).to.include({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
    });
  });

  it("the Kubernetes manifest does not start without keys, which switch authentication on", () => {
    for (const name of ["AZIMUTH_API_KEY", "AZIMUTH_READ_ONLY_API_KEY"]) {
      const { valueFrom } = container.env.find((one: { name: string }) => one.name === name);
      expect(valueFrom.secretKeyRef, name).to.have.property("name", "azimuth");
      expect(valueFrom.secretKeyRef, name).to.not.have.property("optional");
    }
  });

  it("the Kubernetes manifest uses the image of the Dockerfile, and works in any namespace", () => {
    expect(container.imagePullPolicy).to.equal("IfNotPresent");
    const { value } = container.env.find(({ name }: { name: string }) => name === "AZIMUTH_ALLOWED_HOSTS");
    const hosts = value.replaceAll("$(NAMESPACE)", "team").split(",");
    expect(hosts).to.deep.equal(["azimuth.team", "azimuth.team.svc", "azimuth.team.svc.cluster.local"]);
  });

  it("the Kubernetes manifest has existing settings, and excludes variables that Kubernetes adds", () => {
    const own = container.env.filter(({ name }: { name: string }) => name !== "NAMESPACE");
    expectKnown(Object.fromEntries(own.map(({ name }: { name: string }) => [name, "x"])));
    expect(spec.enableServiceLinks).to.equal(false);
  });

  it("the Kubernetes manifest gives the server more time to stop than it needs", () => {
    const { fallback } = SETTINGS.find(({ name }) => name === "shutdownTimeout")!;
    expect(spec.terminationGracePeriodSeconds).to.be.above(fallback as number);
  });
});

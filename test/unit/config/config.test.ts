// Settings as a whole: which source overrides which, how errors are reported, and what is printed.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { loadConfig, unknownVariables } from "../../../src/config/environment.ts";
import { load } from "../../../src/config/load.ts";
import { settingsAsJson, settingsAsYaml } from "../../../src/config/print.ts";
import { secretStates } from "../../../src/config/secrets.ts";
import { StartRefused } from "../../../src/errors/server.ts";
import { editDistance, nearestName } from "../../../src/schema/suggest.ts";
import { ThrowAwayIssuer } from "../../support/license.ts";

describe("settings", () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "azimuth-config-"));
    path = join(folder, "azimuth.yaml");
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("settings are read from the configuration file of the flag, else from that of the environment", () => {
    const other = join(folder, "other.json");
    writeFileSync(path, "rest_port: 1\n");
    writeFileSync(other, '{"rest_port": 2}');
    const environment = { AZIMUTH_CONFIG: path };
    expect(loadConfig({}, environment).restPort).to.equal(1);
    expect(loadConfig({ config: other }, environment).restPort).to.equal(2);
  });

  it("settings are refused when the configuration file is missing", () => {
    expect(() => loadConfig({ config: path }, {})).to.throw(
      StartRefused,
      `${path}: the configuration file cannot be read: ENOENT`,
    );
    expect(() => loadConfig({}, { AZIMUTH_CONFIG: "" })).to.throw("AZIMUTH_CONFIG: expected a path");
    expect(() => loadConfig({ config: folder }, {})).to.throw("EISDIR");
  });

  it("settings are refused with all errors of all sources at once", () => {
    writeFileSync(path, "workers: 0\nhots: x\n");
    const attempt = () => loadConfig({ config: path, restPort: "x" }, { AZIMUTH_DIALECT: "sql" });
    expect(attempt)
      .to.throw(StartRefused)
      .with.property(
        "message",
        [
          `${path}:2: hots: unknown setting; did you mean host?`,
          `${path}:1: workers: expected a number of threads from 1 to 62, got "0"`,
          '--rest-port: expected a port from 0 to 65535, got "x"',
          'AZIMUTH_DIALECT: expected one of auto, native, qdrant, got "sql"',
        ].join("\n"),
      );
  });

  it("settings take data_dir or ephemeral from the source that comes first, and refuse both from one source", () => {
    writeFileSync(path, "data_dir: /data\n");
    expect(loadConfig({ config: path, ephemeral: true }, {})).to.include({ dataDir: null, ephemeral: true });
    expect(loadConfig({ config: path }, { AZIMUTH_EPHEMERAL: "true" })).to.include({ dataDir: null });
    expect(loadConfig({ dataDir: "x" }, { AZIMUTH_EPHEMERAL: "true" })).to.include({ ephemeral: false });
    expect(() => loadConfig({ dataDir: "x", ephemeral: true }, {})).to.throw("give one of");
  });

  it("settings can be read as a configuration file again when they are printed", () => {
    const environment = {
      AZIMUTH_LICENSE__PUBLIC_KEYS: new ThrowAwayIssuer().setting,
      AZIMUTH_CORS_ORIGINS: "https://a.example",
      AZIMUTH_DATA_DIR: "/a: b # c",
    };
    const first = load({ flags: { restPort: "1" }, environment });
    writeFileSync(path, settingsAsYaml(first.effective, new Map()));
    const second = load({ flags: { config: path }, environment: {} });
    expect(second.problems).to.deep.equal([]);
    expect(second.config).to.deep.equal(first.config);
  });

  it("settings are printed with their sources", () => {
    writeFileSync(path, "host: b\n");
    const { effective } = load({
      flags: { config: path, restPort: "1" },
      environment: { AZIMUTH_WORKERS: "2" },
    });
    const text = settingsAsYaml(effective, new Map());
    expect(text).to.contain(`host: "b" # ${path}:1\n`).and.contain("rest_port: 1 # --rest-port\n");
    expect(text).to.contain("workers: 2 # AZIMUTH_WORKERS\n").and.contain("grpc_port: 6574 # default\n");
    expect(JSON.parse(settingsAsJson(effective, new Map())).settings.rest_port).to.deep.equal({
      value: 1,
      source: "--rest-port",
    });
  });

  it("settings are printed without secrets", () => {
    const environment = {
      SERVICE_JWT_SECRET: "hunter2hunter2hunter2",
      AZIMUTH_ADMIN_PASSWORD_FILE: "/run/pw",
    };
    const { effective } = load({ flags: {}, environment });
    for (const text of [settingsAsYaml, settingsAsJson].map((as) =>
      as(effective, secretStates(environment)),
    )) {
      expect(text).to.not.contain("hunter2");
      expect(text)
        .to.match(/SERVICE_JWT_SECRET"?: ?"?set/)
        .and.match(/AZIMUTH_ADMIN_PASSWORD"?: ?"?set/);
      expect(text).to.match(/AZIMUTH_TOKEN"?: ?"?not set/);
    }
  });

  it("settings report unknown environment variables with a suggestion, but not those of Kubernetes", () => {
    const environment = {
      AZIMUTH_REST_PROT: "1",
      AZIMUTH_WHATEVER_THIS_IS: "1",
      AZIMUTH_CONFIG: "x",
      AZIMUTH_TOKEN_FILE: "x",
      AZIMUTH_SERVICE_HOST: "10.0.0.1",
      AZIMUTH_SERVICE_PORT_REST: "6573",
      AZIMUTH_PORT: "tcp://10.0.0.1:6573",
      AZIMUTH_PORT_6573_TCP_ADDR: "10.0.0.1",
    };
    expect(unknownVariables(environment)).to.deep.equal([
      { name: "AZIMUTH_REST_PROT", meant: "AZIMUTH_REST_PORT" },
      { name: "AZIMUTH_WHATEVER_THIS_IS", meant: null },
    ]);
  });
});

describe("the edit distance of names, and the suggestion made with it", () => {
  for (const [from, to, distance] of [
    ["", "", 0],
    ["port", "port", 0],
    ["port", "prot", 1],
    ["port", "pot", 1],
    ["port", "sport", 1],
    ["port", "part", 1],
    ["kitten", "sitting", 3],
    ["", "abc", 3],
  ] as const) {
    it(`the edit distance is ${distance} from ${JSON.stringify(from)} to ${JSON.stringify(to)}`, () => {
      expect([editDistance(from, to), editDistance(to, from)]).to.deep.equal([distance, distance]);
    });
  }

  it("a suggestion is not made if no name is similar", () => {
    expect(nearestName("x", ["host", "workers"])).to.equal(null);
    expect(nearestName("cluster", ["host", "workers"])).to.equal(null);
  });
});

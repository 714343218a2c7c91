// The settings of a cluster together: what they amount to, what is refused, and what is never shown.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { clusterOf, loadAwsKey, loadConfig } from "../../../src/config/environment.ts";
import { load } from "../../../src/config/load.ts";
import { settingsAsJson, settingsAsYaml } from "../../../src/config/print.ts";
import { secretFilesOf } from "../../../src/config/secrets.ts";
import { WrongSettings } from "../../../src/errors/usage.ts";

const URL_OF_LOG = "AZIMUTH_CLUSTER__LOG__POSTGRES__URL";
const CLUSTER = { AZIMUTH_CLUSTER__NAME: "films", [URL_OF_LOG]: "postgres://azimuth@db/log" };
const S3 = "AZIMUTH_CLUSTER__CHECKPOINTS__S3__";
const PASSWORD = "a-password-of-the-log";

describe("the settings of a cluster", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "azimuth-config-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const cluster = (environment: Record<string, string>) => clusterOf(loadConfig({}, environment));

  it("the settings of a cluster are none unless one is given", () => {
    expect(cluster({})).to.equal(null);
  });

  it("the settings of a cluster name files whose content no model gets as its key", () => {
    const config = loadConfig(
      {},
      {
        AZIMUTH_CLUSTER__NAME: "films",
        [`${URL_OF_LOG}_FILE`]: "/run/url",
        [`${S3}BUCKET`]: "my-bucket",
        [`${S3}ACCESS_KEY_ID_FILE`]: "/run/id",
        [`${S3}SECRET_ACCESS_KEY_FILE`]: "/run/key",
      },
    );
    expect(secretFilesOf(config)).to.deep.equal(["/run/url", "/run/id", "/run/key"]);
    expect(secretFilesOf(loadConfig({}, {}))).to.deep.equal([]);
  });

  it("the settings of a cluster are read from sections of a file", () => {
    const path = join(folder, "azimuth.yaml");
    writeFileSync(
      path,
      `cluster:
  name: films
  node: one
  start_timeout: 5
  require_quorum: true
  log: {postgres: {url: "postgres://azimuth@db/log", schema: films}}
  checkpoints:
    s3: {bucket: my-bucket, prefix: films/, access_key_id_file: /run/id, secret_access_key_file: /run/key}
`,
    );
    expect(clusterOf(loadConfig({ config: path }, {}))).to.deep.equal({
      ...{ name: "films", node: "one", startTimeoutMs: 5_000, isQuorumRequired: true },
      replaceAfterSeconds: 600,
      postgres: { url: "postgres://azimuth@db/log", urlFile: null, schema: "films" },
      checkpoints: {
        ...{ kind: "s3", bucket: "my-bucket", region: "us-east-1", prefix: "films", isPathStyle: true },
        endpoint: "https://s3.us-east-1.amazonaws.com",
        keyFiles: { id: "/run/id", secret: "/run/key" },
      },
    });
  });

  it("the settings of a cluster may name a directory for checkpoints, or nothing", () => {
    expect(cluster(CLUSTER)!.checkpoints).to.equal(null);
    expect(
      cluster({ ...CLUSTER, AZIMUTH_CLUSTER__CHECKPOINTS__DIRECTORY: "/mnt/shared" })!.checkpoints,
    ).to.deep.equal({ kind: "directory", directory: "/mnt/shared" });
  });

  const refused: readonly [title: string, environment: Record<string, string>, problem: string][] = [
    [
      "without a name",
      { AZIMUTH_CLUSTER__NODE: "one" },
      "cluster.name: expected a name, because cluster.node is set",
    ],
    [
      "without a log",
      { AZIMUTH_CLUSTER__NAME: "films" },
      "cluster.log.postgres.url: expected the URL of the log, because cluster.name is set",
    ],
    [
      "with two logs",
      { ...CLUSTER, [`${URL_OF_LOG}_FILE`]: "/run/url" },
      "cluster.log.postgres.url and cluster.log.postgres.url_file are both set: give one of them",
    ],
    [
      "of a follower",
      { ...CLUSTER, AZIMUTH_FOLLOW__URL: "http://db-1:6573" },
      "cluster.name and follow.url are both set: a server of a cluster follows no other",
    ],
    [
      "with two places for checkpoints",
      { ...CLUSTER, AZIMUTH_CLUSTER__CHECKPOINTS__DIRECTORY: "/mnt", [`${S3}BUCKET`]: "my-bucket" },
      "cluster.checkpoints.directory and cluster.checkpoints.s3.bucket are both set: give one of them",
    ],
    [
      "with a store and no bucket",
      { ...CLUSTER, [`${S3}ENDPOINT`]: "http://minio:9000" },
      "cluster.checkpoints.s3.bucket: expected the name of a bucket, because cluster.checkpoints.s3.endpoint is set",
    ],
    [
      "with one half of an access key",
      { ...CLUSTER, [`${S3}BUCKET`]: "my-bucket", [`${S3}SECRET_ACCESS_KEY_FILE`]: "/run/key" },
      "cluster.checkpoints.s3.access_key_id_file: expected a path, because cluster.checkpoints.s3.secret_access_key_file is set",
    ],
  ];
  for (const [title, environment, problem] of refused) {
    it(`the settings of a cluster ${title} are refused in one line`, () => {
      expect(() => loadConfig({}, environment))
        .to.throw(WrongSettings)
        .with.property("message", problem);
    });
  }

  for (const url of [
    `postgres://azimuth:${PASSWORD}@db/log`,
    `postgres://azimuth@db/log?password=${PASSWORD}&sslmode=require`,
  ]) {
    it(`the settings of a cluster are printed without the password in ${url.replace(PASSWORD, "...")}`, () => {
      const { effective, config } = load({ flags: {}, environment: { ...CLUSTER, [URL_OF_LOG]: url } });
      expect(config.clusterLogUrl).to.equal(url);
      for (const text of [settingsAsYaml(effective, new Map()), settingsAsJson(effective, new Map())]) {
        expect(text).to.contain("postgres://azimuth").and.contain("***").and.not.contain(PASSWORD);
      }
    });

    it(`the settings of a cluster take no password from a flag such as ${url.replace(PASSWORD, "...")}`, () => {
      const { problems } = load({ flags: { clusterLogUrl: url }, environment: {} });
      expect(problems).to.have.length(1);
      expect(problems[0]).to.match(/^--cluster-log-url.*seen by other users.*URL$/);
      expect(problems[0]).to.not.contain(PASSWORD);
    });
  }

  it("the settings of a cluster show nothing of a URL that is wrong", () => {
    const wrong = { ...CLUSTER, [URL_OF_LOG]: `postgres:/azimuth:${PASSWORD}@db` };
    expect(() => loadConfig({}, wrong))
      .to.throw(WrongSettings)
      .with.property("message", `${URL_OF_LOG}: expected a URL such as postgres://user@host:5432/database`);
  });

  it("the settings of a cluster are printed in sections that can be read again", () => {
    const environment = { ...CLUSTER, [`${S3}BUCKET`]: "my-bucket", AZIMUTH_FOLLOW__TOKEN_FILE: "/x" };
    const first = load({ flags: {}, environment });
    const path = join(folder, "azimuth.yaml");
    writeFileSync(path, settingsAsYaml(first.effective, new Map()));
    const second = load({ flags: { config: path }, environment: {} });
    expect(second.problems).to.deep.equal([]);
    expect(second.config).to.deep.equal(first.config);
  });

  it("the access key of the environment is read when both halves are there", () => {
    expect(loadAwsKey({ AWS_ACCESS_KEY_ID: "a" })).to.equal(null);
    const both = { AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "b" };
    expect(loadAwsKey(both)).to.deep.equal({ accessKeyId: "a", secretAccessKey: "b", sessionToken: null });
    expect(loadAwsKey({ ...both, AWS_SESSION_TOKEN: "c" })).to.have.property("sessionToken", "c");
  });
});

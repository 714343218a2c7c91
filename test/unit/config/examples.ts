// For each setting a text that it accepts and texts that it refuses.
import type { Config } from "../../../src/config/environment.ts";
import { ThrowAwayIssuer } from "../../support/license.ts";

export interface Example {
  /** The text of a valid value, and the value that is read from it. */
  readonly right: readonly [text: string, value: unknown];
  readonly wrong: readonly string[];
}

const ISSUER = new ThrowAwayIssuer();
const NO_PORT = ["", "x", "-1", "65536", "6573.5", "0x10", "1e3", " 1"];
const NO_PATH = ["", "  ", "-----BEGIN PRIVATE KEY-----\nMIG\n-----END PRIVATE KEY-----", "a\0b"];
const NO_BOOLEAN = ["", "yes", "on", "2", "nope"];

export const EXAMPLES: Readonly<Record<keyof Config, Example>> = {
  dataDir: { right: ["/data", "/data"], wrong: NO_PATH },
  ephemeral: { right: ["true", true], wrong: NO_BOOLEAN },
  workers: { right: ["3", 3], wrong: ["", "0", "63", "many", "-1"] },
  buildThreads: { right: ["0", 0], wrong: ["", "65", "many", "-1", "1.5"] },
  memoryLimit: { right: ["1GiB", 2 ** 30], wrong: ["", "much", "0%", "101%", "-1", "1 potato"] },
  checkpointLogSize: { right: ["64MiB", 2 ** 26], wrong: ["", "5", "80%", "1023KiB", "much"] },
  checkpointInterval: { right: ["60", 60], wrong: ["", "0", "86401", "1m", "0.5"] },
  host: { right: ["0.0.0.0", "0.0.0.0"], wrong: ["", "  "] },
  restPort: { right: ["7001", 7001], wrong: NO_PORT },
  grpcPort: { right: ["7002", 7002], wrong: NO_PORT },
  uiPort: { right: ["0", 0], wrong: NO_PORT },
  qdrantPort: { right: ["6333", 6333], wrong: NO_PORT },
  qdrantGrpcPort: { right: ["6334", 6334], wrong: NO_PORT },
  tlsCert: { right: ["cert.pem", "cert.pem"], wrong: NO_PATH },
  tlsKey: { right: ["key.pem", "key.pem"], wrong: NO_PATH },
  maxBodySize: { right: ["1MiB", 2 ** 20], wrong: ["", "1023", "129MiB", "50%", "big"] },
  maxConnections: { right: ["100", 100], wrong: ["", "15", "65537", "all"] },
  allowedHosts: { right: ["A.example, b", ["a.example", "b"]], wrong: [] },
  corsOrigins: {
    right: ["https://a.example,http://b:1", ["https://a.example", "http://b:1"]],
    wrong: ["*", "a.example", "https://a.example/", "https://a.example/x", "https://a.example, null"],
  },
  publicUrl: {
    right: ["https://vectors.example.com/", "https://vectors.example.com"],
    wrong: [
      "",
      "vectors.example.com",
      "ftp://a.example",
      "https://me:secret@a.example",
      "https://a.example?x=1",
    ],
  },
  publicGrpcUrl: { right: ["http://a.example:6574", "http://a.example:6574"], wrong: ["", "a.example:6574"] },
  portsFile: { right: ["ports.json", "ports.json"], wrong: NO_PATH },
  dialect: { right: ["qdrant", "qdrant"], wrong: ["", "sql", "Native"] },
  extendedApi: { right: ["true", true], wrong: NO_BOOLEAN },
  authEnabled: { right: ["true", true], wrong: NO_BOOLEAN },
  licensePublicKeys: {
    right: [ISSUER.setting, ISSUER.publicKeys],
    wrong: ["x", "kid:short", ":", "a b:xxxx", `${ISSUER.setting},${ISSUER.setting}`],
  },
  consoleCookie: { right: ["false", false], wrong: NO_BOOLEAN },
  scryptCost: { right: ["32768", 32_768], wrong: ["", "16384", "32769", "2097152", "high"] },
  searchTimeout: { right: ["5", 5], wrong: ["", "-1", "3601", "1m"] },
  shutdownTimeout: { right: ["30", 30], wrong: ["", "-1", "601", "soon"] },
  logFormat: { right: ["text", "text"], wrong: ["", "xml", "JSON"] },
  accessLog: { right: ["true", true], wrong: NO_BOOLEAN },
  slowRequestMs: { right: ["0", 0], wrong: ["", "-1", "1.5", "3600001", "slow"] },
  inferenceModels: {
    right: [
      `{"m": {"kind": "openai", "url": "https://models.example/v1", "batch": 8}}`,
      new Map([["m", { kind: "openai", url: "https://models.example/v1", batch: 8 }]]),
    ],
    wrong: ["", "m", "[]"],
  },

  follow: {
    right: ["http://db-1:6573/", "http://db-1:6573"],
    wrong: ["db-1:6573", "ftp://db-1", "http://user:secret@db-1", "http://db-1?x=1", ""],
  },
  followTokenFile: { right: ["/run/secrets/follow", "/run/secrets/follow"], wrong: ["", "a\nb"] },
  maxLag: { right: ["10", 10], wrong: ["", "0", "86401", "1.5"] },
  clusterName: { right: ["films", "films"], wrong: ["", "a b", "-a", "a".repeat(64)] },
  clusterNode: { right: ["node-1.example", "node-1.example"], wrong: ["", "a/b"] },
  clusterStartTimeout: { right: ["60", 60], wrong: ["", "-1", "3601", "1m"] },
  clusterReplaceAfter: { right: ["60", 60], wrong: ["", "14", "86401", "1m"] },
  clusterRequireQuorum: { right: ["true", true], wrong: NO_BOOLEAN },
  clusterLogUrl: {
    right: ["postgres://azimuth@db:5432/log", "postgres://azimuth@db:5432/log"],
    wrong: ["", "db:5432", "mysql://db/log", "postgres://db", "postgres:///log", "postgres://db/log#x"],
  },
  clusterLogUrlFile: { right: ["/run/secrets/log", "/run/secrets/log"], wrong: NO_PATH },
  clusterLogSchema: { right: ["films_log", "films_log"], wrong: ["", "Films", "a-b", "1a", 'a"b'] },
  checkpointsDirectory: { right: ["/mnt/shared", "/mnt/shared"], wrong: NO_PATH },
  s3Bucket: {
    right: ["my.bucket-1", "my.bucket-1"],
    wrong: ["", "a", "Bucket", "a/b", "a_b"],
  },
  s3Region: { right: ["eu-central-1", "eu-central-1"], wrong: ["", "EU", "a b"] },
  s3Endpoint: {
    right: ["http://minio:9000/", "http://minio:9000"],
    wrong: ["", "minio:9000", "ftp://minio", "http://a:b@minio", "http://minio/bucket", "http://minio?x"],
  },
  s3Prefix: {
    right: ["/azimuth/films/", "azimuth/films"],
    wrong: ["", "/", "a//b", "a/../b", ".", "a b", "a+b", "a".repeat(257)],
  },
  s3PathStyle: { right: ["false", false], wrong: NO_BOOLEAN },
  s3KeyIdFile: { right: ["/run/secrets/id", "/run/secrets/id"], wrong: NO_PATH },
  s3SecretKeyFile: {
    right: ["/run/secrets/key", "/run/secrets/key"],
    wrong: NO_PATH,
  },
  inferenceDirectory: { right: ["/models", "/models"], wrong: ["", "/a\nb"] },
  logLevel: { right: ["debug", "debug"], wrong: ["", "loud", "INFO"] },
};

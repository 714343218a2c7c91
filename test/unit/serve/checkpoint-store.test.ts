// The store for the checkpoints of a cluster, as the settings name it.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { loadConfig } from "../../../src/config/environment.ts";
import { CheckpointDirectory } from "../../../src/replication/checkpoint-directory.ts";
import { checkpointStoreOf } from "../../../src/serve/checkpoint-store.ts";
import { failureOf, LOG, piecesOf } from "../../support/checkpoints.ts";
import { BUCKET, FakeS3, KEYS, REGION } from "../../support/fake-s3.ts";
import { scratchFolder } from "../../support/scratch.ts";

describe("the store for checkpoints in the settings", () => {
  const cluster = (more: Record<string, string>) => {
    const environment = Object.entries({ NAME: "c", LOG__POSTGRES__URL: "postgres://db/log", ...more });
    return loadConfig(
      {},
      Object.fromEntries(environment.map(([key, value]) => [`AZIMUTH_CLUSTER__${key}`, value])),
    );
  };
  const s3 = (more: Record<string, string>) =>
    cluster(
      Object.fromEntries(
        Object.entries({ BUCKET, REGION, ...more }).map(([key, value]) => [`CHECKPOINTS__S3__${key}`, value]),
      ),
    );

  it("the store for checkpoints is a directory, or none", () => {
    expect(checkpointStoreOf(loadConfig({}, {}), LOG)).to.equal(null);
    expect(checkpointStoreOf(cluster({}), LOG)).to.equal(null);
    const store = checkpointStoreOf(cluster({ CHECKPOINTS__DIRECTORY: "/mnt/shared" }), LOG)!;
    expect(store).to.be.instanceOf(CheckpointDirectory).with.property("location", "/mnt/shared");
  });

  it("the store for checkpoints is a bucket that gets the access key of the files", async () => {
    const server = await FakeS3.open();
    const folder = scratchFolder("azimuth-keys-");
    const [id, key] = [join(folder, "id"), join(folder, "key")];
    writeFileSync(id, `${KEYS.accessKeyId}\n`);
    writeFileSync(key, `${KEYS.secretAccessKey}\n`);
    const files = { ACCESS_KEY_ID_FILE: id, SECRET_ACCESS_KEY_FILE: key };
    const store = checkpointStoreOf(s3({ ENDPOINT: server.url, PREFIX: "a/b", ...files }), LOG)!;
    expect(store.location).to.equal(`s3://${BUCKET}/a/b`);
    await store.put(1, piecesOf(10, 1));
    expect([...server.objects.keys()].every((name) => name.startsWith(`a/b/${LOG}/`))).to.equal(true);
    writeFileSync(key, "a key\nof two lines");
    const { message } = await failureOf(store.list());
    expect(message).to.equal(
      "cluster.checkpoints.s3.secret_access_key_file: expected one line of printable ASCII without spaces",
    );
    store.close();
    await server.close();
  });

  it("the store for checkpoints is refused when the bucket has no access key", () => {
    expect(() => checkpointStoreOf(s3({}), LOG)).to.throw(
      `the bucket ${BUCKET} needs an access key: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or cluster.`,
    );
  });
});

// Makes the store for the checkpoints of a cluster, from the settings.
import { SYSTEM_CLOCK } from "../assemble/assemble.ts";
import { type Config, clusterOf, loadAwsKey, type S3Settings } from "../config/environment.ts";
import { WrongSettings } from "../errors/usage.ts";
import { readKeyFile } from "../inference/node-key-file.ts";
import { CheckpointDirectory } from "../replication/checkpoint-directory.ts";
import type { S3Credentials } from "../replication/s3/client.ts";
import { S3CheckpointStore } from "../replication/s3/store.ts";
import type { CheckpointStore } from "../storage/checkpoint-store.ts";

const KEY_ID_FILE = "cluster.checkpoints.s3.access_key_id_file";
const SECRET_FILE = "cluster.checkpoints.s3.secret_access_key_file";
/** No log has this id. */
const NO_LOG = "none";

/**
 * Makes the store, without asking it.
 * @param log the id of the log of the cluster
 * @returns null if the settings name none
 * @throws WrongSettings
 */
export function checkpointStoreOf(config: Config, log: string): CheckpointStore | null {
  const settings = clusterOf(config)?.checkpoints ?? null;
  if (settings === null) return null;
  if (settings.kind === "directory") {
    return new CheckpointDirectory({ directory: settings.directory, log, now: SYSTEM_CLOCK.now });
  }
  const { endpoint, region, bucket, isPathStyle, prefix } = settings;
  const address = { endpoint, region, bucket, isPathStyle };
  const credentials = credentialsOf(settings);
  return new S3CheckpointStore({ address, prefix, log, credentials, clock: SYSTEM_CLOCK });
}

/** Checks the settings of a cluster and of its checkpoints, without asking another machine. @throws WrongSettings */
export function checkClusterSettings(config: Config): void {
  checkpointStoreOf(config, NO_LOG)?.close();
}

function credentialsOf({ keyFiles, bucket }: S3Settings): () => Promise<S3Credentials> {
  if (keyFiles !== null) {
    return async () => ({
      accessKeyId: await keyIn(keyFiles.id, KEY_ID_FILE),
      secretAccessKey: await keyIn(keyFiles.secret, SECRET_FILE),
      sessionToken: null,
    });
  }
  const key = loadAwsKey();
  if (key !== null) return async () => key;
  const files = `${KEY_ID_FILE} and ${SECRET_FILE}`;
  throw new WrongSettings(
    `the bucket ${bucket} needs an access key: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or ${files}`,
  );
}

/** @throws Error naming the setting, with nothing of the file */
async function keyIn(path: string, setting: string): Promise<string> {
  try {
    return await readKeyFile(path);
  } catch (error) {
    throw new Error(`${setting}: ${(error as Error).message}`);
  }
}

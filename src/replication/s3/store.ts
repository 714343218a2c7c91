// Checkpoints of a cluster in an object store that speaks the protocol of S3.
// The decision: no conditional requests are needed, because no two checkpoints have the same name; many stores do not
// have them. A download that loses its connection continues behind the last byte that came.
import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { S3_ANSWERS } from "../../errors/table.ts";
import {
  archiveOfSum,
  type CheckpointStore,
  checkedName,
  checkpointName,
  folderOf,
  lsnIn,
  NAME_RANDOM_BYTES,
  newestFirst,
  STALE_MS,
  type StoredCheckpoint,
  sumIn,
  sumNameOf,
  sumText,
} from "../../storage/checkpoint-store.ts";
import { verified } from "../checkpoint-sum.ts";
import { elementsOf, S3Refuses, textIn } from "./answers.ts";
import { ATTEMPTS, isOfConnection, S3Client, type S3ClientParts } from "./client.ts";
import { abortStale, bodyOf, upload } from "./upload.ts";

interface S3StoreParts extends S3ClientParts {
  /** What all keys begin with, without a slash at the end; "": nothing. */
  readonly prefix: string;
  /** The id of the log. */
  readonly log: string;
}

interface ListedObject {
  readonly name: string;
  readonly sizeBytes: number;
  readonly at: number;
}

const PARTIAL = 206;
const PAUSE_MS = 500;
/** A thousand keys each. */
const MAX_PAGES = 1_000;

export class S3CheckpointStore implements CheckpointStore {
  readonly location: string;
  readonly #client: S3Client;
  readonly #log: string;
  readonly #prefix: string;
  readonly #now: () => number;

  constructor(parts: S3StoreParts) {
    const { prefix, log, address, clock } = parts;
    this.#client = new S3Client(parts);
    this.#log = log;
    this.#prefix = prefix === "" ? "" : `${prefix}/`;
    this.#now = () => clock.now();
    this.location = `s3://${address.bucket}/${prefix}`;
  }

  async put(lsn: number, body: AsyncIterable<Uint8Array>): Promise<void> {
    const name = checkpointName(this.#log, lsn, randomBytes(NAME_RANDOM_BYTES).toString("hex"));
    const client = this.#client;
    const sumKey = this.#keyOf(sumNameOf(name));
    const beforeVisible = async (sha256: string) => {
      await client.ask({ method: "PUT", key: sumKey, body: bodyOf(sumText(name, sha256)) });
    };
    try {
      await upload({ client, key: this.#keyOf(name), body, beforeVisible });
    } catch (error) {
      await this.remove(name).catch(() => {});
      throw error;
    }
  }

  async newest(): Promise<StoredCheckpoint | null> {
    return (await this.list())[0] ?? null;
  }

  async list(): Promise<readonly StoredCheckpoint[]> {
    const found: StoredCheckpoint[] = [];
    for (const object of await this.#objects()) {
      const lsn = lsnIn(this.#log, object.name);
      if (lsn !== null) found.push({ ...object, lsn });
    }
    return newestFirst(found);
  }

  async *get(name: string): AsyncGenerator<Uint8Array> {
    const key = this.#keyOf(checkedName(this.#log, name));
    const sumKey = this.#keyOf(sumNameOf(name));
    const sum = await this.#client.ask({ method: "GET", key: sumKey }).catch((error) => {
      if (error instanceof S3Refuses && error.status === S3_ANSWERS.missing) return { text: "" };
      throw error;
    });
    yield* verified(name, this.#bytesOf(key), sumIn(sum.text));
  }

  async remove(name: string): Promise<void> {
    const archive = checkedName(this.#log, name);
    for (const one of [archive, sumNameOf(archive)]) await this.#delete(one);
  }

  async sweep(): Promise<void> {
    const objects = await this.#objects();
    const names = new Set(objects.map(({ name }) => name));
    const before = this.#now() - STALE_MS;
    for (const { name, at } of objects) {
      const archive = archiveOfSum(name);
      const isLeft = archive !== null && lsnIn(this.#log, archive) !== null && !names.has(archive);
      if (isLeft && at < before) await this.#delete(name);
    }
    try {
      await abortStale(this.#client, this.#keyOf(`${folderOf(this.#log)}/`), before);
    } catch (error) {
      // A store that cannot list its uploads removes them itself.
      if (!(error instanceof S3Refuses) || error.status !== S3_ANSWERS.unknown) throw error;
    }
  }

  close(): void {
    this.#client.close();
  }

  #keyOf(name: string): string {
    return this.#prefix + name;
  }

  async #delete(name: string): Promise<void> {
    try {
      await this.#client.ask({ method: "DELETE", key: this.#keyOf(name) });
    } catch (error) {
      if (!(error instanceof S3Refuses) || error.status !== S3_ANSWERS.missing) throw error;
    }
  }

  /** Returns all objects of this log. */
  async #objects(): Promise<ListedObject[]> {
    const found: ListedObject[] = [];
    const prefix = this.#keyOf(`${folderOf(this.#log)}/`);
    let token: string | null = null;
    for (let page = 0; page < MAX_PAGES; page++) {
      const query = { "list-type": "2", prefix, ...(token !== null && { "continuation-token": token }) };
      const { text } = await this.#client.ask({ method: "GET", query });
      for (const element of elementsOf(text, "Contents")) found.push(...this.#objectIn(element));
      token = textIn(text, "IsTruncated") === "true" ? textIn(text, "NextContinuationToken") : null;
      if (token === null) return found;
    }
    throw new Error(`${this.location} has more than ${MAX_PAGES} thousand objects of the log ${this.#log}`);
  }

  /** Returns nothing for an object that is not ours. */
  #objectIn(element: string): ListedObject[] {
    const [key, size, modified] = ["Key", "Size", "LastModified"].map((name) => textIn(element, name));
    const [sizeBytes, at] = [Number(size ?? Number.NaN), Date.parse(modified ?? "")];
    if (!key?.startsWith(this.#prefix) || Number.isNaN(sizeBytes + at)) return [];
    return [{ name: key.slice(this.#prefix.length), sizeBytes, at }];
  }

  /** Returns the bytes of an object, over as many connections as it takes. */
  async *#bytesOf(key: string): AsyncGenerator<Uint8Array> {
    let at = 0;
    for (let failures = 0; ; ) {
      const range: Record<string, string> = at === 0 ? {} : { range: `bytes=${at}-` };
      const answer = await this.#client.open({ method: "GET", key, headers: range });
      try {
        if (at > 0) ensureContinues(answer, key, at);
        for await (const chunk of answer) {
          at += (chunk as Uint8Array).length;
          failures = 0;
          yield chunk as Uint8Array;
        }
        return;
      } catch (error) {
        if (!isOfConnection(error) || ++failures === ATTEMPTS) throw error;
      } finally {
        answer.destroy();
      }
      await this.#client.pause(PAUSE_MS);
    }
  }
}

function ensureContinues(answer: IncomingMessage, key: string, at: number): void {
  const range = answer.headers["content-range"] ?? "";
  if (answer.statusCode === PARTIAL && range.startsWith(`bytes ${at}-`)) return;
  throw new Error(`GET ${key}: the store does not continue at byte ${at}`);
}

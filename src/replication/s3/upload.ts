// Uploads a stream to an object store, whatever its length.
// The decision: one request if it fits into a part, else a multipart upload, one part after the other, each signed with
// the SHA-256 of its bytes. So one part is in memory, an attempt can be repeated, and the object appears when all is
// there. Parts become larger behind the first half of the parts that a store allows, so the longest stream has 351 GiB.
import { createHash, type Hash } from "node:crypto";
import { S3_ANSWERS } from "../../errors/table.ts";
import { hashed } from "../checkpoint-sum.ts";
import { elementsOf, escaped, S3Refuses, textIn } from "./answers.ts";
import type { S3Body, S3Client } from "./client.ts";

interface Upload {
  readonly client: S3Client;
  readonly key: string;
  readonly body: AsyncIterable<Uint8Array>;
  /** Is called with the SHA-256 of the whole, in hex digits, before the object appears. */
  readonly beforeVisible: (sha256: string) => Promise<void>;
}

interface Part extends S3Body {
  /** From 1 on. */
  readonly number: number;
  readonly isLast: boolean;
}

const PART_BYTES = 8 * 2 ** 20;
const LATE_PART_BYTES = 64 * 2 ** 20;
const MAX_PARTS = 10_000;
const TYPE = { "content-type": "application/x-tar" };

/** @throws S3Refuses, an error of `body` or of the connection; then the object does not exist */
export async function upload({ client, key, body, beforeVisible }: Upload): Promise<void> {
  const whole = createHash("sha256");
  let uploadId: string | null = null;
  const tags: string[] = [];
  let sizeBytes = 0;
  try {
    for await (const part of partsOf(hashed(body, whole))) {
      sizeBytes += part.sizeBytes;
      if (part.isLast && part.number === 1) {
        await beforeVisible(whole.digest("hex"));
        await client.ask({ method: "PUT", key, headers: TYPE, body: part });
        return;
      }
      uploadId ??= await begin(client, key);
      const query = { partNumber: String(part.number), uploadId };
      const { headers } = await client.ask({ method: "PUT", key, query, body: part });
      tags.push(headers.etag ?? "");
    }
    await beforeVisible(whole.digest("hex"));
    await complete(client, { key, uploadId: uploadId!, tags, sizeBytes });
  } catch (error) {
    // The reason of the failure is told; what cannot be given up now is removed by `abortStale`.
    if (uploadId !== null) await abort(client, key, uploadId).catch(() => {});
    throw error;
  }
}

/** Gives up the multipart uploads below a prefix that were begun before a time, in milliseconds since 1970. */
export async function abortStale(client: S3Client, prefix: string, before: number): Promise<void> {
  const { text } = await client.ask({ method: "GET", query: { uploads: "", prefix } });
  for (const element of elementsOf(text, "Upload")) {
    const [key, uploadId, begun] = ["Key", "UploadId", "Initiated"].map((name) => textIn(element, name));
    if (!key?.startsWith(prefix) || !uploadId || !begun) continue;
    if (Date.parse(begun) < before) await abort(client, key, uploadId);
  }
}

export function bodyOf(text: string): S3Body {
  const bytes = Buffer.from(text);
  return {
    chunks: [bytes],
    sizeBytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  };
}

async function begin(client: S3Client, key: string): Promise<string> {
  const { text } = await client.ask({ method: "POST", key, query: { uploads: "" }, headers: TYPE });
  const uploadId = textIn(text, "UploadId");
  if (!uploadId) throw new Error(`POST ${key}: the store has not given the upload an id`);
  return uploadId;
}

interface Uploaded {
  readonly key: string;
  readonly uploadId: string;
  readonly tags: readonly string[];
  readonly sizeBytes: number;
}

async function complete(client: S3Client, { key, uploadId, tags, sizeBytes }: Uploaded): Promise<void> {
  const parts = tags.map(
    (tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`,
  );
  const body = bodyOf(`<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`);
  try {
    await client.ask({ method: "POST", key, query: { uploadId }, body });
  } catch (error) {
    // The answer to an earlier attempt may be lost: then the upload is gone and the object is there.
    if (!(error instanceof S3Refuses) || error.code !== "NoSuchUpload") throw error;
    if ((await sizeOf(client, key)) !== sizeBytes) throw error;
  }
}

/** Returns the size of an object, or null if there is none. */
async function sizeOf(client: S3Client, key: string): Promise<number | null> {
  try {
    const { headers } = await client.ask({ method: "HEAD", key });
    return Number(headers["content-length"]);
  } catch (error) {
    if (error instanceof S3Refuses && error.status === S3_ANSWERS.missing) return null;
    throw error;
  }
}

async function abort(client: S3Client, key: string, uploadId: string): Promise<void> {
  await client.ask({ method: "DELETE", key, query: { uploadId } });
}

/** Divides a stream. The last part may be empty only if it is the first. */
async function* partsOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Part> {
  let part = new GrowingPart();
  let number = 1;
  for await (const chunk of body) {
    for (let rest = chunk; rest.length > 0; ) {
      const left = sizeOfPart(number) - part.sizeBytes;
      if (left === 0) {
        yield part.end(number++, false);
        if (number > MAX_PARTS) throw new Error("the checkpoint is too large for an object store: 351 GiB");
        part = new GrowingPart();
        continue;
      }
      part.add(rest.subarray(0, left));
      rest = rest.subarray(left);
    }
  }
  yield part.end(number, true);
}

function sizeOfPart(number: number): number {
  return number <= MAX_PARTS / 2 ? PART_BYTES : LATE_PART_BYTES;
}

class GrowingPart {
  readonly #chunks: Uint8Array[] = [];
  readonly #hash: Hash = createHash("sha256");
  sizeBytes = 0;

  add(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#hash.update(chunk);
    this.sizeBytes += chunk.length;
  }

  end(number: number, isLast: boolean): Part {
    const { sizeBytes } = this;
    return { number, isLast, sizeBytes, chunks: this.#chunks, sha256: this.#hash.digest("hex") };
  }
}

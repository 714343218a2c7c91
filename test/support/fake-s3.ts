// An object store on this machine that speaks the protocol of S3 as far as checkpoints need it.
// The decision: it verifies the signature of every request itself, by the specification of Signature Version 4 and not
// with the code that signs, and the hash of every body. What it does wrong is said by `next`, a list of behaviours of
// which each request takes one.
import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export const REGION = "eu-test-1";
export const BUCKET = "checkpoints";
export const KEYS = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "secret/of+the/test", sessionToken: null };

export interface S3Call {
  readonly method: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

/** Does something else than the right thing; returns true to let the right thing follow. */
export type S3Behaviour = (response: ServerResponse, call: S3Call) => boolean | undefined;

interface Stored {
  readonly body: Buffer;
  readonly modified: Date;
}

interface Begun {
  readonly key: string;
  readonly begun: Date;
  readonly parts: Map<number, Buffer>;
}

const MIN_PART_BYTES = 5 * 2 ** 20;

export class FakeS3 {
  readonly objects = new Map<string, Stored>();
  readonly uploads = new Map<string, Begun>();
  readonly calls: S3Call[] = [];
  next: S3Behaviour[] = [];
  /** Whether a request never gets an answer. */
  isUnanswered: (call: S3Call) => boolean = () => false;
  /** The number of keys in one answer. */
  pageSize = 1_000;
  /** The token that has to come with each request; null: none. */
  sessionToken: string | null = null;
  #ids = 0;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<FakeS3> {
    const server = createServer();
    const store = new FakeS3(server);
    server.on("request", (request, response) => void store.#answer(request, response).catch(() => {}));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return store;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const url = new URL(request.url!, this.url);
    const [, bucket, ...rest] = decodeURIComponent(url.pathname).split("/");
    const { method = "", headers } = request;
    const call: S3Call = { method, headers, body, key: rest.join("/"), query: url.searchParams };
    this.calls.push(call);
    if (this.isUnanswered(call)) return;
    const behave = this.next.shift();
    if (behave && behave(response, call) !== true) return;
    const wrong = bucket === BUCKET ? this.#wrongIn(call, url) : "NoSuchBucket";
    if (wrong) refuse(response, wrong === "NoSuchBucket" ? 404 : 403, wrong);
    else this.#serve(call, response);
  }

  /** Returns the code of the error if a request is not signed right. */
  #wrongIn({ method, headers, body }: S3Call, url: URL): string | null {
    const given = /^AWS4-HMAC-SHA256 Credential=(.+?), ?SignedHeaders=(.+?), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? "",
    );
    if (!given) return "AccessDenied";
    const [, credential = "", signed = "", signature] = given;
    const [id, day, region, service, end] = credential.split("/");
    const time = String(headers["x-amz-date"]);
    if (id !== KEYS.accessKeyId) return "InvalidAccessKeyId";
    if (`${region}/${service}/${end}` !== `${REGION}/s3/aws4_request`) return "AuthorizationHeaderMalformed";
    if (!/^\d{8}T\d{6}Z$/.test(time) || time.slice(0, 8) !== day) return "RequestTimeTooSkewed";
    const names = signed.split(";");
    const amz = Object.keys(headers).filter((name) => name.startsWith("x-amz-"));
    if (!["host", ...amz].every((name) => names.includes(name))) return "AccessDenied";
    if ((headers["x-amz-security-token"] ?? null) !== this.sessionToken) return "InvalidToken";
    if (headers["x-amz-content-sha256"] !== sha256(body)) return "XAmzContentSHA256Mismatch";
    const canonical = [
      method,
      url.pathname.split("/").map(decodeURIComponent).map(encoded).join("/"),
      Array.from(url.searchParams, ([name, value]) => `${encoded(name)}=${encoded(value)}`)
        .sort()
        .join("&"),
      ...names.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, " ")}`),
      "",
      signed,
      headers["x-amz-content-sha256"],
    ].join("\n");
    const text = ["AWS4-HMAC-SHA256", time, `${day}/${region}/${service}/${end}`, sha256(canonical)].join(
      "\n",
    );
    const key = [day!, region!, service!, end!].reduce<string | Buffer>(hmac, `AWS4${KEYS.secretAccessKey}`);
    return hmac(key, text).toString("hex") === signature ? null : "SignatureDoesNotMatch";
  }

  #serve(call: S3Call, response: ServerResponse): ServerResponse {
    const { method, key, query } = call;
    if (method === "GET" && query.has("list-type")) return this.#list(query, response);
    if (method === "GET" && query.has("uploads")) return this.#listUploads(query, response);
    if (method === "POST" && query.has("uploads")) return this.#begin(key, response);
    if (method === "POST" && query.has("uploadId")) return this.#complete(call, response);
    if (method === "PUT" && query.has("partNumber")) return this.#putPart(call, response);
    if (method === "DELETE" && query.has("uploadId")) {
      const isThere = this.uploads.delete(query.get("uploadId")!);
      return isThere ? response.writeHead(204).end() : refuse(response, 404, "NoSuchUpload");
    }
    if (method === "PUT") return this.#put(call, response);
    if (method === "GET" || method === "HEAD") return this.#get(call, response);
    if (method !== "DELETE") return refuse(response, 405, "MethodNotAllowed");
    this.objects.delete(key);
    return response.writeHead(204).end();
  }

  #put({ key, body, headers }: S3Call, response: ServerResponse): ServerResponse {
    if (headers["content-length"] === undefined) return refuse(response, 411, "MissingContentLength");
    this.objects.set(key, { body, modified: new Date() });
    return response.writeHead(200, { etag: `"${md5(body)}"` }).end();
  }

  #get({ method, key, headers }: S3Call, response: ServerResponse): ServerResponse {
    const object = this.objects.get(key);
    if (!object) return refuse(response, 404, "NoSuchKey");
    const { body } = object;
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? "")?.[1] ?? -1);
    if (from >= body.length) return refuse(response, 416, "InvalidRange");
    const content = body.subarray(Math.max(0, from));
    const range = from < 0 ? {} : { "content-range": `bytes ${from}-${body.length - 1}/${body.length}` };
    response.writeHead(from < 0 ? 200 : 206, { "content-length": content.length, ...range });
    return response.end(method === "HEAD" ? undefined : content);
  }

  #list(query: URLSearchParams, response: ServerResponse): ServerResponse {
    const prefix = query.get("prefix") ?? "";
    const after = Buffer.from(query.get("continuation-token") ?? "", "base64").toString();
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, this.pageSize);
    const isCut = keys.length > page.length;
    const token = isCut ? Buffer.from(page.at(-1)!).toString("base64") : "";
    const contents = page.map((key) => {
      const { body, modified } = this.objects.get(key)!;
      return `<Contents><Key>${xml(key)}</Key><LastModified>${modified.toISOString()}</LastModified><Size>${body.length}</Size></Contents>`;
    });
    const next = isCut ? `<NextContinuationToken>${xml(token)}</NextContinuationToken>` : "";
    return answer(
      response,
      `<ListBucketResult><IsTruncated>${isCut}</IsTruncated>${contents.join("")}${next}</ListBucketResult>`,
    );
  }

  #listUploads(query: URLSearchParams, response: ServerResponse): ServerResponse {
    const found = [...this.uploads].filter(([, { key }]) => key.startsWith(query.get("prefix") ?? ""));
    const rows = found.map(
      ([id, { key, begun }]) =>
        `<Upload><Key>${xml(key)}</Key><UploadId>${id}</UploadId><Initiated>${begun.toISOString()}</Initiated></Upload>`,
    );
    return answer(response, `<ListMultipartUploadsResult>${rows.join("")}</ListMultipartUploadsResult>`);
  }

  #begin(key: string, response: ServerResponse): ServerResponse {
    const id = `upload+${++this.#ids}/=`;
    this.uploads.set(id, { key, begun: new Date(), parts: new Map() });
    return answer(
      response,
      `<InitiateMultipartUploadResult><UploadId>${xml(id)}</UploadId></InitiateMultipartUploadResult>`,
    );
  }

  #putPart({ query, body }: S3Call, response: ServerResponse): ServerResponse {
    const upload = this.uploads.get(query.get("uploadId")!);
    if (!upload) return refuse(response, 404, "NoSuchUpload");
    upload.parts.set(Number(query.get("partNumber")), body);
    return response.writeHead(200, { etag: `"${md5(body)}"` }).end();
  }

  #complete({ query, body }: S3Call, response: ServerResponse): ServerResponse {
    const id = query.get("uploadId")!;
    const upload = this.uploads.get(id);
    if (!upload) return refuse(response, 404, "NoSuchUpload");
    const asked = Array.from(
      body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>(.*?)<\/ETag>/g),
      ([, number, tag]) => ({ part: upload.parts.get(Number(number)), tag: tag!.replaceAll("&quot;", '"') }),
    );
    const isRight = asked.every(({ part, tag }) => part && tag === `"${md5(part)}"`);
    if (!isRight || asked.length === 0) return refuse(response, 400, "InvalidPart");
    const isSmall = asked.slice(0, -1).some(({ part }) => part!.length < MIN_PART_BYTES);
    if (isSmall) return refuse(response, 400, "EntityTooSmall");
    this.uploads.delete(id);
    const whole = Buffer.concat(asked.map(({ part }) => part!));
    this.objects.set(upload.key, { body: whole, modified: new Date() });
    return answer(
      response,
      "\n<CompleteMultipartUploadResult><ETag>&quot;x-2&quot;</ETag></CompleteMultipartUploadResult>",
    );
  }
}

/** Ends the connection without an answer. */
export const dead: S3Behaviour = (response) => {
  response.destroy();
  return false;
};
/** Never answers. */
export const silent: S3Behaviour = () => false;
/** Answers as it should. */
export const right: S3Behaviour = () => true;

export const refusing =
  (status: number, code: string, message?: string): S3Behaviour =>
  (response) => {
    refuse(response, status, code, message);
    return false;
  };

export function refuse(
  response: ServerResponse,
  status: number,
  code: string,
  message = "Refused.",
): ServerResponse {
  return answer(response, `<Error><Code>${code}</Code><Message>${message}</Message></Error>`, status);
}

export function answer(response: ServerResponse, content: string, status = 200): ServerResponse {
  response.writeHead(status, { "content-type": "application/xml" });
  return response.end(`<?xml version="1.0" encoding="UTF-8"?>${content}`);
}

/** Encodes all but the unreserved characters of RFC 3986. */
function encoded(text: string): string {
  return Array.from(Buffer.from(text), (byte) => {
    const sign = String.fromCharCode(byte);
    if (/[A-Za-z0-9_.~-]/.test(sign)) return sign;
    return `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }).join("");
}

function xml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

function sha256(bytes: string | Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function md5(bytes: Buffer): string {
  return createHash("md5").update(bytes).digest("hex");
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

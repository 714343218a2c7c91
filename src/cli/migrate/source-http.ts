// Requests to the REST API of another database.
// The decision: an answer may take any time, as long as bytes arrive; after a minute without one the request is
// repeated, as after a lost connection and after statuses that pass. Redirections are not followed, because the key of
// the source would be sent to another server.
import { HTTP_OK, SOURCE_ANSWERS } from "../../errors/table.ts";
import { VectorDbError } from "../../errors/vector-db-error.ts";
import { parseExact, writePlain } from "../../json/plain.ts";
import { itemsOf, membersOf, type RawMembers } from "../../json/raw-parts.ts";
import { type Patience, retried } from "./retries.ts";

/** Characters of an answer that an error shows. */
const MAX_SHOWN = 200;
/** Bytes of an answer that pages should not exceed. */
const PAGE_BYTES = 16 * 1024 * 1024;
export const SOURCE_KEY_HINT =
  "put the key of the source into AZIMUTH_SOURCE_API_KEY, or a file that AZIMUTH_SOURCE_API_KEY_FILE names";

export interface SourceAddress {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

/** The source does not answer, or not as it should. */
export class SourceFailed extends VectorDbError {
  /** The status of the answer; null: there was none. */
  readonly answered: number | null;

  constructor(message: string, answered: number | null, options?: ErrorOptions) {
    super("INTERNAL", message, options);
    this.answered = answered;
  }

  /** Whether nothing is there under the path. */
  get isMissing(): boolean {
    return this.answered === SOURCE_ANSWERS.missing;
  }
}

export class SourceHttp {
  readonly #address: SourceAddress;
  readonly #patience: Patience;
  /** Whether there was an answer: until then a wrong address is more likely than a source that restarts. */
  #hasAnswered = false;

  constructor(address: SourceAddress, patience: Patience) {
    this.#address = address;
    this.#patience = patience;
  }

  /** Returns the address without credentials and parameters. */
  get shown(): string {
    const { origin, pathname } = this.#address.url;
    return origin + pathname.replace(/\/$/, "");
  }

  /** Returns the members of the object that is answered, unparsed. @throws SourceFailed */
  async members(method: "GET" | "POST", path: string, body?: object): Promise<RawMembers> {
    return (await this.whole(method, path, body)).members;
  }

  /** Returns the members as `members` does, and the text of the object. @throws SourceFailed */
  async whole(method: "GET" | "POST", path: string, body?: object) {
    const bytes = await this.#bytes(method, path, body);
    try {
      const text = bytes.toString().trim();
      JSON.parse(text);
      const members = membersOf(Buffer.from(text));
      if (members !== null) return { members, text };
    } catch {
      // The error below says it.
    }
    throw this.#unexpected(path, bytes);
  }

  /** Returns the value that is answered. @throws SourceFailed */
  async value<T>(method: "GET" | "POST", path: string, body?: object): Promise<T> {
    const bytes = await this.#bytes(method, path, body);
    try {
      return parseExact(bytes.toString()) as T;
    } catch {
      throw this.#unexpected(path, bytes);
    }
  }

  /** Tells whether a path answers with success, without repetitions. @throws SourceFailed if nothing answers */
  async has(path: string): Promise<boolean> {
    try {
      await this.#once("GET", path);
      return true;
    } catch (error) {
      if (error instanceof SourceFailed && error.answered !== null && !isKeyless(error)) return false;
      throw error;
    }
  }

  #bytes(method: "GET" | "POST", path: string, body?: object): Promise<Buffer> {
    const isPassing = (error: Error) => error instanceof SourceFailed && this.#isPassing(error);
    return retried(this.#patience, isPassing, () => this.#once(method, path, body));
  }

  async #once(method: "GET" | "POST", path: string, body?: object): Promise<Buffer> {
    const { url, headers } = this.#address;
    const target = new URL(url.pathname.replace(/\/$/, "") + path, url);
    const { silenceMs } = this.#patience;
    const silence = new AbortController();
    let timer = setTimeout(() => silence.abort(), silenceMs);
    try {
      const sent = { ...headers, ...(body && { "content-type": "application/json" }) };
      const response = await fetch(target, {
        method,
        headers: sent,
        redirect: "manual",
        signal: silence.signal,
        ...(body && { body: writePlain(body) }),
      });
      this.#hasAnswered = true;
      const chunks: Uint8Array[] = [];
      for await (const chunk of response.body ?? []) {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), silenceMs);
        chunks.push(chunk);
      }
      const bytes = Buffer.concat(chunks);
      if (response.status === HTTP_OK) return bytes;
      throw this.#refusal(response, path, bytes);
    } catch (error) {
      if (error instanceof SourceFailed) throw error;
      const why = silence.signal.aborted
        ? `nothing arrived for ${silenceMs / 1000} s`
        : reasonOf(error as Error);
      throw new SourceFailed(`${this.shown} cannot be asked: ${why}`, null, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  #isPassing({ answered }: SourceFailed): boolean {
    if (answered === null) return this.#hasAnswered;
    return (SOURCE_ANSWERS.passing as readonly number[]).includes(answered);
  }

  #refusal({ status, headers }: Response, path: string, bytes: Buffer): SourceFailed {
    const goal = headers.get("location");
    const said = bytes.toString("utf8").slice(0, MAX_SHOWN).replace(/\s+/g, " ").trim();
    const text = `${this.shown} answered ${path} with status ${status}${said === "" ? "" : `: ${said}`}`;
    if (goal !== null) return new SourceFailed(`${text}: it redirects to ${goal}; give that address`, status);
    const hint = (SOURCE_ANSWERS.keyless as readonly number[]).includes(status) ? `; ${SOURCE_KEY_HINT}` : "";
    return new SourceFailed(text + hint, status);
  }

  #unexpected(path: string, bytes: Buffer): SourceFailed {
    const said = bytes.toString("utf8").slice(0, MAX_SHOWN).replace(/\s+/g, " ").trim();
    return new SourceFailed(
      `${this.shown} answered ${path} with something unexpected: ${said}; is this the address of its REST API?`,
      HTTP_OK,
    );
  }
}

/** The number of rows of a page: at most those asked for, fewer where rows are large. */
export class PageSize {
  readonly #most: number;
  #rows: number;

  constructor(most: number) {
    this.#most = most;
    this.#rows = Math.min(most, 100);
  }

  get rows(): number {
    return this.#rows;
  }

  /** Adapts the size to a page that arrived. */
  note(rows: number, bytes: number): void {
    const fitting = Math.floor((rows * PAGE_BYTES) / Math.max(bytes, 1));
    this.#rows = Math.min(this.#most, Math.max(1, rows === 0 ? this.#rows : fitting));
  }
}

/** Returns the items of an array. @throws SourceFailed for another value */
export function itemsIn(value: Uint8Array | undefined, what: string): Uint8Array[] {
  const items = value === undefined ? null : itemsOf(value);
  if (items === null) throw new SourceFailed(`the answer of the source has no list ${what}`, HTTP_OK);
  return items;
}

function isKeyless({ answered }: SourceFailed): boolean {
  return (SOURCE_ANSWERS.keyless as readonly (number | null)[]).includes(answered);
}

function reasonOf(error: Error): string {
  const cause = error.cause as NodeJS.ErrnoException | undefined;
  return cause?.message || cause?.code || error.message;
}

// A point of another server in the form in which filters and formulas check it.
import type { PointId } from "../../schema/leaf.ts";
import type { Tokenizer } from "../../text/tokenize.ts";
import type { MatchPoint } from "../filter/match.ts";
import type { Elements } from "../filter/path.ts";
import { type JsonObject, parsePayload } from "../filter/value.ts";
import type { PartReads } from "../search/part-reads.ts";

export class GatheredMatch implements MatchPoint {
  readonly id: PointId;
  readonly #bytes: Uint8Array | null;
  readonly #hasVector: (name: string) => boolean;
  readonly #configured: Pick<PartReads, "indexedField">;
  #payload: JsonObject | null = null;

  /** @param configured knows the payload indexes, which are the same on all servers */
  constructor(
    id: PointId,
    bytes: Uint8Array | null,
    hasVector: (name: string) => boolean,
    configured: Pick<PartReads, "indexedField">,
  ) {
    this.id = id;
    this.#bytes = bytes;
    this.#hasVector = hasVector;
    this.#configured = configured;
  }

  get payload(): JsonObject {
    this.#payload ??= this.#bytes ? parsePayload(this.#bytes) : {};
    return this.#payload;
  }

  hasVector(name: string): boolean {
    return this.#hasVector(name);
  }

  textIndex(path: string): Tokenizer | null {
    return this.#configured.indexedField(path)?.tokenizer ?? null;
  }

  elementsOf(path: string): Elements | null {
    return this.#configured.indexedField(path)?.elements ?? null;
  }

  uuidIndex(path: string): boolean {
    return this.#configured.indexedField(path)?.params.type === "uuid";
  }
}

// The protocol of OpenAI's embeddings, which most model servers have: {model, input} -> {data: [{index, embedding}]}.
// The decision: vectors are taken by their `index`, because the order of the list is not promised.
import type { Embedded } from "./embedder.ts";
import type { CompleteSettings } from "./model-settings.ts";
import {
  type CallTexts,
  checkCount,
  countOf,
  DENSE,
  denseOf,
  memberOf,
  NoVectors,
  type Protocol,
  shapeWith,
} from "./protocol.ts";

const SHAPE = shapeWith({ properties: { data: { items: { properties: { embedding: DENSE } } } } });

type Settings = Pick<CompleteSettings, "model" | "dimensions" | "input_type">;

export class OpenAiProtocol implements Protocol {
  readonly takesOptions = false;
  readonly shape = SHAPE;
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  request({ texts, form }: CallTexts, key: string | null): ReturnType<Protocol["request"]> {
    const { model, dimensions, input_type: types } = this.#settings;
    const type = typeof types === "object" ? (form === "query" ? types.query : types.document) : types;
    const body = {
      model,
      input: texts,
      ...(dimensions !== undefined && { dimensions }),
      ...(type !== undefined && { input_type: type }),
    };
    return { body, headers: key === null ? {} : { authorization: `Bearer ${key}` } };
  }

  read(answer: unknown, texts: number): Embedded {
    const data = memberOf(answer, "data");
    if (!Array.isArray(data)) throw new NoVectors("its answer has no list of vectors");
    checkCount(data.length, texts);
    const vectors = new Array<Float32Array | null>(texts).fill(null);
    for (const [place, item] of data.entries()) {
      const index = memberOf(item, "index") ?? place;
      if (typeof index !== "number" || vectors[index] !== null) {
        throw new NoVectors("the indices in its answer are not those of the texts");
      }
      vectors[index] = denseOf(memberOf(item, "embedding"));
    }
    const usage = memberOf(answer, "usage");
    const tokens = countOf(memberOf(usage, "total_tokens")) || countOf(memberOf(usage, "prompt_tokens"));
    return { vectors: vectors as Float32Array[], tokens };
  }
}

// The entry of the process that computes a local model with the package @huggingface/transformers.
// The decision: the package is the operator's and not a part of this program, so it is imported by the path that the
// server has found. It gets no network: models are read from the folder of the operator only.
import { type CallPort, serveCalls } from "../threads/remote.ts";
import type { LocalBatch, LocalModelData } from "./local-batch.ts";

/** The part of the package that is used. */
interface Transformers {
  readonly env: {
    allowRemoteModels: boolean;
    allowLocalModels: boolean;
    localModelPath: string;
    logLevel?: number;
  };
  pipeline(task: "feature-extraction", model: string, options: object): Promise<Pipeline>;
}

interface Pipeline {
  (texts: readonly string[], options: object): Promise<{ readonly data: unknown; readonly dims: unknown }>;
  tokenizer?: Tokenizer;
}

type Tokenizer = (...args: unknown[]) => { readonly attention_mask?: { readonly data?: unknown } };

const POOLING = { pooling: "mean", normalize: true };
/** Nothing: what fails is reported by this server, in its log. */
const LOG_LEVEL = 50;
/** The usual weights; without it the package writes a notice to the standard error. */
const LOADING = { dtype: "fp32", local_files_only: true };

class TransformersModel {
  #pipeline: Pipeline | null = null;
  #tokens = 0;

  /** Returns why it cannot be loaded, beginning with the setting; null: it is loaded. */
  async load({ packageUrl, directory, folder }: LocalModelData): Promise<string | null> {
    let transformers: Transformers;
    try {
      const module = await import(packageUrl);
      transformers = module.pipeline ? module : module.default;
      transformers.env.allowRemoteModels = false;
      transformers.env.allowLocalModels = true;
      transformers.env.localModelPath = directory;
      transformers.env.logLevel = LOG_LEVEL;
    } catch (error) {
      return `kind: the package @huggingface/transformers cannot be used: ${textOf(error)}`;
    }
    try {
      const made = await transformers.pipeline("feature-extraction", folder, LOADING);
      if (typeof made.tokenizer === "function") made.tokenizer = this.#counting(made.tokenizer);
      this.#pipeline = made;
      return null;
    } catch (error) {
      return `model: ${folder} cannot be loaded: ${textOf(error)}`;
    }
  }

  /** It must be loaded, and be asked for one batch at a time. */
  async embed(texts: readonly string[]): Promise<LocalBatch> {
    this.#tokens = 0;
    const { data, dims } = await this.#pipeline!(texts, POOLING);
    const values = data instanceof Float32Array ? data : null;
    return { values, shape: Array.isArray(dims) ? dims.map(Number) : [], tokens: this.#tokens };
  }

  /** Counts the tokens where the pipeline makes them, so that no text is read twice. */
  #counting(tokenizer: Tokenizer): Tokenizer {
    return new Proxy(tokenizer, {
      apply: (target, self, args) => {
        const made = Reflect.apply(target, self, args);
        const mask = made?.attention_mask?.data;
        if (ArrayBuffer.isView(mask) && !(mask instanceof DataView)) {
          for (const bit of mask as BigInt64Array) this.#tokens += Number(bit);
        }
        return made;
      },
    });
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

// The server ends this process. A signal of the keyboard is sent to both, and the server may still need it.
process.on("SIGINT", () => {});
// When the server is gone, nothing has to be tidied up, and native code does not delay this.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
const port: CallPort = {
  on: (_message, listener) => process.on("message", listener),
  postMessage: (value) => process.send!(value),
};
serveCalls(port, new TransformersModel());

export type { TransformersModel };

// The models of a server: those of its settings and those that requests have set, connected over HTTP or computed here.
// The decision: all listeners share one object, so the limits of a model, and what is known of its failures, hold for
// all requests.
import { WrongSettings } from "../errors/usage.ts";
import { BatchedModel } from "../inference/batched-model.ts";
import { ClosingEmbedder } from "../inference/closing-embedder.ts";
import { ConfiguredModels, type Connected } from "../inference/configured-models.ts";
import { LocalModel } from "../inference/local-model.ts";
import { addressRule, completed, type EndpointSettings, isEndpoint } from "../inference/model-settings.ts";
import { NodeEndpoint, type Resolve } from "../inference/node-endpoint.ts";
import { readGivenKeyFile, readKeyFile } from "../inference/node-key-file.ts";
import { localModelData } from "../inference/node-local-files.ts";
import { startModelProcess } from "../inference/node-model-process.ts";
import { OpenAiProtocol } from "../inference/openai.ts";
import { QdrantProtocol } from "../inference/qdrant.ts";
import { RemoteModel } from "../inference/remote-model.ts";
import type { Logger } from "../log/logger.ts";
import type { MemoryLimit } from "../memory/memory-limit.ts";
import { type ModelCounts, ModelTraffic } from "../metrics/models.ts";
import type { Clock } from "../scheduling/clock.ts";
import type { ModelSettings } from "../schema/inference.ts";
import { MAX_MODEL_CALLS } from "../schema/limits.ts";
import { ModelsService } from "../service/models.ts";
import type { AuditLog } from "../storage/audit.ts";
import type { ServerParams } from "../storage/server-params.ts";

interface InferenceParts {
  /** The models of the configuration. */
  readonly fixed: ReadonlyMap<string, ModelSettings>;
  /** The folder of the models that are computed here; null: none. */
  readonly directory: string | null;
  readonly params: ServerParams;
  readonly audit: AuditLog;
  /** Files and directories with secrets of the server, which have no keys of models. */
  readonly ownFiles: readonly string[];
  readonly memory: MemoryLimit;
  readonly clock: Clock;
  readonly log: Pick<Logger, "warn">;
  /** Resolves names; absent: as the machine does. */
  readonly resolve?: Resolve;
}

/** The models, for the services that embed documents and for the admin. */
export interface Inference {
  readonly models: ConfiguredModels;
  readonly service: ModelsService;
  /** The calls to models, for the metrics. */
  readonly traffic: ModelTraffic;
}

export function inferenceOf(parts: InferenceParts): Inference {
  const { fixed, params, audit } = parts;
  const traffic = new ModelTraffic();
  const models = new ConfiguredModels({
    fixed,
    stored: () => params.current.models ?? [],
    connect: (name, settings) => connected(name, settings, parts, traffic.of(name)),
  });
  params.watch(() => models.releaseChanged());
  const checkKey = (path: string) => readGivenKeyFile(path, parts.ownFiles);
  return { models, traffic, service: new ModelsService({ params, models, audit, checkKey }) };
}

function connected(
  name: string,
  given: ModelSettings,
  parts: InferenceParts,
  counts: ModelCounts,
): Connected {
  const settings = completed(name, given);
  const { clock, log } = parts;
  const common = {
    ...{ name, settings, clock, counts },
    onOpen: () =>
      log.warn({ model: name }, "the model has failed several times in a row: calls stop for a moment"),
  };
  return isEndpoint(settings) ? remote(common, settings, parts) : local(common, parts);
}

type Common = Omit<ConstructorParameters<typeof BatchedModel>[0], "takesOptions" | "calls" | "ask">;

function remote(common: Common, settings: EndpointSettings, parts: InferenceParts): Connected {
  const { memory, clock, resolve, fixed, ownFiles } = parts;
  const { api_key_file: path } = settings;
  // Another server of the cluster may have set it, which has other files.
  const isGiven = !fixed.has(common.name);
  const endpoint = new NodeEndpoint({
    url: settings.url,
    rule: addressRule(settings),
    after: (ms, task) => clock.after(ms, task),
    ...(resolve && { resolve }),
  });
  const protocol = settings.kind === "openai" ? new OpenAiProtocol(settings) : new QdrantProtocol(settings);
  const model = new RemoteModel({
    ...{ name: common.name, endpoint, protocol },
    ...(path !== undefined && {
      readKey: () => (isGiven ? readGivenKeyFile(path, ownFiles) : readKeyFile(path)),
    }),
    reservation: () => memory.reservation(),
  });
  const embedder = new BatchedModel({
    ...common,
    ...{ takesOptions: protocol.takesOptions, calls: MAX_MODEL_CALLS },
    ask: (call, timeoutMs, cancel) => model.ask(call, timeoutMs, cancel),
  });
  return { embedder, close: () => endpoint.close() };
}

function local(common: Common, { directory, memory, clock, log }: InferenceParts): Connected {
  const { name, settings } = common;
  const model = new LocalModel({
    files: () => localModelData(directory, settings.model),
    start: () => startModelProcess("inference/transformers-worker"),
    clock,
    reservation: () => memory.reservation(),
    onFailure: (reason) => log.warn({ model: name, reason }, "a model that is computed here has failed"),
  });
  const batched = new BatchedModel({
    ...common,
    ...{ takesOptions: false, calls: 1 },
    ask: (call, timeoutMs, cancel) => model.ask(call, timeoutMs, cancel),
  });
  const embedder = new ClosingEmbedder(batched, () => void model.end());
  return { embedder, load: () => model.load(), close: () => embedder.close(), end: () => model.end() };
}

/**
 * Reads the keys of the models of the configuration once, because a wrong path is found best at the start.
 * @throws WrongSettings
 */
export async function checkKeys(fixed: ReadonlyMap<string, ModelSettings>): Promise<void> {
  for (const [name, { api_key_file: path }] of fixed) {
    if (path === undefined) continue;
    await readKeyFile(path).catch((cause) => {
      throw new WrongSettings(`inference.models.${name}.api_key_file: cannot be used: ${cause.message}`, {
        cause,
      });
    });
  }
}

/**
 * Loads the models of the configuration that are computed here, for the same reason.
 * @throws WrongSettings
 */
export async function loadModels(
  fixed: ReadonlyMap<string, ModelSettings>,
  models: ConfiguredModels,
): Promise<void> {
  for (const [name, settings] of fixed) {
    if (settings.kind !== "local") continue;
    try {
      models.adopt(name, settings, await models.prepare(name, settings));
    } catch (cause) {
      throw new WrongSettings(`inference.models.${name}.${(cause as Error).message}`, { cause });
    }
  }
}

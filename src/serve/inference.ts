// The models of a server: those of its settings and those that requests have set, connected over HTTP.
// The decision: all listeners share one object, so the limits of a model, and what is known of its failures, hold for
// all requests.
import { WrongSettings } from "../errors/usage.ts";
import { ConfiguredModels, type Connected } from "../inference/configured-models.ts";
import { addressRule, completed } from "../inference/model-settings.ts";
import { NodeEndpoint, type Resolve } from "../inference/node-endpoint.ts";
import { checkKeyFile, readKeyFile } from "../inference/node-key-file.ts";
import { OpenAiProtocol } from "../inference/openai.ts";
import { QdrantProtocol } from "../inference/qdrant.ts";
import { RemoteModel } from "../inference/remote-model.ts";
import type { Logger } from "../log/logger.ts";
import type { MemoryLimit } from "../memory/memory-limit.ts";
import type { Clock } from "../scheduling/clock.ts";
import type { ModelSettings } from "../schema/inference.ts";
import { ModelsService } from "../service/models.ts";
import type { AuditLog } from "../storage/audit.ts";
import type { ServerParams } from "../storage/server-params.ts";

interface InferenceParts {
  /** The models of the configuration. */
  readonly fixed: ReadonlyMap<string, ModelSettings>;
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
}

export function inferenceOf(parts: InferenceParts): Inference {
  const { fixed, params, audit } = parts;
  const models = new ConfiguredModels({
    fixed,
    stored: () => params.current.models ?? [],
    connect: (name, settings) => connected(name, settings, parts),
  });
  const checkKey = (path: string) => checkKeyFile(path, parts.ownFiles);
  return { models, service: new ModelsService({ params, models, audit, checkKey }) };
}

function connected(
  name: string,
  given: ModelSettings,
  { memory, clock, log, resolve }: InferenceParts,
): Connected {
  const settings = completed(name, given);
  const { api_key_file: path } = settings;
  const endpoint = new NodeEndpoint({
    url: settings.url,
    rule: addressRule(settings),
    after: (ms, task) => clock.after(ms, task),
    ...(resolve && { resolve }),
  });
  const embedder = new RemoteModel({
    name,
    settings,
    endpoint,
    protocol: settings.kind === "openai" ? new OpenAiProtocol(settings) : new QdrantProtocol(settings),
    ...(path !== undefined && { readKey: () => readKeyFile(path) }),
    clock,
    reservation: () => memory.reservation(),
    onOpen: () =>
      log.warn({ model: name }, "the model has failed several times in a row: calls stop for a moment"),
  });
  return { embedder, close: () => endpoint.close() };
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

// OpenTelemetry, by its standard variables: spans of requests, for a collector or any other backend.
// The decision: its packages are not a part of this program. An SDK that the operator has started in this process
// (node --import) gets the spans; otherwise, if a variable says where spans are sent to, the package
// @opentelemetry/sdk-node is started, which reads the variables. Without variables no package is loaded, and a request
// pays for nothing.
import { createRequire } from "node:module";
import { loadTelemetry, packageVersion } from "../config/environment.ts";
import type { Logger } from "../log/logger.ts";
import { type OpenTelemetry, RequestSpans } from "../log/spans.ts";
import { CODE_ROOT } from "../threads/code-root.ts";

export interface Telemetry {
  /** Null: OpenTelemetry is not used. */
  readonly spans: RequestSpans | null;
  /** Sends what was not sent yet, in some seconds at most. */
  close(): Promise<void>;
}

/** The part of the package @opentelemetry/sdk-node that is used. */
interface NodeSdk {
  readonly NodeSDK: new (
    options: object,
  ) => {
    start(): void;
    shutdown(): Promise<void>;
  };
}

const API = "@opentelemetry/api";
const SDK = "@opentelemetry/sdk-node";
/** The registry that all copies of version 1 of the API share. */
const REGISTRY = Symbol.for("opentelemetry.js.api.1");
/** Less than what an orchestrator waits for before it kills, also after the last checkpoint. */
const CLOSE_MS = 3_000;

const UNUSED: Telemetry = { spans: null, close: async () => {} };

/** Packages are found beside this program, and in the folders of NODE_PATH. */
export function openTelemetry(log: Logger): Telemetry {
  const { isDisabled, isExported, isNamed } = loadTelemetry();
  const registry = Reflect.get(globalThis, REGISTRY) as { readonly trace?: unknown } | undefined;
  const isStarted = registry?.trace !== undefined;
  if (isDisabled || !(isStarted || isExported)) return UNUSED;
  try {
    let load = createRequire(CODE_ROOT);
    let close = UNUSED.close;
    if (!isStarted) {
      close = startSdk(load(SDK) as NodeSdk, isNamed, log);
      // An API of another version does not see this SDK.
      load = createRequire(load.resolve(SDK));
    }
    const spans = new RequestSpans(load(API) as OpenTelemetry, packageVersion());
    if (!spans.areReal) throw new Error(`the ${API} beside Azimuth is not the one that the SDK uses`);
    log.info({ sdk: isStarted ? "of this process" : SDK }, "OpenTelemetry");
    return { spans, close };
  } catch (err) {
    const packages = isStarted ? API : `${API} ${SDK}`;
    log.warn(
      { err },
      `no spans are sent: OpenTelemetry needs its packages beside Azimuth: npm install ${packages}`,
    );
    return UNUSED;
  }
}

/** Starts the SDK for spans only: metrics are those of /metrics, and the log is written as it is. */
function startSdk({ NodeSDK }: NodeSdk, isNamed: boolean, log: Logger): Telemetry["close"] {
  const sdk = new NodeSDK({
    ...(!isNamed && { serviceName: "azimuth" }),
    instrumentations: [],
    metricReaders: [],
    logRecordProcessors: [],
  });
  sdk.start();
  return async () => {
    let limit: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      limit = setTimeout(resolve, CLOSE_MS);
    });
    await Promise.race([sdk.shutdown(), late]).catch((err) =>
      log.warn({ err }, "the last spans were not sent"),
    );
    clearTimeout(limit);
  };
}

// A server of a cluster in this process with the services of its access, its licenses and its models.
import { SYSTEM_CLOCK } from "../../../../src/assemble/assemble.ts";
import { PasswordHasher } from "../../../../src/auth/password.ts";
import { StaticKeys } from "../../../../src/auth/static-keys.ts";
import type { Database } from "../../../../src/core/database/database.ts";
import { ConfiguredModels } from "../../../../src/inference/configured-models.ts";
import type { Embedder } from "../../../../src/inference/embedder.ts";
import type { PublicKeys } from "../../../../src/license/key.ts";
import { MemoryLimit } from "../../../../src/memory/memory-limit.ts";
import type { AdmittedCaller } from "../../../../src/schema/caller.ts";
import { joinParams } from "../../../../src/serve/cluster-params.ts";
import { firstParams, Security, setupCodeIn } from "../../../../src/serve/security.ts";
import { ModelsService } from "../../../../src/service/models.ts";
import { nodeFs } from "../../../../src/storage/node-fs.ts";
import type { Params } from "../../../../src/storage/params.ts";
import { LocalParams, readParams } from "../../../../src/storage/params-file.ts";
import { ServerParams } from "../../../../src/storage/server-params.ts";
import type { SimulatedLog } from "../../../support/simulated-log.ts";
import { freshDir } from "../../core/fixtures.ts";
import { type Node, node } from "./fixtures.ts";

/** A low cost, since no password here has to be safe. */
const SCRYPT_COST = 2 ** 10;

/** An admin on this machine. */
export const ADMIN: AdmittedCaller = {
  caller: { surface: "rest", address: "127.0.0.1", isLocal: true, credentials: [], setupCode: null },
  by: { kind: "local" },
  signal: undefined,
};

export interface SharingServer extends Node {
  readonly params: ServerParams;
  readonly security: Security;
  readonly models: ConfiguredModels;
  readonly modelService: ModelsService;
  /** The models whose connections were given back. */
  readonly closed: string[];
  /** The lines of its log about the parameters. */
  readonly lines: string[];
}

interface SharingOptions {
  readonly dir?: string;
  /** Parameters that the server has before it joins; absent: those of its file, or of a new server. */
  readonly own?: Partial<Params>;
  readonly publicKeys?: PublicKeys;
  /** Is called before the server is ready. */
  readonly settle?: (database: Database) => Promise<void>;
}

/** Starts a server; it shares its parameters when this resolves. */
export async function sharingServer(log: SimulatedLog, options: SharingOptions = {}): Promise<SharingServer> {
  const { dir = freshDir(), own = {}, publicKeys = new Map(), settle = async () => {} } = options;
  const audit = { append: () => {} };
  const first = () => ({ ...firstParams(), ...own });
  const params = await ServerParams.open(new LocalParams(nodeFs, dir), readParams(nodeFs, dir), first);
  params.expectCluster();
  const security = new Security({
    params,
    setupCode: setupCodeIn(nodeFs, dir),
    hasher: new PasswordHasher({ cost: SCRYPT_COST, memory: MemoryLimit.unlimited() }),
    publicKeys,
    keys: new StaticKeys({ apiKey: null, readOnlyApiKey: null }),
    declared: null,
    audit,
    clock: SYSTEM_CLOCK,
  });
  const closed: string[] = [];
  const models = new ConfiguredModels({
    fixed: new Map(),
    stored: () => params.current.models ?? [],
    connect: (name) => ({ embedder: {} as Embedder, close: () => closed.push(name) }),
  });
  params.watch(() => models.releaseChanged());
  const lines: string[] = [];
  const note = (...args: unknown[]) => lines.push(String(args.at(-1)));
  const shared = { params, clock: SYSTEM_CLOCK, log: { info: note, warn: note, error: note } };
  const opened = await node(log, dir, ({ database, ...joining }, isClosing) =>
    joinParams({ ...shared, ...joining, database, settle: () => settle(database) }, isClosing),
  );
  const modelService = new ModelsService({ params, models, audit, checkKey: async () => {} });
  return { ...opened, params, security, models, modelService, closed, lines };
}

/** Makes a token. @returns its value */
export async function newToken(
  { security }: SharingServer,
  name = "t",
): Promise<{ id: number; value: string }> {
  const { tokens } = security.services;
  const { id, api_key: value } = await tokens.create({ name, permission: "read" } as never, ADMIN);
  return { id, value };
}

/** Returns whether a server admits a credential. */
export async function admits({ security }: SharingServer, credential: string): Promise<boolean> {
  return (await security.access.identify(credential)) !== null;
}

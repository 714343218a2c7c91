// What the server says about itself: name, version, health.
import type { Database } from "../core/database.ts";
import { VectorDbError } from "../errors.ts";
import type { ServerInfo } from "../schema/server.ts";

export class ServerService {
  readonly #database: Database;
  readonly #info: ServerInfo;

  constructor(database: Database, version: string, warnings: readonly string[]) {
    this.#database = database;
    const title = "azimuth - vector database";
    this.#info = { title, version, ...(warnings.length > 0 && { warnings: [...warnings] }) };
  }

  async info(): Promise<ServerInfo> {
    return this.#info;
  }

  async healthz(): Promise<string> {
    return "healthz check passed";
  }

  async readyz(): Promise<string> {
    if (!this.#database.ready) throw new VectorDbError("NOT_READY", "the log is being replayed");
    return "all collections are ready";
  }
}

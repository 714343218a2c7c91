// Use cases of payload indexes.
// The decision: an index is an entry of the collection's configuration and takes effect when that is logged. It is
// built in the background; until then filters read payloads, so the results are the same. A request with `wait` returns
// when the index is built, or cannot be built for lack of memory.
import type { Database } from "../core/database/database.ts";
import { parsePath } from "../core/filter/path.ts";
import { loadIndexLanguages } from "../core/index/index-languages.ts";
import type { CreateFieldIndex, DeleteFieldIndex } from "../schema/field-index.ts";
import type { UpdateResult } from "../schema/point-write.ts";
import type { Rules } from "../schema/rules.ts";
import { fieldSchemaOf, withIndex, withoutIndex } from "./field-index-config.ts";

export class FieldIndexesService {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async create(request: CreateFieldIndex, rules: Rules): Promise<UpdateResult> {
    const { collection_name, field_name, wait = rules.wait } = request;
    const field = parsePath(field_name);
    const path = field.text;
    const schema = fieldSchemaOf(request.field_schema, field, rules);
    // Before the log, so that a file that cannot be loaded refuses the request.
    await loadIndexLanguages({ [path]: schema });
    const lsn = await this.#database.configure(collection_name, (config) => withIndex(config, path, schema));
    if (wait) await this.#database.registered(collection_name)?.segments.indexing.settled();
    return resultOf(lsn, wait);
  }

  /** Deletes an index. It succeeds, too, if there is no such index. */
  async delete(request: DeleteFieldIndex, rules: Rules): Promise<UpdateResult> {
    const { collection_name, field_name, wait = rules.wait } = request;
    const path = parsePath(field_name).text;
    const lsn = await this.#database.configure(collection_name, (config) => withoutIndex(config, path));
    return resultOf(lsn, wait);
  }
}

function resultOf(lsn: number, wait: boolean): UpdateResult {
  return { operation_id: lsn, status: wait ? "Completed" : "Acknowledged" };
}

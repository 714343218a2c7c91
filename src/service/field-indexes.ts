// Use cases about indexes over payload fields.
// The decision: an index is a line of the collection's configuration and holds from the moment that is logged; it is
// built in the background, and until then filters read payloads, so answers are the same. Whoever waits does so until it
// is built, or cannot be for want of memory.
import type { Database } from "../core/database/database.ts";
import { parsePath } from "../core/filter/path.ts";
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
    const schema = fieldSchemaOf(request.field_schema);
    const { collection_name, field_name, wait = rules.wait } = request;
    const path = parsePath(field_name).text;
    const lsn = await this.#database.configure(collection_name, (config) => withIndex(config, path, schema));
    if (wait) await this.#database.registered(collection_name)?.segments.indexing.settled();
    return resultOf(lsn, wait);
  }

  /** Also when there is no such index. */
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

// Use cases of aliases: other names of collections, several of which can be changed at a time.
import type { AliasAction as CoreAction } from "../core/catalogue/alias-changes.ts";
import type { Database } from "../core/database/database.ts";
import { CollectionDeleted, CollectionNotFound } from "../errors/collections.ts";
import type { AliasAction, AliasList, ChangeAliases } from "../schema/alias.ts";
import type { CollectionRequest } from "../schema/collection.ts";
import { checkName } from "./collections.ts";

export class AliasesService {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Lists the aliases of collections that can be used. */
  async list(): Promise<AliasList> {
    const ready = this.#database.aliases().filter(({ collection }) => collection.state.kind === "ready");
    return {
      aliases: ready.map(({ alias, collection }) => ({
        alias_name: alias,
        collection_name: collection.name,
      })),
    };
  }

  async listOf({ collection_name }: CollectionRequest): Promise<AliasList> {
    const collection = this.#database.registered(collection_name);
    if (!collection) throw new CollectionNotFound(collection_name);
    if (collection.state.kind !== "ready") throw new CollectionDeleted(collection_name);
    const { aliases } = await this.list();
    return { aliases: aliases.filter((alias) => alias.collection_name === collection.name) };
  }

  async change({ actions }: ChangeAliases): Promise<true> {
    await this.#database.changeAliases(actions.map(actionOf));
    return true;
  }
}

/** @throws InvalidArgument for a name that no collection could have */
function actionOf(action: AliasAction, i: number): CoreAction {
  const named = (alias: string, field: string) => {
    checkName(alias, `actions[${i}].${field}`);
    return alias;
  };
  if ("create_alias" in action) {
    const { alias_name, collection_name } = action.create_alias;
    return {
      kind: "create",
      alias: named(alias_name, "create_alias.alias_name"),
      collection: collection_name,
    };
  }
  if ("delete_alias" in action) return { kind: "delete", alias: action.delete_alias.alias_name };
  const { old_alias_name, new_alias_name } = action.rename_alias;
  return { kind: "rename", alias: old_alias_name, to: named(new_alias_name, "rename_alias.new_alias_name") };
}

// Aliases: other names of collections, which can be used wherever the name of a collection can.
import Type, { type Static } from "typebox";
import { MAX_COLLECTION_NAME_LENGTH } from "./limits.ts";

const Name = Type.String();
/** The rule for names of collections (service/collections.ts). */
const NAME_PATTERN = '^(?!\\.{1,2}$)[^<>:"/\\\\|?*\\u0000-\\u001f\\u007f]+$';
const NewName = Type.String({
  document: { minLength: 1, maxLength: MAX_COLLECTION_NAME_LENGTH, pattern: NAME_PATTERN },
});

/** Tells whether a collection or an alias can have a name. */
export function isCollectionName(name: string): boolean {
  return [...name].length <= MAX_COLLECTION_NAME_LENGTH && new RegExp(NAME_PATTERN).test(name);
}

const action = <K extends string, T extends object>(kind: K, fields: T) =>
  Type.Object({ [kind]: fields } as { [P in K]: T });

/** One of the three kinds, which its only key selects. */
const AliasActionSchema = Type.Union(
  [
    action("create_alias", Type.Object({ collection_name: Name, alias_name: NewName })),
    action("delete_alias", Type.Object({ alias_name: Name })),
    action("rename_alias", Type.Object({ old_alias_name: Name, new_alias_name: NewName })),
  ],
  { expected: 'an object with "create_alias", "delete_alias" or "rename_alias"' },
);
export type AliasAction = Static<typeof AliasActionSchema>;

/** All actions take effect together, or none does. */
export const ChangeAliasesSchema = Type.Object({ actions: Type.Array(AliasActionSchema) });
export type ChangeAliases = Static<typeof ChangeAliasesSchema>;

export const AliasListSchema = Type.Object({
  aliases: Type.Array(Type.Object({ alias_name: Type.String(), collection_name: Type.String() })),
});
export type AliasList = Static<typeof AliasListSchema>;

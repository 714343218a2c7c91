// Errors about collections, their indexes and their aliases, in Qdrant's words.
import {
  AliasNotFound,
  FieldSchemaRequired,
  NameIsAlias,
  UselessIntegerIndex,
} from "../../errors/collections.ts";
import { CollectionAlreadyExists, CollectionDeleted, CollectionNotFound } from "../../errors.ts";
import { badRequest, notFound, type Row, row, validationError, wrongInput } from "./word.ts";

export const COLLECTION_WORDS: readonly Row[] = [
  row(CollectionNotFound, ({ collection, use }) =>
    notFound(use === "lookup" ? `Collection ${collection} not found` : absent(collection)),
  ),
  // Only the native dialect knows collections that can be restored.
  row(CollectionDeleted, ({ collection }) => notFound(absent(collection))),
  row(CollectionAlreadyExists, ({ collection }) => ({
    kind: "already_exists",
    text: `Collection \`${collection}\` already exists!`,
  })),
  row(NameIsAlias, ({ alias }) =>
    wrongInput(`Can't create collection with name ${alias}. Alias with the same name already exists`),
  ),
  row(AliasNotFound, ({ alias }) => notFound(`Alias ${alias} does not exists!`)),
  row(FieldSchemaRequired, () =>
    badRequest("Can't auto-detect field type, please specify `field_schema` in the request"),
  ),
  row(UselessIntegerIndex, (_, operation) =>
    validationError(
      "field_schema",
      "Validation error: the 'lookup' and 'range' capabilities can't be both disabled",
      operation,
    ),
  ),
];

function absent(collection: string): string {
  return `Collection \`${collection}\` doesn't exist!`;
}

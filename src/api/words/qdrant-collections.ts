// Errors about collections, their indexes and their aliases, in Qdrant's words.
import {
  AliasNotFound,
  CollectionAlreadyExists,
  CollectionDeleted,
  CollectionNotFound,
  FieldSchemaRequired,
  InvalidName,
  type InvalidNameParts,
  NameIsAlias,
  SnapshotNotFound,
  UselessIntegerIndex,
} from "../../errors/collections.ts";
import { MAX_COLLECTION_NAME_LENGTH } from "../../schema/limits.ts";
import { show } from "../../schema/show.ts";
import type { Operation } from "../operation.ts";
import { badRequest, notFound, type Row, row, validationError, type Worded, wrongInput } from "./word.ts";

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
  row(InvalidName, ({ about }, operation) => invalidName(about, operation)),
  row(NameIsAlias, ({ alias }) =>
    wrongInput(`Can't create collection with name ${alias}. Alias with the same name already exists`),
  ),
  row(SnapshotNotFound, ({ snapshot }) => notFound(`Snapshot ${snapshot} not found`)),
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

function invalidName({ field, name, character }: InvalidNameParts, operation: Operation | undefined): Worded {
  const length = [...name].length;
  const isLong = length < 1 || length > MAX_COLLECTION_NAME_LENGTH;
  const problem = isLong
    ? `value ${show(name)} invalid, must be from 1 to ${MAX_COLLECTION_NAME_LENGTH} characters`
    : `collection name cannot contain "${character ?? name}" char`;
  if (field !== "collection_name") return validationError(field, problem, operation);
  return { kind: "invalid", text: `Validation error in path parameters: [${field}: ${problem}]` };
}

function absent(collection: string): string {
  return `Collection \`${collection}\` doesn't exist!`;
}

// What goes wrong with collections, their configuration, indexes and aliases, besides what the other files here have.
// The decision: each class carries what its sentence is about, so that another dialect can put it into other words.
import { InvalidArgument } from "./invalid-argument.ts";
import { VectorDbError } from "./vector-db-error.ts";

export class CollectionNotFound extends VectorDbError {
  readonly collection: string;
  /** Whether the request is to this collection, or looks something up in it. */
  readonly use: "request" | "lookup";

  constructor(name: string, use: "request" | "lookup" = "request") {
    super("NOT_FOUND", `Collection not found: ${name}`);
    this.collection = name;
    this.use = use;
  }
}

export class CollectionAlreadyExists extends VectorDbError {
  readonly collection: string;

  constructor(name: string) {
    super("ALREADY_EXISTS", `Collection already exists: ${name}`);
    this.collection = name;
  }
}

export class SnapshotNotFound extends VectorDbError {
  readonly snapshot: string;

  constructor(name: string) {
    super("NOT_FOUND", `Snapshot not found: ${name}`);
    this.snapshot = name;
  }
}

export class CollectionDeleted extends VectorDbError {
  readonly collection: string;

  constructor(name: string) {
    super("COLLECTION_DELETED", `Collection deleted: ${name}`);
    this.collection = name;
  }
}

/** A construct that would change what is found, and that this server does not have. */
export class NotSupported extends InvalidArgument {}

export class FieldSchemaRequired extends InvalidArgument {
  constructor() {
    super("field_schema is required");
  }
}

/** An integer index that neither finds values nor ranges. */
export class UselessIntegerIndex extends InvalidArgument {
  constructor() {
    super('field_schema: expected "lookup" or "range" to be true, got false for both');
  }
}

export class AliasNotFound extends VectorDbError {
  readonly alias: string;

  constructor(alias: string) {
    super("NOT_FOUND", `Alias not found: ${alias}`);
    this.alias = alias;
  }
}

/** A collection cannot have the name of an alias. */
export class NameIsAlias extends InvalidArgument {
  readonly alias: string;

  constructor(alias: string) {
    super(`collection_name: '${alias}' is an alias; delete the alias first or choose another name`);
    this.alias = alias;
  }
}

/** A name that collections and aliases cannot have. */
export class InvalidName extends InvalidArgument {
  readonly about: InvalidNameParts;

  constructor(message: string, about: InvalidNameParts) {
    super(message);
    this.about = about;
  }
}

export interface InvalidNameParts {
  /** The path of the name in the request. */
  readonly field: string;
  readonly name: string;
  /** The first one that is forbidden, if that is why. */
  readonly character: string | undefined;
}

// Refusals of requests about points. The decision: each carries what it is about, so that a dialect can say the same in
// its own words without reading the native ones.

import { KnownFailure } from "./failures.ts";
import { InvalidArgument } from "./invalid-argument.ts";
import { type ErrorId, VectorDbError } from "./vector-db-error.ts";

export class DimensionMismatch extends InvalidArgument {
  readonly expected: number;
  readonly got: number;
  /** The name of the written vector; empty for the unnamed vector and for a query. */
  readonly vectorName: string;

  declare readonly hint: string;

  /** `id` is the point's id as the client wrote it, or empty for a query vector. */
  constructor(id: string, expected: number, got: number, vectorName = "") {
    super(`Dimension mismatch for vector '${id}': expected ${expected}, got ${got}`);
    this.expected = expected;
    this.got = got;
    this.vectorName = vectorName;
    const whose = id === "" ? "the query vector" : `the vector of point ${id}`;
    const named = vectorName === "" ? "" : ` for the vector name '${vectorName}'`;
    this.hint = `${whose} has ${got} ${got === 1 ? "number" : "numbers"}; the collection's vectors have ${expected}${named}`;
  }
}

/** Ids that the text of an error lists. */
const MAX_LISTED_IDS = 100;

export class PointNotFound extends VectorDbError {
  declare readonly missing: readonly ErrorId[];

  /** @param missing in the order of the request, at least one; the text lists the first hundred */
  constructor(missing: readonly ErrorId[]) {
    const more = missing.length > MAX_LISTED_IDS ? ` and ${missing.length - MAX_LISTED_IDS} more` : "";
    super("NOT_FOUND", `Point not found: ${missing.slice(0, MAX_LISTED_IDS).join(", ")}${more}`);
    this.missing = missing;
  }

  /** The first. */
  get id(): string {
    return String(this.missing[0]);
  }
}

/** A deletion that cannot be undone: there was none of this id, or its time is over, or its points are restored. */
export class DeletionNotFound extends VectorDbError {
  constructor(id: string) {
    super("NOT_FOUND", `Deletion not found: ${id}; GET points/deleted lists those that can be undone`);
  }
}

/** More deletions that can be undone than a server keeps. */
export class TooManyDeletions extends InvalidArgument {
  constructor(most: number) {
    super(
      `undo_seconds: this server keeps ${most} deletions for being undone, the most it can; ` +
        "delete more points at a time, or without undo_seconds",
    );
  }
}

/** A deletion that shall be undone in a cluster, whose servers would not know of it. */
export class NoUndoInCluster extends InvalidArgument {
  constructor() {
    super(
      "undo_seconds: a server of a cluster keeps no deleted points; nothing was deleted, delete without it",
    );
  }
}

/** Neither points nor a filter say what a write is about. */
export class NothingSelected extends InvalidArgument {
  readonly operation: "points" | "payload" | "vectors";

  /** @param where the path of the object that should name them, empty for the body itself */
  constructor(where: string, operation: NothingSelected["operation"]) {
    super(`${where}points or filter is required`);
    this.operation = operation;
  }
}

/** An upsert without `points` and `batch`. */
export class NothingToWrite extends InvalidArgument {
  constructor(where: string) {
    super(`${where}points is required`);
  }
}

/** A vector without numbers. */
export class EmptyVector extends DimensionMismatch {
  /** The path of the vector in the request. */
  readonly path: string;

  constructor(path: string, id: string, expected: number, vectorName: string) {
    super(id, expected, 0, vectorName);
    this.path = path;
  }
}

/** The lists of a columnar batch differ in length. */
export class UnequalColumns extends InvalidArgument {
  /** The path of the batch in the request. */
  readonly path: string;
  readonly column: "vectors" | "payloads";
  readonly ids: number;
  readonly got: number;

  constructor(
    path: string,
    column: UnequalColumns["column"],
    { ids, got }: Pick<UnequalColumns, "ids" | "got">,
  ) {
    super(`${path}.${column}: expected as many as there are ids, ${ids}, got ${got}`);
    this.path = path;
    this.column = column;
    this.ids = ids;
    this.got = got;
  }
}

/** The counts in the error text; the full report follows the schema of the operation. */
interface RejectedImport {
  readonly rejected: number;
  readonly errors: readonly { readonly line: number; readonly error: string }[];
}

/** An import of which every line was rejected. */
export class NothingImported extends InvalidArgument {
  readonly report: RejectedImport;

  constructor(report: RejectedImport) {
    const { rejected, errors } = report;
    const [first] = errors;
    const lines = rejected === 1 ? "the only line was rejected" : `all ${rejected} lines were rejected`;
    super(`Nothing was imported: ${lines}${first ? `; line ${first.line}: ${first.error}` : ""}`);
    this.report = report;
  }
}

/** A list that must name something is empty. */
export class EmptyList extends InvalidArgument {
  /** The path of the list in the request. */
  readonly path: string;
  readonly what: "points to update" | "vectors to update" | "vector names to delete";

  constructor(path: string, what: EmptyList["what"]) {
    super(`${path}: expected ${what}, got none`);
    this.path = path;
    this.what = what;
  }
}

/** A payload that would become larger than payloads may be. */
export class PayloadTooLarge extends InvalidArgument {
  readonly id: string;

  constructor(id: string, limitBytes: number) {
    super(`Payload of point ${id}: expected at most ${limitBytes} bytes, would have more`);
    this.id = id;
  }
}

/** A scroll in the order of a field has no offset: the field's values say where to go on. */
export class OffsetWithOrder extends InvalidArgument {
  constructor() {
    super(
      "offset cannot be used with order_by; go on with order_by.start_from, and with a filter that leaves out the ids already seen",
    );
  }
}

/** A write whose search for points exceeded the time limit, or whose client has left. */
export class WritesGivenUp extends KnownFailure {
  constructor(done: number, all: number) {
    const what =
      all === 1
        ? "nothing was changed"
        : `of ${all} operations the first ${done} are done and the others are not`;
    super(
      "DEADLINE_EXCEEDED",
      `it took longer than looking for points may take, or its client left: ${what}; index the fields of its filters, ` +
        "write in smaller parts, or start the server with a longer --search-timeout",
    );
  }
}

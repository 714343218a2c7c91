// Refusals of changes of where the shards of a collection are. The texts are those of Qdrant, where it has one.
import { KnownFailure } from "./failures.ts";
import { VectorDbError } from "./vector-db-error.ts";

/** A change that cannot be made as the servers and shards are. */
export class PlacementRefused extends VectorDbError {
  constructor(message: string) {
    super("PLACEMENT_REFUSED", message);
  }
}

/** A change of the shards of a collection while its servers still divide those that were split. */
export class SplitInProgress extends PlacementRefused {
  constructor(collection: string) {
    super(`Resharding of collection ${collection} is in progress: try again when it has ended`);
  }
}

/** A change of a copy that no server is making. */
export class NoSuchCopy extends VectorDbError {
  constructor(from: number, to: number, collection: string, shard: number) {
    super(
      "NO_SUCH_COPY",
      `Shard transfer ${from} -> ${to} for collection ${collection}:${shard} does not exist`,
    );
  }
}

/** A change of where shards are that was not made within the time that the request gives it. */
export class ChangeTimedOut extends KnownFailure {
  constructor(collection: string, seconds: number) {
    super(
      "DEADLINE_EXCEEDED",
      `the change was not made within ${seconds} s, and may still be: GET /collections/${collection}/cluster shows it`,
    );
  }
}

/** A snapshot of a collection of whose shards this server has not all. */
export class ShardsElsewhere extends PlacementRefused {
  constructor() {
    super(
      "A snapshot has the points of one server, and this one has some of the shards of the collection only: copy the " +
        "others to it first (replicate_shard)",
    );
  }
}

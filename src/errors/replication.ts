// Refusals of servers that copy the log of another one, or whose log others copy.
import { VectorDbError } from "./vector-db-error.ts";

/** A write to a follower. */
export class FollowsLeader extends VectorDbError {
  /** @param leader the URL of the server to write to */
  constructor(leader: string) {
    super("FOLLOWS_LEADER", `This server follows ${leader}: write there`);
  }
}

/** A write to a server whose place another one has taken. */
export class ServerReplaced extends VectorDbError {
  constructor(epoch: number) {
    super("SERVER_REPLACED", `This server was replaced at epoch ${epoch}`);
  }
}

/** The data that the request needs has not arrived in time. */
export class NotYetApplied extends VectorDbError {
  constructor(asked: number, applied: number, seconds: number) {
    super(
      "NOT_YET_APPLIED",
      `Shard temporarily unavailable: the request needs 0:${asked}, and after ${seconds} s this server has applied ` +
        `0:${applied}; try again, or ask the server that took the write`,
    );
  }
}

/** A read of a server that is further behind than its setting allows. */
export class StaleRead extends VectorDbError {
  constructor(lag: number, most: number) {
    super(
      "NOT_YET_APPLIED",
      `Shard temporarily unavailable: this server is ${shown(lag)} behind the log that it copies, and max_lag is ${most} s; ` +
        "ask another server, or read with ?stale=true",
    );
  }
}

/** A follower cannot continue with the log of this server, because its own has other records or began too long ago. */
export class LogUnsuitable extends VectorDbError {
  constructor(why: string) {
    super(
      "LOG_UNSUITABLE",
      `${why}; empty the data directory of the follower, so that it copies the data again`,
    );
  }
}

/** A promotion of a server that follows none. */
export class NotAFollower extends VectorDbError {
  constructor() {
    super("NOT_A_FOLLOWER", "This server follows no other: there is nothing to promote it to");
  }
}

/** A promotion that would lose writes although the leader is there. */
export class PromotionRefused extends VectorDbError {
  constructor(why: string) {
    super("PROMOTION_REFUSED", `${why}, and promote again`);
  }
}

/** A follower cannot pass on to its own leader now what it was told. */
export class LeaderAway extends VectorDbError {
  constructor(why: string) {
    super("LEADER_AWAY", why);
  }
}

/** A follower, or a server of a cluster, is further behind than a probe allows. */
export class LagsBehind extends VectorDbError {
  /** Seconds; null: the leader was never reached. */
  readonly lag: number | null;

  constructor(lag: number, most: number) {
    super("LAGS_BEHIND", `this server is ${shown(lag)} behind the log that it copies, more than ${most} s`);
    this.lag = Number.isFinite(lag) ? lag : null;
  }
}

function shown(seconds: number): string {
  return Number.isFinite(seconds) ? `${seconds.toFixed(3)} s` : "an unknown time";
}

// Which servers of the cluster work, and for how long the others have been away.
// The decision: a server is lost when the table of the servers says so and this server has seen it for as long. After a
// failure of PostgreSQL, or a stop of the whole cluster, the table shows all servers as silent, and none is lost.

import { type Heard, livingOf } from "../service/cluster.ts";
import type { KnownServers } from "../service/placement-repair.ts";

/** What two checks that are further apart count as. */
const MAX_STEP_SECONDS = 10;

export class ServerAbsences {
  readonly #own: string;
  readonly #replaceAfterSeconds: number;
  /** For how long this server has seen others to be away, in seconds, by their ids. */
  #away: ReadonlyMap<string, number> = new Map();
  #checkedAtMs: number | null = null;

  /** @param own the id of this server, which is never away */
  constructor(own: string, replaceAfterSeconds: number) {
    this.#own = own;
    this.#replaceAfterSeconds = replaceAfterSeconds;
  }

  /** Whether a server did not work the last two times. */
  isAway(server: string): boolean {
    return (this.#away.get(server) ?? 0) > 0;
  }

  /**
   * Takes over what the table of the servers says.
   * @param placed the ids of the servers that have shards
   * @returns what is known now
   */
  note(heard: readonly Heard[], placed: Iterable<string>, nowMs: number): KnownServers {
    const sinceLast = this.#checkedAtMs === null ? 0 : (nowMs - this.#checkedAtMs) / 1000;
    const step = Math.min(Math.max(0, sinceLast), MAX_STEP_SECONDS);
    this.#checkedAtMs = nowMs;
    const rows = new Map(heard.map((one) => [one.server, one]));
    const living = livingOf(heard);
    const missing = [...placed].filter((server) => server !== this.#own && !living.has(server));
    const away = new Map(
      missing.map((server) => {
        const before = this.#away.get(server);
        return [server, before === undefined ? 0 : before + step];
      }),
    );
    this.#away = away;
    const after = this.#replaceAfterSeconds;
    const byPeer = new Map([...living.values()].map((target) => [target.peer, target]));
    return {
      living,
      isLost: (server) =>
        (away.get(server) ?? 0) >= after && (rows.get(server)?.silent_seconds ?? Infinity) > after,
      isAway: (server) => this.isAway(server),
      successorOf: ({ server, peer }) => (rows.has(server) ? undefined : byPeer.get(peer)),
    };
  }
}

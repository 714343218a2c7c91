// How many vectors are in the shards that this server does not have, for the limit of the license.
// The decision: each shard is asked for at the first server that has it and was heard of; a shard without such a server
// keeps its last number. So every vector counts once, whichever servers are away.
import { counts } from "../../core/collection/live-vectors.ts";
import { activeOf, placeOf } from "../../core/config/placement.ts";
import type { Database } from "../../core/database/database.ts";
import { runInSlices, type Sliced } from "../../scheduling/slices.ts";
import { decodeVectors, encodePlaces } from "../../service/peer-points.ts";
import type { PeerCalls } from "./client.ts";

type AskedPeers = Pick<PeerCalls, "ask" | "isHeard">;

const LIMIT_MS = 1_000;

export class RemoteVectors {
  readonly #peers: AskedPeers;
  readonly #database: () => Database;
  /** The last number of each shard that is not here, by its place. */
  #vectors: ReadonlyMap<string, number> = new Map();
  #sum = 0;
  #learning: Promise<void> | null = null;

  constructor(peers: AskedPeers, database: () => Database) {
    this.#peers = peers;
    this.#database = database;
  }

  get vectors(): number {
    return this.#sum;
  }

  /** Asks the other servers. Never rejects; calls at the same time share one question. */
  learn(): Promise<void> {
    this.#learning ??= this.#ask().finally(() => {
      this.#learning = null;
    });
    return this.#learning;
  }

  async #ask(): Promise<void> {
    const places = await runInSlices(this.#placesByServer());
    const answers = await Promise.all([...places].map(([server, asked]) => this.#askServer(server, asked)));
    const told = new Map(answers.flat());
    const all = [...places.values()].flat();
    this.#vectors = new Map(all.map((place) => [place, told.get(place) ?? this.#vectors.get(place) ?? 0]));
    this.#sum = [...this.#vectors.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Returns the places of the shards that are not here, by the server to ask. */
  *#placesByServer(): Sliced<Map<string, string[]>> {
    const byServer = new Map<string, string[]>();
    for (const collection of this.#database().placed().filter(counts)) {
      yield;
      const { uuid, config, local } = collection;
      for (const shard of config.placement!.keys()) {
        if (local.has(shard)) continue;
        const servers = activeOf(config.placement!, shard).map(({ server }) => server);
        const server = servers.find((one) => this.#peers.isHeard(one)) ?? servers[0] ?? "";
        const places = byServer.get(server) ?? [];
        places.push(placeOf(uuid, shard));
        byServer.set(server, places);
      }
    }
    return byServer;
  }

  async #askServer(server: string, places: readonly string[]): Promise<[string, number][]> {
    const call = {
      name: "vectors" as const,
      collection: "",
      shards: [],
      division: 1,
      atLeast: 0,
      limitMs: LIMIT_MS,
    };
    try {
      const signal = AbortSignal.timeout(LIMIT_MS);
      const bytes = await this.#peers.ask(server, call, encodePlaces(places), signal);
      const counts = decodeVectors(bytes, places.length);
      return places.flatMap((place, i) => (counts[i] === null ? [] : [[place, counts[i]!]]));
    } catch {
      return [];
    }
  }
}

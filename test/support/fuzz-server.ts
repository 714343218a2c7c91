// The server of the body fuzz: two small collections, an alias and a snapshot; it can compute a fingerprint of its
// visible state, and restore the initial state.
// The decision: the fingerprint is read from the services, without HTTP, so that it can be computed after every
// request; a restore changes only what differs.
import { completeConfig } from "../../src/core/config/collection-config.ts";
import { type CollectionConfig, SPARSE } from "../../src/core/config/types.ts";
import type { Database } from "../../src/core/database/database.ts";
import { writeJson } from "../../src/json/writer.ts";
import { MAX_LIMIT } from "../../src/schema/limits.ts";
import { NATIVE_RULES } from "../../src/schema/rules.ts";
import { ScrollService } from "../../src/service/scroll.ts";
import { INDEXED, LARGE_ID, UUID } from "./fuzz-world.ts";
import { startTestServer, type TestServer } from "./rest.ts";

const FIXTURE = ["c", "n"] as const;
type Name = (typeof FIXTURE)[number];

const CONFIGS: Readonly<Record<Name, CollectionConfig>> = {
  c: completeConfig({ vectors: [{ name: "", size: 2, distance: "Dot" }], payload_schema: INDEXED }),
  n: completeConfig({
    vectors: [
      { name: "a", size: 2, distance: "Cosine" },
      { name: "b", size: 2, distance: "Euclid", quantization_config: { binary: {} } },
      { name: "s", size: 0, distance: "Dot", kind: SPARSE, sparse: { modifier: "idf" } },
    ],
    payload_schema: { color: "keyword" },
  }),
};
const PAYLOADS = [
  { color: "red", n: 1, price: 0.5, at: "2024-02-29", ok: true, tags: ["red", "green"], key: UUID },
  {
    color: ["red", "green"],
    n: [1, 2],
    place: { lon: 10, lat: -45.5 },
    text: "the red apple",
    deep: { er: 1 },
  },
  { list: [{ x: 1 }, { x: "red" }], "a b": { c: 1 }, n: 5, price: 2, at: "2024-02-29T12:00:00Z" },
  null,
];
const IDS = ["1", "2", "3", "4", LARGE_ID, JSON.stringify(UUID)];
const VECTORS: Readonly<Record<Name, readonly unknown[]>> = {
  c: [
    [1, 0],
    [0, 1],
    [0.5, 2],
    [-1, 100],
  ],
  n: [
    { a: [1, 0], b: [0, 1] },
    { a: [1, 2], s: { indices: [5, 0], values: [2, -1] } },
    { b: [0.5, 2], s: { indices: [], values: [] } },
    { a: [0, 1], b: [0, 0], s: { indices: [1, 5], values: [0, 0.5] } },
  ],
};

/** Returns the points as JSON text, because of the large id. */
function pointsOf(name: Name): string {
  const vectors = VECTORS[name];
  const points = IDS.map((id, i) => {
    const payload = JSON.stringify(PAYLOADS[i % PAYLOADS.length]);
    return `{"id":${id},"vector":${JSON.stringify(vectors[i % vectors.length])},"payload":${payload}}`;
  });
  return `{"points":[${points.join()}]}`;
}

/** The visible state, by collection. */
type Seen = ReadonlyMap<string, { readonly config: string; readonly points: string }>;

export class FuzzServer {
  readonly server: TestServer;
  #snapshot = "";
  #beginning: Seen = new Map();

  private constructor(server: TestServer) {
    this.server = server;
  }

  static async start(): Promise<FuzzServer> {
    const fuzz = new FuzzServer(await startTestServer({ extendedApi: true, checkpoints: true }));
    await fuzz.restore();
    fuzz.#beginning = await seenOf(fuzz.#database);
    return fuzz;
  }

  get #database(): Database {
    return this.server.database;
  }

  /** The name of a snapshot of `c`. */
  get snapshot(): string {
    return this.#snapshot;
  }

  /** Returns the visible state as a text; equal states have equal texts. */
  async fingerprint(): Promise<string> {
    return textOf(await seenOf(this.#database));
  }

  /** Returns whether the state is the initial one. */
  async isUnchanged(): Promise<boolean> {
    return (await this.fingerprint()) === textOf(this.#beginning);
  }

  /** Restores the initial state. */
  async restore(): Promise<void> {
    const seen = await seenOf(this.#database);
    for (const name of seen.keys()) {
      if (name === ALIASES) continue;
      const isKept = seen.get(name)!.config === this.#beginning.get(name)?.config;
      if (!isKept) await this.#database.drop(name);
    }
    for (const name of FIXTURE) await this.#restore(name, seen);
    await this.#restoreAliases();
    await this.#restoreSnapshot();
  }

  /** Reads everything, and checks the responses against openapi.json. */
  async readAll(): Promise<void> {
    for (const { name, state } of this.#database.collections()) {
      if (state.kind !== "ready") continue;
      const path = `/${encodeURIComponent(name)}`;
      await this.#send("GET", path);
      await this.#send("POST", `${path}/points/scroll`, '{"with_vector":true}');
    }
  }

  /** Returns the visible state of a server that starts with a copy of the files. */
  async afterRestart(): Promise<string> {
    const again = await startTestServer({ copyOf: this.server.dataDir, checkpoints: true });
    try {
      return textOf(await seenOf(again.database));
    } finally {
      await again.close();
    }
  }

  async #restore(name: Name, seen: Seen): Promise<void> {
    const [now, before] = [seen.get(name), this.#beginning.get(name)];
    if (now && now.config === before?.config && now.points === before.points) return;
    if (now?.config === before?.config && now)
      await this.#send("POST", `/${name}/points/delete`, '{"filter":{}}');
    else await this.#database.create(name, CONFIGS[name]);
    await this.#send("PUT", `/${name}/points`, pointsOf(name));
  }

  async #restoreAliases(): Promise<void> {
    const aliases = this.#database.aliases();
    const isKept =
      aliases.length === 1 && aliases[0]!.alias === "other" && aliases[0]!.collection.name === "c";
    if (isKept) return;
    await this.#database.changeAliases([
      ...aliases.map(({ alias }) => ({ kind: "delete" as const, alias })),
      { kind: "create", alias: "other", collection: "c" },
    ]);
  }

  async #restoreSnapshot(): Promise<void> {
    const there = (await this.#send("GET", "/c/snapshots")).result as { name: string }[];
    if (there.length > MOST_SNAPSHOTS) {
      for (const { name } of there) await this.#send("DELETE", `/c/snapshots/${name}`);
    } else if (there.some(({ name }) => name === this.#snapshot)) return;
    this.#snapshot = (await this.#send("POST", "/c/snapshots")).result.name;
  }

  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape.
  async #send(method: string, path: string, body?: string): Promise<any> {
    const answer = await this.server.call(method, `/collections${path}`, body);
    if (answer.status !== 200) throw new Error(`${method} ${path} of the fixture: ${answer.text}`);
    return answer.body;
  }
}

const MOST_SNAPSHOTS = 5;

async function seenOf(database: Database): Promise<Seen> {
  const scroll = new ScrollService(database);
  const seen = new Map<string, { config: string; points: string }>();
  for (const collection of database.collections()) {
    await collection.settled();
    const { name, state } = collection;
    if (state.kind !== "ready") {
      seen.set(name, { config: state.kind, points: "" });
      continue;
    }
    const { config, points: count } = collection;
    const page = { collection_name: name, limit: MAX_LIMIT, with_payload: true, with_vector: true };
    const points = writeJson([count, await scroll.scroll(page, NATIVE_RULES)]);
    seen.set(name, { config: writeJson(config), points });
  }
  const aliases = database.aliases().map(({ alias, collection }) => [alias, collection.name]);
  return seen.set(ALIASES, { config: writeJson(aliases.sort()), points: "" });
}

/** The key of the aliases; no collection can have this name. */
const ALIASES = "/";

function textOf(seen: Seen): string {
  return JSON.stringify([...seen].sort(([a], [b]) => (a < b ? -1 : 1)));
}

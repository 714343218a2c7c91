// Records the writes to a server that may be killed at any moment, and checks its state after a start.
// The decision: a point must have its last acknowledged write, or the one in progress when the server died; of the
// points of one request all have it or none. The state after a start is the new reference.
import { between, pick, type Random } from "./chance.ts";
import { Violation } from "./oracle.ts";

const IDS_PER_WRITER = 30;
const LARGEST_BATCH = 4;
const EVERYTHING = 1000;

/** Collections in memory and on disk, with one vector and with two. */
const COLLECTIONS: Readonly<Record<string, object>> = {
  memory: { vectors_config: { size: 8, distance: "Dot" }, hnsw_config: { full_scan_threshold: 10, m: 4 } },
  disk: {
    vectors_config: {
      far: { size: 8, distance: "Dot", on_disk: true },
      near: { size: 4, distance: "Dot", quantization_config: "Disabled" },
    },
  },
};
const SIDE = "side";
const ALIAS = "another";

/** The number of configurations of the collection, and whether it has its alias; a turn of null: it does not exist. */
interface Side {
  readonly turn: number | null;
  readonly alias: boolean;
}

const GONE: Side = { turn: null, alias: false };

/**
 * The content of a point: the value of its vectors and payload, and the later note of its payload; null: it does not
 * exist.
 */
type Fact = { readonly value: number; readonly note: number } | null;

interface Write {
  readonly collection: string;
  readonly kind: "upsert" | "delete" | "note";
  readonly ids: readonly number[];
  /** The content of each of the points afterwards. */
  readonly facts: readonly Fact[];
}

interface Shown {
  readonly id: number;
  readonly payload: { readonly value: number; readonly note?: number };
  readonly vector: readonly number[] | Readonly<Record<string, readonly number[]>>;
}

export class KillOracle {
  acknowledged = 0;
  inDoubt = 0;
  starts = 0;
  readonly #random: Random;
  /** Contents by collection and id. */
  readonly #facts = new Map<string, Fact>();
  #doubts: Write[] = [];
  #made = false;
  /** The collection that is created and dropped, and its other possible state while it is being changed. */
  #side: Side = GONE;
  #sideNext: Side | null = null;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Writes points with ids of its own, one request after another, until the server ends. */
  async write(url: string, writer: number): Promise<void> {
    const random = this.#random;
    for (;;) {
      const collection = pick(random, Object.keys(COLLECTIONS));
      const first = writer * IDS_PER_WRITER + between(random, 0, IDS_PER_WRITER - LARGEST_BATCH);
      const ids = Array.from({ length: between(random, 1, LARGEST_BATCH) }, (_, i) => first + i);
      const write = this.#draw(collection, ids);
      this.#doubts.push(write);
      if (!(await succeeds(requestFor(url, write)))) return;
      this.#doubts = this.#doubts.filter((other) => other !== write);
      write.ids.forEach((id, i) => {
        this.#facts.set(keyOf(collection, id), write.facts[i]!);
      });
      this.acknowledged++;
    }
  }

  /** Draws a write. Notes are set on existing points; others are written or deleted whether they exist or not. */
  #draw(collection: string, ids: readonly number[]): Write {
    const random = this.#random;
    const drawn = between(random, 1, 1_000_000);
    const there = ids.filter((id) => this.#facts.get(keyOf(collection, id)));
    if (there.length > 0 && random() < 0.4) {
      const facts = there.map((id) => ({ ...this.#facts.get(keyOf(collection, id))!, note: drawn }));
      return { collection, kind: "note", ids: there, facts };
    }
    const isGone = random() < 0.2;
    const fact = isGone ? null : { value: drawn, note: 0 };
    return { collection, kind: isGone ? "delete" : "upsert", ids, facts: ids.map(() => fact) };
  }

  /** Creates, changes and drops another collection repeatedly. */
  async changeCollections(url: string): Promise<void> {
    for (;;) {
      const { next, request } = this.#drawSide(url);
      this.#sideNext = next;
      if (!(await succeeds(request()))) return;
      this.#side = next;
      this.#sideNext = null;
      this.acknowledged++;
    }
  }

  #drawSide(url: string): { next: Side; request: () => Promise<Response> } {
    const random = this.#random;
    const path = `${url}/collections/${SIDE}`;
    const send = (method: string, to: string, body?: object) => () =>
      fetch(to, { method, ...(body && { body: JSON.stringify(body) }) });
    if (this.#side.turn === null)
      return { next: { turn: 0, alias: false }, request: send("PUT", path, COLLECTIONS.disk) };
    const { turn, alias } = this.#side;
    const what = pick(random, ["drop", "configure", "alias"] as const);
    if (what === "drop") return { next: GONE, request: send("DELETE", path) };
    if (what === "configure") {
      const next = { turn: turn + 1, alias };
      return { next, request: send("PATCH", path, { metadata: { turn: next.turn } }) };
    }
    const named = { alias_name: ALIAS, ...(!alias && { collection_name: SIDE }) };
    const actions = [alias ? { delete_alias: named } : { create_alias: named }];
    return { next: { turn, alias: !alias }, request: send("POST", `${url}/aliases`, { actions }) };
  }

  /** Checks the whole state of a server, and creates the collections at the first start. @throws Violation */
  async verify(url: string): Promise<void> {
    for (const [name, config] of Object.entries(COLLECTIONS)) {
      if (this.#made) continue;
      const there = (await fetch(`${url}/collections/${name}`)).ok;
      const made =
        there ||
        (await succeeds(
          fetch(`${url}/collections/${name}`, { method: "PUT", body: JSON.stringify(config) }),
        ));
      if (!made) throw new Error(`${name} cannot be made`);
    }
    this.#made = true;
    const side = await sideOf(url);
    const may = [this.#side, ...(this.#sideNext ? [this.#sideNext] : [])].map((one) => JSON.stringify(one));
    if (!may.includes(JSON.stringify(side)))
      throw new Violation(`${SIDE} is ${JSON.stringify(side)}, not ${may.join(" or ")}`);
    const shown = new Map<string, Fact>();
    for (const name of Object.keys(COLLECTIONS)) {
      for (const point of await everything(url, name)) shown.set(keyOf(name, point.id), factOf(name, point));
    }
    this.#side = side;
    this.#sideNext = null;
    this.#explain(shown);
    this.starts++;
  }

  #explain(shown: ReadonlyMap<string, Fact>): void {
    const doubts = this.#doubts;
    this.inDoubt += doubts.length;
    this.#doubts = [];
    // Writers have separate ids and wait for each response, so no two writes in doubt concern the same point.
    for (const { collection, ids, facts } of doubts) {
      const keys = ids.map((id) => keyOf(collection, id));
      const isNew = keys.map((key, i) => isSame(shown.get(key), facts[i]));
      const isOld = keys.map((key) => isSame(shown.get(key), this.#facts.get(key)));
      if (isNew.every(Boolean)) for (const [i, key] of keys.entries()) this.#facts.set(key, facts[i]!);
      else if (!isOld.every(Boolean)) throw new Violation(`${keys} were written by halves`);
    }
    for (const key of new Set([...shown.keys(), ...this.#facts.keys()])) {
      const [found, wanted] = [shown.get(key), this.#facts.get(key)];
      if (!isSame(found, wanted))
        throw new Violation(`point ${key} is ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`);
    }
  }
}

async function sideOf(url: string): Promise<Side> {
  const { aliases } = (await resultOf(fetch(`${url}/aliases`))) as { aliases: { collection_name: string }[] };
  const alias = aliases.some(({ collection_name }) => collection_name === SIDE);
  const response = await fetch(`${url}/collections/${SIDE}`);
  if (!response.ok) return { turn: null, alias };
  const { result } = (await response.json()) as { result: { config: { metadata?: { turn?: number } } } };
  return { turn: result.config.metadata?.turn ?? 0, alias };
}

const keyOf = (collection: string, id: number) => `${collection} ${id}`;

function isSame(a: Fact | undefined, b: Fact | undefined): boolean {
  return a?.value === b?.value && a?.note === b?.note;
}

function requestFor(url: string, { collection, kind, ids, facts }: Write): Promise<Response> {
  const path = `${url}/collections/${collection}/points`;
  const post = (to: string, body: object) => fetch(to, { method: "POST", body: JSON.stringify(body) });
  if (kind === "delete") return post(`${path}/delete`, { points: ids });
  if (kind === "note") return post(`${path}/payload`, { points: ids, payload: { note: facts[0]!.note } });
  const points = ids.map((id, i) => {
    const { value } = facts[i]!;
    return { id, vector: vectorOf(collection, value), payload: { value } };
  });
  return fetch(path, { method: "PUT", body: JSON.stringify({ points }) });
}

function vectorOf(collection: string, value: number): unknown {
  const of = (size: number) => Array(size).fill(value);
  return collection === "memory" ? of(8) : { far: of(8), near: of(4) };
}

/** Returns the content of a point. @throws Violation when vector and payload are of different writes */
function factOf(collection: string, { id, payload: { value, note = 0 }, vector }: Shown): Fact {
  const wanted = vectorOf(collection, value);
  if (JSON.stringify(vector) !== JSON.stringify(wanted))
    throw new Violation(
      `point ${id} of ${collection} has payload ${value} and vector ${JSON.stringify(vector)}`,
    );
  return { value, note };
}

/** Returns all points by a search, whose number must equal the count. */
async function everything(url: string, collection: string): Promise<Shown[]> {
  const path = `${url}/collections/${collection}/points`;
  const vector = collection === "memory" ? Array(8).fill(1) : { name: "near", vector: Array(4).fill(1) };
  const search = {
    vector,
    limit: EVERYTHING,
    with_payload: true,
    with_vector: true,
    params: { exact: true },
  };
  const found = await resultOf(fetch(`${path}/search`, { method: "POST", body: JSON.stringify(search) }));
  const { count } = (await resultOf(fetch(`${path}/count`, { method: "POST", body: "{}" }))) as {
    count: number;
  };
  const points = found as Shown[];
  if (points.length !== count)
    throw new Violation(`${collection} counts ${count} points and shows ${points.length}`);
  return points;
}

async function resultOf(request: Promise<Response>): Promise<unknown> {
  const response = await request;
  const text = await response.text();
  if (!response.ok) throw new Violation(text);
  return (JSON.parse(text) as { result: unknown }).result;
}

/** Returns whether the request was acknowledged; false when the server has ended. */
async function succeeds(request: Promise<Response>): Promise<boolean> {
  try {
    const response = await request;
    const text = await response.text();
    if (response.ok) return true;
    // A server that is stopping answers so.
    if (response.status === 503 || response.status === 412) return false;
    throw new Violation(text);
  } catch (error) {
    if (error instanceof Violation) throw error;
    return false;
  }
}

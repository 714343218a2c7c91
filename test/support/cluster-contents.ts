// The whole content of a server, by which the servers of a cluster are compared.
import { createHash } from "node:crypto";
import { ask } from "./cluster-requests.ts";
import { COLLECTION } from "./cluster-workload.ts";

interface Hit {
  readonly id: number;
  readonly version: number;
  readonly vector: readonly number[];
  readonly payload?: Readonly<Record<string, number | string>>;
}

/** The state that all servers must have. */
interface Contents {
  /** A hash of the ids, versions, vectors and payloads of all points. */
  readonly hash: string;
  readonly points: number;
  readonly collections: unknown;
  readonly aliases: unknown;
}

/** The most hits of a search. */
const PAGE = 10_000;

/** Returns the contents of all servers at one position. */
export async function contentsOf(servers: readonly { readonly url: string }[]): Promise<Contents[]> {
  // A last write, whose position has all others.
  const points = [{ id: 999_999_999, vector: [0, 0] }];
  const { position } = await ask(servers[0]!.url, "PUT", `${COLLECTION}/points`, { points });
  return Promise.all(servers.map(({ url }) => contentOf(url, position)));
}

async function contentOf(url: string, position: string): Promise<Contents> {
  const get = async (path: string) => (await ask(url, "GET", path, undefined, position)).result;
  const { collections } = (await get("/collections?timeout=60")) as { collections: { name: string }[] };
  const configs = [];
  for (const { name } of collections) {
    const { config, payload_schema } = (await get(`/collections/${name}`)) as Record<string, unknown>;
    configs.push({ name, config, payload_schema });
  }
  const points = await hitsOf(url, position);
  const hash = createHash("sha256").update(JSON.stringify(points)).digest("hex");
  return { hash, points: points.length, collections: configs, aliases: await get("/aliases") };
}

/** Returns the points of a server, by id. */
export async function pointsOf({ url }: { readonly url: string }): Promise<ReadonlyMap<number, Hit>> {
  return new Map((await hitsOf(url)).map((hit) => [hit.id, hit]));
}

async function hitsOf(url: string, position?: string): Promise<Hit[]> {
  const hits: Hit[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page = { limit: PAGE, offset: after, with_payload: false };
    const scrolled = await ask(url, "POST", `${COLLECTION}/points/scroll`, page, position);
    const { points, next_page_offset } = scrolled.result as {
      points: { id: number }[];
      next_page_offset: number | null;
    };
    const filter = { must: [{ has_id: points.map(({ id }) => id) }] };
    const params = { exact: true };
    const body = { vector: [1, 0], limit: PAGE, filter, with_payload: true, with_vector: true, params };
    const { result } = await ask(url, "POST", `${COLLECTION}/points/search`, body, position);
    hits.push(...(result as Hit[]));
    after = next_page_offset;
  }
  return hits
    .map(({ id, version, vector, payload }) => ({ id, version, vector, payload }))
    .sort((a, b) => a.id - b.id);
}

// A page that keeps a database, and calls to it.
import type { Page } from "playwright-core";

/** The script of the page. */
export const TAB = `
import { open, removeDatabase } from "/library/browser.js";
const c = { collection_name: "c" };
const vector = (i) => Array.from({ length: 8 }, (_, j) => Math.fround(Math.sin(i * 7.3 + j * 3.1)));
const told = (error) => [error.code ?? error.name, error.message];
let db;
Object.assign(globalThis, { tab: {
  open: (options = { name: "places" }) => open(options).then((opened) => { db = opened; return "open"; }, told),
  create: (more = {}) => db.createCollection({ ...c, vectors_config: { size: 8, distance: "Cosine" }, ...more }),
  write: (from, to) => db.upsertPoints({ ...c, points:
    Array.from({ length: to - from }, (_, i) => ({ id: from + i, vector: vector(from + i), payload: { n: from + i } })) }),
  async writeOn(count) {
    for (let i = 0; i < count; i++) await tab.write(i, i + 1);
    void (async () => { for (let i = count; ; i++) { await tab.write(i, i + 1); localStorage.acknowledged = i + 1; } })();
    while (!(localStorage.acknowledged > 2 * count)) await new Promise((done) => setTimeout(done, 5));
  },
  acknowledged: async () => localStorage.acknowledged,
  count: () => db.countPoints(c).then(({ count }) => count),
  search: () => db.searchPoints({ ...c, vector: vector(3.5), limit: 5, with_vector: true }).then(JSON.stringify),
  recall: () => db.searchPoints({ ...c, vector: vector(1), limit: 5, params: { recall: 0.9 } }).then(({ recall }) => recall),
  ids: () => db.scrollPoints({ ...c, limit: 10000 }).then(({ points }) => points.map(({ id }) => id)),
  call: (method, request, options) => db[method](request, options).catch(told),
  uncloneable: () => db.searchPoints({ ...c, vector: vector(1), limit: 1, filter: () => {} }).catch(told),
  async aborted() {
    const abort = new AbortController();
    const search = db.searchPoints({ ...c, vector: vector(1), limit: 1 }, { signal: abort.signal });
    abort.abort(new Error("enough"));
    return search.catch(told);
  },
  async download() {
    const { name } = await db.createSnapshot(c);
    const file = await db.downloadSnapshot({ ...c, snapshot_name: name });
    let bytes = 0;
    for await (const chunk of file.chunks) bytes += chunk.length;
    return [file.name === name, bytes === file.bytes];
  },
  close: () => db.close(),
  remove: (name = "places") => removeDatabase(name).then(() => "removed", told),
} });`;

type Tab = Record<string, (...args: unknown[]) => Promise<never>>;

/** Calls one of the functions of the page. */
export function ask(page: Page, what: string, ...args: unknown[]): Promise<unknown> {
  const call = [what, args] as const;
  return page.evaluate(([name, given]) => (globalThis as unknown as { tab: Tab }).tab[name]!(...given), call);
}

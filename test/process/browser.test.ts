// The library in a page: a real browser, once isolated from other origins and once not, under a strict content policy.
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { open } from "../../src/index.ts";
import { useBrowser } from "../support/browser.ts";

const LIBRARY = fileURLToPath(new URL("../../dist/lib/browser.js", import.meta.url));
/** No code from text, but WebAssembly. */
const POLICY = "default-src 'self'; img-src data:; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'";
const ISOLATED = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

const USE = `
export async function use(db) {
  const c = { collection_name: "c" };
  await db.createCollection({ ...c, vectors_config: { size: 8, distance: "Cosine" } });
  const vector = (i) => Array.from({ length: 8 }, (_, j) => Math.fround(Math.sin(i * 7.3 + j * 3.1)));
  const points = Array.from({ length: 300 }, (_, i) => ({ id: i, vector: vector(i), payload: { n: i, name: "p" + (i % 3) } }));
  await db.upsertPoints({ ...c, points });
  await db.upsertPoints({ ...c, points: [{ id: 13570027672830659665n, vector: vector(0.5), payload: { big: 9007199254740993n } }] });
  await db.createFieldIndex({ ...c, field_name: "name", field_schema: "keyword" });
  const filter = { must: [{ key: "name", match: { value: "p1" } }] };
  const answers = [
    await db.searchPoints({ ...c, vector: vector(0.5), limit: 5, with_vector: true }),
    await db.searchPoints({ ...c, vector: vector(3), limit: 5, filter }),
    await db.countPoints({ ...c, filter }),
    await db.getPoint({ ...c, id: 13570027672830659665n }),
    await db.searchPoints({ ...c, vector: [1], limit: 1 }).catch(({ code, message }) => [code, message]),
  ];
  const { name } = await db.createSnapshot(c);
  await db.deletePoints({ ...c, filter });
  await db.recoverSnapshot({ ...c, snapshot_name: name });
  answers.push(await db.countPoints({ ...c, filter }));
  await db.close();
  return JSON.stringify(answers, (_, value) => (typeof value === "bigint" ? "bigint " + value : value));
}`;

const FILES: Readonly<Record<string, string>> = {
  "/": '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/page.js"></script><p>',
  "/use.js": USE,
  "/page.js": `import { open } from "/library.js"; import { use } from "/use.js";
    document.querySelector("p").textContent = crossOriginIsolated + " " + (await use(await open()));`,
  "/worker":
    '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/start.js"></script><p>',
  "/start.js": `new Worker("/worker.js", { type: "module" }).onmessage = ({ data }) => {
    document.querySelector("p").textContent = data;
  };`,
  "/worker.js": `import { open } from "/library.js"; import { use } from "/use.js";
    postMessage(crossOriginIsolated + " " + (await use(await open())));`,
};

describe("the library in a page", function () {
  this.timeout(120_000);
  const browser = useBrowser();
  const servers: Server[] = [];
  let expected: string;

  const serve = async (more: Readonly<Record<string, string>>): Promise<string> => {
    const server = createServer(({ url = "" }, response) => {
      const type = url.endsWith(".js") ? "text/javascript" : "text/html";
      response.writeHead(200, { "Content-Type": type, "Content-Security-Policy": POLICY, ...more });
      response.end(url === "/library.js" ? readFileSync(LIBRARY) : FILES[url]);
    });
    servers.push(server);
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  before(async () => {
    const url = `data:text/javascript,${encodeURIComponent(USE)}`;
    const { use } = (await import(url)) as { use(db: unknown): Promise<string> };
    expected = await use(await open());
  });
  after(() => {
    for (const server of servers) server.close();
  });

  for (const [name, headers] of [
    ["isolated", ISOLATED],
    ["not isolated", {}],
  ] as const) {
    for (const path of ["/", "/worker"]) {
      it(`answers what it does in Node, ${name}, ${path === "/" ? "in the page" : "in a worker"}`, async () => {
        const { page } = await browser.visit((await serve(headers)) + path);
        await page.locator("p:not(:empty)").waitFor({ state: "attached" });
        const text = await page.textContent("p");
        expect(text).to.equal(`${name === "isolated"} ${expected}`);
      });
    }
  }
});

// The library in a real browser: in pages with and without isolation from other origins, in memory and under a name.
import { expect } from "chai";
import { build } from "esbuild";
import { open } from "../../src/index.ts";
import { useBrowser } from "../support/browser.ts";
import { LIBRARY, serveLibrary } from "../support/library-pages.ts";
import { itWeekly } from "../support/weekly.ts";

const USE = `
export async function use(db) {
  const c = { collection_name: "c" };
  await db.createCollection({ ...c, vectors_config: { size: 8, distance: "Cosine" } });
  const vector = (i) => Array.from({ length: 8 }, (_, j) => Math.fround(Math.sin(i * 7.3 + j * 3.1)));
  const points = Array.from({ length: 300 }, (_, i) => ({ id: i, vector: vector(i), payload: { n: i, name: "p" + (i % 3), text: i % 5 ? "ein Garten" : "die Häuser" } }));
  await db.upsertPoints({ ...c, points });
  await db.upsertPoints({ ...c, points: [{ id: 13570027672830659665n, vector: vector(0.5), payload: { big: 9007199254740993n } }] });
  await db.createFieldIndex({ ...c, field_name: "name", field_schema: "keyword" });
  const german = { type: "text", stopwords: "german", stemmer: { type: "snowball", language: "german" } };
  await db.createFieldIndex({ ...c, field_name: "text", field_schema: german });
  const filter = { must: [{ key: "name", match: { value: "p1" } }] };
  const answers = [
    await db.searchPoints({ ...c, vector: vector(0.5), limit: 5, with_vector: true }),
    await db.searchPoints({ ...c, vector: vector(3), limit: 5, filter }),
    await db.countPoints({ ...c, filter }),
    await db.countPoints({ ...c, filter: { must: [{ key: "text", match: { text: "das Haus" } }] } }),
    await db.getPoint({ ...c, id: 13570027672830659665n }),
    await db.searchPoints({ ...c, vector: [1], limit: 1 }).catch(({ code, message }) => [code, message]),
  ];
  const t = { collection_name: "t" };
  await db.createCollection({ ...t, vectors_config: {}, sparse_vectors: { words: { modifier: "idf" } } });
  const bodies = ["The quick brown fox jumps", "die Häuser im Garten", "foxes; der Garten"];
  const document = (text, options) => ({ text, model: "qdrant/bm25", options });
  const texts = bodies.map((body, id) => ({ id, vector: { words: document(body, { language: id ? "de" : "en" }) }, payload: { body } }));
  await db.upsertPoints({ ...t, points: texts });
  await db.createFieldIndex({ ...t, field_name: "body", field_schema: { type: "text", language: "german" } });
  answers.push(
    await db.scrollPoints({ ...t, with_vector: true }),
    await db.queryPoints({ ...t, query: document("ein Garten", { language: "de" }), using: "words" }),
    await db.queryPoints({ ...t, query: { text: "ein Haus in Gärten" }, with_highlights: true }),
  );
  const { name } = await db.createSnapshot(c);
  await db.deletePoints({ ...c, filter });
  await db.recoverSnapshot({ ...c, snapshot_name: name });
  answers.push(await db.countPoints({ ...c, filter }));
  await db.close();
  return JSON.stringify(answers, (_, value) => (typeof value === "bigint" ? "bigint " + value : value));
}`;

/** Writes enough for a build in bulk, and waits for its graph. */
const BUILD = `import { open } from "/library/browser.js";
  const name = new URLSearchParams(location.search).get("name") ?? undefined;
  const db = await open({ name, threads: 1, buildThreads: 2 });
  const c = { collection_name: "c" };
  await db.createCollection({ ...c, vectors_config: { size: 256, distance: "Cosine" } });
  const vectorOf = (i) => Array.from({ length: 256 }, (_, j) => Math.sin(i * 7.3 + j * (i % 97)));
  for (let first = 0; first < 21_000; first += 1_000) {
    const points = Array.from({ length: 1_000 }, (_, i) => ({ id: first + i, vector: vectorOf(first + i) }));
    await db.upsertPoints({ ...c, points });
  }
  let indexed = 0;
  while (indexed < 21_000) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    indexed = (await db.getCollection(c)).indexed_vectors_count;
  }
  await db.close();
  document.querySelector("p").textContent = String(indexed);`;

const FILES: Record<string, string> = {
  "/use.js": USE,
  "/use-page.js": `import { open } from "/library/browser.js"; import { use } from "/use.js";
    const name = new URLSearchParams(location.search).get("name") ?? undefined;
    document.querySelector("p").textContent = crossOriginIsolated + " " + (await use(await open({ name })));`,
  "/build.js": BUILD,
  "/start.js": `new Worker("/worker.js" + location.search, { type: "module" }).onmessage = ({ data }) => {
    document.querySelector("p").textContent = data;
  };`,
  "/worker.js": `import { open } from "/library/browser.js"; import { use } from "/use.js";
    const name = new URLSearchParams(location.search).get("name") ?? undefined;
    postMessage(crossOriginIsolated + " " + (await use(await open({ name }))));`,
};

/** Bundles a program and the workers of the library, each by itself, as the README describes. */
async function bundled(): Promise<Record<string, string>> {
  const program = FILES["/use-page.js"]!.replace("/library/", LIBRARY);
  const entries = ["browser-worker", "browser-engine"].map((name) => `${LIBRARY}${name}.js`);
  const external = ["/use.js"];
  const common = { bundle: true, format: "esm", write: false, outdir: "/", external } as const;
  const results = await Promise.all([
    build({ ...common, stdin: { contents: program, resolveDir: LIBRARY } }),
    build({ ...common, entryPoints: entries, entryNames: "[name]" }),
  ]);
  expect(results.flatMap(({ warnings }) => warnings)).to.deep.equal([]);
  const files = results.flatMap(({ outputFiles }) => outputFiles);
  return Object.fromEntries(files.map(({ path, text }) => [path.replace("stdin", "use-bundle"), text]));
}

describe("the library in a page", () => {
  const browser = useBrowser();
  const pages = serveLibrary(FILES);
  let expected: string;

  before(async () => {
    const url = `data:text/javascript,${encodeURIComponent(USE)}`;
    const { use } = (await import(url)) as { use(db: unknown): Promise<string> };
    expected = await use(await open());
    expect(expected).to.include('"highlights":{"body":[[4,10],[14,20]]}');
  });

  for (const isolated of [true, false]) {
    for (const script of ["use-page", "start"]) {
      for (const name of ["", "places"]) {
        const words = [
          isolated ? "isolated" : "not isolated",
          script === "start" ? "in a worker" : "in the page",
          name ? "under a name" : "in memory",
        ];
        const test = isolated === (name !== "") && script === "start" ? it : itWeekly;
        test(`the library in a page returns the same results as in Node, ${words.join(", ")}`, async () => {
          const query = name && `?name=${name}`;
          const { page } = await browser.visit(`${await pages.urlOf(isolated)}/${script}${query}`);
          await page.locator("p:not(:empty)").waitFor({ state: "attached" });
          expect(await page.textContent("p")).to.equal(`${isolated} ${expected}`);
        });
      }
    }
  }

  for (const query of ["", "?name=built"]) {
    itWeekly(
      `the library in a page builds a graph in builder threads, ${query ? "under a name" : "in memory"}`,
      async () => {
        const before = engineScripts();
        const { page } = await browser.visit(`${await pages.urlOf(true)}/build${query}`);
        await page.locator("p:not(:empty)").waitFor({ state: "attached", timeout: 0 });
        expect(await page.textContent("p")).to.equal("21000");
        // One thread searches, one writes unless it has the files, and two build.
        expect(engineScripts() - before).to.equal(query ? 3 : 4);
      },
    );
  }

  const engineScripts = () => pages.asked.filter((path) => path === "/library/browser-engine.js").length;

  for (const query of ["", "?name=bundled"]) {
    itWeekly(
      `the library in a page works when it is bundled with a program, ${query ? "under a name" : "in memory"}`,
      async () => {
        Object.assign(FILES, await bundled());
        const { page } = await browser.visit(`${await pages.urlOf(true)}/use-bundle${query}`);
        await page.locator("p:not(:empty)").waitFor({ state: "attached" });
        expect(await page.textContent("p")).to.equal(`true ${expected}`);
        expect(pages.asked).to.include("/browser-engine.js");
      },
    );
  }
});

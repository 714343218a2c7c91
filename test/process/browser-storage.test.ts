// A database that a page keeps under a name: what was acknowledged outlives the page, however it ends, and one page at a
// time has it.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import type { BrowserContext, Page } from "playwright-core";
import { forgive, launchProfile, useBrowser, type Visit } from "../support/browser.ts";
import { serveLibrary } from "../support/library-pages.ts";

/** What pages do, in their own words. */
const TAB = `
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
function ask(page: Page, what: string, ...args: unknown[]): Promise<unknown> {
  const call = [what, args] as const;
  return page.evaluate(([name, given]) => (globalThis as unknown as { tab: Tab }).tab[name]!(...given), call);
}

describe("a database that a page keeps", function () {
  this.timeout(120_000);
  const browser = useBrowser();
  const pages = serveLibrary({ "/tab.js": TAB });

  const newTab = async (isolated = false): Promise<Visit> => {
    const visit = await browser.visit(`${await pages.urlOf(isolated)}/tab`);
    return visit;
  };
  /** Another one, before the same files. */
  const nextTab = async (page: Page): Promise<Page> => {
    const next = await page.context().newPage();
    await next.goto(page.url());
    return next;
  };

  for (const isolated of [true, false]) {
    const words = isolated ? "isolated" : "not isolated";

    it(`has everything after a reload without close, ${words}`, async () => {
      const { page } = await newTab(isolated);
      await ask(page, "open");
      await ask(page, "create");
      await ask(page, "write", 0, 500);
      const found = await ask(page, "search");
      await page.reload();
      expect(await ask(page, "open")).to.equal("open");
      expect(await ask(page, "count")).to.equal(500);
      expect(await ask(page, "search")).to.equal(found);
    });

    it(`has what a checkpoint saved and what came after it, vectors in files too, ${words}`, async () => {
      const { page } = await newTab(isolated);
      await ask(page, "open");
      await ask(page, "create", { vectors_config: { size: 8, distance: "Cosine", on_disk: true } });
      await ask(page, "write", 0, 300);
      expect(await ask(page, "call", "takeCheckpoint")).to.include({ number: 1 });
      await ask(page, "write", 200, 400);
      const found = await ask(page, "search");
      await page.reload();
      await ask(page, "open");
      expect(await ask(page, "count")).to.equal(400);
      expect(await ask(page, "search")).to.equal(found);
      await ask(page, "close");
      await ask(page, "open");
      expect(await ask(page, "search")).to.equal(found);
    });
  }

  it("has all that was acknowledged when the page is closed in the middle of writing", async () => {
    const { page } = await newTab();
    await ask(page, "open");
    await ask(page, "create");
    await ask(page, "writeOn", 20);
    const next = await page.context().newPage();
    const url = page.url();
    await page.close();
    await next.goto(url);
    expect(await ask(next, "open")).to.equal("open");
    const ids = (await ask(next, "ids")) as number[];
    const acknowledged = Number(await ask(next, "acknowledged"));
    expect(acknowledged).to.be.above(40);
    expect(ids.length).to.be.at.least(acknowledged);
    expect(ids).to.deep.equal(ids.map((_, i) => i));
  });

  it("is refused to a second page until the first has closed it, and removed by nobody meanwhile", async () => {
    const { page } = await newTab();
    await ask(page, "open");
    await ask(page, "create");
    const second = await nextTab(page);
    const refusal = [
      "START_REFUSED",
      "database places is open in another page or worker of this origin; close it there, or give this one another name",
    ];
    expect(await ask(second, "open")).to.deep.equal(refusal);
    expect(await ask(second, "remove")).to.deep.equal(refusal);
    expect(await ask(second, "open", { name: "others" })).to.equal("open");
    await ask(page, "close");
    expect(await ask(second, "open")).to.equal("open");
    expect(await ask(second, "call", "listCollections")).to.deep.equal({ collections: [{ name: "c" }] });
  });

  it("is gone when it was removed", async () => {
    const { page } = await newTab();
    await ask(page, "open");
    await ask(page, "create");
    await ask(page, "close");
    expect(await ask(page, "remove")).to.equal("removed");
    expect(await ask(page, "remove")).to.equal("removed");
    await ask(page, "open");
    expect(await ask(page, "call", "listCollections")).to.deep.equal({ collections: [] });
  });

  it("answers errors with codes, aborts and files as it does without a name", async () => {
    const { page } = await newTab();
    await ask(page, "open");
    await ask(page, "create");
    await ask(page, "write", 0, 10);
    const wrong = { collection_name: "c", vector: [1], limit: 1 };
    expect(await ask(page, "call", "searchPoints", wrong)).to.deep.equal([
      "INVALID_ARGUMENT",
      "Dimension mismatch for vector '': expected 8, got 1",
    ]);
    expect(await ask(page, "call", "getCollection", { collection_name: "d" })).to.deep.equal([
      "NOT_FOUND",
      "Collection not found: d",
    ]);
    expect((await ask(page, "uncloneable")) as string[]).to.include("INVALID_ARGUMENT");
    expect(await ask(page, "aborted")).to.deep.equal(["Error", "enough"]);
    expect(await ask(page, "download")).to.deep.equal([true, true]);
    await ask(page, "close");
    expect(await ask(page, "call", "listCollections")).to.deep.equal(["CLOSED", "the database is closed"]);
  });

  it("refuses options that cannot be had here", async () => {
    const { page } = await newTab();
    for (const [options, message] of [
      [{ threads: 2 }, "threads: 2 cannot share memory in a page that is not isolated from other origins;"],
      [{ threads: -1 }, "threads: expected an integer from 0 to 64, got -1"],
      [
        { name: "../x" },
        'name: expected 1 to 100 letters, digits, "_", "-" and ".", not "." first, got "../x"',
      ],
      [{ memoryLimit: 0 }, "memoryLimit: expected bytes, got 0"],
    ] as const) {
      const [code, text] = (await ask(page, "open", options)) as [string, string];
      expect(code).to.equal("INVALID_ARGUMENT");
      expect(text).to.contain(message);
    }
  });

  for (const name of [undefined, "places"]) {
    const words = name ? "under a name" : "in memory";

    it(`searches in threads where the page is isolated, and says why not where it is not, ${words}`, async () => {
      const started = () => pages.asked.filter((path) => path === "/library/browser-engine.js").length;
      const before = started();
      const { page } = await newTab(true);
      await ask(page, "open", { name, threads: 2 });
      await ask(page, "create");
      await ask(page, "write", 0, 10);
      await ask(page, "search");
      // Under a name the worker that has the files writes.
      expect(started() - before).to.equal(name ? 2 : 3);
      expect(await ask(page, "call", "getServerInfo")).not.to.have.property("warnings");
      const other = (await newTab(false)).page;
      await ask(other, "open", { name });
      expect(started() - before).to.equal(name ? 2 : 3);
      const { warnings } = (await ask(other, "call", "getServerInfo")) as { warnings: string[] };
      expect(warnings).to.have.length(1);
      expect(warnings[0]).to.match(/^One thread does everything: this page is not isolated/);
    });
  }

  for (const [file, isolated, name] of [
    ["browser-worker.js", false, "places"],
    ["browser-engine.js", true, undefined],
  ] as const) {
    it(`says what to do when ${file} is not served`, async () => {
      const { page, complaints } = await newTab(isolated);
      await page.route(`**/${file}`, (route) => route.abort());
      const [code, text] = (await ask(page, "open", { name })) as [string, string];
      expect(code).to.equal("START_REFUSED");
      expect(text).to.match(
        new RegExp(`^the worker ${file} could not be started: .*Serve it, and the files`),
      );
      forgive(complaints, /net::ERR_FAILED/);
    });
  }

  it("keeps its page from being frozen with the files, until it is closed", async () => {
    const { page } = await newTab();
    const held = () =>
      page.evaluate(async () => (await navigator.locks.query()).held?.map(({ name }) => name));
    await ask(page, "open");
    expect(await held()).to.deep.equal(["azimuth-db/places"]);
    await ask(page, "close");
    expect(await held()).to.deep.equal([]);
  });

  it("loads neither the operations nor the engine into a page that keeps its data under a name", async () => {
    const { page } = await newTab();
    const loaded = new Set<string>();
    page.on("request", (request) => loaded.add(new URL(request.url()).pathname));
    await page.reload();
    const sizes = [...loaded]
      .filter((path) => path.startsWith("/library/"))
      .map(
        (path) =>
          readFileSync(new URL(`../../dist/lib/${path.slice("/library/".length)}`, import.meta.url)).length,
      );
    expect(sizes.reduce((sum, size) => sum + size, 0)).to.be.below(64 * 1024);
  });
});

describe("a database that a page keeps on a disk", function () {
  this.timeout(120_000);
  const pages = serveLibrary({ "/tab.js": TAB });
  const profile = mkdtempSync(join(tmpdir(), "azimuth-profile-"));
  let context: BrowserContext;
  let page: Page;

  const launch = async () => {
    context = await launchProfile(profile);
    page = await context.newPage();
    await page.goto(`${await pages.urlOf(true)}/tab`);
  };
  before(launch);
  after(async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  });

  it("refuses writes when the origin has no more room, deletes all the same, and goes on when there is some", async () => {
    await ask(page, "open");
    await ask(page, "create");
    await ask(page, "write", 0, 5000);
    const devtools = await context.newCDPSession(page);
    const { origin } = new URL(page.url());
    await devtools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1 });
    const write = (to: number) => ask(page, "write", 5000, to).then(String, (error: Error) => error.message);
    let answer = "";
    for (let i = 0; i < 50 && !answer.includes("no space left on device"); i++) answer = await write(10_000);
    expect(answer).to.contain("no space left on device");
    const points = [1, 2, 3];
    expect(await ask(page, "call", "deletePoints", { collection_name: "c", points })).to.include({
      status: "Completed",
    });
    await devtools.send("Storage.overrideQuotaForOrigin", { origin });
    // It looks once a second.
    while (answer.includes("no space")) answer = await write(5001);
    expect(await write(10_000)).not.to.contain("no space");
    expect(await ask(page, "count")).to.equal(9997);
  });

  it("has everything when the whole browser has crashed", async () => {
    const devtools = await context.newCDPSession(page);
    const closed = new Promise((resolve) => context.on("close", resolve));
    await devtools.send("Browser.crash").catch(() => {});
    await closed;
    await launch();
    expect(await ask(page, "open")).to.equal("open");
    expect(await ask(page, "count")).to.equal(9997);
  });
});

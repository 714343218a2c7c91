// A database with a name in the storage of a page. The decision: acknowledged writes outlive the page however it ends,
// and one page at a time has the database open.
import { readFileSync } from "node:fs";
import { expect } from "chai";
import type { Page } from "playwright-core";
import { forgive, useBrowser, type Visit } from "../support/browser.ts";
import { serveLibrary } from "../support/library-pages.ts";
import { ask, TAB } from "../support/storing-page.ts";
import { itWeekly } from "../support/weekly.ts";

describe("a database in a page's storage", () => {
  const browser = useBrowser();
  const pages = serveLibrary({ "/tab.js": TAB });

  const newTab = async (isolated = false): Promise<Visit> => {
    const visit = await browser.visit(`${await pages.urlOf(isolated)}/tab`);
    return visit;
  };
  /** Opens another page of the same origin. */
  const nextTab = async (page: Page): Promise<Page> => {
    const next = await page.context().newPage();
    await next.goto(page.url());
    return next;
  };

  for (const isolated of [true, false]) {
    const words = isolated ? "isolated" : "not isolated";
    const test = isolated ? it : itWeekly;

    test(`a database in a page's storage keeps everything after a reload without close, ${words}`, async () => {
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

    test(`a database in a page's storage restores a checkpoint and the log behind it, with vectors in files, ${words}`, async () => {
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

  it("a database in a page's storage answers the recall that a search asks for", async () => {
    const { page } = await newTab();
    await ask(page, "open");
    await ask(page, "create");
    await ask(page, "write", 0, 20);
    expect(await ask(page, "recall")).to.deep.equal({ asked: 0.9, expected: 1, ef: null });
  });

  itWeekly(
    "a database in a page's storage keeps acknowledged writes when the page is closed during a write",
    async () => {
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
    },
  );

  itWeekly(
    "a database in a page's storage cannot be opened or removed by a second page until the first has closed it",
    async () => {
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
    },
  );

  itWeekly(
    "a database in a page's storage has no points when it is opened after it was removed",
    async () => {
      const { page } = await newTab();
      await ask(page, "open");
      await ask(page, "create");
      await ask(page, "close");
      expect(await ask(page, "remove")).to.equal("removed");
      expect(await ask(page, "remove")).to.equal("removed");
      await ask(page, "open");
      expect(await ask(page, "call", "listCollections")).to.deep.equal({ collections: [] });
    },
  );

  itWeekly(
    "a database in a page's storage returns errors with codes, aborts requests, and exports files like one without a name",
    async () => {
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
    },
  );

  it("a database in a page's storage refuses options that a page does not support", async () => {
    const { page } = await newTab();
    for (const [options, message] of [
      [{ threads: 2 }, "threads: 2 cannot share memory in a page that is not isolated from other origins;"],
      [{ threads: -1 }, "threads: expected an integer from 0 to 62, got -1"],
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

    itWeekly(
      `a database in a page's storage searches in threads if the page is isolated, and reports why not otherwise, ${words}`,
      async () => {
        const started = () => pages.asked.filter((path) => path === "/library/browser-engine.js").length;
        const before = started();
        const { page } = await newTab(true);
        await ask(page, "open", { name, threads: 2 });
        await ask(page, "create");
        await ask(page, "write", 0, 10);
        await ask(page, "search");
        // With a name, the worker that owns the files also writes.
        expect(started() - before).to.equal(name ? 2 : 3);
        expect(await ask(page, "call", "getServerInfo")).not.to.have.property("warnings");
        const other = (await newTab(false)).page;
        await ask(other, "open", { name });
        expect(started() - before).to.equal(name ? 2 : 3);
        const { warnings } = (await ask(other, "call", "getServerInfo")) as { warnings: string[] };
        expect(warnings).to.have.length(1);
        expect(warnings[0]).to.match(/^One thread does everything: this page is not isolated/);
      },
    );
  }

  for (const [file, isolated, name] of [
    ["browser-worker.js", false, "places"],
    ["browser-engine.js", true, undefined],
  ] as const) {
    it(`a database in a page's storage fails with an error that says what to do when ${file} is not served`, async () => {
      const { page, complaints } = await newTab(isolated);
      await page.route(`**/${file}`, (route) => route.abort());
      const [code, text] = (await ask(page, "open", { name })) as [string, string];
      expect(code).to.equal("START_REFUSED");
      expect(text).to.match(
        new RegExp(`^the worker ${file} could not be started: .*Serve it, and the files.*optimizeDeps`),
      );
      forgive(complaints, /net::ERR_FAILED/);
    });
  }

  itWeekly(
    "a database in a page's storage prevents the browser from freezing its page while it is open",
    async () => {
      const { page } = await newTab();
      const held = () =>
        page.evaluate(async () => (await navigator.locks.query()).held?.map(({ name }) => name));
      await ask(page, "open");
      expect(await held()).to.deep.equal(["azimuth-db/places"]);
      await ask(page, "close");
      expect(await held()).to.deep.equal([]);
    },
  );

  it("a database in a page's storage loads neither the operations nor the engine in the main thread of the page", async () => {
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

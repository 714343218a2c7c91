// A database in a browser whose profile is on a disk: the quota of the origin ends, and the browser crashes.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import type { BrowserContext, Page } from "playwright-core";
import { launchProfile } from "../support/browser.ts";
import { serveLibrary } from "../support/library-pages.ts";
import { ask, TAB } from "../support/storing-page.ts";

describe("a database in a page's storage on disk", () => {
  const pages = serveLibrary({ "/tab.js": TAB });
  let profile: string;
  let context: BrowserContext;
  let page: Page;

  const launch = async () => {
    context = await launchProfile(profile);
    page = await context.newPage();
    await page.goto(`${await pages.urlOf(true)}/tab`);
  };
  beforeEach(async () => {
    profile = mkdtempSync(join(tmpdir(), "azimuth-profile-"));
    await launch();
  });
  afterEach(async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  });

  it("a database in a page's storage on disk refuses writes when the storage of the origin is full, deletes, and writes again when there is space", async () => {
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
    // The database checks the free space once a second.
    while (answer.includes("no space")) answer = await write(5001);
    expect(await write(10_000)).not.to.contain("no space");
    expect(await ask(page, "count")).to.equal(9997);
  });

  it("a database in a page's storage on disk has every acknowledged write after the whole browser has crashed", async () => {
    await ask(page, "open");
    await ask(page, "create");
    await ask(page, "write", 0, 5000);
    const devtools = await context.newCDPSession(page);
    const closed = new Promise((resolve) => context.on("close", resolve));
    await devtools.send("Browser.crash").catch(() => {});
    await closed;
    await launch();
    expect(await ask(page, "open")).to.equal("open");
    expect(await ask(page, "count")).to.equal(5000);
  });
});

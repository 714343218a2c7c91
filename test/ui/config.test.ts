// The configuration of a collection in the console: values are shown and changed; aliases and snapshots are created and
// deleted.
import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { expectAccessible } from "../support/accessible.ts";
import { forgive, startConsole, useBrowser } from "../support/browser.ts";
import type { TestServer } from "../support/rest.ts";
import { itWeekly } from "../support/weekly.ts";

describe("the configuration screen of a collection", () => {
  const browser = useBrowser();
  let server: TestServer;

  beforeEach(async () => {
    server = await startConsole({ extendedApi: true, checkpoints: true });
    const metadata = { owner: "Ann", big: 1 };
    await server.call("PUT", "/collections/c", { vectors: { size: 2, distance: "Dot" }, metadata });
    await server.call("PUT", "/collections/c/points?wait=true", { points: [{ id: 1, vector: [1, 2] }] });
  });
  afterEach(() => server.close());

  async function open(options = {}) {
    const visit = await browser.visit(`${server.uiUrl}/#/collections/c/config`, options);
    await visit.page.getByRole("heading", { name: "Configuration" }).waitFor();
    return visit;
  }

  async function config() {
    return (await server.call("GET", "/collections/c")).body.result.config;
  }

  it("the configuration screen shows a table of values, their meanings, and which can be changed", async () => {
    const { page } = await open();
    const row = (name: string) =>
      page.getByRole("row").filter({ has: page.getByText(name, { exact: true }) });
    expect(await row("ef_construct").innerText()).to.match(/Candidates considered for each link.*yes/s);
    expect(await row("distance").innerText()).to.match(/Dot.*no/s);
  });

  it("the configuration screen shows no setting without an effect, and warns of one that was set", async () => {
    await server.call("PUT", "/collections/d", {
      vectors: { size: 2, distance: "Dot", datatype: "float16" },
      wal_config: { wal_capacity_mb: 64 },
    });
    const { page } = await browser.visit(`${server.uiUrl}/#/collections/d/config`);
    await page.getByText("wal_config has no effect").waitFor();
    await page.getByText("datatype").first().waitFor();
    const names = await page.getByRole("table").first().locator("td:first-child").allInnerTexts();
    expect(names).to.include.members(["size", "m", "deleted_threshold"]);
    for (const name of ["wal_capacity_mb", "datatype", "flush_interval_sec", "on_disk_payload", "payload_m"])
      expect(names).not.to.include(name);
    expect(await page.getByRole("table").first().innerText()).not.to.match(/no effect/);
  });

  it("the configuration screen adds a vector to a collection, and removes it once that is confirmed", async () => {
    const { page } = await open();
    await page.getByLabel("New vector").fill("words");
    await page.getByRole("button", { name: "Add vector" }).click();
    await page.getByRole("button", { name: "Remove vector words" }).click();
    expect((await config()).params.sparse_vectors).to.deep.equal({ words: { modifier: "idf" } });
    await page.getByText("removed from all 1 points").waitFor();
    await page.getByRole("button", { name: "Remove vector", exact: true }).click();
    await page.getByText("Removed vector words").waitFor();
    expect((await config()).params).to.not.have.property("sparse_vectors");
  });

  it("the configuration screen changes only the edited values, by keyboard", async () => {
    const { page } = await open();
    const before = await config();
    await page.getByRole("button", { name: "Change config" }).press("Enter");
    await page.getByLabel("Search effort").fill("77");
    await page.getByLabel("Metadata").fill('{"owner":"Bob"}');
    await page.getByLabel("Search effort").press("Enter");
    await page.getByText("Configuration of c changed").waitFor();
    await page.getByRole("cell", { name: "77", exact: true }).waitFor();
    expect(await config()).to.deep.equal({
      ...before,
      hnsw_config: { ...before.hnsw_config, ef_search: 77 },
      metadata: { owner: "Bob" },
    });
  });

  itWeekly("the configuration screen shows the error of the server at its field", async () => {
    const { page, complaints } = await open();
    await page.getByRole("button", { name: "Change config" }).click();
    await page.getByLabel("Links per node").fill("1");
    await page.getByRole("dialog").getByRole("button", { name: "Change config" }).click();
    await page.getByRole("dialog").getByRole("alert").filter({ hasText: "hnsw_config.m" }).waitFor();
    forgive(complaints, /status of 4/);
  });

  itWeekly("the configuration screen creates and deletes aliases", async () => {
    const { page } = await open();
    await page.getByLabel("New alias").fill("other");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Remove alias other" }).click();
    await page.getByText("No aliases").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Remove alias other" }).waitFor();
    expect((await server.call("GET", "/collections/other")).status).to.equal(200);
  });

  itWeekly("the configuration screen creates, downloads, restores and deletes a snapshot", async () => {
    const { page } = await open();
    await page.getByRole("button", { name: "Create snapshot" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: /^Download / }).click(),
    ]);
    expect((await readFile(await download.path())).length).to.be.greaterThan(100);
    await server.call("POST", "/collections/c/points/delete?wait=true", { points: [1] });
    await page.getByRole("button", { name: /^Restore / }).click();
    await page.getByRole("button", { name: "Restore snapshot" }).click();
    await page.getByText(/^c restored from/).waitFor();
    expect((await server.call("POST", "/collections/c/points/count", {})).body.result.count).to.equal(1);
    await page.getByRole("button", { name: /^Delete / }).click();
    await page.getByRole("button", { name: "Delete snapshot" }).click();
    await page.getByText("No snapshots").waitFor();
  });

  itWeekly("the configuration screen is accessible at 360 pixels, where its table scrolls", async () => {
    const { page } = await open({ viewport: { width: 360, height: 740 } });
    await expectAccessible(page);
  });

  itWeekly("the configuration screen is accessible, light and dark", async () => {
    const { page } = await open();
    await page.getByRole("button", { name: "Create snapshot" }).click();
    await page.getByRole("button", { name: /^Download / }).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Change config" }).click();
    await expectAccessible(page);
  });
});

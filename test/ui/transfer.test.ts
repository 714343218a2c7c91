// Imports of files into a collection and exports of its points, in the console.
import { readFile } from "node:fs/promises";
import { expect } from "chai";
import type { Page } from "playwright-core";
import { npyPrefix } from "../../src/shared/npy.ts";
import { expectAccessible } from "../support/accessible.ts";
import { forgive, startConsole, useBrowser } from "../support/browser.ts";
import type { TestServer } from "../support/rest.ts";
import { itWeekly } from "../support/weekly.ts";

const LARGE = "18446744073709551615";

describe("the import and export screen", () => {
  const browser = useBrowser();
  let server: TestServer;

  beforeEach(async () => {
    server = await startConsole();
    await server.call("PUT", "/collections/c", { vectors: { size: 2, distance: "Dot" } });
  });
  afterEach(() => server.close());

  async function open(options = {}) {
    const visit = await browser.visit(`${server.uiUrl}/#/collections/c/transfer`, options);
    await visit.page.getByRole("heading", { name: "Import", exact: true }).waitFor();
    return visit;
  }

  async function choose(page: Page, name: string, content: string | Uint8Array): Promise<void> {
    const buffer = Buffer.from(content);
    await page.getByLabel("Choose a file").setInputFiles({ name, mimeType: "text/plain", buffer });
  }

  async function stored(): Promise<string> {
    return (await server.call("POST", "/collections/c/points/scroll", { with_vector: true })).text;
  }

  it("the import and export screen imports its own exports, with exact ids above 2^53", async () => {
    const points = `[{"id":7,"vector":[0.5,1.5],"payload":{"big":9007199254740993,"text":"a\\nb"}},{"id":${LARGE},"vector":[1,2]}]`;
    await server.call("PUT", "/collections/c/points?wait=true", `{"points":${points}}`);
    const { page } = await open();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export 2 points" }).click(),
    ]);
    expect(download.suggestedFilename()).to.equal("c.jsonl");
    const file = await readFile(await download.path(), "utf8");
    const before = /"points":(.*\])/.exec(await stored())?.[1];
    await server.call("POST", "/collections/c/points/delete?wait=true", { filter: {} });
    await choose(page, "c.jsonl", file);
    await page.getByRole("button", { name: "Import into c" }).click();
    await page.getByText("2 points imported").waitFor();
    expect(/"points":(.*\])/.exec(await stored())?.[1]).to.equal(before);
  });

  it("the import and export screen maps the columns of a CSV file, rejects rows with reasons, and removes new points with Undo", async () => {
    const { page } = await open();
    await choose(
      page,
      "c.csv",
      `id,v0,v1,city\n${LARGE},1,2,Oslo\nx,1,2,Lima\n3,1,,Cairo\n4,5,6,"New, York"\n`,
    );
    await page.getByText("Row 3 would be rejected: id: x is not an id").waitFor();
    await page.getByLabel("city is").selectOption("text");
    await page.getByRole("button", { name: "Import into c" }).click();
    await page.getByText("2 points imported, 2 rows rejected").waitFor();
    await page.getByText("1 of 2 dimensions").waitFor();
    const text = await stored();
    expect(text).to.include(`"id":${LARGE}`).and.include('{"city":"New, York"}');
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download all 2" }).click(),
    ]);
    expect(await readFile(await download.path(), "utf8")).to.include(
      '"line":3,"reason":"id: x is not an id"',
    );
    await page.getByRole("button", { name: "Undo: delete the 2 new points" }).click();
    await page.getByText("2 imported points deleted").waitFor();
    expect(await stored()).to.include('"points":[]');
  });

  itWeekly("an import skips rows whose id exists, unless another choice is made", async () => {
    const points = [{ id: 1, vector: [9, 9], payload: { city: "Bergen" } }];
    await server.call("PUT", "/collections/c/points?wait=true", { points });
    const { page } = await open();
    await choose(page, "c.jsonl", '{"id":1,"vector":[1,2],"city":"Oslo"}\n{"id":2,"vector":[1,2]}');
    await page.getByText("1 of 2 ids exist").waitFor();
    await page.getByRole("button", { name: "Import into c" }).click();
    await page.getByText("1 point imported, 1 row skipped because the id exists").waitFor();
    expect(await stored())
      .to.include("Bergen")
      .and.not.include("Oslo");
  });

  itWeekly("an import that replaces points restores them when it is undone", async () => {
    const points = [{ id: 1, vector: [9, 9], payload: { city: "Bergen" } }];
    await server.call("PUT", "/collections/c/points?wait=true", { points });
    const before = /"points":(.*\])/.exec(await stored())?.[1];
    const { page } = await open();
    await choose(page, "c.jsonl", '{"id":1,"vector":[1,2],"city":"Oslo"}\n{"id":2,"vector":[1,2]}');
    await page.getByRole("radio", { name: "Replace" }).check();
    await page.getByRole("button", { name: "Import into c" }).click();
    await page.getByText("2 points imported, 1 of them replaced").waitFor();
    expect(await stored())
      .to.include("Oslo")
      .and.not.include("Bergen");
    await page
      .getByRole("button", { name: "Undo: delete the 1 new point, put back the 1 replaced point" })
      .click();
    await page.getByText("1 imported point deleted, 1 put back as before").waitFor();
    expect(/"points":(.*\])/.exec(await stored())?.[1]).to.equal(before);
  });

  itWeekly("the import and export screen imports rows whose id exists under new ids on request", async () => {
    await server.call("PUT", "/collections/c/points?wait=true", { points: [{ id: 1, vector: [9, 9] }] });
    const { page } = await open();
    await choose(page, "c.jsonl", '{"id":1,"vector":[1,2],"city":"Oslo"}\n{"id":2,"vector":[1,2]}');
    await page.getByRole("radio", { name: "New ids" }).check();
    await page.getByRole("button", { name: "Import into c" }).click();
    await page.getByText("2 points imported").waitFor();
    expect(await stored()).to.match(/"id":"[0-9a-f]{8}-[0-9a-f]{4}-4[^"]+","payload":\{"city":"Oslo"\}/);
    expect(await stored()).to.include('"vector":[9,9]');
  });

  itWeekly("an import generates ids above the largest one, which replace nothing", async () => {
    const uuid = "550e8400-e29b-41d4-a716-446655440000";
    for (const [largest, first] of [
      [1_700, "1701"],
      ["9007199254740993", "9007199254740994"],
    ]) {
      const points = `[{"id":3,"vector":[9,9]},{"id":${largest},"vector":[9,9]},{"id":"${uuid}","vector":[9,9]}]`;
      await server.call("PUT", "/collections/c/points?wait=true", `{"points":${points}}`);
      const { page } = await open();
      await choose(page, "c.csv", "v0,v1\n1,2\n3,4\n");
      await page.getByLabel("First id").waitFor();
      expect(await page.getByLabel("First id").inputValue()).to.equal(first);
      await page.close();
    }
  });

  itWeekly("the import and export screen generates UUIDs when the largest possible id exists", async () => {
    await server.call(
      "PUT",
      "/collections/c/points?wait=true",
      `{"points":[{"id":${LARGE},"vector":[9,9]}]}`,
    );
    const { page } = await open();
    await choose(page, "c.csv", "v0,v1\n1,2\n3,4\n");
    expect(await page.getByLabel("New ids").inputValue()).to.equal("uuid");
    await page.getByRole("button", { name: "Import into c" }).click();
    await page.getByText("2 points imported").waitFor();
    expect(await stored())
      .to.include('"vector":[9,9]')
      .and.include('"vector":[3,4]');
  });

  itWeekly("an import continues when its tab is left, and shows Undo on return", async () => {
    const { page } = await open();
    const rows = Array.from({ length: 600 }, (_, i) => `{"id":${i + 1},"vector":[1,2]}`).join("\n");
    await choose(page, "big.jsonl", rows);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/points?wait=true", async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole("button", { name: "Import into c" }).click();
    await page.getByRole("link", { name: "Points", exact: true }).click();
    const link = page.getByRole("link", { name: /^Importing big.jsonl/ });
    await link.waitFor();
    await page.getByRole("link", { name: "License" }).click();
    await page.getByRole("heading", { name: "License" }).waitFor();
    const asked = page.waitForEvent("dialog");
    await page.evaluate("setTimeout(() => location.reload())");
    const dialog = await asked;
    expect(dialog.type()).to.equal("beforeunload");
    await dialog.dismiss();
    await link.click();
    await page.getByText("0 points written").waitFor();
    await page.getByRole("link", { name: "Points", exact: true }).click();
    release();
    await page.getByText("600 points of big.jsonl imported into c").waitFor();
    await link.waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Import & export" }).click();
    await page.getByText("600 points imported").first().waitFor();
    await page.getByRole("button", { name: "Undo: delete the 600 new points" }).click();
    await page.getByText("600 imported points deleted").waitFor();
    expect(await stored()).to.include('"points":[]');
  });

  itWeekly("an import has no Undo when its collection was created again", async () => {
    const { page } = await open();
    await choose(page, "c.jsonl", '{"id":1,"vector":[1,2]}');
    await page.getByRole("button", { name: "Import into c" }).click();
    await page.getByRole("button", { name: /^Undo: delete/ }).waitFor();
    await page.goto(`${server.uiUrl}/#/collections`);
    await page.getByRole("button", { name: "Delete c", exact: true }).click();
    await page.getByText("Deleted c").waitFor();
    await server.call("PUT", "/collections/c", { vectors: { size: 2, distance: "Dot" } });
    await page.goto(`${server.uiUrl}/#/collections/c/transfer`);
    await page.getByRole("heading", { name: "Import", exact: true }).waitFor();
    expect(await page.getByRole("button", { name: /^Undo: delete/ }).count()).to.equal(0);
  });

  itWeekly("the import and export screen generates ids for the rows of an npy file", async () => {
    const values = new Uint8Array(Float32Array.of(1, 2, 3, 4).buffer);
    const { page } = await open();
    await choose(page, "c.npy", Buffer.concat([npyPrefix(2, 2), values]));
    await page.getByLabel("First id").fill("9007199254740993");
    await page.getByRole("button", { name: "Import into c" }).click();
    await page.getByText("2 points imported").waitFor();
    expect(await stored())
      .to.include('"id":9007199254740994')
      .and.include('"vector":[3,4]');
  });

  itWeekly("an import writes the rows that the server accepts, and lists the others", async () => {
    const { page, complaints } = await open();
    const long = "x".repeat(1_100_000);
    await choose(
      page,
      "c.jsonl",
      `{"id":1,"vector":[1,2]}\n{"id":2,"vector":[1,2],"t":"${long}"}\n{"id":3,"vector":[1,2]}`,
    );
    await page.getByRole("button", { name: "Import into c" }).click();
    await page.getByText("2 points imported, 1 row rejected").waitFor();
    forgive(complaints, /status of 4/);
  });

  itWeekly("an import stops when the server is unreachable, and continues at the same row", async () => {
    const { page, complaints } = await open();
    await choose(page, "c.jsonl", '{"id":1,"vector":[1,2]}');
    await page.route("**/points?wait=true", (route) => route.abort());
    await page.getByRole("button", { name: "Import into c" }).click();
    await page.getByText("Stopped after 0 points").waitFor();
    await page.unroute("**/points?wait=true");
    await page.getByRole("button", { name: "Resume" }).press("Enter");
    await page.getByText("1 point imported").waitFor();
    forgive(complaints, /ERR_FAILED/);
  });

  itWeekly("an import writes no row twice after an outage during a refused batch", async () => {
    const { page, complaints } = await open();
    const deep = "[".repeat(70) + "]".repeat(70);
    await choose(
      page,
      "c.jsonl",
      `{"id":1,"vector":[1,2]}\n{"id":2,"vector":[1,2],"t":${deep}}\n{"id":3,"vector":[1,2]}`,
    );
    // The requests have rows 1 to 3, row 1, rows 2 and 3, row 2, and row 3; the last one does not arrive.
    let writes = 0;
    await page.route("**/points?wait=true", (route) => (++writes === 5 ? route.abort() : route.continue()));
    await page.getByRole("button", { name: "Import into c" }).click();
    await page.getByText("Stopped after 1 point").waitFor();
    await page.getByRole("button", { name: "Resume" }).press("Enter");
    await page.getByText("2 points imported, 1 row rejected").waitFor();
    expect(writes).to.equal(6);
    forgive(complaints, /status of 4|ERR_FAILED/);
  });

  it("the import and export screen exports the points of a filter as CSV", async () => {
    const points = [
      { id: 1, vector: [1, 2], payload: { city: 'a "b", c', n: 1 } },
      { id: 2, vector: [3, 4], payload: { city: "Oslo", deep: { x: 1 } } },
    ];
    await server.call("PUT", "/collections/c/points?wait=true", { points });
    const { page } = await open();
    await page.getByLabel("Filter as JSON").fill('{"must":[{"key":"n","match":{"value":1}}]}');
    await page.getByLabel("Format").selectOption("csv");
    const [csv] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export 1 point" }).click(),
    ]);
    const text = await readFile(await csv.path(), "utf8");
    expect(text).to.equal('id,vector,city,n\r\n1,"[1,2]","a ""b"", c",1\r\n');
  });

  itWeekly("the import and export screen is accessible, light and dark", async () => {
    const { page } = await open();
    await choose(page, "c.csv", "id,v0,v1,city\nx,1,2,Oslo\n4,5,6,Lima\n");
    await page.getByText("Row 2 would be rejected").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Import into c" }).click();
    await page.getByText("1 point imported").waitFor();
    await expectAccessible(page);
  });
});

// The graph of a vector index and the steps of a search, in a real browser with a real server.
import { expect } from "chai";
import type { Page } from "playwright-core";
import { expectAccessible } from "../support/accessible.ts";
import { startConsole, useBrowser } from "../support/browser.ts";
import { seededRandom } from "../support/random.ts";
import type { TestServer } from "../support/rest.ts";
import { itWeekly } from "../support/weekly.ts";

const COUNT = 600;
const SIZE = 16;
const FIRST_ID = 9_007_199_254_740_993n;

/** Creates a collection with ids above 2^53 and a graph. */
async function fill(server: TestServer): Promise<void> {
  const random = seededRandom(3);
  const vectors = { size: SIZE, distance: "Euclid" };
  await server.call("PUT", "/collections/g", { vectors, hnsw_config: { full_scan_threshold: 10, m: 8 } });
  const points = Array.from({ length: COUNT }, (_, i) => {
    const vector = Array.from({ length: SIZE }, random);
    return `{"id":${FIRST_ID + BigInt(i)},"vector":${JSON.stringify(vector)},"payload":{"title":"Title ${i}"}}`;
  });
  const { status } = await server.call(
    "PUT",
    "/collections/g/points?wait=true",
    `{"points":[${points.join()}]}`,
    {
      "content-type": "application/json",
    },
  );
  expect(status).to.equal(200);
  for (const { vectors } of server.database.collection("g").segments.all) await vectors.indexed();
}

describe("the graph explorer", () => {
  const browser = useBrowser();
  let server: TestServer;
  before(async () => {
    server = await startConsole();
    await fill(server);
  });
  after(() => server.close());

  const open = async (query = `?point=${FIRST_ID}`, options = {}): Promise<Page> => {
    const { page } = await browser.visit(`${server.uiUrl}/#/collections/g/graph${query}`, {
      reducedMotion: "reduce",
      ...options,
    });
    return page;
  };
  const list = (page: Page) => page.getByRole("region", { name: "Neighbours" });
  const trace = async (page: Page, query: string): Promise<void> => {
    await page.getByRole("radio", { name: "Query trace" }).check({ force: true });
    await page.getByRole("textbox", { name: "Query" }).fill(query);
    await page.keyboard.press("Enter");
    await page.waitForURL(new RegExp(`query=${query}`));
    await page.getByRole("heading", { name: /^Step 1 of/ }).waitFor();
  };
  /** The heading of a point, which is its title and its id. */
  const around = (page: Page, title: string) =>
    page.getByRole("heading", { name: new RegExp(`^${title} 9007199254\\d+$`) }).waitFor();

  it("the graph explorer shows the links of a point, and moves to a point that is clicked", async () => {
    const page = await open();
    await around(page, "Title 0");
    const first = list(page).getByRole("button").first();
    await first.getByText("Title").waitFor();
    const next = await first.innerText();
    await list(page).getByRole("button").first().focus();
    await page.keyboard.press("Enter");
    await around(page, next);
    expect(page.url()).to.contain(`point=${FIRST_ID + BigInt(next.replace("Title ", ""))}`);
    await page.goBack();
    await around(page, "Title 0");
  });

  itWeekly(
    "the graph explorer shows the label of the node under the pointer, and moves to it by a click",
    async () => {
      const page = await open(`?point=${FIRST_ID}`);
      const node = page.locator(".graph-node.hop-1").first();
      await node.hover();
      const card = page.locator(".graph-card");
      const id = BigInt(await card.locator(".thing-id").innerText());
      await card.getByText(`Title ${id - FIRST_ID}`).waitFor();
      await node.click();
      await around(page, `Title ${id - FIRST_ID}`);
    },
  );

  itWeekly("the graph explorer begins at a random point", async () => {
    const page = await open("");
    await around(page, "Title \\d+");
  });

  itWeekly("the graph explorer shows that a point is missing", async () => {
    const { page, complaints } = await browser.visit(`${server.uiUrl}/#/collections/g/graph?point=5`);
    await page.getByText("Point not found: 5").waitFor();
    complaints.splice(0);
  });

  it("the graph explorer plays the steps of a search, one by one and to the end", async () => {
    const page = await open();
    await trace(page, String(FIRST_ID + 7n));
    await page.getByRole("button", { name: "Step forward" }).click();
    await page.getByRole("heading", { name: /^Step 2 of/ }).waitFor();
    await page.keyboard.press("ArrowLeft");
    await page.getByRole("heading", { name: /^Step 1 of/ }).waitFor();
    await page.getByRole("slider", { name: "Step" }).focus();
    await page.keyboard.press("End");
    await page.getByRole("heading", { name: "Result" }).waitFor();
    expect(await page.locator(".graph-results li").count()).to.equal(10);
    await page.locator(".graph-results .thing-label").first().waitFor();
    // The nearest points have labels in the picture, too.
    expect(await page.locator(".graph-picture text").allTextContents()).to.include("Title 7");
  });

  it("the graph explorer begins a trace with a random point, and shows the trace of a link", async () => {
    const page = await open("?view=trace");
    await page.getByRole("heading", { name: /^Step 1 of/ }).waitFor();
    expect(page.url()).to.match(/query=90071992\d+/);
    await page.goto(`${server.uiUrl}/#/collections/g/graph?view=trace&query=${FIRST_ID}&ef=3`);
    await page.waitForFunction('document.querySelector("input[type=number]").value === "3"');
    await page.getByRole("slider", { name: "Step" }).press("End");
    await page.getByRole("heading", { name: "Result" }).waitFor();
    await page.locator(".graph-results li").first().getByText("Title 0", { exact: true }).waitFor();
  });

  itWeekly("the graph explorer refuses a vector of a wrong dimension without a request", async () => {
    const page = await open();
    await page.getByRole("radio", { name: "Query trace" }).check({ force: true });
    await page.getByRole("textbox", { name: "Query" }).fill("[1, 2]");
    await page.getByRole("button", { name: "Trace", exact: true }).click();
    await page.getByText(`This vector has 2 numbers, and ${SIZE} are needed`).waitFor();
  });

  itWeekly(
    "the graph explorer offers the points that match a typed word, and sends no word as an id",
    async () => {
      const page = await open("?point=Title");
      const choices = page.getByRole("list", { name: "Points with this text" });
      await choices.getByRole("button", { name: "Title 0" }).waitFor();
      await page.getByRole("textbox", { name: "Point" }).fill("title 77");
      await page.getByRole("button", { name: "Show", exact: true }).click();
      await choices.getByRole("button", { name: "Title 77" }).click();
      await around(page, "Title 77");
      await page.getByRole("radio", { name: "Query trace" }).check({ force: true });
      await page.getByRole("textbox", { name: "Query" }).fill("Title 12");
      await page.getByRole("button", { name: "Trace", exact: true }).click();
      await page.getByRole("alert").getByText("“Title 12” is not the id of a point: choose one").waitFor();
      await choices.getByRole("button", { name: "Title 12" }).click();
      await page.getByRole("heading", { name: /^Step 1 of/ }).waitFor();
      await page.getByRole("textbox", { name: "Query" }).fill("[1, nought");
      await page.getByRole("button", { name: "Trace", exact: true }).click();
      await page.getByText("This is not a JSON array").waitFor();
    },
  );

  it("the graph explorer says why a collection has no graph", async () => {
    await server.call("PUT", "/collections/small", { vectors: { size: 2, distance: "Dot" } });
    await server.call("PUT", "/collections/small/points?wait=true", { points: [{ id: 1, vector: [1, 2] }] });
    const { page } = await browser.visit(`${server.uiUrl}/#/collections/small/graph`);
    await page.getByText("This collection has no graph yet").waitFor();
    await page.getByText("From 10 KB on, a graph can be built").waitFor();
    await page.getByText("This point is in no graph").waitFor();
  });

  it("the graph explorer has a graph built by one click", async () => {
    await server.call("PUT", "/collections/flat", { vectors: { size: SIZE, distance: "Dot" } });
    const random = seededRandom(9);
    const points = Array.from({ length: 200 }, (_, id) => ({
      id,
      vector: Array.from({ length: SIZE }, random),
    }));
    await server.call("PUT", "/collections/flat/points?wait=true", { points });
    const { page } = await browser.visit(`${server.uiUrl}/#/collections/flat/graph`);
    await page.getByRole("button", { name: "Build the graph now" }).click();
    await page.getByText("The graph is being built").waitFor();
    const { body } = await server.call("GET", "/collections/flat");
    expect(body.result.config.hnsw_config.full_scan_threshold).to.equal(10);
  });

  itWeekly("the graph explorer is accessible, light and dark", async () => {
    const page = await open(undefined);
    await around(page, "Title 0");
    await expectAccessible(page);
    await trace(page, String(FIRST_ID));
    await expectAccessible(page);
  });
});

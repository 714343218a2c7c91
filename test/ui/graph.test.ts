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
  const walk = async (page: Page, query: string): Promise<void> => {
    await page.getByRole("radio", { name: "Walk of a query" }).focus();
    await page.keyboard.press("Space");
    await page.getByRole("textbox", { name: "Query" }).fill(query);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: /^Step 1 of/ }).waitFor();
  };

  it("the graph explorer shows the links of a point, and moves to a point that is clicked", async () => {
    const page = await open();
    await page.getByRole("heading", { name: `Around ${FIRST_ID}` }).waitFor();
    const next = await list(page).getByRole("button").first().innerText();
    await list(page).getByRole("button").first().focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: `Around ${next}` }).waitFor();
    expect(page.url()).to.contain(`point=${next}`);
  });

  itWeekly(
    "the graph explorer shows the payload of the node under the pointer, and moves to it by a click",
    async () => {
      const page = await open(`?point=${FIRST_ID}`);
      const node = page.locator(".graph-node.hop-1").first();
      await node.hover();
      const card = page.locator(".graph-payload");
      const id = BigInt(await card.locator("strong").innerText());
      await card.getByText(`Title ${id - FIRST_ID}`).waitFor();
      await node.click();
      await page.getByRole("heading", { name: `Around ${id}` }).waitFor();
    },
  );

  itWeekly("the graph explorer begins at a random point", async () => {
    const page = await open("");
    await page.getByRole("heading", { name: /^Around 90071992547\d+/ }).waitFor();
  });

  itWeekly("the graph explorer shows that a point is missing", async () => {
    const { page, complaints } = await browser.visit(`${server.uiUrl}/#/collections/g/graph?point=5`);
    await page.getByText("Point not found: 5").waitFor();
    complaints.splice(0);
  });

  it("the graph explorer plays the steps of a search, one by one and to the end", async () => {
    const page = await open();
    await walk(page, String(FIRST_ID + 7n));
    await page.getByRole("button", { name: "Step forward" }).click();
    await page.getByRole("heading", { name: /^Step 2 of/ }).waitFor();
    await page.keyboard.press("ArrowLeft");
    await page.getByRole("heading", { name: /^Step 1 of/ }).waitFor();
    await page.getByRole("slider", { name: "Step" }).focus();
    await page.keyboard.press("End");
    await page.getByRole("heading", { name: "Result" }).waitFor();
    expect(await page.locator(".graph-results li").count()).to.equal(10);
  });

  itWeekly("the graph explorer refuses a vector of a wrong dimension without a request", async () => {
    const page = await open();
    await page.getByRole("radio", { name: "Walk of a query" }).check({ force: true });
    await page.getByRole("textbox", { name: "Query" }).fill("[1, 2]");
    await page.getByRole("button", { name: "Walk", exact: true }).click();
    await page.getByText(`A vector here has ${SIZE} numbers`).waitFor();
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
      await page.getByRole("heading", { name: `Around ${FIRST_ID + 77n}` }).waitFor();
      await page.getByRole("radio", { name: "Walk of a query" }).check({ force: true });
      await page.getByRole("textbox", { name: "Query" }).fill("Title 12");
      await page.getByRole("button", { name: "Walk", exact: true }).click();
      await page.getByRole("alert").getByText("“Title 12” is not the id of a point: choose one").waitFor();
      await choices.getByRole("button", { name: "Title 12" }).click();
      await page.getByRole("heading", { name: /^Step 1 of/ }).waitFor();
      await page.getByRole("textbox", { name: "Query" }).fill("[1, nought");
      await page.getByRole("button", { name: "Walk", exact: true }).click();
      await page.getByText("This is not a JSON array").waitFor();
    },
  );

  it("the graph explorer says why a collection has no graph", async () => {
    await server.call("PUT", "/collections/small", { vectors: { size: 2, distance: "Dot" } });
    await server.call("PUT", "/collections/small/points?wait=true", { points: [{ id: 1, vector: [1, 2] }] });
    const { page } = await browser.visit(`${server.uiUrl}/#/collections/small/graph`);
    await page.getByText("This collection has no graph yet").waitFor();
    await page.getByText("This point is in no graph").waitFor();
  });

  itWeekly("the graph explorer is accessible, light and dark", async () => {
    const page = await open(undefined);
    await page.getByRole("heading", { name: /^Around/ }).waitFor();
    await expectAccessible(page);
    await walk(page, String(FIRST_ID));
    await expectAccessible(page);
  });
});

// The first run of the console: demo data, a hybrid search that has already run, and the tour.
import { expect } from "chai";
import { expectAccessible } from "../support/accessible.ts";
import { forgive, startConsole, useBrowser } from "../support/browser.ts";
import type { TestServer } from "../support/rest.ts";
import { itWeekly } from "../support/weekly.ts";

describe("the first run", () => {
  const browser = useBrowser();
  let server: TestServer;
  beforeEach(async () => {
    server = await startConsole();
  });
  afterEach(() => server.close());

  async function load() {
    const visit = await browser.visit(server.uiUrl);
    await visit.page.getByRole("button", { name: "Load demo data" }).click();
    await visit.page.waitForURL(/#\/collections\/demo\/search\?/);
    return visit;
  }
  type Page = Awaited<ReturnType<typeof load>>["page"];
  const resultsIn = (page: Page) => page.getByRole("region", { name: "Results" });
  const search = async (page: Page, text: string): Promise<string> => {
    await page.getByRole("textbox", { name: "Text", exact: true }).fill(text);
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await resultsIn(page).getByText("best match of its words").getByText(text).waitFor();
    return (await resultsIn(page).getByRole("listitem").first().textContent()) ?? "";
  };

  it("the first run opens with a hybrid search that found dishes for a sentence", async () => {
    const { page } = await load();
    await resultsIn(page).getByText("10 results").waitFor();
    const body = (await server.call("GET", "/collections/demo")).body.result;
    expect(body.points_count).to.be.within(3_900, 4_000);
    expect(Object.keys(body.payload_schema)).to.have.members([
      "text",
      "name",
      "category",
      "year",
      "location",
    ]);
    expect(await resultsIn(page).getByRole("listitem").first().textContent()).to.match(/noodle.*dish/);
  });

  it("the first run finds Paris by its name", async () => {
    const { page } = await load();
    expect(await search(page, "Paris")).to.match(/^1\s*Paris/);
  });

  it("the first run has a tour of six screens that can be left and comes back after a reload", async () => {
    const { page } = await load();
    const tour = page.getByRole("complementary", { name: "Tour of the demo data" });
    await tour.getByText("Step 1 of 6").waitFor();
    await expectAccessible(page);
    for (const [step, tab] of ["search", "map", "graph", "points", "transfer"].entries()) {
      await tour.getByRole("button", { name: "Next" }).click();
      await page.waitForURL(new RegExp(`#/collections/demo/${tab}`));
      await tour.getByText(`Step ${step + 2} of 6`).waitFor();
    }
    await page.reload();
    await tour.getByText("Step 6 of 6").waitFor();
    await tour.getByRole("button", { name: "Done" }).click();
    await tour.waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("heading", { name: "demo" }).waitFor();
    expect(await tour.count()).to.equal(0);
  });

  it("the first run writes nothing into a collection of the same name that has other data", async () => {
    await server.call("PUT", "/collections/demo", { vectors_config: { size: 384, distance: "Cosine" } });
    const { page } = await browser.visit(server.uiUrl);
    await page.getByRole("button", { name: "Load demo data" }).click();
    await page.getByText("There is a collection “demo” with other data already").waitFor();
    const { points_count, payload_schema } = (await server.call("GET", "/collections/demo")).body.result;
    expect({ points_count, payload_schema }).to.deep.equal({ points_count: 0, payload_schema: {} });
  });

  itWeekly("the first run continues to load the demo data after a failure", async () => {
    const { page, complaints } = await browser.visit(server.uiUrl);
    await page.route("**/collections/demo/points", (route) => route.abort(), { times: 1 });
    await page.getByRole("button", { name: "Load demo data" }).click();
    await page.getByText("The server does not answer", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Load demo data" }).click();
    await page.waitForURL(/collections\/demo\/search/);
    expect((await server.call("GET", "/collections/demo")).body.result.points_count).to.be.above(3_900);
    forgive(complaints, /ERR_FAILED/);
  });

  itWeekly("the first run says how many vectors the license leaves where these are too few", async () => {
    const vectors_config = { size: 2, distance: "Dot" };
    await server.call("PUT", "/collections/full", { vectors_config });
    const points = Array.from({ length: 4_500 }, (_, id) => ({ id, vector: [1, id] }));
    await server.call("PUT", "/collections/full/points", { points });
    const { page } = await browser.visit(server.uiUrl);
    await page.getByRole("button", { name: "Load demo data" }).click();
    await page.getByText("The license leaves room for 500 vectors").waitFor();
    expect((await server.call("GET", "/collections/demo")).status).to.equal(404);
  });
});

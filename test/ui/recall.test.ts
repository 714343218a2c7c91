// Recall in the console: asking for it, what was expected and why, and the measured curve. The decision: the tests
// share two graphs, because building and measuring one takes a second and no test changes them.
import { expect } from "chai";
import type { Page } from "playwright-core";
import { expectAccessible } from "../support/accessible.ts";
import { startConsole, useBrowser } from "../support/browser.ts";
import { seededRandom } from "../support/random.ts";
import type { TestServer } from "../support/rest.ts";
import { until } from "../support/until.ts";

const SIZE = 16;
const COUNT = 2_000;
/** Too few points for a measurement, and enough for a graph. */
const FEW = 400;

describe("recall in the console", () => {
  const browser = useBrowser();
  let server: TestServer;
  before(async () => {
    server = await startConsole({ extendedApi: true });
    await fill("texts", COUNT);
    await fill("notes", FEW);
    await until(
      async () => (await server.call("GET", "/collections/texts")).body.result.recall !== undefined,
    );
  });
  after(() => server.close());

  /** Creates a collection with a graph. A server in this process has no thread for indexing, so this builds it. */
  async function fill(name: string, count: number): Promise<void> {
    const random = seededRandom(24);
    const vectors = { body: { size: SIZE, distance: "Euclid" } };
    const hnsw_config = { full_scan_threshold: 10, m: 8, ef_construct: 16 };
    await server.call("PUT", `/collections/${name}`, { vectors, hnsw_config });
    const points = Array.from({ length: count }, (_, id) => ({
      id,
      vector: { body: Array.from({ length: SIZE }, () => random() - 0.5) },
    }));
    await server.call("PUT", `/collections/${name}/points`, { points });
    for (const segment of server.database.collection(name).segments.all) await segment.vectors.indexed();
  }

  const open = (collection: string, query = "?like=1") =>
    browser.visit(`${server.uiUrl}/#/collections/${collection}/search${query}`);

  /** Clicks "Search" and returns the parameters of the request that the console sends. */
  async function paramsOfSearch(page: Page): Promise<object> {
    const [request] = await Promise.all([
      page.waitForRequest((one) => one.postDataJSON()?.params?.explain === true),
      page.getByRole("button", { name: "Search", exact: true }).click(),
    ]);
    const { explain: _, ...params } = request.postDataJSON().params;
    return params;
  }

  it("recall in the console fits a window of 360 pixels with its figures", async () => {
    const viewport = { width: 360, height: 740 };
    const { page } = await browser.visit(`${server.uiUrl}/#/collections/texts/indexes`, { viewport });
    await page.locator(".recall-figures").first().waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).to.be.at.most(360);
  });

  it("recall in the console is asked for with a slider, by keyboard, and the answer says what is expected", async () => {
    const { page } = await open("texts");
    const slider = page.getByRole("slider", { name: "Recall" });
    expect(await slider.getAttribute("aria-valuetext")).to.equal("95%");
    await slider.press("ArrowLeft");
    expect(await paramsOfSearch(page)).to.deep.equal({ recall: 0.9 });
    await page.getByText("90% asked").waitFor();
    await page.getByText(/^effort \(ef\) \d+$/).waitFor();
  });

  it("recall in the console gives way to a fixed ef, and rules again after it", async () => {
    const { page } = await open("texts");
    await page.getByRole("radio", { name: "Search effort (ef)" }).check();
    await page.getByRole("textbox", { name: "Search effort (ef)" }).fill("33");
    expect(await paramsOfSearch(page)).to.deep.equal({ hnsw_ef: 33 });
    await page.getByText("effort (ef) 33", { exact: true }).waitFor();
    expect(await page.getByText("Expected recall").count()).to.equal(0);
    await page.getByRole("radio", { name: "Target recall" }).check();
    expect(await paramsOfSearch(page)).to.deep.equal({ recall: 0.95 });
  });

  it("recall in the console explains the chosen ef by what was measured, in words and as a curve", async () => {
    const { page } = await open("texts");
    await page.getByText("Why this search effort (ef)").click();
    await page.getByText(/^95% of the 10 nearest were asked for\. ef \d+ is the smallest/).waitFor();
    await page.getByText(/^The 10 nearest, no filter: ef \d+ found .* \(at least .*; ef \d+ found/).waitFor();
    await page.getByText(/^Means over 256 stored vectors.*among 2,000 points/).waitFor();
    await page.getByRole("radio", { name: "k 100" }).check();
    const figures = page.getByRole("table", { name: "body, k 100, No filter" });
    await figures.getByRole("row").filter({ hasText: "100" }).waitFor();
    await expectAccessible(page);
  });

  it("recall in the console is exact where the answer says so", async () => {
    const { page } = await open("notes");
    await page.getByRole("slider", { name: "Recall" }).press("End");
    expect(await paramsOfSearch(page)).to.deep.equal({ recall: 1 });
    await page.getByText("100% asked").waitFor();
    await page.getByText("Why an exact scan").waitFor();
  });

  it("recall in the console has the measured curve of each vector on the indexes screen", async () => {
    const { page } = await browser.visit(`${server.uiUrl}/#/collections/texts/indexes`);
    await page.getByRole("region", { name: "Recall by ef" }).waitFor();
    await page.getByRole("table", { name: "body, k 10, No filter" }).waitFor();
    await page.getByRole("radio", { name: "50%" }).check();
    await page.getByRole("table", { name: "body, k 10, 50%" }).waitFor();
    await expectAccessible(page);
  });
});

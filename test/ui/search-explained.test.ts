// What the console makes of a search: why each hit has its rank, comparisons, missing indexes, and programs.
import { expect } from "chai";
import { expectAccessible } from "../support/accessible.ts";
import { startConsole, useBrowser } from "../support/browser.ts";
import type { TestServer } from "../support/rest.ts";
import { ids, search } from "../support/search-screen.ts";

const POINTS = [
  { id: 1, vector: [1, 0], payload: { name: "lamp" } },
  { id: 2, vector: [0.9, 0.1], payload: { name: "chair" } },
  { id: 3, vector: [0, 1], payload: { name: "table" } },
  { id: 4, vector: [0.1, 0.9] },
];

describe("a search in the console", () => {
  const browser = useBrowser();
  let server: TestServer;
  before(async () => {
    server = await startConsole();
    await server.call("PUT", "/collections/wares", { vectors_config: { size: 2, distance: "Euclid" } });
    await server.call("PUT", "/collections/wares/points?wait=true", { points: POINTS });
    await fillNotes();
  });
  after(() => server.close());

  const open = (query = "", collection = "wares") =>
    browser.visit(`${server.uiUrl}/#/collections/${collection}/search${query}`);

  async function fillNotes(): Promise<void> {
    await server.call("PUT", "/collections/notes", { vectors_config: { size: 2, distance: "Dot" } });
    await server.call("PUT", "/collections/notes/index", { field_name: "body", field_schema: "text" });
    const points = ["a quick fox", "lazy dogs and a lazy fox", "cats"].map((body, id) => ({
      id,
      vector: [id, 1],
      payload: { body },
    }));
    await server.call("PUT", "/collections/notes/points?wait=true", { points });
  }

  it("a search in the console finds points by the words of a text index, marks them, and says what each word counts", async () => {
    const { page } = await open("", "notes");
    await page.getByRole("radio", { name: "Text" }).check();
    await page.getByLabel("Text", { exact: true }).last().fill("lazy fox");
    expect(await search(page)).to.deep.equal(["1", "0"]);
    const first = page.locator(".search-result").first();
    expect(await first.locator("mark").allTextContents()).to.deep.equal(["lazy", "lazy", "fox"]);
    await page.getByRole("definition").filter({ hasText: "Text index (BM25)" }).waitFor();
    const terms = await first.locator(".search-why").innerText();
    expect(terms).to.match(/^lazy \d\.\d+\s+fox 0\.\d+$/);
    await expectAccessible(page);
  });

  it("a search in the console fuses the words of a text with a vector, and shows what each part found", async () => {
    // The text that fits best is the one with the farthest vector, so its rank depends on the weights.
    const { page } = await open("?words=fox&alpha=0.25&vector=[1,0]", "notes");
    await page.getByText("25% for the vector, 75% for the words").waitFor();
    expect(await ids(page)).to.deep.equal(["0", "1", "2"]);
    const part = (name: string) => page.getByRole("row", { name }).innerText();
    expect(await part("Vector")).to.match(/25%\s+3\s+Exact scan/);
    expect(await part("Words in body")).to.match(/75%\s+2\s+Text index/);
    const why = await page.locator(".search-why").allInnerTexts();
    expect(why[0]).to.match(/Vector rank 3, \d+%\s+Words in body rank 1, \d+%/);
    expect(why[2]).to.match(/Vector rank 1, 100%\s+Words in body not found/);
    await page.getByLabel("Weight of the vector").fill("0.75");
    expect(await search(page)).to.deep.equal(["2", "0", "1"]);
    await expectAccessible(page);
  });

  it("a search in the console runs a hybrid search of a link, with the vector of a point", async () => {
    const { page } = await open("?words=cats&match=hybrid&dense=like&like=1&alpha=0.5", "notes");
    expect(await ids(page)).to.have.members(["2", "0"]);
    await page.locator(".search-form .thing-label", { hasText: "lazy dogs and a lazy fox" }).waitFor();
    const body = new URLSearchParams(new URL(page.url()).hash.split("?")[1]);
    expect(body.get("match")).to.equal("hybrid");
  });

  it("a search in the console compares two searches side by side, also those of a link", async () => {
    const { page } = await open("?like=2&limit=2");
    await ids(page);
    const filter = '{"must":[{"key":"name","match":{"value":"table"}}]}';
    await page.goto(`${server.uiUrl}/#/collections/wares/search?like=2&filter=${encodeURIComponent(filter)}`);
    await page.getByText("1 result", { exact: true }).waitFor();
    await page.getByLabel("Compare with").selectOption({ label: "The same without filter" });
    await page.getByText("1 point found by both, 0 only by the first, 2 only by the second").waitFor();
    await page.reload();
    const second = page.getByRole("region", { name: "Second search" });
    await second.getByText("rank 1 there").waitFor();
    expect(await second.getByRole("listitem").count()).to.equal(3);
    await expectAccessible(page);
    await page.getByRole("button", { name: "End the comparison" }).click();
    await second.waitFor({ state: "detached" });
  });

  it("a search in the console creates the index that a filter lacks by one click, and searches again with it", async () => {
    await server.call("PUT", "/collections/shop", { vectors_config: { size: 2, distance: "Dot" } });
    const points = Array.from({ length: 20 }, (_, id) => ({
      id,
      vector: [id, 1],
      payload: { bucket: id % 2 },
    }));
    await server.call("PUT", "/collections/shop/points?wait=true", { points });
    const filter = encodeURIComponent('{"must":[{"key":"bucket","match":{"value":1}}]}');
    const { page } = await open(`?like=2&filter=${filter}`, "shop");
    await page.getByRole("button", { name: "Create integer index on bucket" }).click();
    await page.getByText("bucket by integer index").waitFor();
    const { body } = await server.call("GET", "/collections/shop");
    expect(body.result.payload_schema.bucket.data_type).to.equal("integer");
  });

  it("the console connects programs to a collection by the addresses of the server, without a search", async () => {
    const { page } = await browser.visit(`${server.uiUrl}/#/collections/wares/indexes`);
    await page.getByRole("button", { name: "Connect" }).click();
    const dialog = page.getByRole("dialog", { name: "Connect to wares" });
    await dialog.getByText(`connect({ url: "${server.url}" })`).waitFor();
    await dialog.getByRole("radio", { name: "LangChain" }).check();
    await dialog.getByText('collection_name="wares"').waitFor();
    await expectAccessible(page);
  });
});

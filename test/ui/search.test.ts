// The search screen: by vector, by point and by filter; its hits, and their comparison with exact results.
import { expect } from "chai";
import { expectAccessible } from "../support/accessible.ts";
import { forgive, startConsole, useBrowser } from "../support/browser.ts";
import type { TestServer } from "../support/rest.ts";
import { ids, search } from "../support/search-screen.ts";
import { itWeekly } from "../support/weekly.ts";

const LARGEST = "18446744073709551615";
const POINTS = `{"points": [
  {"id": ${LARGEST}, "vector": [1, 0], "payload": {"name": "lamp", "price": 9}},
  {"id": 2, "vector": [0.9, 0.1], "payload": {"name": "chair", "tags": ["wood", "new"]}},
  {"id": 3, "vector": [0, 1], "payload": {"name": "table"}},
  {"id": 4, "vector": [0.1, 0.9]}]}`;

/** Notes how many points are listed below "1 result" at each change of the page, also between two paints. */
const COUNT_ROWS_OF_ONE_RESULT = `rowsOfOneResult = [];
  new MutationObserver(() => {
    const results = document.querySelector(".search-results");
    if (results?.querySelector("h2").textContent === "1 result")
      rowsOfOneResult.push(results.querySelectorAll(".search-result").length);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
  undefined`;

describe("the search screen", () => {
  const browser = useBrowser();
  let server: TestServer;
  before(async () => {
    server = await startConsole();
    await server.call("PUT", "/collections/wares", { vectors_config: { size: 2, distance: "Euclid" } });
    await server.call("PUT", "/collections/wares/points", POINTS);
    await server.call("PUT", "/collections/empty", { vectors_config: { size: 2, distance: "Dot" } });
    await server.call("PUT", "/collections/films", {
      vectors_config: { plot: { size: 2, distance: "Cosine" }, poster: { size: 3, distance: "Dot" } },
    });
    await server.call("PUT", "/collections/films/points", {
      points: [{ id: 1, vector: { plot: [1, 0], poster: [1, 2, 3] } }],
    });
  });
  after(() => server.close());

  async function open(query = "", collection = "wares", options = {}) {
    return browser.visit(`${server.uiUrl}/#/collections/${collection}/search${query}`, options);
  }

  it("the search screen finds the points nearest to a vector, and compares them with the exact result", async () => {
    const { page } = await open();
    await page.getByRole("radio", { name: "Vector" }).check();
    await page.getByLabel("Vector", { exact: true }).last().fill("[1, 0]");
    await page.getByText("2 of 2 numbers").waitFor();
    await page.getByLabel("Limit").fill("3");
    expect(await search(page)).to.deep.equal([LARGEST, "2", "4"]);
    await page.getByText("3 of 3 exact results").waitFor();
    await page.getByText("Distance: smaller is nearer").waitFor();
  });

  itWeekly("the search screen uses the vector of a random point", async () => {
    const { page } = await open("", "films");
    await page.getByRole("radio", { name: "Vector" }).check();
    await page.getByRole("button", { name: "Use a random point's vector" }).click();
    await page.getByText("2 of 2 numbers").waitFor();
    await page.getByLabel("Vector to compare").selectOption("poster");
    await page.getByText("2 of 3 numbers").waitFor();
    await page.getByRole("button", { name: "Use a random point's vector" }).click();
    await page.getByRole("button", { name: "Search", exact: true }).click();
    expect(await ids(page)).to.deep.equal(["1"]);
  });

  it("the search screen finds points by words where vectors are sparse", async () => {
    await server.call("PUT", "/collections/pages", { sparse_vectors: { body: { modifier: "idf" } } });
    const points = ["a quick fox", "lazy dogs"].map((words, id) => ({
      id,
      vector: { body: { text: words, model: "bm25" } },
      payload: { words },
    }));
    await server.call("PUT", "/collections/pages/points?wait=true", { points });
    const { page } = await open("", "pages");
    await page.getByLabel("Words, or a vector").fill("the dog");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    expect(await ids(page)).to.deep.equal(["1"]);
  });

  it("the search screen finds points of a collection without vectors by their words", async () => {
    await server.call("PUT", "/collections/texts", { vectors_config: {} });
    await server.call("PUT", "/collections/texts/index", { field_name: "body", field_schema: "text" });
    const points = [{ id: 7, vector: {}, payload: { body: "a lazy fox" } }];
    await server.call("PUT", "/collections/texts/points?wait=true", { points });
    const { page } = await open("?words=foxes+lazy", "texts");
    expect(await ids(page)).to.deep.equal(["7"]);
  });

  it("the search screen runs the search of a link", async () => {
    const { page } = await open(`?like=${LARGEST}&limit=2&vectors=true`);
    expect(await ids(page)).to.deep.equal(["2", "4"]);
    expect(await page.getByLabel("Id or text of a point").inputValue()).to.equal(LARGEST);
    await page.locator(".search-field", { hasText: "wood, new" }).click();
    await page.getByRole("region", { name: "Payload of 2" }).getByText('"vector": [0.9, 0.1]').waitFor();
  });

  itWeekly(
    "the search screen offers the points that match a typed word, and finds points similar to the chosen one",
    async () => {
      const { page } = await open();
      await page.getByRole("radio", { name: "Similar to a point" }).check();
      await page.getByLabel("Id or text of a point").fill("Lamp");
      const choices = page.getByRole("list", { name: "Points with this text" });
      await choices.getByRole("button", { name: "lamp" }).waitFor();
      await page.getByRole("button", { name: "Search", exact: true }).click();
      await page.getByRole("alert").getByText("“Lamp” is not the id of a point: choose one").waitFor();
      await choices.getByRole("button", { name: "lamp" }).click();
      expect(await ids(page)).to.deep.equal(["2", "4", "3"]);
      expect(await page.getByLabel("Id or text of a point").inputValue()).to.equal(LARGEST);
    },
  );

  itWeekly(
    "the search screen finds a word in a list of the payload, and says when it finds nothing",
    async () => {
      const { page } = await open("?like=wood");
      await page
        .getByRole("list", { name: "Points with this text" })
        .getByRole("button", { name: "chair" })
        .waitFor();
      await page.getByLabel("Id or text of a point").fill("no such ware");
      await page.getByText("No point has “no such ware” as its id or in name, tags").waitFor();
      await page.getByRole("radio", { name: "More like these" }).check();
      await page.getByLabel("More like these points", { exact: true }).fill("Paris");
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Search", exact: true }).click();
      await page.getByRole("alert").getByText("“Paris” is not the id of a point").waitFor();
    },
  );

  it("the search screen keeps the search in the address", async () => {
    const { page } = await open("?like=2");
    await ids(page);
    await page.getByLabel("Limit").fill("1");
    await page.getByLabel("Exact").check();
    await page.getByText("The form has changed").waitFor();
    // What is typed is kept in the address as well, and Back must not lead to it.
    await page.waitForURL(/limit=1&exact=true/);
    await search(page);
    await page.locator(".search-quality").getByText("Exact scan").first().waitFor();
    await page.reload();
    expect(await ids(page)).to.have.length(1);
    expect(await page.getByLabel("Exact").isChecked()).to.equal(true);
    await page.goBack();
    await page.getByText("3 results").waitFor();
  });

  it("the search screen begins with the points similar to a random one", async () => {
    const { page } = await open();
    await page.getByText("3 results").waitFor();
    expect(page.url()).to.match(/ask=like&like=\d+/);
  });

  it("the search screen can be used by keyboard alone", async () => {
    const { page } = await open();
    await page.getByText("3 results").waitFor();
    await page.getByRole("radio", { name: "Similar to a point" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Tab");
    await page.keyboard.type(`2${","}`);
    await page.keyboard.type("3");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Remove 3" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("2 results").waitFor();
    expect(await ids(page)).to.have.members([LARGEST, "4"]);
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Enter");
    await page.getByText("3 results").waitFor();
  });

  itWeekly("the search screen uses a hit as a positive or negative example", async () => {
    const { page } = await open("?like=2");
    await page.getByRole("button", { name: `More like this: ${LARGEST}` }).click();
    await page.getByText("2 results").waitFor();
    await page.getByRole("button", { name: "Less like this: 3" }).click();
    await page.getByText("1 result", { exact: true }).waitFor();
    const asked = new URLSearchParams(new URL(page.url()).hash.split("?")[1]);
    expect([asked.get("positive"), asked.get("negative")]).to.deep.equal([`2,${LARGEST}`, "3"]);
  });

  itWeekly("the search screen links hits to their points and to the graph", async () => {
    const { page } = await open("?like=2&limit=1");
    const link = (name: string) => page.getByRole("link", { name }).getAttribute("href");
    expect(await link(`Open point ${LARGEST}`)).to.equal(`#/collections/wares/points?point=${LARGEST}`);
    expect(await link(`Show ${LARGEST} in the graph`)).to.equal(`#/collections/wares/graph?point=${LARGEST}`);
  });

  itWeekly("the search screen shows an error at the input that caused it", async () => {
    const { page, complaints } = await open("?like=2&filter=%7B%22mst%22%3A1%7D");
    await page.getByRole("alert").getByText('unknown key "mst"').waitFor();
    await page.getByRole("button", { name: "Remove filter custom condition" }).click();
    expect(await ids(page)).to.have.length(3);
    await page.goto(`${server.uiUrl}/#/collections/wares/search?like=2&filter=%7B`);
    await page.getByRole("button", { name: "Remove the filter" }).click();
    await page.getByText("cannot be read").waitFor({ state: "detached" });
    forgive(complaints, /400/);
  });

  it("the search screen filters with chips, like the points screen", async () => {
    const { page } = await open("?like=2");
    await ids(page);
    await page.getByRole("button", { name: "Add filter" }).click();
    await page.getByLabel("Field", { exact: true }).fill("name");
    await page.getByLabel("Value", { exact: true }).fill("table");
    await page.locator("form:not(#search-form)").getByRole("button", { name: "Add filter" }).click();
    await page.getByText("1 result", { exact: true }).waitFor();
    expect(await ids(page)).to.deep.equal(["3"]);
    const { searchParams } = new URL(page.url().replace("#/", ""));
    expect(searchParams.get("filter")).to.equal('{"must":[{"key":"name","match":{"value":"table"}}]}');
  });

  it("the search screen never lists points of the exact result of an earlier search", async () => {
    const { page } = await open("?like=2");
    await page.getByText("3 of 3 exact results").waitFor();
    await page.evaluate(COUNT_ROWS_OF_ONE_RESULT);
    await page.getByLabel("Limit").fill("1");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.getByText("1 of 1 exact results").waitFor();
    const counts: number[] = await page.evaluate("rowsOfOneResult");
    expect([...new Set(counts)]).to.deep.equal([1]);
  });

  itWeekly("the search screen shows how a search was executed, and which index its filter used", async () => {
    await server.call("PUT", "/collections/wares/index", { field_name: "name", field_schema: "keyword" });
    const filter = encodeURIComponent('{"must":[{"key":"name","match":{"value":"table"}}]}');
    const { page } = await open(`?like=2&filter=${filter}`);
    await page.getByText("1 matched").waitFor();
    await page.getByText("name by keyword index").waitFor();
    await page.getByText("Times and segments").click();
    await page.getByRole("columnheader", { name: "In the graph" }).waitFor();
  });

  itWeekly("the search screen measures recall and time by ef, and applies a chosen ef", async () => {
    const { page } = await open("?like=2");
    await page.getByRole("button", { name: "Measure", exact: true }).click();
    await page.getByRole("button", { name: "Use ef 512" }).click();
    expect(await page.getByRole("row").count()).to.equal(7);
    await page.waitForURL(/ef=512/);
  });

  itWeekly("the search screen copies a search as a program", async () => {
    const { page } = await open(`?like=${LARGEST}`);
    await page.getByText("Use this search in a program").click();
    await page.getByText("await db.queryPoints(").waitFor();
    await page.getByText(`REST ${server.url}`).waitFor();
    await page.getByRole("radio", { name: "curl" }).check();
    await page
      .getByText(`-d '{"query":${LARGEST},"params":{"recall":0.95},"limit":10,"with_payload":true}'`)
      .waitFor();
  });

  itWeekly("the search screen says what to do in an empty collection", async () => {
    const { page } = await open("", "empty");
    await page.getByRole("link", { name: "Import points" }).waitFor();
  });

  it("the search screen is accessible, light and dark", async () => {
    const { page } = await open("?positive=2&negative=3", "wares");
    await page.getByText("exact results").waitFor();
    await page.getByText("Use this search in a program").click();
    await expectAccessible(page);
  });
});

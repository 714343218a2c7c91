// The payload indexes of a collection in the console: creating and deleting them, their values, and maintenance of the
// collection.
import { expect } from "chai";
import { expectAccessible } from "../support/accessible.ts";
import { forgive, startConsole, useBrowser } from "../support/browser.ts";
import type { TestServer } from "../support/rest.ts";
import { itWeekly } from "../support/weekly.ts";

describe("the indexes screen of a collection", () => {
  const browser = useBrowser();
  let server: TestServer;

  beforeEach(async () => {
    server = await startConsole({ extendedApi: true, checkpoints: true });
    await server.call("PUT", "/collections/c", { vectors: { size: 2, distance: "Dot" } });
    const points = ["Oslo", "Oslo", "Lima"].map((city, id) => ({
      id,
      vector: [1, id],
      payload: { city, text: "x" },
    }));
    await server.call("PUT", "/collections/c/points?wait=true", { points });
    const field_schema = { type: "keyword", prefix: true };
    await server.call("PUT", "/collections/c/index", { field_name: "city", field_schema });
  });
  afterEach(() => server.close());

  async function open(options = {}) {
    const visit = await browser.visit(`${server.uiUrl}/#/collections/c/indexes`, options);
    await visit.page.getByRole("heading", { name: "Payload indexes" }).waitFor();
    return visit;
  }

  async function schema(): Promise<object> {
    return (await server.call("GET", "/collections/c")).body.result.payload_schema;
  }

  it("the indexes screen shows the payload indexes and the number of points in each", async () => {
    const { page } = await open();
    const row = page.getByRole("row").filter({ hasText: "city" });
    expect(await row.innerText()).to.match(/keyword\s+prefix: true\s+3 100%/);
  });

  it("the indexes screen creates a text index with its options, by keyboard alone", async () => {
    const { page } = await open();
    await page.getByRole("button", { name: "Create index" }).press("Enter");
    await page.getByLabel("Field", { exact: true }).fill("text");
    await page.getByLabel("Type", { exact: true }).selectOption("text");
    await page.getByLabel("Tokenizer").selectOption("whitespace");
    await page.getByLabel("Shortest word").fill("2");
    await page.getByLabel("Ignore case").selectOption("no");
    await page.getByLabel("Stop words", { exact: true }).selectOption("english");
    await page.getByLabel("More stop words").fill("foo, bar");
    await page.getByLabel("Stemmer").selectOption("english");
    await page.keyboard.press("Enter");
    await page.getByText("Index of text created").waitFor();
    await page.getByRole("row").filter({ hasText: "whitespace" }).waitFor();
    expect(await schema()).to.have.deep.nested.property("text.params", {
      type: "text",
      tokenizer: "whitespace",
      scoring: true,
      min_token_len: 2,
      lowercase: false,
      stemmer: { type: "snowball", language: "english" },
      stopwords: { languages: ["english"], custom: ["foo", "bar"] },
    });
  });

  it("the indexes screen creates an index on the elements of an array, and shows which", async () => {
    const { page } = await open();
    await page.getByRole("button", { name: "Create index" }).click();
    await page.getByLabel("Field", { exact: true }).fill("offers[].title");
    for (const type of ["text", "geo", "keyword"]) {
      await page.getByLabel("Type", { exact: true }).selectOption(type);
      await page.getByLabel("Nested array").fill("offers");
    }
    await page.getByRole("dialog").getByRole("button", { name: "Create index" }).click();
    const row = page.getByRole("row").filter({ hasText: "offers[].title" });
    await row.waitFor();
    expect(await row.innerText()).to.match(/keyword\s+nested: offers/);
    expect(Object.values(await schema()).map(({ params }) => params)).to.deep.include({
      type: "keyword",
      nested: "offers",
    });
  });

  itWeekly("the indexes screen shows the server's reason for refusing an index", async () => {
    const { page, complaints } = await open();
    await page.getByRole("button", { name: "Create index" }).click();
    await page.getByLabel("Field", { exact: true }).fill("a[");
    await page.getByRole("dialog").getByRole("button", { name: "Create index" }).click();
    await page.getByRole("dialog").getByRole("alert").waitFor();
    forgive(complaints, /status of 4/);
  });

  itWeekly("the indexes screen deletes an index, and creates the same one with Undo", async () => {
    const { page } = await open();
    const before = await schema();
    await page.getByRole("button", { name: "Drop index of city" }).click();
    await page.getByText("No payload field has an index").waitFor();
    expect(await schema()).to.deep.equal({});
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("row").filter({ hasText: "prefix" }).waitFor();
    expect(await schema()).to.deep.equal(before);
  });

  itWeekly("the indexes screen shows the values of a field, each with a link to its points", async () => {
    const { page } = await open();
    await page.getByRole("button", { name: "Values of city" }).click();
    await page.getByRole("link", { name: "Oslo 2" }).click();
    await page.getByText("2 matching points").waitFor();
  });

  itWeekly(
    "the indexes screen optimizes, rebuilds and flushes the collection, and shows that it did",
    async () => {
      const { page } = await open();
      for (const [button, said] of [
        ["Optimize", /^Optimized in/],
        ["Rebuild index", /^Rebuilt in/],
        ["Flush", /^Flushed in/],
      ] as const) {
        await page.getByRole("button", { name: button }).click();
        await page.getByText(said).waitFor();
      }
    },
  );

  itWeekly("the indexes screen is accessible, light and dark", async () => {
    const { page } = await open();
    await page.getByRole("button", { name: "Values of city" }).click();
    await page.getByRole("link", { name: "Oslo 2" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Create index" }).click();
    await expectAccessible(page);
  });
});

describe("the console of a server without its extended API", () => {
  const browser = useBrowser();
  let server: TestServer;
  beforeEach(async () => {
    server = await startConsole();
  });
  afterEach(() => server.close());

  it("a console without the extended API shows every screen", async () => {
    await server.call("PUT", "/collections/c", { vectors: { size: 2, distance: "Dot" } });
    const { page } = await browser.visit(`${server.uiUrl}/#/collections/c/indexes`);
    await page.getByRole("button", { name: "Optimize" }).click();
    await page.getByText(/^Optimized in/).waitFor();
    await page.getByRole("link", { name: "Config" }).click();
    await page.getByText("Snapshots", { exact: true }).waitFor();
  });
});

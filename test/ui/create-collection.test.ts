// The dialog that creates a collection, in a real browser with a real server.
import { expect } from "chai";
import type { Page } from "playwright-core";
import { expectAccessible } from "../support/accessible.ts";
import { forgive, startConsole, useBrowser } from "../support/browser.ts";
import type { TestServer } from "../support/rest.ts";
import { itWeekly } from "../support/weekly.ts";

describe("the dialog that creates a collection", () => {
  const browser = useBrowser();
  let server: TestServer;
  beforeEach(async () => {
    server = await startConsole();
  });
  afterEach(() => server.close());

  const open = async (options = {}) => {
    const visit = await browser.visit(`${server.uiUrl}/#/collections`, options);
    await visit.page.getByRole("button", { name: "Create collection" }).click();
    return visit;
  };
  const configOf = async (name: string) =>
    (await server.call("GET", `/collections/${name}`)).body.result.config;
  /** An input by its label; that of the size proposes sizes, which makes it a combobox. */
  const text = (page: Page, name: string) =>
    page.getByRole(name === "Size" ? "combobox" : "textbox", { name, exact: true });
  const submit = (page: Page) => page.getByRole("button", { name: "Create", exact: true }).click();
  const fill = async (page: Page, name = "books", size = "3") => {
    await text(page, "Name").fill(name);
    await text(page, "Size").fill(size);
  };
  const more = (page: Page) => page.getByText("More options", { exact: true }).click();

  it("the dialog that creates a collection needs only a name, a size and a distance", async () => {
    const { page } = await open();
    await fill(page);
    await page.getByLabel("Distance").selectOption("Euclid");
    await submit(page);
    await page.getByRole("main").getByRole("link", { name: "books" }).waitFor();
    expect((await configOf("books")).params.vectors).to.deep.equal({ size: 3, distance: "Euclid" });
  });

  it("the dialog that creates a collection creates sparse vectors, beside dense ones or without", async () => {
    const { page } = await open();
    await fill(page);
    await page.getByRole("button", { name: "Add a sparse vector" }).click();
    await text(page, "Name of the sparse vector").fill("words");
    await page.getByRole("button", { name: "Add a sparse vector" }).click();
    await text(page, "Name of the sparse vector").last().fill("tags");
    await page.getByLabel("Modifier").last().selectOption("none");
    await page.getByLabel("Store on disk").last().check();
    await page.getByLabel("No dense vectors").check();
    await expectAccessible(page);
    await submit(page);
    await page.getByRole("main").getByRole("link", { name: "books" }).waitFor();
    const { vectors, sparse_vectors } = (await configOf("books")).params;
    expect(vectors).to.deep.equal({});
    expect(sparse_vectors).to.deep.equal({
      words: { modifier: "idf" },
      tags: { modifier: "none", index: { on_disk: true } },
    });
  });

  it("the dialog that creates a collection creates a collection by keyboard alone", async () => {
    const { page } = await browser.visit(`${server.uiUrl}/#/collections`);
    await page.getByRole("button", { name: "Create collection" }).focus();
    await page.keyboard.press("Enter");
    await text(page, "Name").waitFor();
    await page.keyboard.type("books");
    await page.keyboard.press("Tab");
    await page.keyboard.type("5");
    await page.keyboard.press("Enter");
    await page.getByRole("main").getByRole("link", { name: "books" }).waitFor();
    expect((await configOf("books")).params.vectors).to.deep.equal({ size: 5, distance: "Cosine" });
  });

  itWeekly(
    "the dialog that creates a collection creates several vectors by name, each with its own options",
    async () => {
      const { page } = await open();
      await page.getByLabel("Several named vectors").check();
      await text(page, "Name").fill("books");
      await text(page, "Vector name").fill("title");
      await text(page, "Size").fill("2");
      await page.getByText("Options of this vector").click();
      await page.getByLabel("on_disk", { exact: true }).selectOption("true");
      await text(page, "m").fill("8");
      await page.getByRole("button", { name: "Add a vector" }).click();
      await text(page, "Vector name").nth(1).fill("body");
      await text(page, "Size").nth(1).fill("4");
      await page.getByLabel("Distance").nth(1).selectOption("Dot");
      await submit(page);
      await page.getByRole("main").getByRole("link", { name: "books" }).waitFor();
      expect((await configOf("books")).params.vectors).to.deep.equal({
        title: { size: 2, distance: "Cosine", on_disk: true, hnsw_config: { m: 8 } },
        body: { size: 4, distance: "Dot" },
      });
    },
  );

  itWeekly(
    "the dialog that creates a collection does not send a request with two vectors of one name",
    async () => {
      const { page } = await open();
      await page.getByLabel("Several named vectors").check();
      await text(page, "Name").fill("books");
      await page.getByRole("button", { name: "Add a vector" }).click();
      for (const at of [0, 1]) {
        await text(page, "Vector name").nth(at).fill("title");
        await text(page, "Size").nth(at).fill("2");
      }
      await submit(page);
      await page.getByText("Two vectors have the name “title”").waitFor();
      expect((await server.call("GET", "/collections")).body.result.collections).to.deep.equal([]);
    },
  );

  itWeekly("the dialog that creates a collection sends every kind of option", async () => {
    const { page } = await open();
    await fill(page);
    await more(page);
    await page.getByLabel("Kind").selectOption("binary");
    await page.getByLabel("query_encoding", { exact: true }).selectOption("scalar4bits");
    await page.getByLabel("on_disk", { exact: true }).selectOption("true");
    await text(page, "ef_construct").fill("200");
    await text(page, "deleted_threshold").fill("0.4");
    await text(page, "metadata").fill('{"owner": "me"}');
    await text(page, "shard_number").fill("2");
    await submit(page);
    await page.getByRole("main").getByRole("link", { name: "books" }).waitFor();
    const config = await configOf("books");
    expect(config.quantization_config).to.deep.equal({ binary: { query_encoding: "scalar4bits" } });
    expect(config.params.vectors.on_disk).to.equal(true);
    expect(config.hnsw_config.ef_construct).to.equal(200);
    expect(config.optimizer_config).to.include({ deleted_threshold: 0.4 });
    expect(config.params.shard_number).to.equal(2);
    expect(config.metadata).to.deep.equal({ owner: "me" });
  });

  itWeekly(
    "the dialog that creates a collection shows its request, and copies it as a curl command",
    async () => {
      const { page } = await open({ permissions: ["clipboard-read", "clipboard-write"] });
      await fill(page, "it's", "7");
      const request = page.getByRole("region", { name: "Request" });
      expect(await request.locator("pre").innerText()).to.equal(
        'PUT /collections/it\'s\n{\n  "vectors_config": {\n    "size": 7,\n    "distance": "Cosine"\n  }\n}',
      );
      await request.getByRole("button", { name: "Copy as curl" }).click();
      await request.getByText("Copied").waitFor();
      const copied: string = await page.evaluate("navigator.clipboard.readText()");
      expect(copied).to.equal(
        [
          `curl -X PUT '${server.url}/collections/it'\\''s' \\`,
          `  -H 'content-type: application/json' \\`,
          `  -d '{"vectors_config":{"size":7,"distance":"Cosine"}}'`,
        ].join("\n"),
      );
    },
  );

  const refusals: [string, (page: Page) => Promise<unknown>, string, RegExp][] = [
    ["a name", (page) => text(page, "Name").fill("a?b"), "Name", /^Expected 1 to 255 characters/],
    [
      "a name that is taken",
      (page) => text(page, "Name").fill("taken"),
      "Name",
      /^Collection already exists: taken/,
    ],
    [
      "a size",
      (page) => text(page, "Size").fill("many"),
      "Size",
      /^Expected an integer from 1 to 65536, got "many"/,
    ],
    [
      "an option that was hidden again",
      async (page) => {
        await more(page);
        await text(page, "m").fill("1");
        await more(page);
      },
      "m",
      /^Expected 0 for no graph or an integer from 2 to 512, got 1/,
    ],
    [
      "metadata that is no JSON",
      async (page) => {
        await more(page);
        await text(page, "metadata").fill("{");
      },
      "metadata",
      /^Expected an object, got "{"/,
    ],
  ];
  for (const [what, spoil, field, words] of refusals) {
    const test = what === "a name" || field === "m" ? it : itWeekly;
    test(`the dialog that creates a collection shows the server's refusal of ${what} at its field`, async () => {
      await server.call("PUT", "/collections/taken", { vectors_config: { size: 2, distance: "Dot" } });
      const { page, complaints } = await open();
      await fill(page);
      await spoil(page);
      await submit(page);
      const input = text(page, field);
      await page.getByRole("alert").waitFor();
      expect(await page.getByRole("alert").innerText()).to.match(words);
      expect(await input.getAttribute("aria-invalid")).to.equal("true");
      expect(await page.evaluate("document.activeElement.ariaInvalid")).to.equal("true");
      forgive(complaints, /400|409/);
    });
  }

  it("the dialog that creates a collection removes an error with the next change, and keeps its buttons in view", async () => {
    await server.call("PUT", "/collections/taken", { vectors_config: { size: 2, distance: "Dot" } });
    const { page, complaints } = await open();
    await fill(page, "taken");
    await more(page);
    const { y, height } = (await page.getByRole("button", { name: "Create", exact: true }).boundingBox())!;
    expect(y + height).to.be.below(800);
    await submit(page);
    await page.getByText("Collection already exists: taken").waitFor();
    await text(page, "Name").fill("taken-2");
    expect(await page.getByRole("alert").count()).to.equal(0);
    expect(await text(page, "Name").getAttribute("aria-invalid")).to.equal(null);
    forgive(complaints, /409/);
  });

  itWeekly(
    "the dialog that creates a collection shows that a quantization does not support the distance, without a request",
    async () => {
      const { page, complaints } = await open();
      await fill(page);
      await page.getByLabel("Distance").selectOption("Manhattan");
      await more(page);
      await page.getByLabel("Kind").selectOption("binary");
      await submit(page);
      expect(await page.getByRole("alert").innerText()).to.match(/^Binary quantization cannot estimate/);
      forgive(complaints, /400/);
    },
  );

  itWeekly("the dialog that creates a collection is accessible, light and dark", async () => {
    const { page } = await open();
    await page.getByLabel("Several named vectors").check();
    await page.getByText("Options of this vector").click();
    await more(page);
    await expectAccessible(page);
  });
});

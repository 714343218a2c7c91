// The command palette, the keys of the console, and its help, in a real browser with a real server.
import { expect } from "chai";
import type { Page } from "playwright-core";
import { expectAccessible } from "../support/accessible.ts";
import { startConsole, useBrowser } from "../support/browser.ts";
import type { TestServer } from "../support/rest.ts";

describe("the command palette", () => {
  const browser = useBrowser();
  let server: TestServer;
  beforeEach(async () => {
    server = await startConsole();
  });
  afterEach(() => server.close());

  const create = (name: string) =>
    server.call("PUT", `/collections/${encodeURIComponent(name)}`, { vectors: { size: 2, distance: "Dot" } });
  const collections = (page: Page) => page.getByRole("navigation", { name: "Collections" });
  const palette = (page: Page) => page.getByRole("combobox", { name: "Collection, screen or command" });

  it("the command palette opens a collection by a part of its name, by keyboard alone", async () => {
    for (const name of ["books", "old books", "images"]) await create(name);
    const { page } = await browser.visit(server.uiUrl);
    await collections(page).waitFor();
    await page.keyboard.press("Control+k");
    await palette(page).waitFor();
    await page.keyboard.type("book");
    const options = page.getByRole("option");
    await options.filter({ hasText: "images" }).waitFor({ state: "detached" });
    expect(await options.allInnerTexts()).to.deep.equal(["books\nCollection", "old books\nCollection"]);
    await page.keyboard.press("ArrowDown");
    expect(await page.locator("[aria-selected=true]").innerText()).to.contain("old books");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "old books" }).waitFor();
    expect(await page.getByRole("dialog").count()).to.equal(0);
  });

  it("the command palette goes to a point of a collection, and to a tab of it", async () => {
    await create("books");
    await server.call("PUT", "/collections/books/points?wait=true", { points: [{ id: 42, vector: [1, 2] }] });
    const { page } = await browser.visit(server.uiUrl);
    await collections(page).waitFor();
    await page.keyboard.press("Control+k");
    await palette(page).fill("books 42");
    await page.getByRole("option", { name: "Go to point 42 in books" }).click();
    await page.waitForURL(/#\/collections\/books\/points\?point=42$/);
    await page.goto(`${server.uiUrl}/#/`);
    await page.keyboard.press("Control+k");
    await palette(page).fill("books conf");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Configuration" }).waitFor();
  });

  it("the command palette opens the dialog that creates a collection, with the focus in its first field", async () => {
    const { page } = await browser.visit(`${server.uiUrl}/#/license`);
    await page.getByRole("button", { name: "Search" }).click();
    await palette(page).fill("create");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Create collection" }).waitFor();
    expect(await page.evaluate("document.activeElement.placeholder")).to.equal("products");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.waitForURL(/#\/$/);
  });

  it("the keys / and ? go to the filter of a screen and to the help, and are typed in a field", async () => {
    await create("books");
    const { page } = await browser.visit(server.uiUrl);
    const filter = page.getByRole("searchbox", { name: "Filter by name" });
    await filter.waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("a/b?");
    expect(await filter.inputValue()).to.equal("a/b?");
    await page.getByRole("heading", { name: "Collections" }).click();
    await page.getByRole("main").focus();
    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "Help" });
    await help.getByText("Open the command palette").waitFor();
    await help.getByText("Azimuth 0.1.0").waitFor();
    const reference = await help.getByRole("link", { name: "OpenAPI document" }).getAttribute("href");
    expect((await (await fetch(server.uiUrl + reference)).json()).openapi).to.match(/^3\./);
  });

  it("the console asks once for 5,000 collections, shows some of them, and finds all of them", async () => {
    const { page } = await browser.visit("about:blank");
    const figures = {
      status: "green",
      points_count: 1,
      indexed_vectors_count: 0,
      segments_count: 1,
      vectors: [{ name: "", size: 4, distance: "Dot" }],
    };
    const all = Array.from({ length: 5_000 }, (_, i) => ({ name: `tenant-${i}`, figures }));
    let asked = 0;
    await page.route("**/api/proxy/status/collections", (route) => {
      asked++;
      return route.fulfill({ json: { result: { collections: all }, status: "ok", time: 0 } });
    });
    await page.goto(server.uiUrl);
    await page.getByText("5,000 collections").waitFor();
    await collections(page).getByText("and 4,900 more").waitFor();
    expect(await page.getByRole("row").count()).to.be.below(250);
    await page.getByRole("searchbox", { name: "Find a collection" }).fill("4999");
    await collections(page).getByRole("link", { name: "tenant-4999" }).waitFor();
    expect(await collections(page).getByRole("link").count()).to.equal(1);
    await page.getByRole("button", { name: "Search" }).click();
    await palette(page).fill("tenant-4321");
    await page.getByRole("option", { name: "tenant-4321" }).waitFor();
    expect(asked).to.equal(1);
  });

  it("the command palette and the help are accessible, light and dark", async () => {
    await create("books");
    const { page } = await browser.visit(server.uiUrl);
    await collections(page).waitFor();
    await page.keyboard.press("Control+k");
    await palette(page).waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Help" }).click();
    await page.getByRole("dialog", { name: "Help" }).waitFor();
    await expectAccessible(page);
  });
});

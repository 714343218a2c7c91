// The parts that all screens of the console have in common, in a real browser with a real server.
import { expect } from "chai";
import type { Page } from "playwright-core";
import { expectAccessible } from "../support/accessible.ts";
import { forgive, startConsole, useBrowser } from "../support/browser.ts";
import type { TestServer } from "../support/rest.ts";
import { itWeekly } from "../support/weekly.ts";

/** What a colour scheme paints behind a page. */
const DARK = "rgb(14, 17, 22)";
const LIGHT = "rgb(245, 246, 248)";

describe("the console", () => {
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
  const background = (page: Page) => page.evaluate("getComputedStyle(document.body).backgroundColor");

  it("the console lists its screens, and marks the current one", async () => {
    const { page } = await browser.visit(server.uiUrl);
    await page.getByRole("link", { name: "Console" }).click();
    await page.getByRole("heading", { name: "Console" }).waitFor();
    expect(await page.getByRole("link", { name: "Console" }).getAttribute("aria-current")).to.equal("page");
    expect(await page.title()).to.equal("Console · Azimuth");
  });

  it("the console lists the collections beside its screens, and marks the current one", async () => {
    for (const name of ["b10", "b9"]) await create(name);
    const { page } = await browser.visit(server.uiUrl);
    await collections(page).getByRole("link", { name: "b9" }).click();
    await page.getByRole("heading", { name: "b9" }).waitFor();
    expect(await collections(page).getByRole("link").allInnerTexts()).to.deep.equal(["b9", "b10"]);
    const current = collections(page).locator("[aria-current=page]");
    expect(await current.allInnerTexts()).to.deep.equal(["b9"]);
    expect(await collections(page).getByRole("searchbox").count()).to.equal(0);
  });

  it("the tab of a collection is a link, and the title names the collection and the tab", async () => {
    await create("books");
    const { page } = await browser.visit(`${server.uiUrl}/#/collections/books/points`);
    const tabs = page.getByRole("navigation", { name: "Tabs of books" });
    await tabs.getByRole("link", { name: "Config" }).click();
    await page.getByRole("heading", { name: "Configuration" }).waitFor();
    expect(await page.title()).to.equal("books · Config · Azimuth");
    expect(await tabs.locator("[aria-current=page]").innerText()).to.equal("Config");
    await page.goBack();
    await page.getByRole("button", { name: "Add point" }).waitFor();
    expect(await page.title()).to.equal("books · Points · Azimuth");
  });

  it("the console says of an address without a screen or a tab that there is none", async () => {
    await create("books");
    const { page } = await browser.visit(`${server.uiUrl}/#/collections/books/nope`);
    await page.getByText("A collection has no tab of this name").waitFor();
    await page.goto(`${server.uiUrl}/#/nope`);
    await page.getByText("There is no screen of this name").waitFor();
  });

  it("Back takes back an open point and an applied filter, one after the other", async () => {
    await create("books");
    const points = [1, 2].map((id) => ({ id, vector: [id, 1], payload: { n: id } }));
    await server.call("PUT", "/collections/books/points?wait=true", { points });
    const { page } = await browser.visit(`${server.uiUrl}/#/collections/books/points`);
    await page.getByRole("row").filter({ hasText: "2" }).first().waitFor();
    await page.evaluate(`location.hash = '#/collections/books/points?filter={"must":[{"has_id":[1]}]}'`);
    await page.getByText("1 matching point").waitFor();
    await page.getByRole("gridcell", { name: "1", exact: true }).first().click();
    await page.waitForURL(/point=1/);
    await page.goBack();
    await page.waitForURL((url) => !/point=/.test(url.hash) && /filter=/.test(url.hash));
    await page.goBack();
    await page.waitForURL(/points$/);
  });

  it("the command palette opens a collection by a part of its name, by keyboard alone", async () => {
    for (const name of ["books", "old books", "images"]) await create(name);
    const { page } = await browser.visit(server.uiUrl);
    await collections(page).waitFor();
    await page.keyboard.press("Control+k");
    await palette(page).waitFor();
    await page.keyboard.type("book");
    const options = page.getByRole("option");
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
    const reference = await help.getByRole("link", { name: "API reference" }).getAttribute("href");
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

  it("the theme that is chosen is painted first, and other tabs follow it", async () => {
    const { page } = await browser.visit(server.uiUrl, { fresh: true, colorScheme: "light" });
    const other = await page.context().newPage();
    await other.goto(server.uiUrl);
    await page.getByRole("radio", { name: "Dark" }).check();
    await other.locator('html[data-theme="dark"]').waitFor({ state: "attached" });
    expect(await background(page)).to.equal(DARK);
    // The theme is there although the program of the page is not.
    await other.route("**/assets/main-*.js", () => undefined);
    await other.reload({ waitUntil: "commit" });
    await other.locator('html[data-theme="dark"]').waitFor({ state: "attached" });
    await other.waitForFunction(`getComputedStyle(document.body).backgroundColor === "${DARK}"`);
    await other.close();
    await page.getByRole("radio", { name: "Auto" }).check();
    await page.waitForFunction(`getComputedStyle(document.body).backgroundColor === "${LIGHT}"`);
  });

  itWeekly("in a narrow window the console has its whole navigation behind one button", async () => {
    await create("books");
    const viewport = { width: 360, height: 740 };
    const { page } = await browser.visit(`${server.uiUrl}/#/collections/books/transfer`, { viewport });
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByText("No sign-in needed").waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: "License" }).click();
    await page.getByRole("heading", { name: "License" }).waitFor();
    expect(await page.getByText("No sign-in needed").isVisible()).to.equal(false);
    await page.goBack();
    await page.getByRole("heading", { name: "Import" }).first().waitFor();
    const tab = page.getByRole("link", { name: "Import & export" });
    const { x, width } = (await tab.boundingBox())!;
    expect(x).to.be.at.least(0);
    expect(x + width).to.be.at.most(viewport.width);
  });

  itWeekly("forced colours mark the current screen, the current tab and the chosen segment", async () => {
    await create("books");
    const { page } = await browser.visit(`${server.uiUrl}/#/collections/books/config`, {
      forcedColors: "active",
    });
    await page.getByRole("heading", { name: "Configuration" }).waitFor();
    const colourOf = (selector: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`);
    const plain = await colourOf("body");
    for (const selector of [
      ".sidebar [aria-current]",
      ".tabs [aria-current]",
      ".segmented input:checked + span",
    ])
      expect(await colourOf(selector), selector).to.not.equal(plain);
  });

  itWeekly("the console shows that a screen is loading until its bundle is there", async () => {
    const { page } = await browser.visit(server.uiUrl, { fresh: true });
    await page.getByText("Healthy").waitFor();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/assets/license-*.js", async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole("link", { name: "License" }).click();
    await page.locator(".loading-bar").waitFor({ state: "attached" });
    release();
    await page.getByRole("heading", { name: "License" }).waitFor();
    expect(await page.locator(".loading-bar").count()).to.equal(0);
  });

  itWeekly("the console says once that the server does not answer", async () => {
    const { page, complaints } = await browser.visit(`${server.uiUrl}/#/metrics`, { fresh: true });
    await page.getByRole("region", { name: "Memory" }).waitFor();
    await page.context().setOffline(true);
    await page.getByText("The server does not answer").waitFor();
    expect(await page.getByText("The server does not answer").count()).to.equal(1);
    await page.context().setOffline(false);
    await page.getByText("The server does not answer").waitFor({ state: "detached" });
    forgive(complaints, /ERR_INTERNET_DISCONNECTED/);
  });

  itWeekly("the direction of a name is that of its own letters", async () => {
    await create("מסמכים 2");
    const { page } = await browser.visit(server.uiUrl);
    await page.getByRole("main").getByRole("link", { name: "מסמכים 2" }).waitFor();
    const direction = await page.evaluate(
      "getComputedStyle(document.querySelector('main a.clamp')).unicodeBidi",
    );
    expect(direction).to.equal("plaintext");
  });

  itWeekly(
    "the console loads a screen that was opened while the server was unreachable when the server is back",
    async () => {
      const { page, complaints } = await browser.visit(server.uiUrl, { fresh: true });
      await page.getByText("Healthy").waitFor();
      await page.context().setOffline(true);
      await page.getByRole("link", { name: "License" }).click();
      await page.getByText("This part of the console could not be loaded").waitFor();
      await page.getByText("The server does not answer. Trying again").waitFor();
      await page.context().setOffline(false);
      await page.getByText("The server does not answer. Trying again").waitFor({ state: "detached" });
      // A browser may remember the failed request; then the page has the button.
      const reload = page.getByRole("button", { name: "Reload the page" });
      await page.getByRole("heading", { name: "License" }).or(reload).waitFor();
      if (await reload.isVisible()) await reload.click();
      await page.getByRole("heading", { name: "License" }).waitFor();
      forgive(complaints, /ERR_INTERNET_DISCONNECTED|dynamically imported module/);
    },
  );

  itWeekly("the console shows and logs why a screen failed to start", async () => {
    const { page, complaints } = await browser.visit(server.uiUrl, { fresh: true });
    await page.getByText("Healthy").waitFor();
    await page.route("**/assets/license-*.js", (route) =>
      route.fulfill({ contentType: "text/javascript", body: 'throw new RangeError("no such locale")' }),
    );
    await page.getByRole("link", { name: "License" }).click();
    await page.getByText("This part of the console failed to start: RangeError: no such locale").waitFor();
    expect(complaints.some((one) => one.includes("RangeError: no such locale"))).to.equal(true);
    forgive(complaints, /no such locale/);
  });

  itWeekly("the console is accessible, light and dark, with its palette and its help", async () => {
    await create("books");
    const { page } = await browser.visit(server.uiUrl);
    await collections(page).waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Control+k");
    await palette(page).waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Help" }).click();
    await page.getByRole("dialog", { name: "Help" }).waitFor();
    await expectAccessible(page);
  });
});

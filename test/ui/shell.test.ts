// The parts that all screens of the console have in common, in a real browser with a real server.
import { expect } from "chai";
import type { Page } from "playwright-core";
import { expectAccessible } from "../support/accessible.ts";
import { forgive, startConsole, useBrowser } from "../support/browser.ts";
import type { TestServer } from "../support/rest.ts";
import { itWeekly } from "../support/weekly.ts";

/** The background of a page in each colour scheme. */
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

  itWeekly("the console is accessible, light and dark", async () => {
    await create("books");
    const { page } = await browser.visit(server.uiUrl);
    await collections(page).waitFor();
    await expectAccessible(page);
  });
});

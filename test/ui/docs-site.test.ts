// The documentation at /docs as the server has it: its addresses, and its pages and search in a real browser.
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import type { Page } from "playwright-core";
import { expectAccessible } from "../support/accessible.ts";
import { startConsole, useBrowser } from "../support/browser.ts";
import { BuiltFiles } from "../support/built-files.ts";
import { rawRequest } from "../support/raw-request.ts";
import type { TestServer } from "../support/rest.ts";

const SITE = new BuiltFiles("docs");
const PAGES = SITE.names().filter((name) => name.endsWith(".html"));

const search = (page: Page) => page.getByRole("combobox").or(page.getByRole("searchbox"));
const hits = (page: Page) => page.getByRole("option");

describe("the documentation at /docs", () => {
  const browser = useBrowser();
  let server: TestServer;
  before(async () => {
    server = await startConsole();
  });
  after(() => server.close());

  const visit = (path: string, options = {}) =>
    browser.visit(`${server.uiUrl}/docs/${path}`, { fresh: true, ...options });
  const ask = (path: string, headers = {}) => rawRequest(server.uiUrl, { method: "GET", path, headers });

  it("the documentation at /docs has every page with and without .html, and sends other addresses to them", async () => {
    for (const path of ["/docs/", "/docs/api", "/docs/api.html", "/docs/changelog", "/docs/index.html"])
      expect((await ask(path)).status, path).to.equal(200);
    for (const [path, location] of [
      ["/docs", "docs/"],
      ["/docs/api/", "../api"],
      ["/docs/api.html/", "../api.html"],
    ] as const) {
      const { status, headers } = await ask(path);
      expect([status, headers.location], path).to.deep.equal([302, location]);
    }
  });

  it("the documentation at /docs has the pages to which the help of the console leads", async () => {
    const { page } = await browser.visit(server.uiUrl, { fresh: true });
    await page.getByRole("button", { name: "Help" }).click();
    const links = page.getByRole("dialog", { name: "Help" }).getByRole("link");
    await links.first().waitFor();
    const targets = await links.evaluateAll((all) => all.map((one) => one.getAttribute("href")!));
    const own = targets.filter((href) => href.startsWith("/"));
    expect(own).to.include.members(["/docs/", "/docs/reference", "/docs/changelog"]);
    for (const path of own) expect((await ask(path)).status, path).to.equal(200);
  });

  it("the documentation at /docs answers 404 with a page for browsers, and as other paths for programs", async () => {
    const page = await ask("/docs/nowhere", { accept: "text/html" });
    expect([page.status, page.headers["content-type"]]).to.deep.equal([404, "text/html; charset=utf-8"]);
    expect(page.text).to.contain("Page not found").and.contain('href="index.html"');
    for (const [path, accept] of [
      ["/docs/nowhere", "*/*"],
      ["/docs/assets/nowhere.js", "text/html"],
      ["/docs/a/b", "text/html"],
      ["/docs/%2e%2e%2findex.html", "*/*"],
    ] as const)
      expect((await ask(path, { accept })).headers["content-type"], path).to.contain("application/json");
  });

  it("the documentation at /docs allows WebAssembly in the scripts of its search only", async () => {
    const policy = async (path: string) => (await ask(path)).headers["content-security-policy"] as string;
    const worker = SITE.names("assets").find((name) => /^search-worker-\w+\.js$/.test(name))!;
    expect(await policy(`/docs/assets/${worker}`)).to.contain("script-src 'self' 'wasm-unsafe-eval'");
    for (const path of ["/docs/", "/docs/api", "/docs/nowhere", "/"]) {
      expect(await policy(path), path)
        .to.contain("default-src 'self'")
        .and.not.contain("unsafe");
    }
  });

  it("the documentation at /docs is read and walked through without scripts", async () => {
    const { page } = await visit("", { javaScriptEnabled: false });
    await page
      .getByRole("navigation", { name: "Pages" })
      .getByRole("link", { name: "Recall, ef and cost" })
      .click();
    await page.getByRole("heading", { level: 1, name: "Recall, ef and cost" }).waitFor();
    expect(
      await page.getByRole("link", { name: "Recall, ef and cost" }).getAttribute("aria-current"),
    ).to.equal("page");
    await page.getByRole("link", { name: "Running a server", exact: true }).first().click();
    await page.getByRole("heading", { level: 1, name: "Running a server" }).waitFor();
    await page
      .getByRole("navigation", { name: "On this page" })
      .getByRole("link", { name: "Metrics" })
      .click();
    expect(page.url()).to.match(/server\.html#metrics$/);
    expect(await search(page).count()).to.equal(0);
    await page.getByRole("link", { name: "Console" }).first().waitFor();
    await page.getByRole("link", { name: "Overview" }).click();
    await page.getByRole("link", { name: /^Next The API by examples/ }).click();
    await page.getByRole("link", { name: /^Previous Overview/ }).waitFor();
  });

  it("the documentation at /docs is searched by the engine in the page, which is loaded at the first focus", async () => {
    const { page } = await visit("commands.html");
    const asked: string[] = [];
    page.on("request", (one) => asked.push(one.url()));
    await page.keyboard.press("/");
    await page.keyboard.type("lost and drain");
    await hits(page).filter({ hasText: "Lost and drained servers · Clusters" }).first().waitFor();
    await page.getByText(/The best of \d+ sections, ranked by Azimuth in this page/).waitFor();
    expect(await hits(page).first().locator("mark").allTextContents()).to.include("drained");
    await page.keyboard.press("ArrowDown");
    expect(await hits(page).first().getAttribute("aria-selected")).to.equal("true");
    await page.keyboard.press("Enter");
    await page.waitForURL(/cluster\.html#lost-and-drained-servers$/);
    expect(asked.some((url) => /\/database-\w+\.js$/.test(url))).to.equal(true);
    expect(asked.filter((url) => !url.startsWith(`${server.uiUrl}/docs/`))).to.deep.equal([]);
  });

  it("the documentation at /docs shows when no section has the words, and closes the results with Escape", async () => {
    const { page } = await visit("api.html");
    await search(page).fill("qqqqxxxxzzzz");
    await page.getByText("No section has these words").waitFor();
    expect(await search(page).getAttribute("aria-expanded")).to.equal("false");
    await search(page).press("Escape");
    await page.getByText("No section has these words").waitFor({ state: "hidden" });
  });

  it("the documentation at /docs leads to a section of the same page, and closes the results", async () => {
    const { page } = await visit("api.html");
    await search(page).fill("sparse vectors and vector names");
    await hits(page).filter({ hasText: "Sparse vectors and vector names" }).first().click();
    await page.waitForURL(/api\.html#sparse-vectors-and-vector-names$/);
    await hits(page).first().waitFor({ state: "detached" });
    expect(await page.evaluate("document.querySelector(':target').getBoundingClientRect().top")).to.be.within(
      40,
      200,
    );
  });

  it("the documentation at /docs says why the search could not be started", async () => {
    const { page, complaints } = await visit("api.html");
    await page.route("**/assets/sections-*.json", (route) => route.fulfill({ status: 503, body: "" }));
    await search(page).fill("backup");
    await page.getByText(/The search could not be started: .*503/).waitFor();
    complaints.splice(0, complaints.length, ...complaints.filter((one) => !one.includes("503")));
  });

  it("the documentation at /docs keeps the theme that is chosen, for the console, too", async () => {
    const { page } = await visit("", { colorScheme: "light" });
    const ground = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
    const light = await ground();
    await page.getByRole("button", { name: "Theme: Auto" }).click();
    await page.getByRole("button", { name: "Theme: Light" }).click();
    await page.getByRole("button", { name: "Theme: Dark" }).waitFor();
    expect(await ground()).not.to.equal(light);
    await page.goto(`${server.uiUrl}/docs/api.html`);
    await page.getByRole("button", { name: "Theme: Dark" }).waitFor();
    expect(await ground()).not.to.equal(light);
    expect(await page.evaluate("localStorage.getItem('azimuth.theme')")).to.equal("dark");
  });

  it("the documentation at /docs fits a screen of 360 pixels, where the pages are in a menu", async () => {
    const { page } = await visit("", { viewport: { width: 360, height: 740 } });
    for (const name of PAGES) {
      await page.goto(`${server.uiUrl}/docs/${name}`);
      expect(await page.evaluate("document.documentElement.scrollWidth"), name).to.be.at.most(360);
    }
    await page.goto(`${server.uiUrl}/docs/server.html`);
    await page.getByRole("button", { name: "On this page" }).click();
    await page.getByRole("link", { name: "Metrics", exact: true }).click();
    await page.getByRole("navigation", { name: "On this page" }).waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("link", { name: "gRPC", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "gRPC" }).waitFor();
  });

  it("the documentation at /docs is accessible, light and dark, with results and on a small screen", async () => {
    const { page } = await visit("");
    for (const name of ["index.html", "server.html", "reference.html"]) {
      await page.goto(`${server.uiUrl}/docs/${name}`);
      await expectAccessible(page);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${server.uiUrl}/docs/recall.html`);
    await search(page).fill("filter");
    await hits(page).first().waitFor();
    await page.keyboard.press("ArrowDown");
    await expectAccessible(page);
  });

  it("the documentation at /docs marks the current page and the selected result in forced colours", async () => {
    const { page } = await visit("recall.html", { forcedColors: "active" });
    const outline = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((found) => getComputedStyle(found as never).outlineStyle);
    expect(await outline(".side a[aria-current]")).to.equal("solid");
    await search(page).fill("filter");
    await hits(page).first().waitFor();
    await page.keyboard.press("ArrowDown");
    expect(await outline(".results a[aria-selected]")).to.equal("solid");
  });

  it("the documentation at /docs prints the text alone", async () => {
    const { page } = await visit("recall.html");
    await page.emulateMedia({ media: "print" });
    expect(await page.getByRole("navigation").filter({ visible: true }).count()).to.equal(0);
    expect(await page.getByRole("banner").filter({ visible: true }).count()).to.equal(0);
    await page.getByRole("heading", { level: 1, name: "Recall, ef and cost" }).waitFor();
  });

  describe("behind a proxy that serves it below another path", () => {
    let proxy: Server;
    let url: string;
    before(async () => {
      proxy = createServer((incoming, outgoing) => {
        if (!incoming.url!.startsWith("/tools/azimuth/")) {
          outgoing.writeHead(404).end();
          return;
        }
        const { port } = new URL(server.uiUrl);
        const path = incoming.url!.slice("/tools/azimuth".length);
        const { method, headers } = incoming;
        request({ host: "127.0.0.1", port, path, method, headers }, (answer) => {
          outgoing.writeHead(answer.statusCode!, answer.headers);
          answer.pipe(outgoing);
        }).end();
      });
      await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
      url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/tools/azimuth`;
    });
    after(() => proxy.close());

    it("the documentation behind a proxy has its styles, links and search", async () => {
      const { page } = await browser.visit(`${url}/docs`, { fresh: true });
      await page.waitForURL(`${url}/docs/`);
      await page.getByRole("link", { name: "Clusters", exact: true }).first().click();
      await page.waitForURL(`${url}/docs/cluster.html`);
      expect(await page.evaluate("getComputedStyle(document.querySelector('.top')).position")).to.equal(
        "sticky",
      );
      await search(page).fill("tombstone");
      await hits(page).filter({ hasText: "Glossary" }).first().click();
      await page.waitForURL(/\/tools\/azimuth\/docs\/glossary\.html#/);
    });
  });
});

// The metrics screen: live charts of the metrics of the server.
import { expect } from "chai";
import { expectAccessible } from "../support/accessible.ts";
import { startConsole, useBrowser } from "../support/browser.ts";
import type { TestServer } from "../support/rest.ts";
import { itWeekly } from "../support/weekly.ts";

describe("the metrics screen", () => {
  const browser = useBrowser();
  let server: TestServer;
  beforeEach(async () => {
    server = await startConsole();
  });
  afterEach(() => server.close());

  it("the metrics screen shows live requests of the server", async () => {
    const { page } = await browser.visit(`${server.uiUrl}/#/metrics`);
    const routes = page.getByRole("region", { name: "Requests by route" });
    await routes.waitFor();
    await server.call("GET", "/collections");
    await routes.getByRole("rowheader", { name: "GET /collections" }).waitFor();
    await page
      .getByRole("region", { name: "Requests by status" })
      .getByRole("rowheader", { name: "200" })
      .waitFor();
    await page.getByRole("region", { name: "Vectors" }).getByRole("rowheader", { name: "limit" }).waitFor();
  });

  itWeekly(
    "the metrics screen draws its charts in a browser whose language Intl refuses, as under a POSIX locale",
    async () => {
      const { page } = await browser.visit(server.uiUrl, { fresh: true });
      await page.addInitScript(
        'Object.defineProperty(Navigator.prototype, "language", { get: () => "en-US@posix", configurable: true })',
      );
      await page.goto(`${server.uiUrl}/#/metrics`);
      await page.reload();
      await page.getByRole("region", { name: "Vectors" }).locator("canvas").waitFor();
    },
  );

  it("the metrics screen draws a limit only near it, and hides charts without data", async () => {
    const { page } = await browser.visit(`${server.uiUrl}/#/metrics`);
    const vectors = page.getByRole("region", { name: "Vectors" });
    const limit = vectors.getByRole("row", { name: "limit" });
    expect(await limit.innerText()).to.contain("5K");
    expect(await limit.locator(".metrics-swatch").count()).to.equal(0);
    await page.getByText(/^No data in this time: .*gRPC calls/).waitFor();
    expect(await page.getByRole("region", { name: "gRPC calls" }).count()).to.equal(0);
  });

  it("the metrics screen keeps its readings while another screen is open", async () => {
    const { page } = await browser.visit(`${server.uiUrl}/#/metrics`);
    await page.getByRole("region", { name: "Memory" }).waitFor();
    await page.getByRole("link", { name: "License" }).click();
    await page.getByRole("heading", { name: "License" }).waitFor();
    await page.route("**/api/proxy/metrics", () => undefined);
    await page.getByRole("link", { name: "Metrics" }).click();
    await page.getByRole("region", { name: "Memory" }).waitFor();
  });

  itWeekly("the metrics screen stops its charts while it is paused, and continues by keyboard", async () => {
    const { page } = await browser.visit(`${server.uiUrl}/#/metrics`);
    await page.getByRole("region", { name: "Memory" }).waitFor();
    await page.getByRole("button", { name: "Pause" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Resume" }).waitFor();
    await server.call("GET", "/collections");
    await page.keyboard.press("Enter");
    await page.getByRole("rowheader", { name: "GET /collections" }).first().waitFor();
  });

  itWeekly("the metrics screen is accessible, light and dark", async () => {
    const { page } = await browser.visit(`${server.uiUrl}/#/metrics`);
    await page.getByRole("region", { name: "Memory" }).waitFor();
    await expectAccessible(page);
  });
});

// The metrics screen: live charts of the metrics of the server.
import { expect } from "chai";
import { expectAccessible } from "../support/accessible.ts";
import { startConsole, useBrowser } from "../support/browser.ts";
import type { TestServer } from "../support/rest.ts";
import { until } from "../support/until.ts";
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
    await server.call("GET", "/collections");
    await routes.waitFor();
    await routes.getByRole("rowheader", { name: "GET /collections" }).waitFor();
    await page
      .getByRole("region", { name: "Requests by status" })
      .getByRole("rowheader", { name: "200" })
      .waitFor();
    await page.getByRole("region", { name: "Vectors" }).getByRole("rowheader", { name: "vectors" }).waitFor();
  });

  it("the metrics screen shows what was before it was opened, and charts without data are hidden", async () => {
    await server.call("PUT", "/collections/c", { vectors: { size: 2, distance: "Dot" } });
    await server.call("GET", "/collections/c");
    const kept = async () =>
      (await server.call("GET", "/status/history")).body.result.lines.some(
        ({ chart, name }: { chart: string; name: string }) => chart === "collections" && name === "c",
      );
    await until(kept);
    const { page } = await browser.visit(`${server.uiUrl}/#/metrics`);
    const collections = page.getByRole("region", { name: "Requests by collection" });
    await collections.getByRole("rowheader", { name: "c" }).waitFor();
    expect(await page.getByRole("region", { name: "gRPC calls" }).count()).to.equal(0);
    await page.getByRole("link", { name: "Home", exact: true }).click();
    await page.getByRole("link", { name: "Metrics" }).click();
    await collections.getByRole("rowheader", { name: "c" }).waitFor();
  });

  it("the metrics screen keeps the colours of its lines in forced colours", async () => {
    const { page } = await browser.visit(`${server.uiUrl}/#/metrics`, { forcedColors: "active" });
    const marks = page.getByRole("region", { name: "Memory" }).locator(".metrics-swatch");
    await marks.nth(1).waitFor();
    const colours = await marks.evaluateAll((all) =>
      all.map((one) => one.ownerDocument.defaultView!.getComputedStyle(one).backgroundColor),
    );
    expect(new Set(colours).size).to.equal(colours.length);
  });

  it("the metrics screen lists slow requests with their collection", async () => {
    const slow = await startConsole({ slowRequestMs: 1 });
    await slow.call("PUT", "/collections/films", { vectors: { size: 2, distance: "Dot" } });
    const { page } = await browser.visit(`${slow.uiUrl}/#/metrics`, { fresh: true });
    const list = page.getByRole("region", { name: "Slow requests" });
    const row = list.getByRole("row").filter({ hasText: "PUT /collections/{collection_name}" });
    await row.getByRole("cell", { name: "films" }).waitFor();
    await slow.close();
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

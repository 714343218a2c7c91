// The request screen of the console: any request, with completions from the OpenAPI document, and the response as it
// came.
import { expect } from "chai";
import type { Page } from "playwright-core";
import { expectAccessible } from "../support/accessible.ts";
import { forgive, startConsole, useBrowser } from "../support/browser.ts";
import type { TestServer } from "../support/rest.ts";
import { itWeekly } from "../support/weekly.ts";

const LARGEST = "18446744073709551615";

describe("the console screen", () => {
  const browser = useBrowser();
  let server: TestServer;
  before(async () => {
    server = await startConsole();
    await server.call("PUT", "/collections/wares", { vectors_config: { size: 2, distance: "Dot" } });
    const points = `{"points": [{"id": ${LARGEST}, "vector": [1, 0], "payload": {"n": 1.0}}]}`;
    await server.call("PUT", "/collections/wares/points", points);
  });
  after(() => server.close());

  async function open(query: Record<string, string> = {}, options = {}) {
    const search = new URLSearchParams(query).toString();
    const visit = await browser.visit(`${server.uiUrl}/#/console${search && `?${search}`}`, options);
    await editor(visit.page).waitFor();
    return visit;
  }

  function editor(page: Page) {
    return page.getByRole("textbox", { name: "Body, JSON" });
  }

  /** Sends the request with the mouse. */
  async function sent(page: Page): Promise<string> {
    await page.getByRole("button", { name: "Send", exact: true }).click();
    return answer(page);
  }

  async function answer(page: Page): Promise<string> {
    return (await page.getByRole("region", { name: "Body of the answer" }).textContent())!;
  }

  it("the console screen sends a request and shows the response", async () => {
    const { page } = await open();
    expect(await sent(page)).to.contain('"name": "wares"');
    await page.getByText("200 OK").waitFor();
    await page.getByText(/in the server, .* round trip, \d+ B/).waitFor();
    await page.getByText(/^Headers/).click();
    await page.getByText("application/json").waitFor();
  });

  it("the console screen shows ids to the last digit, and numbers as they were sent", async () => {
    const { page } = await open({ method: "POST", path: "/collections/wares/points/scroll", body: "{}" });
    const body = await sent(page);
    expect(body).to.contain(`"id": ${LARGEST}`).and.to.contain('"n": 1.0');
  });

  it("the console screen fills in the request of a link without sending it", async () => {
    const { page } = await open({ method: "DELETE", path: "/collections/wares", body: '{"a": 1}' });
    expect(await page.getByLabel("Path").inputValue()).to.equal("/collections/wares");
    expect(await page.getByLabel("Method").inputValue()).to.equal("DELETE");
    expect(await editor(page).textContent()).to.contain('{"a": 1}');
    await page.getByText("Deletes", { exact: true }).waitFor();
    expect((await server.call("GET", "/collections/wares")).status).to.equal(200);
  });

  itWeekly("the console screen can be used by keyboard alone", async () => {
    const { page } = await open({ method: "POST", path: "/collections/wares/points/count" });
    await page.getByLabel("Path").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.type("{");
    await page.keyboard.press("Control+Space");
    await page.getByRole("option", { name: /exact/ }).waitFor();
    await page.keyboard.type("exa");
    await page.getByRole("option", { name: /exact/, selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.type("true");
    await page.keyboard.press("Control+Enter");
    expect(await answer(page)).to.contain('"count": 1');
    expect(await editor(page).textContent()).to.equal('{"exact": true}');
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    await page.locator("button:focus", { hasText: "Copy link" }).waitFor();
  });

  itWeekly("the console screen completes paths with existing collections", async () => {
    const { page } = await open();
    await page.locator('#console-paths option[value="/collections/wares"]').waitFor({ state: "attached" });
    await page.getByLabel("Method").selectOption("POST");
    await page.getByLabel("Path").fill("/collections/wares/points/query");
    await page
      .getByText(/^Queries points: nearest/)
      .last()
      .waitFor();
  });

  itWeekly("the console screen marks errors in the body", async () => {
    const { page } = await open({
      method: "POST",
      path: "/collections/wares/points/count",
      body: '{"exact": tru',
    });
    await page.locator(".cm-lintRange-error").first().waitFor();
  });

  itWeekly("the console screen shows a refusal unchanged", async () => {
    const { page, complaints } = await open({
      method: "POST",
      path: "/collections/wares/points/query",
      body: '{"limit": 0}',
    });
    expect(await sent(page)).to.contain("limit must be 1..10000");
    await page.getByText("400 Bad Request").waitFor();
    forgive(complaints, /400/);
  });

  itWeekly(
    "the console screen keeps requests while the page is open, sends a kept one, and deletes them",
    async () => {
      const { page } = await open();
      await sent(page);
      await page.getByLabel("Examples").selectOption({ label: "Server status" });
      await page.locator(".console-about").waitFor();
      await page.getByRole("button", { name: "Send", exact: true }).click();
      await page.getByText("2 requests, kept").waitFor();
      await page.getByRole("link", { name: "Home", exact: true }).click();
      await page.getByRole("link", { name: "Console" }).click();
      await page.getByRole("button", { name: "Send again: GET /collections" }).click();
      await page.getByText("3 requests, kept").waitFor();
      expect(await answer(page)).to.contain('"wares"');
      await page.getByRole("button", { name: "Clear history" }).click();
      await page.getByRole("region", { name: "History" }).waitFor({ state: "detached" });
    },
  );

  itWeekly("the console screen shortens a very long response, and shows all of it on request", async () => {
    const { page } = await open({ path: "/openapi.json" });
    await page.route("**/api/proxy/openapi.json", (route) =>
      route.fulfill({ json: { paths: {}, text: "x".repeat(1_200_000) } }),
    );
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByText("its first 100,000 characters are shown").waitFor();
    const waiting = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download" }).click();
    expect((await waiting).suggestedFilename()).to.equal("answer.json");
  });

  itWeekly("the console screen shows that the server is unreachable", async () => {
    const { page, complaints } = await open();
    await page.route("**/api/proxy/collections", (route) => route.abort());
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByRole("alert").getByText("The server does not answer").waitFor();
    await page.unrouteAll();
    expect(await sent(page)).to.contain('"wares"');
    forgive(complaints, /ERR_FAILED/);
  });

  itWeekly("the console screen is accessible, light and dark", async () => {
    const { page } = await open(
      {
        method: "POST",
        path: "/collections/wares/points/query",
        body: '{"limit": 1,\n "with_payload": true}',
      },
      {},
    );
    await sent(page);
    await expectAccessible(page);
  });
});

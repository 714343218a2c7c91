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

  /** Opens the console with one request in its document, or with the usual ones. */
  async function open(query: Record<string, string> = {}, options = {}) {
    const search = new URLSearchParams(query).toString();
    const visit = await browser.visit(`${server.uiUrl}/#/console${search && `?${search}`}`, options);
    await editor(visit.page).waitFor();
    return visit;
  }

  const editor = (page: Page) => page.getByRole("textbox", { name: "Requests" });
  const run = (page: Page) => page.getByRole("button", { name: "Run", exact: true }).click();
  const answer = async (page: Page) =>
    (await page.getByRole("textbox", { name: "Body of the answer" }).textContent())!;
  const ran = async (page: Page) => {
    await run(page);
    return answer(page);
  };
  /** Replaces the document by keyboard. */
  const write = async (page: Page, text: string) => {
    await editor(page).focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await page.keyboard.insertText(text);
  };

  it("the console screen runs the request at the cursor and shows the response", async () => {
    const { page } = await open({ path: "/collections" });
    expect(await ran(page)).to.contain('"name": "wares"');
    await page.getByText("200 OK").waitFor();
    await page.getByText(/in the server, .* round trip, \d+ B/).waitFor();
    await page.getByText(/^Headers/).click();
    await page.getByText("application/json").waitFor();
  });

  it("the console screen has several requests, each with a button that runs it", async () => {
    const { page } = await open();
    await write(
      page,
      'GET /collections\n\n# a comment\nPOST /collections/wares/points/count\n{\n  # all of them\n"exact": true\n}\n\nGET /livez',
    );
    await page.getByRole("button", { name: "Run POST /collections/wares/points/count" }).click();
    await page.getByText("200 OK").waitFor();
    expect(await answer(page)).to.contain('"count": 1');
    await page.getByRole("button", { name: "Run GET /livez" }).click();
    await page.getByText("healthz check passed").waitFor();
  });

  it("the console screen shows ids to the last digit, and numbers as they were sent", async () => {
    const { page } = await open({ method: "POST", path: "/collections/wares/points/scroll", body: "{}" });
    const body = await ran(page);
    expect(body).to.contain(`"id": ${LARGEST}`).and.to.contain('"n": 1.0');
  });

  it("the console screen adds the request of a link without sending it", async () => {
    const { page } = await open({ method: "DELETE", path: "/collections/wares", body: '{"a": 1}' });
    expect(await editor(page).textContent())
      .to.contain("DELETE /collections/wares")
      .and.to.contain('{"a": 1}');
    await page.getByText("Deletes", { exact: true }).waitFor();
    expect((await server.call("GET", "/collections/wares")).status).to.equal(200);
  });

  it("the console screen keeps the document and the history in this browser, without secrets", async () => {
    const { page, complaints } = await open();
    await write(page, 'POST /auth/admin/login\n{"password": "hidden-word"}\n\nGET /collections\n');
    await page.getByRole("button", { name: "Run POST /auth/admin/login" }).click();
    await page
      .getByText(/^40\d /)
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Run GET /collections" }).click();
    await page.getByText("2 requests, kept in this browser").waitFor();
    await page.reload();
    await page.getByText("2 requests, kept in this browser").waitFor();
    const text = await editor(page).textContent();
    expect(text).to.contain("POST /auth/admin/login").and.to.contain("GET /collections");
    const stored = String(await page.evaluate("JSON.stringify(localStorage)"));
    expect(stored).to.contain("/auth/admin/login").and.not.to.contain("hidden-word");
    await page.getByRole("button", { name: "Clear history" }).click();
    await page.getByRole("region", { name: "History" }).waitFor({ state: "detached" });
    forgive(complaints, /40\d/);
  });

  it("the console screen lists the endpoints, and puts one into the document", async () => {
    const { page } = await open();
    await page.getByRole("button", { name: "Endpoints and examples" }).click();
    await page.getByLabel("Filter by path or description").fill("wares/points/count");
    await page
      .getByRole("button", { name: /^POST \/collections\/wares\/points\/count/ })
      .first()
      .click();
    await page.getByRole("button", { name: "Run POST /collections/wares/points/count" }).waitFor();
    await page.getByText(/^Counts /).waitFor();
  });

  it("the console screen folds a part of the answer", async () => {
    const { page } = await open({ path: "/collections/wares" });
    await run(page);
    await page.getByText("200 OK").waitFor();
    const body = page.getByRole("region", { name: "Body of the answer" });
    await body.getByText('"points_count"').waitFor();
    await body.getByTitle("Fold line", { exact: true }).first().click();
    await body.getByText('"points_count"').waitFor({ state: "detached" });
  });

  it("the console screen can be used by keyboard alone", async () => {
    const { page } = await open();
    await write(page, "");
    await page.keyboard.type("PO");
    await page.getByRole("option", { name: "POST" }).waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.type("/collections/wares/points/count");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Enter");
    await page.keyboard.type("{");
    await page.keyboard.press("Control+Space");
    await page.getByRole("option", { name: /exact/ }).waitFor();
    await page.keyboard.type("exa");
    await page.getByRole("option", { name: /exact/, selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.type("true");
    await page.keyboard.press("Control+Enter");
    expect(await answer(page)).to.contain('"count": 1');
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.tagName")).not.to.equal("BODY");
  });

  itWeekly("the console screen marks errors in a body", async () => {
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
    expect(await ran(page)).to.contain("limit must be 1..10000");
    await page.getByText("400 Bad Request").waitFor();
    forgive(complaints, /400/);
  });

  itWeekly("the console screen shortens a very long response, and shows all of it on request", async () => {
    const { page } = await open({ path: "/livez" });
    await page.route("**/api/proxy/livez", (route) =>
      route.fulfill({ json: { paths: {}, text: "x".repeat(1_200_000) } }),
    );
    await run(page);
    await page.getByText("its first 100,000 characters are shown").waitFor();
    const waiting = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download" }).click();
    expect((await waiting).suggestedFilename()).to.equal("answer.json");
  });

  itWeekly("the console screen shows that the server is unreachable", async () => {
    const { page, complaints } = await open({ path: "/aliases" });
    await page.route("**/api/proxy/aliases", (route) => route.abort());
    await run(page);
    await page.getByRole("alert").getByText("The server does not answer").waitFor();
    await page.unrouteAll();
    await run(page);
    await page.getByText("200 OK").waitFor();
    forgive(complaints, /ERR_FAILED/);
  });

  itWeekly("the console screen is accessible, light and dark", async () => {
    const { page } = await open({
      method: "POST",
      path: "/collections/wares/points/query",
      body: '{"limit": 1,\n "with_payload": true}',
    });
    await ran(page);
    await expectAccessible(page);
  });
});

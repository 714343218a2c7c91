// Imports in the console whose response was lost, and previews of files that overlap. The decision: an import reads
// back what the server has written before it continues.
import { expect } from "chai";
import type { Page, Route } from "playwright-core";
import { forgive, startConsole, useBrowser } from "../support/browser.ts";
import type { TestServer } from "../support/rest.ts";
import { itWeekly } from "../support/weekly.ts";

const WRITES = "**/points?wait=true";
const LARGEST = "18446744073709551615";

describe("an import with a request that was executed without a response", () => {
  const browser = useBrowser();
  let server: TestServer;

  beforeEach(async () => {
    server = await startConsole();
    await server.call("PUT", "/collections/c", { vectors: { size: 2, distance: "Dot" } });
    await server.call("PUT", "/collections/c/points?wait=true", {
      points: [{ id: 1, vector: [9, 9], payload: { city: "Bergen" } }],
    });
  });
  afterEach(() => server.close());

  /** Imports a file with the ids 1 and 2; the server writes them, and the page gets no response. */
  async function loseAnswer(choice: string): Promise<{ page: Page; complaints: string[] }> {
    const visit = await browser.visit(`${server.uiUrl}/#/collections/c/transfer`);
    const { page } = visit;
    const rows = '{"id":1,"vector":[1,2],"city":"Oslo"}\n{"id":2,"vector":[1,2],"city":"Lima"}';
    await page
      .getByLabel("Choose a file")
      .setInputFiles({ name: "c.jsonl", mimeType: "text/plain", buffer: Buffer.from(rows) });
    await page.getByRole("radio", { name: choice }).check();
    await page.route(WRITES, async (route: Route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole("button", { name: "Import into c" }).click();
    await page.getByText("Stopped after 0 points").waitFor();
    await page.unroute(WRITES);
    return visit;
  }

  async function stored(): Promise<string> {
    const { text } = await server.call("POST", "/collections/c/points/scroll", { with_vector: true });
    return /"points":(.*\])/.exec(text)![1]!;
  }

  it("an import with an unanswered request writes no row twice under new ids when it continues", async () => {
    const { page, complaints } = await loseAnswer("New ids");
    await page.getByText("2 rows sent without an answer").waitFor();
    const before = await stored();
    await page.getByRole("button", { name: "Resume" }).click();
    await page.getByText("2 points imported.").waitFor();
    expect(await stored()).to.equal(before);
    expect(before.match(/"city"/g)).to.have.length(3);
    forgive(complaints, /ERR_FAILED/);
  });

  itWeekly(
    "an import with an unanswered request counts the rows it has written as imported when it continues, not as rows whose id existed",
    async () => {
      const { page, complaints } = await loseAnswer("Skip");
      await page.getByRole("button", { name: "Resume" }).click();
      await page.getByText("1 point imported, 1 row skipped because the id exists").waitFor();
      await page.getByRole("button", { name: "Undo: delete the 1 new point" }).click();
      await page.getByText("1 imported point deleted").waitFor();
      expect(await stored())
        .to.include("Bergen")
        .and.not.include("Lima");
      forgive(complaints, /ERR_FAILED/);
    },
  );

  itWeekly(
    "an import with an unanswered request restores the points as they were before the first request",
    async () => {
      const before = await stored();
      const { page, complaints } = await loseAnswer("Replace");
      await page.getByRole("button", { name: "Resume" }).click();
      await page.getByText("2 points imported, 1 of them replaced").waitFor();
      await page.getByRole("button", { name: /^Undo/ }).click();
      await page.getByText("1 imported point deleted, 1 put back as before").waitFor();
      expect(await stored()).to.equal(before);
      forgive(complaints, /ERR_FAILED/);
    },
  );

  itWeekly("an import with an unanswered request can be undone without being continued", async () => {
    const before = await stored();
    const { page, complaints } = await loseAnswer("Replace");
    await page
      .getByRole("button", { name: "Undo: delete the 1 new point, put back the 1 replaced point" })
      .click();
    await page.getByText("1 imported point deleted, 1 put back as before").waitFor();
    expect(await stored()).to.equal(before);
    forgive(complaints, /ERR_FAILED/);
  });
});

describe("the preview of an import", () => {
  const browser = useBrowser();
  let server: TestServer;

  before(async () => {
    server = await startConsole();
    await server.call("PUT", "/collections/c", { vectors: { size: 2, distance: "Dot" } });
    await server.call("PUT", "/collections/c/points?wait=true", { points: [{ id: 1, vector: [9, 9] }] });
  });
  after(() => server.close());

  async function open(): Promise<Page> {
    const { page } = await browser.visit(`${server.uiUrl}/#/collections/c/transfer`);
    await page.getByLabel("Choose a file").waitFor({ state: "attached" });
    return page;
  }

  async function choose(page: Page, name: string, text: string): Promise<void> {
    const buffer = Buffer.from(text);
    await page.getByLabel("Choose a file").setInputFiles({ name, mimeType: "text/plain", buffer });
  }

  it("the preview of an import shows the file that was chosen last, whichever is read first", async () => {
    const page = await open();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let first = true;
    await page.route("**/points/scroll", async (route) => {
      const isFirst = first;
      first = false;
      if (isFirst) await held;
      await route.continue();
    });
    await choose(page, "older.csv", "v0,v1\n1,2\n");
    await choose(page, "newer.csv", "v0,v1\n3,4\n");
    await page.getByText("newer.csv").waitFor();
    // Two requests report 2 as the first free id.
    let left = 2;
    const answered = page.waitForResponse((one) => one.url().endsWith("/points/scroll") && --left === 0);
    release();
    await (await answered).finished();
    await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
    await page.getByRole("button", { name: "Import into c" }).and(page.locator(":enabled")).waitFor();
    expect(await page.getByText("older.csv").count()).to.equal(0);
  });

  itWeekly(
    "the preview of an import leads to an import with Undo when Intl refuses the browser's language",
    async () => {
      const { page } = await browser.visit(server.uiUrl, { fresh: true });
      await page.addInitScript(
        `Object.defineProperty(Navigator.prototype, "language", { get: () => "C", configurable: true })`,
      );
      await page.goto(`${server.uiUrl}/#/collections/c/transfer`);
      await page.reload();
      await choose(page, "c.jsonl", '{"id":1,"vector":[1,2]}\n{"id":77,"vector":[1,2]}');
      await page.getByRole("radio", { name: "Replace" }).check();
      await page.getByRole("button", { name: "Import into c" }).click();
      await page.getByText("2 points imported, 1 of them replaced").waitFor();
      await page.getByRole("button", { name: /^Undo/ }).click();
      await page.getByText("1 imported point deleted, 1 put back as before").waitFor();
      const { text } = await server.call("POST", "/collections/c/points/scroll", { with_vector: true });
      expect(text).to.include('"id":1,"payload":{},"vector":[9,9]').and.not.include('"id":77');
    },
  );

  itWeekly(
    "the preview of an import accepts any 64-bit id as the first one, and refuses other texts without a request",
    async () => {
      const page = await open();
      await choose(page, "c.csv", "v0,v1\n1,2\n3,4\n");
      const field = page.getByLabel("First id");
      const button = page.getByRole("button", { name: "Import into c" });
      for (const wrong of ["", "-1", "x", "18446744073709551616", "184467440737095516150"]) {
        await field.fill(wrong);
        await page.getByText(`Type a whole number up to ${LARGEST}`).waitFor();
        expect(await button.isDisabled(), wrong).to.equal(true);
      }
      await field.fill(LARGEST);
      await page.getByText(`Row 3 would be rejected`).waitFor();
      await button.click();
      await page.getByText("1 point imported, 1 row rejected").waitFor();
      const { text } = await server.call("POST", "/collections/c/points/scroll", {});
      expect(text).to.include(`"id":${LARGEST}`);
    },
  );
});

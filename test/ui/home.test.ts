// The home screen in a real browser with a real server.
import { expect } from "chai";
import { expectAccessible } from "../support/accessible.ts";
import { forgive, startConsole, useBrowser } from "../support/browser.ts";
import { guard, PASSWORD } from "../support/guarded.ts";
import { createCollection, type TestServer } from "../support/rest.ts";
import { itWeekly } from "../support/weekly.ts";

describe("the home screen", () => {
  const browser = useBrowser();
  let server: TestServer;
  beforeEach(async () => {
    server = await startConsole();
  });
  afterEach(() => server.close());

  const points = (many: number) => ({
    points: Array.from({ length: many }, (_, i) => ({ id: i + 1, vector: [i, 1, 2, 3] })),
  });

  it("the home screen shows the collections first, and the health of the server beside them", async () => {
    await createCollection(server);
    await server.call("PUT", "/collections/c/points", points(1_234));
    const { page } = await browser.visit(server.uiUrl);
    const health = page.getByRole("region", { name: "Server" });
    await health.getByText("Healthy").waitFor();
    await health.getByText("Version 0.1.0").waitFor();
    await health.getByText("1,234 of 5,000 vectors").waitFor();
    const meter = health.getByRole("meter", { name: "Vectors used" });
    expect(await meter.getAttribute("aria-valuenow")).to.equal("1234");
    expect(await meter.getAttribute("aria-valuemax")).to.equal("5000");
    await page.getByRole("row", { name: /^c Ready 1,234/ }).waitFor();
    expect(await page.getByRole("table").count()).to.equal(1);
    const headings = await page.getByRole("main").getByRole("heading", { level: 2 }).allInnerTexts();
    expect(headings[0]).to.equal("Quick start");
  });

  itWeekly("the home screen links to the license near the limit of vectors", async () => {
    await createCollection(server);
    await server.call("PUT", "/collections/c/points", points(4_000));
    const { page } = await browser.visit(server.uiUrl);
    await page.getByText("4,000 of 5,000 vectors").waitFor();
    expect(await page.getByRole("meter", { name: "Vectors used" }).getAttribute("class")).to.contain("amber");
    await page.getByRole("link", { name: "Add a key" }).click();
    await page.waitForURL(/#\/license$/);
  });

  itWeekly("the home screen shows problems of the server in the server's words", async () => {
    const { page } = await browser.visit("about:blank");
    await page.route("**/api/proxy/status", async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      const problems = [{ kind: "disk_full", message: "the disk is full: nothing can be written" }];
      Object.assign(body.result, { state: "degraded", problems, warnings: ["listening on 0.0.0.0"] });
      await route.fulfill({ response: answer, json: body });
    });
    await page.goto(server.uiUrl);
    await page.getByText("Degraded").waitFor();
    await page.getByText("The disk is full: nothing can be written").waitFor();
    await page.getByText("Listening on 0.0.0.0").waitFor();
  });

  it("the home screen shows commands that work when they are copied", async () => {
    const { page } = await browser.visit(server.uiUrl);
    await page.getByText("# Search").waitFor();
    const commands = await page.locator(".code-block pre").allInnerTexts();
    expect(commands).to.have.length(3);
    for (const command of commands) {
      const [, method = "GET"] = /-X (\w+)/.exec(command) ?? [];
      const [, url] = /'(http[^']+)'/.exec(command)!;
      const [, body] = /-d '([^']+)'/.exec(command)!;
      const answer = await fetch(url!, { method, body: body! });
      expect(answer.status, await answer.clone().text()).to.equal(200);
    }
  });

  itWeekly("the home screen creates a collection from the welcome, by keyboard", async () => {
    const { page } = await browser.visit(server.uiUrl);
    await page.getByRole("button", { name: "Create a collection" }).focus();
    await page.keyboard.press("Enter");
    await page.getByLabel("Name", { exact: true }).waitFor();
    await page.keyboard.type("books");
    await page.keyboard.press("Tab");
    await page.keyboard.type("4");
    await page.keyboard.press("Enter");
    await page.getByRole("row", { name: /^books Ready 0/ }).waitFor();
  });

  itWeekly(
    "the home screen says that authentication is off, and leads to where it is turned on",
    async () => {
      const { page } = await browser.visit(server.uiUrl);
      await page.getByText("Authentication is off: anyone").waitFor();
      await page.getByRole("link", { name: "Set an admin password" }).click();
      await page.getByRole("button", { name: "Create admin" }).waitFor();
    },
  );

  itWeekly("the home screen puts a token into its commands if the server requires one", async () => {
    await guard(server);
    const { page, complaints } = await browser.visit(server.uiUrl);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText('-H "Authorization: Bearer $AZIMUTH_TOKEN"').first().waitFor();
    forgive(complaints, /401/);
  });

  it("the home screen is accessible, light and dark", async () => {
    const { page } = await browser.visit(server.uiUrl);
    await page.getByText("From a terminal").waitFor();
    await expectAccessible(page);
    await createCollection(server);
    await page.reload();
    await page.getByRole("row", { name: /^c Ready 0/ }).waitFor();
    await expectAccessible(page);
  });
});

// The license screen in a real browser with a real server.
import { expect } from "chai";
import { expectAccessible } from "../support/accessible.ts";
import { forgive, startConsole, useBrowser } from "../support/browser.ts";
import { addLicense } from "../support/license.ts";
import { createCollection, type TestServer } from "../support/rest.ts";
import { itWeekly } from "../support/weekly.ts";

const DAY_MS = 86_400_000;

describe("the license screen", () => {
  const browser = useBrowser();
  let server: TestServer;
  beforeEach(async () => {
    server = await startConsole();
  });
  afterEach(() => server.close());

  const visit = (options = {}) => browser.visit(`${server.uiUrl}/#/license`, options);
  const fill = async (many: number) => {
    await createCollection(server);
    const points = Array.from({ length: many }, (_, i) => ({ id: i + 1, vector: [i, 1, 2, 3] }));
    await server.call("PUT", "/collections/c/points", { points });
  };

  it("the license screen shows the edition, and how much of its limit is used", async () => {
    await fill(10);
    const { page } = await visit();
    await page.getByText("Community edition").waitFor();
    await page.getByRole("main").getByText("10 of 5,000 vectors").waitFor();
    await page.getByText("Does not expire").waitFor();
    expect(await page.getByRole("main").getByRole("meter").getAttribute("aria-valuenow")).to.equal("10");
  });

  itWeekly("the license screen says near the limit what happens when it is reached", async () => {
    await fill(4_500);
    const { page } = await visit();
    await page.getByText("When the limit is reached, writes that add vectors are refused").waitFor();
    expect(await page.getByRole("main").getByRole("meter").getAttribute("class")).to.contain("amber");
  });

  it("the license screen adds a product key, by keyboard", async () => {
    const { page } = await visit();
    await page.getByLabel("Product key").focus();
    await page.keyboard.insertText(`${server.issuer.key(70_000)}\n`);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("License added: up to 70,000 vectors").waitFor();
    await page.getByRole("main").getByText("0 of 70,000 vectors").waitFor();
    await page.getByText("Licensed", { exact: true }).waitFor();
    expect(await page.getByLabel("Product key").inputValue()).to.equal("");
  });

  it("the license screen says that the limit stays when a key is added again", async () => {
    const key = server.issuer.key(70_000);
    await addLicense(server.uiUrl, key);
    const { page } = await visit();
    await page.getByRole("main").getByText("0 of 70,000 vectors").waitFor();
    await page.getByLabel("Product key").fill(key);
    await page.getByRole("button", { name: "Add key" }).click();
    await page.getByText("This key was added before. The limit stays at 70,000 vectors").waitFor();
  });

  it("the license screen lists the keys with customers, sizes and times, and which of them count", async () => {
    await addLicense(server.uiUrl, server.issuer.key(60_000, { id: "L-1", customer: "Acme" }));
    await addLicense(server.uiUrl, server.issuer.key(70_000, { id: "L-1", expiresAt: Date.now() + DAY_MS }));
    const { page } = await visit();
    const row = (text: string) =>
      page.getByRole("region", { name: "Keys", exact: true }).getByRole("row", { name: text });
    await row("Acme").getByText("A larger key of the license counts").waitFor();
    await row("Acme").getByText("never").waitFor();
    await row("70,000").getByText("Counts", { exact: true }).waitFor();
    await expectAccessible(page);
  });

  it("the license screen says when a key begins that does not count yet, and adds nothing", async () => {
    const { page, complaints } = await visit();
    const notBefore = Date.now() + DAY_MS;
    await page.getByLabel("Product key").fill(server.issuer.key(70_000, { notBefore }));
    await page.getByRole("button", { name: "Add key" }).click();
    await page.getByRole("alert").getByText("it is not valid before").waitFor();
    expect(await page.getByRole("region", { name: "Keys", exact: true }).count()).to.equal(0);
    forgive(complaints, /400/);
  });

  itWeekly("the license screen counts down to the expiry of a key", async () => {
    await addLicense(server.uiUrl, server.issuer.key(70_000, { expiresAt: Date.now() + 12 * DAY_MS }));
    const { page } = await visit();
    expect(await page.getByRole("time").innerText()).to.match(/^(11 d 23 h|12 d 0 h)$/);
  });

  itWeekly("the license screen shows the server's refusal of a key at the field", async () => {
    const { page, complaints } = await visit();
    await page.getByLabel("Product key").fill("AZL1.nonsense");
    await page.getByRole("button", { name: "Add key" }).click();
    expect(await page.getByRole("alert").innerText()).to.match(/^Invalid product key: /);
    await page.getByLabel("Product key").fill("AZL1.other");
    await page.getByRole("alert").waitFor({ state: "detached" });
    forgive(complaints, /400/);
  });

  itWeekly("the license screen is accessible, light and dark", async () => {
    await fill(4_500);
    const { page } = await visit();
    await page.getByText("When the limit is reached").waitFor();
    await expectAccessible(page);
  });
});

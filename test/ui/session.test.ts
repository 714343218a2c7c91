// Who is signed in to the console, and what the console offers to each, in a real browser with a real server.
import { expect } from "chai";
import type { Page } from "playwright-core";
import { forgive, startConsole, useBrowser } from "../support/browser.ts";
import { createToken, guard, type Headers, PASSWORD } from "../support/guarded.ts";
import type { TestServer } from "../support/rest.ts";

const signIn = async (page: Page, password = PASSWORD) => {
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
};
const signInWithToken = async (page: Page, token: string) => {
  await page.getByRole("radio", { name: "Admin password" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.getByLabel("Token", { exact: true }).fill(token);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
};
const isIn = (page: Page) => page.getByRole("button", { name: /^Sign out/ }).waitFor();
const asksForSignIn = (page: Page) => page.getByRole("heading", { name: "Sign in" }).waitFor();

describe("a session of the console", () => {
  const browser = useBrowser();
  let server: TestServer;
  let admin: Headers;
  beforeEach(async () => {
    server = await startConsole();
    admin = await guard(server);
  });
  afterEach(() => server.close());

  const createC = () =>
    server.call("PUT", "/collections/c", { vectors: { size: 2, distance: "Dot" } }, admin);
  const visit = () => browser.visit(`${server.uiUrl}/#/collections`, { fresh: true });

  it("a browser stays signed in when the page is loaded again, and in a second tab", async () => {
    const { page, complaints } = await visit();
    await signIn(page);
    await isIn(page);
    await page.reload();
    await isIn(page);
    await page.getByRole("button", { name: "Sign out (Admin)" }).waitFor();
    const second = await page.context().newPage();
    await second.goto(`${server.uiUrl}/#/collections`);
    await isIn(second);
    expect(await page.evaluate("document.cookie"), "scripts cannot read the cookie").to.equal("");
    forgive(complaints, /401/);
  });

  it("signing out ends the session in all tabs, also after the page is loaded again", async () => {
    const { page, complaints } = await visit();
    await signIn(page);
    await isIn(page);
    const second = await page.context().newPage();
    await second.goto(`${server.uiUrl}/#/collections`);
    await isIn(second);
    await page.getByRole("button", { name: "Sign out" }).click();
    await asksForSignIn(page);
    await asksForSignIn(second);
    await page.reload();
    await asksForSignIn(page);
    forgive(complaints, /401/);
  });

  it("under a read-only token, controls that write say why they do nothing", async () => {
    await createC();
    const { api_key } = await createToken(server, admin, { permission: "read" });
    const { page, complaints } = await visit();
    await signInWithToken(page, api_key);
    await isIn(page);
    await page.getByRole("button", { name: "Sign out (Read-only token)" }).waitFor();
    const create = page.getByRole("button", { name: "Create collection" });
    expect(await create.getAttribute("aria-disabled")).to.equal("true");
    expect(await create.getAttribute("title")).to.contain("This needs the permission write");
    // A disabled button is no target for Playwright, and people click it all the same.
    await create.click({ force: true });
    await page.getByText("This needs the permission write, which your access token does not have").waitFor();
    expect(await page.getByRole("dialog").count()).to.equal(0);
    await page.getByRole("button", { name: "Delete c" }).focus();
    await page.keyboard.press("Enter");
    expect((await server.call("GET", "/collections/c", undefined, admin)).status).to.equal(200);
    forgive(complaints, /401/);
  });

  it("under a read-only token, points cannot be added", async () => {
    await createC();
    await server.call("PUT", "/collections/c/points", { points: [{ id: 1, vector: [1, 2] }] }, admin);
    const { api_key } = await createToken(server, admin, { permission: "read" });
    const { page, complaints } = await visit();
    await signInWithToken(page, api_key);
    await isIn(page);
    await page.goto(`${server.uiUrl}/#/collections/c/points`);
    const add = page.getByRole("button", { name: "Add point" });
    await add.waitFor();
    expect(await add.getAttribute("aria-disabled")).to.equal("true");
    forgive(complaints, /401|403/);
  });

  it("under a read-only token, imports and snapshots say why there are none before anything is chosen", async () => {
    await createC();
    const { api_key } = await createToken(server, admin, { permission: "read" });
    const { page, complaints } = await visit();
    await signInWithToken(page, api_key);
    await isIn(page);
    await page.goto(`${server.uiUrl}/#/collections/c/transfer`);
    await page.getByRole("region", { name: "Import" }).getByText("needs the permission write").waitFor();
    expect(await page.getByLabel("Choose a file").count()).to.equal(0);
    await page.goto(`${server.uiUrl}/#/collections/c/config`);
    await page.getByRole("region", { name: "Snapshots" }).getByText("needs the permission admin").waitFor();
    const { x, width } = (await page
      .getByRole("button", { name: "Sign out (Read-only token)" })
      .boundingBox())!;
    expect(x + width).to.be.below((await page.getByRole("main").boundingBox())!.x);
    forgive(complaints, /401/);
  });

  it("under a token that may write, the controls work", async () => {
    await createC();
    const { api_key } = await createToken(server, admin, { permission: "read,write" });
    const { page, complaints } = await visit();
    await signInWithToken(page, api_key);
    await isIn(page);
    await page.getByRole("button", { name: "Delete c" }).click();
    await page.getByText("Deleted c. The admin can restore it for an hour.").waitFor();
    forgive(complaints, /401/);
  });

  it("a token that the server does not know is refused by the form", async () => {
    const { page, complaints } = await visit();
    await signInWithToken(page, "wrong");
    await page.getByRole("alert").waitFor();
    await asksForSignIn(page);
    forgive(complaints, /401/);
  });
});

describe("the console without cookies", () => {
  const browser = useBrowser();

  it("the console without cookies has the credential in the page only, and loading it again signs out", async () => {
    const server = await startConsole({ consoleCookie: false });
    await guard(server);
    const { page, complaints } = await browser.visit(`${server.uiUrl}/#/collections`, { fresh: true });
    await page.getByText("It is kept in this page's memory only").waitFor();
    await signIn(page);
    await isIn(page);
    expect(await page.context().cookies()).to.deep.equal([]);
    await page.reload();
    await asksForSignIn(page);
    forgive(complaints, /401/);
    await server.close();
  });
});

// Signing in to the console in a real browser with a real server.
import { expect } from "chai";
import type { Page } from "playwright-core";
import { expectAccessible } from "../support/accessible.ts";
import { forgive, startConsole, useBrowser } from "../support/browser.ts";
import { createToken, guard, type Headers, login, PASSWORD } from "../support/guarded.ts";
import type { TestServer } from "../support/rest.ts";
import { itWeekly } from "../support/weekly.ts";

const HOUR_MS = 3_600_000;

describe("the sign-in form", () => {
  const browser = useBrowser();
  let server: TestServer;
  let admin: Headers;
  beforeEach(async () => {
    server = await startConsole();
    admin = await guard(server);
  });
  afterEach(() => server.close());

  const submit = (page: Page) => page.getByRole("button", { name: "Sign in", exact: true }).click();
  const type = (page: Page, password: string) => page.getByLabel("Password", { exact: true }).fill(password);
  const visit = async (options = {}) => {
    const found = await browser.visit(`${server.uiUrl}/#/collections`, options);
    await found.page.getByRole("heading", { name: "Sign in" }).waitFor();
    return found;
  };
  const isIn = (page: Page) => page.getByRole("heading", { name: "Welcome to Azimuth" }).waitFor();

  it("the sign-in form is shown before the requested screen, and leads there", async () => {
    const { page, complaints } = await visit();
    await type(page, PASSWORD);
    await submit(page);
    await isIn(page);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    forgive(complaints, /401/);
  });

  it("the sign-in form fits a window of 360 pixels with all ways to sign in", async () => {
    const { page, complaints } = await visit({ viewport: { width: 360, height: 740 } });
    const form = (await page.getByRole("region", { name: "Sign in" }).boundingBox())!;
    const last = (await page.getByText("Setup code", { exact: true }).boundingBox())!;
    expect(last.x + last.width).to.be.below(form.x + form.width);
    forgive(complaints, /401/);
  });

  it("the sign-in form shows that a password is wrong", async () => {
    const { page, complaints } = await visit();
    await type(page, "wrong");
    await submit(page);
    expect(await page.getByRole("alert").innerText()).to.equal("Wrong password");
    await type(page, PASSWORD);
    await page.keyboard.press("Enter");
    await isIn(page);
    forgive(complaints, /401/);
  });

  itWeekly("the sign-in form counts down when the server delays logins", async () => {
    const { page, complaints } = await visit();
    await page.route("**/auth/session", (route) =>
      route.fulfill({
        status: 429,
        headers: { "retry-after": "3" },
        json: { status: "error", message: "Too many failed logins; try again in 3 s" },
      }),
    );
    await type(page, "wrong");
    await submit(page);
    await page.getByText("Too many failed sign-ins. Try again in 3 s.").waitFor();
    // The countdown continues meanwhile.
    expect(await page.getByRole("button", { name: /^Wait [1-3] s$/ }).isDisabled()).to.equal(true);
    await page.getByText(/Try again in [12] s\./).waitFor();
    await page.unroute("**/auth/session");
    await type(page, PASSWORD);
    await submit(page);
    await isIn(page);
    forgive(complaints, /401|429/);
  });

  itWeekly("the sign-in form is shown again when the login has expired", async () => {
    const { page, complaints } = await visit();
    await type(page, PASSWORD);
    await submit(page);
    await isIn(page);
    server.time.now = Date.now() + 2 * HOUR_MS;
    await page.getByRole("link", { name: "Home", exact: true }).click();
    await page.getByText("Your session has expired").waitFor();
    server.time.now = null;
    await type(page, PASSWORD);
    await submit(page);
    await page.getByText("Healthy").waitFor();
    forgive(complaints, /401/);
  });

  itWeekly("the sign-in form is shown again when the password was changed elsewhere", async () => {
    const { page, complaints } = await visit();
    await type(page, PASSWORD);
    await submit(page);
    await isIn(page);
    const password = "Green-Teapot-88y";
    await server.call("POST", "/auth/admin/reset-password", { password }, await login(server));
    await page.getByRole("link", { name: "Home", exact: true }).click();
    await page.getByText("Your session has expired").waitFor();
    await type(page, password);
    await submit(page);
    await page.getByText("Healthy").waitFor();
    forgive(complaints, /401/);
  });

  it("the sign-in form accepts an access token, and shows an error for an unknown one", async () => {
    const { api_key } = await createToken(server, admin);
    const { page, complaints } = await visit();
    await page.getByRole("radio", { name: "Admin password" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.getByLabel("Token", { exact: true }).fill("az_1_nonsense");
    await submit(page);
    expect(await page.getByRole("alert").innerText()).to.match(/^The token is unknown/);
    await page.getByLabel("Token", { exact: true }).fill(` ${api_key} `);
    await submit(page);
    await isIn(page);
    await page.getByRole("button", { name: "Sign out (Read-only token)" }).waitFor();
    forgive(complaints, /401/);
  });

  it("the sign-in form writes the credential to no storage of the browser but a cookie that scripts cannot read", async () => {
    const { page, complaints } = await visit();
    await type(page, PASSWORD);
    await submit(page);
    await isIn(page);
    const kept = await page.context().storageState({ indexedDB: true });
    const [cookie, ...others] = kept.cookies;
    expect(others).to.deep.equal([]);
    expect(cookie).to.include({ httpOnly: true, sameSite: "Strict", path: "/api/proxy", expires: -1 });
    const stored = kept.origins.flatMap(({ localStorage }) => localStorage.map(({ name }) => name));
    expect(stored).to.deep.equal(["azimuth.theme"]);
    expect(
      await page.evaluate("sessionStorage.length + location.href.length - location.href.length"),
    ).to.equal(0);
    forgive(complaints, /401/);
  });

  itWeekly("the sign-in form is accessible, light and dark", async () => {
    const { page, complaints } = await visit();
    await expectAccessible(page);
    await page.getByRole("radio", { name: "Setup code" }).check();
    await expectAccessible(page);
    forgive(complaints, /401/);
  });
});

// The access screen: authentication, the admin and access tokens, in a real browser with a real server.
import { expect } from "chai";
import type { Page } from "playwright-core";
import { expectAccessible } from "../support/accessible.ts";
import { forgive, startConsole, useBrowser } from "../support/browser.ts";
import { bearer, becomeAdmin, createToken, guard, login, PASSWORD } from "../support/guarded.ts";
import type { TestServer } from "../support/rest.ts";
import { itWeekly } from "../support/weekly.ts";

describe("the access screen", () => {
  const browser = useBrowser();
  let server: TestServer;
  beforeEach(async () => {
    server = await startConsole();
  });
  afterEach(() => server.close());

  const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
  const dialogButton = (page: Page, name: string) =>
    page.getByRole("dialog").getByRole("button", { name, exact: true });
  const signIn = async (page: Page) => {
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.keyboard.press("Enter");
  };
  /** Opens the screen as the admin of a server with authentication on. */
  const visitGuarded = async (options = {}) => {
    const visit = await browser.visit(`${server.uiUrl}/#/access`, options);
    await signIn(visit.page);
    await button(visit.page, "Create token").waitFor();
    forgive(visit.complaints, /401/);
    return visit;
  };

  it("the access screen switches authentication on for a signed-in admin, who stays signed in", async () => {
    await becomeAdmin(server);
    const { page } = await browser.visit(`${server.uiUrl}/#/access`);
    await page.getByText("Access tokens have no effect while authentication is off").waitFor();
    expect(await button(page, "Turn on").count()).to.equal(0);
    await button(page, "Sign in as admin").click();
    await signIn(page);
    await button(page, "Turn on").click();
    await page.getByText("Requests without an access token are refused").waitFor();
    await dialogButton(page, "Turn on").click();
    await button(page, "Create token").waitFor();
    expect((await server.call("GET", "/collections")).status).to.equal(401);
    expect(await page.getByRole("heading", { name: "Sign in" }).count()).to.equal(0);
  });

  it("the access screen switches authentication off after a warning", async () => {
    await guard(server);
    const { page } = await visitGuarded();
    await button(page, "Turn off").click();
    await page.getByText("read, change and delete everything", { exact: false }).last().waitFor();
    await dialogButton(page, "Turn off").click();
    await page.getByText("Access tokens have no effect while").waitFor();
    expect((await server.call("GET", "/collections")).status).to.equal(200);
  });

  itWeekly(
    "the access screen says what a password needs, and shows the server's error at the field",
    async () => {
      const { page, complaints } = await browser.visit(`${server.uiUrl}/#/access`);
      await button(page, "Create admin").click();
      await page.getByText(/^12 characters or more/).waitFor();
      await page.getByLabel("New password").fill("abc");
      await dialogButton(page, "Create admin").click();
      await page.getByText(/^The password must have at least 12 characters/).waitFor();
      await page.getByLabel("New password").fill(PASSWORD);
      await dialogButton(page, "Create admin").click();
      await page.getByText("You are signed in as admin.").waitFor();
      forgive(complaints, /400/);
    },
  );

  itWeekly("the access screen asks for the setup code if the server requires it", async () => {
    const { page, complaints } = await browser.visit(`${server.uiUrl}/#/access`);
    await page.route("**/auth/admin", (route) => {
      const isRight = route.request().headers()["x-setup-code"] === "ABCD-EFGH";
      return isRight
        ? route.continue()
        : route.fulfill({
            status: 401,
            json: { status: "error", message: "Invalid or missing authorization token" },
          });
    });
    await button(page, "Create admin").click();
    await page.getByLabel("New password").fill(PASSWORD);
    await dialogButton(page, "Create admin").click();
    await page.getByText("A setup code is required").waitFor();
    await page.getByLabel("Setup code").fill("WRONG");
    await dialogButton(page, "Create admin").click();
    await page.getByText("The code is unknown or has been used").waitFor();
    await page.getByLabel("Setup code").fill("ABCD-EFGH");
    await dialogButton(page, "Create admin").click();
    await page.getByText("You are signed in as admin.").waitFor();
    forgive(complaints, /401/);
  });

  itWeekly("the access screen changes the password without signing out", async () => {
    const admin = await guard(server);
    const { page } = await visitGuarded();
    await button(page, "Change password").click();
    await page.getByLabel("New password").fill("Green-Teapot-88y");
    await dialogButton(page, "Change password").click();
    await page.getByText("Password changed").waitFor();
    await button(page, "Create token").waitFor();
    await login(server, "Green-Teapot-88y");
    expect((await server.call("GET", "/collections", undefined, admin)).status).to.equal(401);
  });

  it("the access screen creates a token, shows it once, and rotates it", async () => {
    await guard(server);
    const { page } = await visitGuarded();
    await button(page, "Create token").click();
    await page.getByLabel("Name", { exact: true }).fill("shop");
    await page.getByLabel("read").uncheck();
    expect(await dialogButton(page, "Create token").isDisabled()).to.equal(true);
    await page.getByLabel("read").check();
    await page.getByLabel("write").check();
    await page.getByLabel("Expires").selectOption("In a day");
    await dialogButton(page, "Create token").click();
    const value = page.getByRole("region", { name: "Token", exact: true });
    // Only its button closes it, because the token is not shown again.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    const first = await value.innerText();
    expect(await page.getByRole("region", { name: "Request" }).innerText()).to.contain(first);
    expect((await server.call("GET", "/collections", undefined, bearer(first))).status).to.equal(200);
    await dialogButton(page, "Done").click();
    const row = page.getByRole("row", { name: /^shop/ });
    expect(await row.innerText()).to.contain("read, write");
    expect(await row.getByRole("time").last().innerText()).to.match(/^(23 h 59 min|1 d 0 h)$/);
    await button(page, "Rotate shop").click();
    await dialogButton(page, "Rotate").click();
    await value.waitFor();
    const second = await value.innerText();
    expect((await server.call("GET", "/collections", undefined, bearer(first))).status).to.equal(401);
    expect((await server.call("GET", "/collections", undefined, bearer(second))).status).to.equal(200);
  });

  it("the access screen deletes a token after a confirmation", async () => {
    const admin = await guard(server);
    const { api_key } = await createToken(server, admin, { name: "shop", permission: "read" });
    const { page } = await visitGuarded();
    await button(page, "Delete shop").click();
    await dialogButton(page, "Delete token").click();
    await page.getByText("No access tokens yet").waitFor();
    expect((await server.call("GET", "/collections", undefined, bearer(api_key))).status).to.equal(401);
  });

  itWeekly("the access screen shows that a token has expired", async () => {
    const admin = await guard(server);
    server.time.now = Date.now() - 60_000;
    const short = { name: "old", permission: "read", will_expire: true, expires_in_seconds: 1 };
    await createToken(server, await login(server), short);
    server.time.now = null;
    expect(admin).to.have.property("authorization");
    const { page } = await visitGuarded();
    const row = page.getByRole("row", { name: /^old/ });
    await row.getByText("Expired").waitFor();
    expect(await button(page, "Rotate old").isDisabled()).to.equal(true);
  });

  itWeekly(
    "the access screen creates a token by keyboard alone, and shows the error of the server",
    async () => {
      await guard(server);
      const { page, complaints } = await visitGuarded();
      await button(page, "Create token").focus();
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor();
      await page.getByLabel("Name", { exact: true }).focus();
      await page.keyboard.type("shop");
      for (const key of ["Tab", "Tab", "Space"]) await page.keyboard.press(key);
      await dialogButton(page, "Create token").focus();
      await page.keyboard.press("Enter");
      await page.getByRole("alert").waitFor();
      await page.getByLabel("read").focus();
      await page.keyboard.press("Space");
      await dialogButton(page, "Create token").focus();
      await page.keyboard.press("Enter");
      await page.getByText("Copy it now").waitFor();
      forgive(complaints, /400/);
    },
  );

  itWeekly("the access screen tells a token without permission that only the admin sees tokens", async () => {
    const admin = await guard(server);
    const { api_key } = await createToken(server, admin, { permission: "read" });
    const { page, complaints } = await browser.visit(`${server.uiUrl}/#/access`);
    await page.getByRole("radio", { name: "Access token" }).check();
    await page.getByLabel("Token", { exact: true }).fill(api_key);
    await page.keyboard.press("Enter");
    await page
      .getByText("Access tokens are shown to the admin only: Permission denied: requires admin")
      .waitFor();
    forgive(complaints, /40[13]/);
  });

  itWeekly("the access screen is accessible, light and dark", async () => {
    const admin = await guard(server);
    await createToken(server, admin, { name: "shop", permission: "read" });
    const { page } = await visitGuarded();
    await page.getByText("Active").waitFor();
    await expectAccessible(page);
    await button(page, "Create token").click();
    await expectAccessible(page);
  });
});

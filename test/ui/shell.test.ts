// The parts that all screens of the console have in common, in a real browser with a real server.
import { expect } from "chai";
import { expectAccessible } from "../support/accessible.ts";
import { forgive, startConsole, useBrowser } from "../support/browser.ts";
import type { TestServer } from "../support/rest.ts";
import { itWeekly } from "../support/weekly.ts";

describe("the console", () => {
  const browser = useBrowser();
  let server: TestServer;
  beforeEach(async () => {
    server = await startConsole();
  });
  afterEach(() => server.close());

  it("the console lists its screens, and marks the current one", async () => {
    const { page } = await browser.visit(server.uiUrl);
    await page.getByRole("link", { name: "Console" }).click();
    await page.getByRole("heading", { name: "Console" }).waitFor();
    expect(await page.getByRole("link", { name: "Console" }).getAttribute("aria-current")).to.equal("page");
    expect(await page.title()).to.equal("Console · Azimuth");
  });

  itWeekly(
    "the console loads a screen that was opened while the server was unreachable when the server is back",
    async () => {
      const { page, complaints } = await browser.visit(server.uiUrl, { fresh: true });
      await page.getByText("Healthy").waitFor();
      await page.context().setOffline(true);
      await page.getByRole("link", { name: "License" }).click();
      await page.getByText("This part of the console could not be loaded").waitFor();
      await page.getByText("The server does not answer. Trying again").waitFor();
      await page.context().setOffline(false);
      await page.getByText("The server does not answer. Trying again").waitFor({ state: "detached" });
      // A browser may remember the failed request; then the page has the button.
      const reload = page.getByRole("button", { name: "Reload the page" });
      await page.getByRole("heading", { name: "License" }).or(reload).waitFor();
      if (await reload.isVisible()) await reload.click();
      await page.getByRole("heading", { name: "License" }).waitFor();
      forgive(complaints, /ERR_INTERNET_DISCONNECTED|dynamically imported module/);
    },
  );

  itWeekly("the console shows and logs why a screen failed to start", async () => {
    const { page, complaints } = await browser.visit(server.uiUrl, { fresh: true });
    await page.getByText("Healthy").waitFor();
    await page.route("**/assets/license-*.js", (route) =>
      route.fulfill({ contentType: "text/javascript", body: 'throw new RangeError("no such locale")' }),
    );
    await page.getByRole("link", { name: "License" }).click();
    await page.getByText("This part of the console failed to start: RangeError: no such locale").waitFor();
    expect(complaints.some((one) => one.includes("RangeError: no such locale"))).to.equal(true);
    forgive(complaints, /no such locale/);
  });

  itWeekly("the console is accessible, light and dark", async () => {
    const { page } = await browser.visit(server.uiUrl);
    await page.getByRole("heading").first().waitFor();
    await expectAccessible(page);
  });
});

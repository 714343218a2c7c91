// The frame of the console: what every screen has in common, in a real browser before a real server.
import { expect } from "chai";
import { expectAccessible } from "../support/accessible.ts";
import { startConsole, useBrowser } from "../support/browser.ts";
import type { TestServer } from "../support/rest.ts";

describe("the console", () => {
  const browser = useBrowser();
  let server: TestServer;
  beforeEach(async () => {
    server = await startConsole();
  });
  afterEach(() => server.close());

  it("shows its screens, and where one is", async () => {
    const { page } = await browser.visit(server.uiUrl);
    await page.getByRole("link", { name: "Console" }).click();
    await page.getByRole("heading", { name: "Console" }).waitFor();
    expect(await page.getByRole("link", { name: "Console" }).getAttribute("aria-current")).to.equal("page");
    expect(await page.title()).to.equal("Console · Azimuth");
  });

  for (const theme of ["light", "dark"] as const) {
    it(`can be used by everybody, ${theme}`, async () => {
      const { page } = await browser.visit(server.uiUrl, { colorScheme: theme });
      await page.getByRole("heading").first().waitFor();
      await expectAccessible(page);
    });
  }
});

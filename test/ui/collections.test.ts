// The list of collections in a real browser with a real server.
import { expect } from "chai";
import type { Page } from "playwright-core";
import { expectAccessible } from "../support/accessible.ts";
import { forgive, startConsole, useBrowser } from "../support/browser.ts";
import { becomeAdmin, createToken, guard, switchAuth } from "../support/guarded.ts";
import type { TestServer } from "../support/rest.ts";
import { itWeekly } from "../support/weekly.ts";

const TWO = { vectors_config: { size: 2, distance: "Cosine" } };

describe("the list of collections", () => {
  const browser = useBrowser();
  let server: TestServer;
  beforeEach(async () => {
    server = await startConsole();
  });
  afterEach(() => server.close());

  const create = async (name: string, body: object = TWO) => {
    expect((await server.call("PUT", `/collections/${encodeURIComponent(name)}`, body)).status).to.equal(200);
  };
  const fill = (name: string, points: number) =>
    server.call("PUT", `/collections/${name}/points`, {
      points: Array.from({ length: points }, (_, i) => ({ id: i + 1, vector: [i, 1] })),
    });
  const visit = (options = {}) => browser.visit(`${server.uiUrl}/#/collections`, options);
  const names = (page: Page) => page.locator("tbody tr th a").allTextContents();
  const link = (page: Page, name: string) => page.getByRole("main").getByRole("link", { name, exact: true });
  const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

  it("the list of collections shows the points and the status of each collection", async () => {
    await create("books");
    await create("both", {
      vectors_config: { title: { size: 4, distance: "Dot" }, body: { size: 8, distance: "Euclid" } },
    });
    await fill("books", 3);
    const { page } = await visit();
    const row = page.getByRole("row", { name: /^books/ });
    await row.getByText("Ready").waitFor();
    expect((await row.innerText()).split(/\s+/)).to.include.members(["books", "3", "Cosine"]);
    const other = page.getByRole("row", { name: /^both/ });
    expect(await other.getByRole("listitem").allInnerTexts()).to.deep.equal([
      "title 4 · Dot",
      "body 8 · Euclid",
    ]);
    await link(page, "books").click();
    await page.waitForURL(/#\/collections\/books\/points$/);
  });

  it("the list of collections shows changes of other clients by itself", async () => {
    await create("books");
    const { page } = await visit({ fresh: true });
    await link(page, "books").waitFor();
    await page.clock.install();
    await create("later");
    await page.reload();
    await link(page, "later").waitFor();
    await create("last");
    await page.clock.fastForward(6_000);
    await link(page, "last").waitFor();
  });

  itWeekly("the list of collections filters by name, and sorts by the clicked column", async () => {
    for (const name of ["b10", "b9", "other"]) await create(name);
    await fill("b9", 2);
    const { page } = await visit();
    await page.getByRole("row", { name: /^b9 Ready 2/ }).waitFor();
    expect(await names(page)).to.deep.equal(["b9", "b10", "other"]);
    const sorted = (name: string, order: string) =>
      page.locator(`th[aria-sort=${order}]`).filter({ hasText: name }).waitFor();
    await page.getByRole("button", { name: "Name" }).click();
    await sorted("Name", "descending");
    expect(await names(page)).to.deep.equal(["other", "b10", "b9"]);
    await page.getByRole("button", { name: "Points" }).click();
    await sorted("Points", "descending");
    expect((await names(page))[0]).to.equal("b9");
    await page.getByLabel("Filter by name").fill("B1");
    await page.getByText("1 of 3 collections").waitFor();
    expect(await names(page)).to.deep.equal(["b10"]);
    await page.getByLabel("Filter by name").fill("none");
    await button(page, "Show all").click();
    await page.getByRole("row", { name: /^other/ }).waitFor();
    expect(await names(page)).to.have.length(3);
  });

  it("the list of collections deletes a collection, and restores it with Undo", async () => {
    await create("books");
    await fill("books", 3);
    const { page } = await visit();
    await button(page, "Delete books").click();
    await page.getByText("Deleted books").waitFor();
    await page.getByRole("heading", { name: "Recently deleted" }).waitFor();
    expect((await server.call("GET", "/collections/books")).status).to.equal(412);
    await button(page, "Undo").click();
    await page.getByText("Undone: Deleted books").waitFor();
    await page.getByRole("row", { name: /^books Ready 3/ }).waitFor();
    expect((await server.call("GET", "/collections/books")).body.result.points_count).to.equal(3);
  });

  itWeekly(
    "the list of collections restores a collection that is marked as deleted, and shows the remaining time",
    async () => {
      await create("books");
      await server.call("DELETE", "/collections/books?undo_seconds=600");
      const { page } = await visit();
      const row = page.getByRole("row", { name: /^books/ });
      expect(await row.getByRole("time").innerText()).to.match(/^(9 min \d+ s|10 min 0 s)$/);
      await button(page, "Restore books").click();
      await link(page, "books").waitFor();
    },
  );

  itWeekly("the list of collections deletes a collection permanently after a confirmation", async () => {
    await create("books");
    await server.call("DELETE", "/collections/books?undo_seconds=600");
    const { page } = await visit();
    await button(page, "Delete permanently: books").click();
    await page.getByRole("dialog", { name: "Delete books permanently?" }).waitFor();
    await page.keyboard.press("Escape");
    await button(page, "Delete permanently: books").click();
    await button(page, "Delete permanently").click();
    await page.getByText("Deleted books permanently").waitFor();
    expect((await server.call("GET", "/collections/books")).status).to.equal(404);
  });

  itWeekly(
    "the list of collections offers no Undo to an access token without the permission for it",
    async () => {
      await create("books");
      const admin = await guard(server);
      const { api_key } = await createToken(server, admin, { permission: "read,write" });
      const { page, complaints } = await visit();
      await page.getByRole("radio", { name: "Access token" }).check();
      await page.getByLabel("Token", { exact: true }).fill(api_key);
      await button(page, "Sign in").click();
      await button(page, "Delete books").click();
      await page.getByText("The admin can restore it for an hour").waitFor();
      expect(await button(page, "Undo").count()).to.equal(0);
      forgive(complaints, /401/);
    },
  );

  itWeekly("the list of collections shows the refusal of a deletion, and the row again", async () => {
    await create("books");
    const admin = await becomeAdmin(server);
    const { page, complaints } = await visit();
    await link(page, "books").waitFor();
    await page.route("**/collections/books?undo_seconds=*", (route) =>
      route.fulfill({ status: 500, json: { status: { error: "Delete failed: no space left on device" } } }),
    );
    await button(page, "Delete books").click();
    await page.getByText("Delete failed: no space left on device").waitFor();
    await switchAuth(server, admin, true);
    await page.reload();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    forgive(complaints, /401|500/);
  });

  itWeekly(
    "the list of collections shows that the server is unreachable, and continues when it is back",
    async () => {
      await create("books");
      const { page, complaints } = await visit();
      await link(page, "books").waitFor();
      await page.route("**/api/proxy/**", (route) => route.abort());
      await button(page, "Delete books").click();
      await page.getByText("Trying again").waitFor();
      await page.unroute("**/api/proxy/**");
      await page.getByText("Trying again").waitFor({ state: "detached" });
      await link(page, "books").waitFor();
      forgive(complaints, /ERR_FAILED/);
    },
  );

  itWeekly("the list of collections is accessible, light and dark", async () => {
    await create("books", { ...TWO, on_disk_payload: false });
    await create("gone");
    await server.call("DELETE", "/collections/gone?undo_seconds=600");
    const { page } = await browser.visit(`${server.uiUrl}/#/collections`);
    await page.getByText("1 warning").waitFor();
    await expectAccessible(page);
  });
});

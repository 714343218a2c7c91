// Points that were deleted in the console, which the server keeps for an hour, and restores after a reload, too.
import { expect } from "chai";
import { expectAccessible } from "../support/accessible.ts";
import { startConsole, useBrowser } from "../support/browser.ts";
import type { TestServer } from "../support/rest.ts";

const MANY = 300;

describe("points deleted in the console", () => {
  const browser = useBrowser();
  let server: TestServer;

  before(async () => {
    server = await startConsole();
  });
  beforeEach(async () => {
    await server.call("PUT", "/collections/c", { vectors: { size: 4, distance: "Dot" } });
    const points = Array.from({ length: MANY }, (_, i) => ({
      id: i + 1,
      vector: [i, 1, 2, 3],
      payload: { city: i % 3 === 0 ? "Oslo" : "Lima" },
    }));
    await server.call("PUT", "/collections/c/points?wait=true", { points });
  });
  afterEach(() => server.call("DELETE", "/collections/c"));
  after(() => server.close());

  async function open(query = "") {
    const { page } = await browser.visit(`${server.uiUrl}/#/collections/c/points${query}`);
    await page.getByRole("grid").waitFor();
    return page;
  }

  async function countOf(filter: object): Promise<number> {
    const { body } = await server.call("POST", "/collections/c/points/count", { filter, exact: true });
    return body.result.count;
  }

  const namedOslo = { must: [{ key: "city", match: { value: "Oslo" } }] };

  it("points deleted in the console as all that match are restored after a reload, and those that exist again stay", async () => {
    const page = await open(`?${new URLSearchParams({ filter: JSON.stringify(namedOslo) })}`);
    await page.getByText("100 matching points", { exact: true }).waitFor();
    await page.getByRole("checkbox", { name: "Select all matching points" }).click();
    await page.getByRole("button", { name: "Delete 100 points" }).click();
    await page.getByText("100 points deleted", { exact: true }).waitFor();
    const { result } = (await server.call("GET", "/collections/c/points/deleted")).body;
    expect(result.deletions).to.have.length(1);
    await server.call("PUT", "/collections/c/points?wait=true", {
      points: [{ id: 1, vector: [9, 9, 9, 9], payload: { city: "Oslo", newer: true } }],
    });
    await page.reload();
    await page.getByText("Recently deleted").click();
    await page.getByText(/100 points, deleted .* kept for/).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Restore 100 points" }).click();
    await page.getByText("Left as they are, because they exist again: 1 point").waitFor();
    await page.getByText("100 matching points", { exact: true }).waitFor();
    await page.getByText("Recently deleted").waitFor({ state: "detached" });
    expect(await countOf({})).to.equal(MANY);
    expect(await countOf({ must: [{ key: "newer", match: { value: true } }] })).to.equal(1);
  });

  it("points deleted in the console are listed again after several deletes, the newest first, and each is restored alone", async () => {
    const page = await open();
    for (const row of [2, 3]) {
      await page.getByRole("row").nth(row).getByRole("checkbox").click();
      await page.getByRole("button", { name: "Delete 1 point" }).click();
      await page
        .getByText(`${MANY + 1 - row} points`, { exact: true })
        .first()
        .waitFor();
    }
    await page.getByText("Recently deleted").click();
    await page.getByRole("button", { name: "Restore 1 point" }).nth(1).waitFor();
    await page.getByRole("button", { name: "Restore 1 point" }).first().click();
    await page
      .getByText(`${MANY - 1} points`, { exact: true })
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Restore 1 point" }).click();
    await page.getByText("Recently deleted").waitFor({ state: "detached" });
    expect(await countOf({})).to.equal(MANY);
  });
});

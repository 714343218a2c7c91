// The points of a collection in the console: a table of any length, a filter, one point, and deletions and changes with
// Undo.
import { expect } from "chai";
import type { Page } from "playwright-core";
import { expectAccessible } from "../support/accessible.ts";
import { forgive, startConsole, useBrowser } from "../support/browser.ts";
import type { TestServer } from "../support/rest.ts";
import { itWeekly } from "../support/weekly.ts";

const MANY = 12_000;
const LARGE = "18446744073709551615";
const CITIES = ["Oslo", "Lima", "Cairo"];

describe("the points screen of a collection", () => {
  const browser = useBrowser();
  let server: TestServer;

  before(async () => {
    server = await startConsole({ vectors: 100_000 });
    const config = { size: 4, distance: "Dot" };
    for (const name of ["many", "few", "empty"])
      await server.call("PUT", `/collections/${name}`, { vectors: config });
    for (let from = 1; from <= MANY; from += 6_000) {
      const points = Array.from({ length: 6_000 }, (_, i) => pointOf(from + i));
      await server.call("PUT", "/collections/many/points?wait=true", { points });
    }
  });
  beforeEach(async () => {
    await server.call("POST", "/collections/few/points/delete?wait=true", { filter: {} });
    const points = `[{"id":${LARGE},"vector":[0.1,0.2,0.3,0.4],"payload":{"name":"last","big":9007199254740993}},
      {"id":1,"vector":[1,0,0,0],"payload":{"name":"first","size":7,"tags":["a","b"],"at":{"x":1}}},
      {"id":2,"vector":[0,1,0,0],"payload":{"name":"second","size":8}}]`;
    await server.call("PUT", "/collections/few/points?wait=true", `{"points":${points}}`);
  });
  after(() => server.close());

  async function open(collection: string, query = "", options = {}) {
    const visit = await browser.visit(`${server.uiUrl}/#/collections/${collection}/points${query}`, options);
    await visit.page.getByRole("link", { name: "Points", exact: true }).waitFor();
    return visit;
  }

  /** Returns the text of a point on the server. */
  async function stored(id: string): Promise<string> {
    const body = `{"filter":{"must":[{"has_id":[${id}]}]},"with_vector":true}`;
    const { text } = await server.call("POST", "/collections/few/points/scroll", body);
    return /"points":(\[.*\])/.exec(text)?.[1] ?? text;
  }

  it("the points screen shows payload fields as columns, nested ones shortened", async () => {
    const { page } = await open("few");
    await cell(page, "first").waitFor();
    for (const name of ["Id", "Vector", "name", "size", "tags", "at"])
      await page.getByRole("columnheader", { name, exact: true }).waitFor();
    await cell(page, "[a, b]").waitFor();
    await cell(page, "x: 1").waitFor();
    expect(await page.getByRole("grid").getAttribute("aria-rowcount")).to.equal("4");
  });

  it("the points screen has only visible rows in the document, and shows the last one after a key", async () => {
    const { page } = await open("many");
    await cell(page, "point 1").waitFor();
    const grid = page.getByRole("grid");
    await grid.focus();
    await page.keyboard.press("End");
    await cell(page, `point ${MANY}`).waitFor();
    expect(await page.getByRole("row").count()).to.be.lessThan(60);
    await page.keyboard.press("PageUp");
    await page.keyboard.press("Home");
    await cell(page, "point 1").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Point 2" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("heading", { name: "Point 2" }).waitFor({ state: "hidden" });
    await page.locator("[role=grid]:focus").waitFor();
  });

  itWeekly("the points screen shows further rows when the wheel scrolls", async () => {
    const { page } = await open("many");
    await cell(page, "point 1").hover();
    await page.mouse.wheel(0, 30_000);
    await page
      .getByText(/^point [789]\d\d$/)
      .first()
      .waitFor();
  });

  it("the points screen shows a filter as chips, in the address and as JSON", async () => {
    const { page } = await open("many");
    await cell(page, "point 1").waitFor();
    await page.getByRole("button", { name: "Add filter" }).click();
    await page.getByLabel("Field", { exact: true }).fill("city");
    await page.getByLabel("Value", { exact: true }).fill("Oslo");
    await page.getByRole("form").getByRole("button", { name: "Add filter" }).click();
    await page.getByText("4,000 matching points").waitFor();
    const filter = { must: [{ key: "city", match: { value: "Oslo" } }] };
    expect(new URL(page.url()).hash).to.include(
      `filter=${new URLSearchParams({ f: JSON.stringify(filter) }).toString().slice(2)}`,
    );
    await page.getByRole("button", { name: "Filter as JSON" }).click();
    expect(JSON.parse(await page.getByLabel("Filter as JSON").inputValue())).to.deep.equal(filter);
    await page.getByRole("button", { name: "Remove filter city is Oslo" }).click();
    await page.getByText("12,000 points").last().waitFor();
  });

  itWeekly("the points screen shows conditions without a form as one custom chip", async () => {
    const filter = { should: [{ key: "n", range: { lte: 2 } }], must_not: [{ has_id: [1] }] };
    const { page } = await open("many", `?${new URLSearchParams({ filter: JSON.stringify(filter) })}`);
    await page.getByText("1 matching point", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Remove filter not: has the id 1" }).waitFor();
    await page.getByRole("button", { name: "custom condition", exact: true }).click();
    await page.getByLabel("Filter as JSON").fill('{"must":[{"key":"n","range":{"gt":11990}}]}');
    await page.getByRole("button", { name: "Apply JSON" }).click();
    await page.getByText("10 matching points").waitFor();
    await page.getByRole("button", { name: "n > 11990", exact: true }).waitFor();
  });

  itWeekly("the points screen shows the server's error for a filter", async () => {
    const { page, complaints } = await open(
      "few",
      `?${new URLSearchParams({ filter: '{"must":[{"key":5}]}' })}`,
    );
    await page.getByRole("alert").filter({ hasText: "must[0]" }).waitFor();
    forgive(complaints, /status of 4/);
  });

  it("the points screen goes to an id above 2^53, and shows its payload exactly", async () => {
    const { page } = await open("few");
    await page.getByLabel("Go to id").fill("5");
    await page.keyboard.press("Enter");
    await page.getByText("There is no point 5").waitFor();
    await page.getByLabel("Go to id").fill(LARGE);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: `Point ${LARGE}` }).waitFor();
    await payload(page).getByText("9007199254740993").waitFor();
    const similar = await page.getByRole("link", { name: "Find similar" }).getAttribute("href");
    expect(similar).to.equal(`#/collections/few/search?like=${LARGE}`);
    const graph = await page.getByRole("link", { name: "Show in graph" }).getAttribute("href");
    expect(graph).to.equal(`#/collections/few/graph?point=${LARGE}`);
  });

  it("the points screen saves a payload, shows the error of an invalid one, and undoes the change", async () => {
    const { page } = await open("few", `?point=${LARGE}`);
    await page.getByText("Norm").waitFor();
    const before = await stored(LARGE);
    await write(page, "[1]");
    await page.getByRole("button", { name: "Save payload" }).click();
    await page.getByRole("alert").filter({ hasText: "A payload is an object" }).waitFor();
    await write(page, '{"name":"changed","big":9007199254740995}');
    await page.getByRole("button", { name: "Save payload" }).click();
    await page.getByText(`Payload of ${LARGE} saved`).waitFor();
    expect(await stored(LARGE)).to.include('{"name":"changed","big":9007199254740995}');
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await cell(page, "last").waitFor();
    expect(await stored(LARGE)).to.equal(before);
  });

  it("the points screen deletes the active row by keyboard, and restores exactly the same point", async () => {
    const { page } = await open("few");
    await cell(page, "last").waitFor();
    const before = await stored(LARGE);
    await page.getByRole("grid").focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Delete");
    await cell(page, "last").waitFor({ state: "detached" });
    expect(await stored(LARGE)).to.equal("[]");
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await cell(page, "last").waitFor();
    expect(await stored(LARGE)).to.equal(before);
  });

  itWeekly("the points screen deletes the selected points", async () => {
    const { page } = await open("few");
    await page.getByRole("checkbox", { name: "Select 1", exact: true }).check();
    await page.getByRole("checkbox", { name: "Select 2", exact: true }).check();
    await page.getByRole("button", { name: "Delete 2 points" }).click();
    await page.getByText("2 points deleted", { exact: true }).waitFor();
    await page.getByRole("region", { name: "Points" }).getByText("1 point", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await cell(page, "second").waitFor();
  });

  itWeekly(
    "the points screen adds a point, checks dimensions while the user types, and replaces no point",
    async () => {
      const { page } = await open("empty");
      await page.getByRole("button", { name: "Add a point by hand" }).click();
      await page.getByLabel("Id", { exact: true }).fill("9007199254740993");
      await page.getByLabel("Vector", { exact: true }).fill("[1,2,3]");
      await page.getByText("3 of 4 dimensions").waitFor();
      const add = page.getByRole("dialog").getByRole("button", { name: "Add point" });
      expect(await add.isDisabled()).to.equal(true);
      await page.getByLabel("Vector", { exact: true }).fill("[1,2,3,4]");
      await add.click();
      await page.getByText("Point 9007199254740993 added").waitFor();
      await cell(page, "9007199254740993").waitFor();
      await page.getByRole("button", { name: "Add point" }).click();
      await page.getByLabel("Id", { exact: true }).fill("9007199254740993");
      await page.getByLabel("Vector", { exact: true }).fill("[1,2,3,4]");
      await add.click();
      await page.getByText("There is a point 9007199254740993 already").waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Undo", exact: true }).click();
      await page.getByText("This collection has no points yet").waitFor();
    },
  );

  itWeekly("the points screen hides and moves columns by keyboard", async () => {
    const { page } = await open("few");
    await cell(page, "first").waitFor();
    await page.getByRole("button", { name: /^Columns/ }).press("Enter");
    await page.getByRole("checkbox", { name: "tags" }).press("Space");
    await page.getByRole("columnheader", { name: "tags" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Move size to the left" }).press("Enter");
    await page.getByRole("columnheader").nth(3).filter({ hasText: "size" }).waitFor();
    expect(await page.getByRole("columnheader").allInnerTexts()).to.deep.equal([
      "",
      "Id",
      "Vector",
      "size",
      "name",
      "at",
      "big",
    ]);
    await page.keyboard.press("Escape");
    await page.getByRole("checkbox", { name: "tags" }).waitFor({ state: "detached" });
  });

  itWeekly("the points screen loads the points when an unreachable server is back", async () => {
    const { page, complaints } = await open("few");
    await cell(page, "first").waitFor();
    await page.route("**/api/proxy/**", (route) => route.abort());
    await page.getByLabel("Go to id").fill("1");
    await page.keyboard.press("Enter");
    await page.getByText("The server does not answer").first().waitFor();
    await server.call("PUT", "/collections/few/points/payload", { payload: { name: "news" }, points: [1] });
    await page.unroute("**/api/proxy/**");
    await cell(page, "news").waitFor();
    forgive(complaints, /ERR_FAILED/);
  });

  itWeekly("the points screen is accessible, light and dark", async () => {
    const { page } = await open(
      "few",
      `?${new URLSearchParams({ filter: '{"must":[{"is_empty":{"key":"a"}}]}' })}`,
      {},
    );
    await cell(page, "first").waitFor();
    await expectAccessible(page);
    await cell(page, "first").click();
    await page.getByText("Norm").waitFor();
    await expectAccessible(page);
  });
});

function pointOf(id: number): object {
  return {
    id,
    vector: [id, 1, 2, 3],
    payload: { name: `point ${id}`, city: CITIES[id % CITIES.length], n: id },
  };
}

/** Returns the editor of the payload. */
function payload(page: Page) {
  return page.getByRole("textbox", { name: "Payload" });
}

/** Replaces the text of the editor. */
async function write(page: Page, text: string): Promise<void> {
  await payload(page).click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
}

function cell(page: Page, text: string) {
  return page.getByRole("gridcell", { name: text, exact: true });
}

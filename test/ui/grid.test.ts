// The table of points as a grid: sorting, values with counts, ranges and all matching points, bulk changes with Undo,
// columns that are kept, and one point beside it.
import { expect } from "chai";
import type { Page, Request } from "playwright-core";
import { expectAccessible } from "../support/accessible.ts";
import { startConsole, useBrowser } from "../support/browser.ts";
import type { TestServer } from "../support/rest.ts";

const MANY = 300;
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
const EXACT = `{"name":"exact","one":1.0,"huge":1e400,"long":9007199254740993}`;

describe("the grid of points", () => {
  const browser = useBrowser();
  let server: TestServer;
  before(async () => {
    server = await startConsole({ vectors: 100_000 });
  });
  beforeEach(async () => {
    await server.call("PUT", "/collections/c", { vectors: { size: 4, distance: "Dot" } });
    const points = Array.from({ length: MANY }, (_, i) => ({
      id: i + 1,
      vector: [i, 1, 2, 3],
      payload: {
        name: `point ${i + 1}`,
        city: i % 3 === 0 ? "Oslo" : "Lima",
        score: (i * 7) % MANY,
        link: `https://example.org/${i + 1}`,
        picture: PIXEL,
      },
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

  async function index(field: string, type: string): Promise<void> {
    await server.call("PUT", "/collections/c/index?wait=true", { field_name: field, field_schema: type });
  }

  async function countOf(filter: object): Promise<number> {
    const { body } = await server.call("POST", "/collections/c/points/count", { filter, exact: true });
    return body.result.count;
  }

  const namedOslo = { must: [{ key: "city", match: { value: "Oslo" } }] };

  it("the grid sorts by an indexed field: ascending, descending, and by id again", async () => {
    await index("score", "integer");
    const page = await open();
    await firstRow(page, "point 1");
    await page.getByRole("button", { name: "score" }).click();
    await firstRow(page, "point 1");
    await page.getByRole("button", { name: "score" }).click();
    await firstRow(page, "point 258");
    expect(await page.getByRole("columnheader", { name: "score" }).getAttribute("aria-sort")).to.equal(
      "descending",
    );
    expect(new URL(page.url()).hash).to.include("sort=-score");
    await page.getByRole("button", { name: "score" }).click();
    await firstRow(page, "point 1");
  });

  it("the grid creates the missing index with one click and sorts by it, and offers none for texts", async () => {
    const page = await open();
    await firstRow(page, "point 1");
    expect(await page.getByRole("button", { name: "name", exact: true }).count()).to.equal(0);
    await page.getByRole("button", { name: "score" }).click();
    await page.getByRole("button", { name: "Create an index to sort by this field" }).click();
    await page.getByRole("columnheader", { name: "score" }).and(page.locator("[aria-sort]")).waitFor();
    await page.getByRole("button", { name: "score" }).click();
    await firstRow(page, "point 258");
  });

  it("the grid lists the values of a field with their counts, and filters by the one that is chosen", async () => {
    await index("city", "keyword");
    const page = await open();
    await page.getByRole("button", { name: "Add filter" }).click();
    await page.getByLabel("Field", { exact: true }).fill("city");
    await page.getByRole("button", { name: "Lima 200" }).click();
    await page.getByText("200 matching points").waitFor();
    await page.getByRole("button", { name: "Remove filter city is Lima" }).waitFor();
  });

  it("the grid lists the values of the first points where there is no index, and counts them after one click", async () => {
    const page = await open();
    await page.getByRole("button", { name: "Add filter" }).click();
    await page.getByLabel("Field", { exact: true }).fill("city");
    await page.getByRole("button", { name: "Oslo", exact: true }).waitFor();
    await page.getByRole("button", { name: /^Create an index \(keyword\)/ }).click();
    await page.getByRole("button", { name: "Oslo 100" }).waitFor();
  });

  it("the grid filters by the value of a cell and excludes it, by mouse and by keyboard", async () => {
    const page = await open();
    await cell(page, "Oslo").first().click({ button: "right" });
    await page.getByRole("menuitem", { name: "Exclude this value" }).click();
    await page.getByText("200 matching points").waitFor();
    await page.getByRole("button", { name: "Remove filter city is not Oslo" }).click();
    await page.getByText(`${MANY} points`).last().waitFor();
    await page.getByRole("grid").focus();
    for (const key of ["Home", ...Array(5).fill("ArrowRight"), "Shift+F10", "Enter"])
      await page.keyboard.press(key);
    await page.getByText("100 matching points").waitFor();
  });

  it("the grid selects a range with Shift, by mouse and by keyboard", async () => {
    const page = await open();
    await check(page, 2).click();
    await check(page, 7).click({ modifiers: ["Shift"] });
    await page.getByText("6 points selected").waitFor();
    await page.getByRole("grid").focus();
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Shift+ArrowDown");
    await page.getByText("8 points selected").waitFor();
  });

  it("the grid selects all that match except some, asks before it deletes them, and restores them exactly", async () => {
    await server.call(
      "PUT",
      "/collections/c/points?wait=true",
      `{"points":[{"id":1,"vector":[1,2,3,4],"payload":${EXACT}}]}`,
    );
    const page = await open();
    await page.getByRole("checkbox", { name: "Select all matching points" }).click();
    await check(page, 2).click();
    await page.getByText("299 points selected").waitFor();
    await page.getByRole("button", { name: "Delete 299 points" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete 299 points" }).click();
    await page.getByText("299 points deleted", { exact: true }).waitFor();
    expect(await countOf({})).to.equal(1);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await page.getByText("Undone: 299 points deleted").waitFor();
    expect(await countOf({})).to.equal(MANY);
    const { text } = await server.call("POST", "/collections/c/points/scroll", { limit: 1 });
    expect(text).to.include(EXACT);
    await page.getByText("Recently deleted").waitFor({ state: "detached" });
  });

  it("the grid sets and removes a field of all matching points, with Undo", async () => {
    const page = await open(`?${new URLSearchParams({ filter: JSON.stringify(namedOslo) })}`);
    await page.getByText("100 matching points", { exact: true }).waitFor();
    await page.getByRole("grid").focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.getByRole("button", { name: "Edit payload" }).click();
    await page.getByLabel("Fields as JSON").fill('{"checked": true}');
    await page.getByRole("button", { name: "Set on 100 points" }).click();
    await page.getByText("100 points changed", { exact: true }).waitFor();
    expect(await countOf({ must: [{ key: "checked", match: { value: true } }] })).to.equal(100);
    await page.getByRole("button", { name: "Undo: 100 points changed" }).click();
    await page.getByText("Undone: 100 points changed").waitFor();
    expect(await page.getByRole("button", { name: "Undo", exact: true }).count()).to.equal(0);
    expect(await countOf({ must: [{ is_empty: { key: "checked" } }] })).to.equal(MANY);
  });

  it("the grid keeps columns, their order and their widths over a reload", async () => {
    const page = await open();
    await firstRow(page, "point 1");
    await page.getByRole("button", { name: /^Columns/ }).click();
    await page.getByRole("checkbox", { name: "link" }).uncheck();
    await page.getByRole("button", { name: "Move score to the left" }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("grid").focus();
    for (const key of ["ArrowUp", ...Array(3).fill("ArrowRight"), "Alt+ArrowRight", "Alt+ArrowRight"])
      await page.keyboard.press(key);
    const head = page.getByRole("columnheader", { name: "name" });
    const before = (await head.boundingBox())!.width;
    await page.reload();
    await firstRow(page, "point 1");
    expect(await page.getByRole("columnheader").allInnerTexts()).to.deep.equal([
      "",
      "Id",
      "Vector",
      "name",
      "score",
      "city",
      "picture",
    ]);
    expect((await head.boundingBox())!.width).to.be.closeTo(before, 1);
  });

  it("the point beside the table follows the arrow keys, and the table stays usable", async () => {
    const page = await open();
    await cell(page, "point 1").click();
    await page.getByRole("heading", { name: "Point 1", exact: false }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.getByRole("complementary", { name: "Point 3" }).waitFor();
    await check(page, 5).click();
    await page.getByText("1 point selected").waitFor();
    await page.getByRole("button", { name: "Previous point" }).click();
    await page.getByRole("complementary", { name: "Point 4" }).waitFor();
  });

  it("unsaved changes of a payload survive Escape and another point, and every digit survives saving", async () => {
    await server.call(
      "PUT",
      "/collections/c/points?wait=true",
      `{"points":[{"id":1,"vector":[1,2,3,4],"payload":${EXACT}}]}`,
    );
    const page = await open("?point=1");
    const editor = page.getByRole("textbox", { name: "Payload" });
    await editor.getByText("1e400").waitFor();
    await editor.click();
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.insertText(' "more": 2.50,');
    await page.getByText("Unsaved changes").first().waitFor();
    await page.getByRole("button", { name: "Next point" }).click();
    await page.getByRole("complementary", { name: "Point 2" }).waitFor();
    await page.getByRole("button", { name: "Close the point" }).click();
    await page.getByRole("button", { name: "Unsaved changes Point 1" }).click();
    await editor.getByText("2.50").waitFor();
    await page.getByRole("button", { name: "Save payload" }).click();
    await page.getByText("Payload of 1 saved").waitFor();
    const { text } = await server.call("POST", "/collections/c/points/scroll", { limit: 1 });
    expect(text).to.include(`{"more":2.50,${EXACT.slice(1)}`);
    expect(await page.getByText("Unsaved changes").count()).to.equal(0);
  });

  it("the grid reads summaries of vectors and no vectors, and returning to it reads nothing again", async () => {
    const page = await open();
    const summary = page.getByRole("img", { name: "4 dimensions, 0 to 3, norm 3.742" });
    await summary.waitFor();
    const requests: Request[] = [];
    page.on("request", (request) => requests.push(request));
    await page.reload();
    await summary.waitFor();
    const of = (path: string) => requests.filter((request) => request.url().endsWith(path));
    for (const request of of("/points/scroll"))
      expect(request.postData()).to.not.match(/"with_vectors?":(?!false)/);
    expect(of("/points/vectors/summary")).to.have.lengthOf(1);
    await page.evaluate('location.hash = "#/collections/c/indexes"');
    await page.getByRole("grid").waitFor({ state: "detached" });
    requests.length = 0;
    await page.evaluate('location.hash = "#/collections/c/points"');
    await firstRow(page, "point 1");
    await page.getByText(`${MANY} points`).last().waitFor();
    expect([...of("/points/scroll"), ...of("/points/vectors/summary")]).to.deep.equal([]);
  });

  it("the grid is where it was left when the user returns to it", async () => {
    const page = await open();
    await firstRow(page, "point 1");
    await page.getByRole("grid").focus();
    await page.keyboard.press("End");
    await cell(page, "point 300").waitFor();
    await page.evaluate('location.hash = "#/collections/c/indexes"');
    await page.getByRole("grid").waitFor({ state: "detached" });
    await page.evaluate('location.hash = "#/collections/c/points"');
    await cell(page, "point 300").waitFor();
    await page.getByRole("grid").focus();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.getByRole("complementary", { name: "Point 299" }).waitFor();
  });

  it("the grid shows links that leave without a trace, and images of the payload", async () => {
    const page = await open();
    const link = page.getByRole("link", { name: "https://example.org/1", exact: true });
    expect(await link.getAttribute("rel")).to.equal("noopener noreferrer");
    expect(await page.locator("img.thing-image").first().getAttribute("src")).to.equal(
      `data:image/png;base64,${PIXEL}`,
    );
  });

  it("the grid with its filter form, a sorted column and a point is accessible", async () => {
    await index("score", "integer");
    const page = await open("?sort=score&point=2");
    await page.getByRole("textbox", { name: "Payload" }).waitFor();
    await page.getByRole("button", { name: "Add filter" }).click();
    await page.getByLabel("Field", { exact: true }).waitFor();
    await expectAccessible(page);
  });
});

async function firstRow(page: Page, name: string): Promise<void> {
  await page.locator('[role=row][aria-rowindex="2"]').getByRole("gridcell", { name, exact: true }).waitFor();
}

function check(page: Page, id: number) {
  return page.getByRole("checkbox", { name: `Select ${id}`, exact: true });
}

function cell(page: Page, text: string) {
  return page.getByRole("gridcell", { name: text, exact: true });
}

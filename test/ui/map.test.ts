// The map of a collection in a real browser with a real server: drawing, pointing, selecting and colouring of points.
import { expect } from "chai";
import type { Page } from "playwright-core";
import { expectAccessible } from "../support/accessible.ts";
import { startConsole, useBrowser } from "../support/browser.ts";
import { seededRandom } from "../support/random.ts";
import type { TestServer } from "../support/rest.ts";
import { itWeekly } from "../support/weekly.ts";

const FIRST_ID = 9_007_199_254_740_993n;
const TOPICS = ["law", "music", "physics"];
const A_TOPIC = 20;

/** Creates three clusters of points with ids above 2^53. */
async function fill(server: TestServer): Promise<void> {
  const random = seededRandom(5);
  const made = await server.call("PUT", "/collections/m", { vectors: { size: 4, distance: "Euclid" } });
  expect(made.status).to.equal(200);
  const points = Array.from({ length: TOPICS.length * A_TOPIC }, (_, i) => {
    const topic = i % TOPICS.length;
    const vector = [0, 1, 2, 3].map((axis) => (axis === topic ? 5 : 0) + random());
    const payload = { topic: TOPICS[topic], year: 1900 + i, title: `Title ${i}` };
    return `{"id":${FIRST_ID + BigInt(i)},"vector":${JSON.stringify(vector)},"payload":${JSON.stringify(payload)}}`;
  });
  const put = await server.call("PUT", "/collections/m/points?wait=true", `{"points":[${points.join()}]}`, {
    "content-type": "application/json",
  });
  expect(put.status).to.equal(200);
}

const stage = (page: Page) => page.getByRole("application", { name: /^Map of/ });
const arranged = (page: Page) => page.getByRole("button", { name: "UMAP", pressed: true }).waitFor();

async function centreOf(page: Page): Promise<{ x: number; y: number; width: number; height: number }> {
  const { x, y, width, height } = (await stage(page).boundingBox())!;
  return { x: x + width / 2, y: y + height / 2, width, height };
}

async function lassoAll(page: Page): Promise<void> {
  const { x, y, width, height } = await centreOf(page);
  await page.keyboard.down("Shift");
  await page.mouse.move(x - width * 0.49, y - height * 0.49);
  await page.mouse.down();
  for (const [right, down] of [
    [0.49, -0.49],
    [0.49, 0.49],
    [-0.49, 0.49],
  ] as const)
    await page.mouse.move(x + width * right, y + height * down, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up("Shift");
}

describe("the map of a collection", () => {
  /** Without WebGL 2, which needs much CPU without a graphics card: only the labels and marks are drawn. */
  const browser = useBrowser();
  const withWebgl = useBrowser("webgl");
  let server: TestServer;
  beforeEach(async () => {
    server = await startConsole();
    await fill(server);
  });
  afterEach(() => server.close());

  const open = async (query = "", by = browser): Promise<Page> => {
    const address = `${server.uiUrl}/#/collections/m/map${query}`;
    const { page } = await by.visit(address, { reducedMotion: "reduce" });
    await arranged(page);
    return page;
  };

  itWeekly(
    "the map of a collection draws points with WebGL, and moves them when their arrangement changes",
    async () => {
      const page = await open("", withWebgl);
      expect(await page.locator("canvas[data-can-draw=true]").count()).to.equal(1);
      const layout = await stage(page).screenshot();
      await page.getByRole("button", { name: "PCA" }).click();
      await page.getByRole("button", { name: "PCA", pressed: true }).waitFor();
      await page.waitForFunction(() => !document.querySelector("progress"));
      expect((await stage(page).screenshot()).equals(layout)).to.equal(false);
    },
  );

  it("the map of a collection says so where the browser cannot draw it, and has the map in words", async () => {
    const page = await open();
    await page.getByText("This browser has no WebGL 2").waitFor();
    await page.getByText("The map in words", { exact: true }).click();
    await page.getByText("60 points in 3 dense regions").waitFor();
  });

  it("the map of a collection shows all points again when none is in view", async () => {
    const page = await open();
    await stage(page).focus();
    for (let i = 0; i < 20; i++) await page.keyboard.press("ArrowLeft");
    await page.getByRole("button", { name: "No point is in view: show all" }).click();
    await page.getByRole("button", { name: "No point is in view: show all" }).waitFor({ state: "detached" });
  });

  it("the map of a collection is coloured and labelled by its best field, and tells a field that no point has", async () => {
    const page = await open();
    await page.getByRole("region", { name: "Colours of topic" }).waitFor();
    expect(await page.getByLabel("Colour by").inputValue()).to.equal("topic");
    await page.getByLabel("Colour by").selectOption("");
    await page.getByRole("region", { name: "Colours of topic" }).waitFor({ state: "detached" });
    await page.goto(`${server.uiUrl}/#/collections/m/map?field=nothing`);
    await page.getByText("No point of this map has a value in nothing").waitFor();
  });

  itWeekly("the map of a collection marks what is chosen in forced colours", async () => {
    const { page } = await browser.visit(`${server.uiUrl}/#/collections/m/map`, { forcedColors: "active" });
    await arranged(page);
    const backgroundOf = (selector: string) =>
      page.evaluate(`getComputedStyle(document.querySelector("${selector}")).backgroundColor`);
    expect(await backgroundOf(".map [aria-pressed=true]")).to.equal(
      await backgroundOf(".tabs [aria-current]"),
    );
  });

  it("the map of a collection covers the page, until Escape", async () => {
    const page = await open();
    await page.getByRole("button", { name: "Full screen" }).click();
    await page.locator(".map-body.full").waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".map-body.full").waitFor({ state: "detached" });
  });

  it("the map of a collection selects the points inside a lasso, and links to them with exact ids", async () => {
    const page = await open();
    await lassoAll(page);
    await page.getByRole("heading", { name: "60 points selected" }).waitFor();
    const link = await page.getByRole("link", { name: "Show in points" }).getAttribute("href");
    const filter = new URLSearchParams(link!.split("?")[1]).get("filter")!;
    expect(filter)
      .to.contain(String(FIRST_ID))
      .and.to.contain(String(FIRST_ID + 59n));
  });

  it("the map of a collection opens a selection of any size in the table of points", async () => {
    await server.call("PUT", "/collections/big", { vectors: { size: 2, distance: "Dot" } });
    const points = Array.from({ length: 1_500 }, (_, i) => ({
      id: String(BigInt(FIRST_ID) + BigInt(i)),
      vector: [Math.sin(i), Math.cos(i * 1.7)],
    }));
    const body = JSON.stringify({ points }).replaceAll(/"id":"(\d+)"/g, '"id":$1');
    await server.call("PUT", "/collections/big/points?wait=true", body);
    const address = `${server.uiUrl}/#/collections/big/map`;
    const { page } = await browser.visit(address, { reducedMotion: "reduce" });
    await arranged(page);
    await page.getByRole("button", { name: "Select all in view" }).click();
    await page.getByRole("heading", { name: "1,500 points selected" }).waitFor();
    await page.getByRole("link", { name: "Show in points" }).click();
    const table = page.getByRole("region", { name: "Points" });
    await table.getByText("1,500 matching points").waitFor();
    expect(page.url().length).to.be.below(200);
    await page.reload();
    await table.getByText("it was a selection of many points").waitFor();
  });

  itWeekly("the map of a collection deletes the selected points, and restores them unchanged", async () => {
    const page = await open();
    const before = (await server.call("GET", `/collections/m/points/${FIRST_ID}`)).body.result;
    await lassoAll(page);
    await page.getByRole("button", { name: "Delete 60 points" }).click();
    await page.getByText("60 points deleted").first().waitFor();
    expect((await server.call("POST", "/collections/m/points/count", {})).body.result.count).to.equal(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone: 60 points deleted").waitFor();
    await page.locator(".page-head").getByText("60 points").waitFor();
    const after = (await server.call("GET", `/collections/m/points/${FIRST_ID}`)).body.result;
    expect(after).to.deep.equal(before);
  });

  itWeekly("the map of a collection sets a payload field of the selected points, and undoes it", async () => {
    const page = await open();
    const payload = async () =>
      (await server.call("GET", `/collections/m/points/${FIRST_ID}`)).body.result.payload;
    await lassoAll(page);
    await page.getByRole("button", { name: "Edit payload" }).click();
    await page.getByLabel("Fields as JSON").fill('{"reviewed": true}');
    await page.getByRole("button", { name: "Set on 60 points" }).click();
    await page.getByText("60 points changed").first().waitFor();
    expect((await payload()).reviewed).to.equal(true);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await page.getByText("Undone: 60 points changed").waitFor();
    expect(await payload()).not.to.have.property("reviewed");
  });

  itWeekly("the map of a collection exports the selected points as JSON lines with exact ids", async () => {
    const page = await open();
    await lassoAll(page);
    const coming = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export JSONL" }).click();
    const chunks: Buffer[] = [];
    for await (const chunk of await (await coming).createReadStream()) chunks.push(chunk as Buffer);
    const lines = Buffer.concat(chunks).toString().trim().split("\n");
    expect(lines).to.have.lengthOf(60);
    expect(lines.join()).to.contain(`"id":${FIRST_ID + 1n}`);
    expect(JSON.parse(lines[0]!)).to.include.keys("id", "vector", "payload");
  });

  it("the map of a collection colours points by a field, with a legend that counts its values and shows one alone", async () => {
    const page = await open();
    await page.getByLabel("Colour by").selectOption("topic");
    const legend = page.getByRole("list", { name: "Legend" });
    await legend.waitFor();
    expect(await legend.getByRole("button").allInnerTexts()).to.deep.equal([
      "law\n20",
      "music\n20",
      "physics\n20",
    ]);
    await legend.getByRole("button", { name: "music" }).click();
    await page.getByRole("button", { name: "Select all in view" }).click();
    await page.getByRole("heading", { name: "20 points selected" }).waitFor();
    expect(page.url()).to.contain("field=topic");
  });

  itWeekly("the map of a collection colours points by a number, with a scale", async () => {
    const page = await open("?field=year");
    await page.getByText("2% to 98% of the values").waitFor();
    await page.getByRole("region", { name: "Colours of year" }).getByText("1901").waitFor();
  });

  itWeekly(
    "the map of a collection searches from the clicked point, and shows the payload of the point under the pointer",
    async () => {
      const page = await open("", withWebgl);
      const { x, y, width, height } = await centreOf(page);
      await stage(page).focus();
      await page.keyboard.press("Enter");
      const panel = page.getByRole("region", { name: "Neighbours" });
      // Points are shown by their titles, which have numbers.
      const topicOf = (text: string) => Number(/Title (\d+)/.exec(text)![1]) % 3;
      await panel.getByRole("listitem").first().getByText("Title").waitFor();
      const found = await panel.getByRole("listitem").first().innerText();
      expect(topicOf(found)).to.equal(topicOf(await panel.getByRole("heading").innerText()));
      await page.getByRole("button", { name: "Close the neighbours" }).click();
      for (let i = 0; i < 400 && !(await page.locator(".map-card").isVisible()); i++)
        await page.mouse.move(
          x + (((i * 37) % 100) / 100 - 0.5) * width * 0.9,
          y + (((i * 61) % 97) / 97 - 0.5) * height * 0.9,
        );
      const card = page.locator(".map-card");
      const id = BigInt(await card.locator(".thing-id").innerText());
      await card
        .getByText(`Title ${id - FIRST_ID}`, { exact: true })
        .first()
        .waitFor();
      await page.mouse.down();
      await page.mouse.up();
      await page.getByRole("heading", { name: `Nearest to Title ${id - FIRST_ID}` }).waitFor();
    },
  );

  itWeekly(
    "the map of a collection draws only points that match the filter in the address, and shows the filter",
    async () => {
      const filter = JSON.stringify({ must: [{ key: "topic", match: { value: "law" } }] });
      const page = await open(`?filter=${encodeURIComponent(filter)}`);
      await page.getByRole("application", { name: "Map of 20 points" }).waitFor();
      await page.getByRole("button", { name: "Remove the filter" }).click();
      await page.getByRole("application", { name: "Map of 60 points" }).waitFor();
    },
  );

  itWeekly("the map of a collection describes the points as text, and chooses one by keyboard", async () => {
    const page = await open("?field=topic");
    await page.locator("summary", { hasText: "The map in words" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("60 points in 3 dense regions").waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "Neighbours" }).waitFor();
  });

  it("the map of a collection says that a collection has no points, with a link", async () => {
    await server.call("PUT", "/collections/e", { vectors: { size: 4, distance: "Dot" } });
    const { page } = await browser.visit(`${server.uiUrl}/#/collections/e/map`);
    await page.getByRole("link", { name: "Import points" }).waitFor();
  });

  itWeekly("the map of a collection is accessible, light and dark", async () => {
    const page = await open("?field=topic");
    await lassoAll(page);
    await page.getByText("The map in words", { exact: true }).click();
    await expectAccessible(page);
  });
});

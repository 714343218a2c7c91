// Screenshots of every screen, light and dark, in test/ui/screenshots; SMALL=1 also makes the smaller ones of the
// README. The decision: the server has the demo data and more collections, so that the screens show what a user sees.
// The search of the README is one of the dictionary, which is not there without its data.
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import type { Page } from "playwright-core";
import { startConsole, useBrowser } from "../../support/browser.ts";
import { seededRandom } from "../../support/random.ts";
import type { TestServer } from "../../support/rest.ts";
import { hasWordnet, loadWordnet, WORDNET_DIMENSION, wordnetWords } from "../../support/wordnet.ts";

const FOLDER = fileURLToPath(new URL("../../ui/screenshots/", import.meta.url));
const README = fileURLToPath(new URL("../../../src/ui/screenshots/", import.meta.url));
const MOST_BYTES = 84 * 1024;
const POINTS = 3_000;
const DIMENSION = 32;
/** The spread of a cluster; the centres are at most 1 from the origin. */
const SPREAD = 2;
const TOPICS = ["harbour", "orchard", "glacier", "quarry", "meadow", "lagoon"];

const WARM = encodeURIComponent('{"must":[{"key":"continent","match":{"value":"Europe"}}]}');
const CITIES = "collections/demo-cities";
const ANIMALS = encodeURIComponent('{"must":[{"key":"category","match":{"value":"noun.animal"}}]}');
const ENTRIES = hasWordnet() ? wordnetWords() : [];
const OWL = ENTRIES.findIndex(({ words }) => words.startsWith("owl,"));
/** The first of the entries that are written: the others are so few that no graph is built. */
const FIRST = 15_000;
/** Entries in one request. */
const BATCH = 500;
const SCREENS: Readonly<Record<string, string>> = {
  home: "",
  collections: "collections",
  console: "console",
  metrics: "metrics",
  access: "access",
  cluster: "cluster",
  license: "license",
  points: `${CITIES}/points`,
  search: `${CITIES}/search?like=5&filter=${WARM}`,
  map: "collections/places/map",
  graph: "collections/places/graph?point=7",
  indexes: `${CITIES}/indexes`,
  config: `${CITIES}/config`,
  transfer: `${CITIES}/transfer`,
  ...(hasWordnet() && { dictionary: `collections/dictionary/search?like=${OWL}&filter=${ANIMALS}` }),
};
/** The pictures of the README by their screens. */
const IN_README = { home: "home", dictionary: "search", points: "points", map: "map" };

describe("screenshots of the console", () => {
  const browser = useBrowser("webgl");
  let server: TestServer;
  before(async () => {
    server = await startConsole({ vectors: 100_000, extendedApi: true });
    const { page } = await browser.visit(server.uiUrl);
    await page.getByRole("button", { name: "Load demo data" }).click();
    await page.waitForURL(/demo-cities\/points$/);
    await fillPlaces(server);
    if (hasWordnet()) await fillDictionary(server);
    for (const name of ["articles", "products"])
      await server.call("PUT", `/collections/${name}`, { vectors: { size: 384, distance: "Cosine" } });
    mkdirSync(FOLDER, { recursive: true });
    if (process.env.SMALL) mkdirSync(README, { recursive: true });
  });
  after(() => server.close());

  for (const colorScheme of ["light", "dark"] as const) {
    for (const [name, path] of Object.entries(SCREENS)) {
      it(`screenshots of the console show ${name}, ${colorScheme}`, async () => {
        const { page } = await browser.visit(`${server.uiUrl}/#/${path}`, { colorScheme });
        await settled(page, name);
        await page.screenshot({ path: join(FOLDER, `${name}-${colorScheme}.png`) });
        expect(await isWithin(page), "scrolls sideways").to.equal(true);
      });
    }
  }

  if (process.env.SMALL)
    for (const [name, file] of Object.entries(IN_README)) {
      it(`screenshots of the console show ${name}, small`, async () => {
        const path = join(README, `${file}.png`);
        const { page } = await browser.visit(`${server.uiUrl}/#/${SCREENS[name]}`, {
          deviceScaleFactor: 0.68,
        });
        await settled(page, name);
        await page.screenshot({ path });
        expect(statSync(path).size).to.be.at.most(MOST_BYTES);
      });
    }
});

async function settled(page: Page, name: string): Promise<void> {
  await page.getByRole("heading").first().waitFor();
  if (name === "map") {
    await page.getByText("Layout", { exact: true }).waitFor({ timeout: 60_000 });
    await page.getByLabel("Colour by").selectOption("topic");
    await page.getByRole("region", { name: "Colours of topic" }).waitFor();
  }
  if (name === "search" || name === "dictionary") await page.getByText("of the exact result").waitFor();
  await page.waitForLoadState("networkidle");
}

function isWithin(page: Page): Promise<boolean> {
  return page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth");
}

/** Writes clusters that are visible on the map. */
async function fillPlaces(server: TestServer): Promise<void> {
  const random = seededRandom(11);
  const centres = TOPICS.map(() => Array.from({ length: DIMENSION }, () => random() * 2 - 1));
  const points = Array.from({ length: POINTS }, (_, id) => {
    const topic = Math.floor(random() * TOPICS.length);
    const vector = centres[topic]!.map((one) => one + (random() + random() - 1) * SPREAD);
    return { id, vector, payload: { topic: TOPICS[topic], year: 1960 + Math.floor(random() * 66) } };
  });
  await server.call("PUT", "/collections/places", {
    vectors: { size: DIMENSION, distance: "Cosine" },
    optimizers_config: { indexing_threshold: 100 },
    hnsw_config: { full_scan_threshold: 100 },
  });
  await server.call("PUT", "/collections/places/points?wait=true", { points });
}

/** Writes the entries of a dictionary, which are found by meaning and by words. */
async function fillDictionary(server: TestServer): Promise<void> {
  const collection = "/collections/dictionary";
  await server.call("PUT", collection, {
    vectors: { size: WORDNET_DIMENSION, distance: "Cosine" },
  });
  for (const [field_name, field_schema] of [
    ["category", "keyword"],
    ["words", { type: "text", language: "english" }],
  ])
    await server.call("PUT", `${collection}/index`, { field_name, field_schema });
  const { entries } = loadWordnet();
  const points = ENTRIES.map((payload, id) => ({
    ...{ id, vector: Array.from(entries[id]!.vector), payload },
  }));
  for (let first = FIRST; first < points.length; first += BATCH) {
    const body = { points: points.slice(first, first + BATCH) };
    await server.call("PUT", `${collection}/points?wait=true`, body);
  }
}

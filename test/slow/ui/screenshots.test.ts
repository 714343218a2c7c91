// Screenshots of every screen, light and dark, in test/ui/screenshots; SMALL=1 also makes the smaller ones of the
// README. The decision: the server has the demo data and more collections, so that the screens show what a user sees.
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import type { Page } from "playwright-core";
import { startConsole, useBrowser } from "../../support/browser.ts";
import type { TestServer } from "../../support/rest.ts";

const FOLDER = fileURLToPath(new URL("../../ui/screenshots/", import.meta.url));
const README = fileURLToPath(new URL("../../../src/ui/screenshots/", import.meta.url));
const MOST_BYTES = 200 * 1024;

const NEAR_PARIS = encodeURIComponent(
  '{"must":[{"key":"location","geo_radius":{"center":{"lat":48.85,"lon":2.35},"radius":300000}}]}',
);
const DEMO = "collections/demo";
const HYBRID = "ask=words&words=something+to+eat+with+noodles&match=hybrid&dense=best&alpha=0.7";
/** Each screen, and what it shows when it is complete. */
const SCREENS: Readonly<Record<string, readonly [path: string, whole: RegExp]>> = {
  home: ["", /demo/],
  console: ["console", /Run/],
  metrics: ["metrics", /Requests/],
  access: ["access", /Authentication/],
  cluster: ["cluster", /in no cluster/],
  license: ["license", /Product key/],
  points: [`${DEMO}/points?filter=${NEAR_PARIS}`, /Les Misérables/],
  search: [`${DEMO}/search?${HYBRID}`, /chicken noodle soup/],
  map: [`${DEMO}/map`, /UMAP\s*[\d.]+ m?s/],
  graph: [`${DEMO}/graph?point=7`, /rhinoceros/],
  indexes: [`${DEMO}/indexes`, /category/],
  config: [`${DEMO}/config`, /ef_construct/],
  transfer: [`${DEMO}/transfer`, /Export/],
};
const IN_README = ["home", "search", "points", "map"];

describe("screenshots of the console", () => {
  const browser = useBrowser("webgl");
  let server: TestServer;
  before(async () => {
    server = await startConsole({ vectors: 100_000, extendedApi: true });
    const { page } = await browser.visit(server.uiUrl, { fresh: true });
    await page.getByRole("button", { name: "Load demo data" }).click();
    await page.getByText("chicken noodle soup").first().waitFor();
    for (const name of ["articles", "products"])
      await server.call("PUT", `/collections/${name}`, { vectors: { size: 384, distance: "Cosine" } });
    mkdirSync(FOLDER, { recursive: true });
    if (process.env.SMALL) mkdirSync(README, { recursive: true });
  });
  after(() => server.close());

  const show = async (name: string, options: object): Promise<Page> => {
    const [path, whole] = SCREENS[name]!;
    const { page } = await browser.visit(`${server.uiUrl}/#/${path}`, options);
    await page.locator("main").filter({ hasText: whole }).waitFor();
    await page.waitForLoadState("networkidle");
    return page;
  };

  for (const colorScheme of ["light", "dark"] as const) {
    for (const name of Object.keys(SCREENS)) {
      it(`screenshots of the console show ${name}, ${colorScheme}`, async () => {
        const page = await show(name, { colorScheme });
        await page.screenshot({ path: join(FOLDER, `${name}-${colorScheme}.png`) });
        expect(await isWithin(page), "scrolls sideways").to.equal(true);
      });
    }
  }

  if (process.env.SMALL)
    for (const name of IN_README) {
      it(`screenshots of the console show ${name}, small`, async () => {
        const path = join(README, `${name}.png`);
        const page = await show(name, { deviceScaleFactor: 0.68 });
        await page.screenshot({ path });
        expect(statSync(path).size).to.be.at.most(MOST_BYTES);
      });
    }
});

function isWithin(page: Page): Promise<boolean> {
  return page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth");
}

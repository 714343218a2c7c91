// The files of the documentation as they were built: pages, links, ids and sizes.
import { readdirSync, readFileSync } from "node:fs";
import { expect } from "chai";
import { BuiltFiles } from "../support/built-files.ts";

const SITE = new BuiltFiles("docs");
const MOST_BYTES = 0.75 * 2 ** 20;
const MOST_FIRST_BYTES = 30 * 1024;
const PAGES = SITE.names().filter((name) => name.endsWith(".html"));

const read = (page: string): string => SITE.text(page);
const attributes = (html: string, name: string): string[] =>
  Array.from(html.matchAll(new RegExp(` ${name}="([^"]*)"`, "g")), ([, value]) => value!);
describe("the files of the documentation", () => {
  it("the files of the documentation have a page for every page of src/docs, and the README, changes and glossary", () => {
    const sources = readdirSync(new URL("../../src/docs", import.meta.url)).filter((name) =>
      name.endsWith(".md"),
    );
    const expected = sources.map((name) => name.replace(".md", ".html"));
    expect(PAGES).to.include.members([
      ...expected,
      "index.html",
      "changelog.html",
      "glossary.html",
      "reference.html",
    ]);
  });

  it("the files of the documentation have no link whose page or anchor is missing, and no absolute one", () => {
    const anchors = new Map(PAGES.map((page) => [page, new Set(attributes(read(page), "id"))]));
    const broken: string[] = [];
    let count = 0;
    for (const page of PAGES) {
      const html = read(page);
      for (const target of [...attributes(html, "href"), ...attributes(html, "src")]) {
        count++;
        if (/^https?:/.test(target) || target === "../" || target === "../api/proxy/openapi.json") continue;
        const [path, anchor] = target.split("#") as [string, string | undefined];
        const file = path === "" ? page : path;
        const exists = SITE.has(file) && !target.startsWith("/");
        const hasAnchor = anchor === undefined || anchors.get(file)?.has(decodeURIComponent(anchor));
        if (!exists || !hasAnchor) broken.push(`${page}: ${target}`);
      }
    }
    expect(count).to.be.above(500);
    expect(broken).to.deep.equal([]);
  });

  it("the files of the documentation have each id once, and no inline script or style", () => {
    for (const page of PAGES) {
      const html = read(page);
      const ids = attributes(html, "id");
      expect(new Set(ids).size, page).to.equal(ids.length);
      expect(html, page).not.to.match(/<script(?![^>]* src=)|<style| style="| on\w+="/);
    }
  });

  it("the files of the documentation are less than 0.75 MB, and a page is painted with less than 30 KB", () => {
    expect(SITE.bytes).to.be.below(MOST_BYTES);
    for (const page of PAGES) {
      const html = read(page);
      const loaded = [...attributes(html, "src"), ...attributes(html, "href")].filter((one) =>
        /^assets\/.*\.(?:js|css)$/.test(one),
      );
      expect(loaded.length, page).to.equal(3);
      expect(
        [page, ...loaded].reduce((sum, name) => sum + SITE.size(name), 0),
        page,
      ).to.be.below(MOST_FIRST_BYTES);
    }
  });

  it("the files of the documentation are in the package", () => {
    const { files } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
    expect(files).to.include("dist/docs");
  });
});

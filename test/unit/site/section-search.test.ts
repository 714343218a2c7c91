// The search of the documentation: the real pages in the real engine, ranked by BM25.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import type { VectorDb } from "../../../src/embedded/types.ts";
import { open } from "../../../src/open.ts";
import { Links } from "../../../src/site/links.ts";
import { articleOf } from "../../../src/site/markdown.ts";
import { SectionSearch } from "../../../src/site/page/section-search.ts";
import { pagesIn } from "../../../src/site/pages.ts";
import { referenceArticle } from "../../../src/site/reference.ts";
import { type SearchSection, searchSections } from "../../../src/site/sections.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const LIMIT = 10;

function sectionsOfPages(): SearchSection[] {
  const pages = pagesIn(ROOT);
  const links = new Links(pages, "https://example.com");
  const documents = pages.map((page) => ({
    page,
    article:
      page.file === null
        ? referenceArticle("0.0.0")
        : articleOf(readFileSync(join(ROOT, page.file), "utf8"), page.file, links),
  }));
  return searchSections(documents);
}

describe("the search of the documentation", () => {
  let db: VectorDb;
  let search: SectionSearch;
  before(async () => {
    db = await open();
    search = await SectionSearch.over(db, sectionsOfPages());
  });
  after(() => db.close());

  const find = async (text: string) => (await search.find(text, LIMIT)).map(({ href }) => href);
  const marked = async (text: string) => {
    const [first] = await search.find(text, LIMIT);
    return [...first!.title, ...first!.text]
      .filter((one) => one.isMarked)
      .map((one) => one.text.toLowerCase());
  };

  /** Words of readers, and a section that has to be among the first three. */
  const questions: [words: string, href: RegExp][] = [
    ["backup", /backup/],
    ["sparse vectors", /sparse-vectors/],
    ["rank texts by bm25", /^api\.html#texts/],
    ["run in a web page", /^browser\.html/],
    ["split a shard", /^cluster\.html#(?:splitting-)?shards/],
    ["exit codes", /^server\.html#start/],
    ["queryPoints", /^reference\.html#queryPoints$/],
    ["windows macos", /^platforms\.html/],
    ["dialect of qdrant clients", /clients/],
    ["tombstone", /^glossary\.html/],
  ];
  for (const [words, href] of questions)
    it(`the search of the documentation has a section about "${words}" among the first three`, async () => {
      expect((await find(words)).slice(0, 3).join(" ")).to.match(
        new RegExp(href.source.replace(/^\^/, "(?:^| )").replace(/\$$/, "(?: |$)")),
      );
    });

  it("the search of the documentation finds the beginning of the last word, and of no other", async () => {
    expect(await marked("authentica")).to.include("authentication");
    expect((await find("authentica xyzzyx")).length).to.equal(0);
  });

  it("the search of the documentation finds the other forms of a word while it is typed", async () => {
    const stem = await find("search");
    for (const typed of ["searc", "searchi", "searchin", "searching"])
      expect(await find(typed), typed).to.include(stem[0]);
  });

  it("the search of the documentation finds the parts of a name of a setting, and the whole", async () => {
    const found = (await search.find("hnsw_config", LIMIT)).flatMap(({ text }) => text);
    const all = found.filter(({ isMarked }) => isMarked).map(({ text }) => text);
    expect(all).to.include.members(["hnsw_config", "vectors_config"]);
    expect((await find("max_indexing_threads")).length).to.be.above(0);
  });

  it("the search of the documentation reads words in quotes as a phrase", async () => {
    const quoted = await search.find('"payload index"', LIMIT);
    expect(quoted.length).to.be.above(0);
    const all = quoted.flatMap(({ title, text }) => [...title, ...text]);
    expect(all.filter(({ isMarked }) => isMarked).length).to.be.above(0);
    expect((await find('"index payload index payload"')).length).to.equal(0);
  });

  it("the search of the documentation takes any text", async () => {
    const texts = [
      "",
      "  ",
      '"',
      '""',
      '"open',
      "*",
      "a*b*",
      "\\",
      "{}[]()",
      "ab\u0000c",
      "é",
      "日本",
      "💡",
      "-",
    ];
    for (const text of [...texts, "x".repeat(10_000), "a ".repeat(2_000), `"${"b c ".repeat(300)}"`])
      expect(await find(text), text.slice(0, 20)).to.be.an("array");
  });
});

describe("the order of sections that are found", () => {
  const section = (name: string, heading: string, body: string, weight = 1): SearchSection => ({
    ...{ href: `${name}.html`, page: "Page", heading, body, weight },
  });

  async function order(sections: readonly SearchSection[], text: string): Promise<string[]> {
    const db = await open();
    try {
      const search = await SectionSearch.over(db, sections);
      return (await search.find(text, LIMIT)).map(({ href }) => href.replace(".html", ""));
    } finally {
      await db.close();
    }
  }

  it("the order of sections that are found begins with a word in the heading", async () => {
    const sections = [
      section("body", "Other", "a shard of many"),
      section("heading", "Shard", "a part of many"),
    ];
    expect(await order(sections, "shard")).to.deep.equal(["heading", "body"]);
  });

  it("the order of sections that are found begins with pages that explain more", async () => {
    const sections = [section("changes", "Shard", "shard", 0.4), section("guide", "Shard", "shard", 1)];
    expect(await order(sections, "shard")).to.deep.equal(["guide", "changes"]);
  });

  it("the order of sections that are found is that of the pages if they are equal", async () => {
    const sections = ["a", "b", "c"].map((name) => section(name, "Shard", "shard"));
    expect(await order(sections, "shard")).to.deep.equal(["a", "b", "c"]);
  });

  it("the order of sections that are found is empty without sections, and without words in them", async () => {
    expect(await order([], "shard")).to.deep.equal([]);
    expect(await order([section("empty", "", "")], "shard")).to.deep.equal([]);
  });
});

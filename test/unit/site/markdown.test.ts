// Pages of Markdown as pages of the documentation site: headings, links, code, tables and the sections of the search.
import { expect } from "chai";
import { Anchors } from "../../../src/site/anchors.ts";
import { coloured } from "../../../src/site/colours.ts";
import { Links } from "../../../src/site/links.ts";
import { articleOf } from "../../../src/site/markdown.ts";

const PUBLISHED = "https://example.com/blob/main";
const PAGES = [
  { file: "README.md", name: "index" },
  { file: "src/docs/api.md", name: "api" },
  { file: "src/docs/server.md", name: "server" },
].map((page) => ({ ...page, label: null, group: "Use" }));

function linksOfPages(): Links {
  return new Links(PAGES, PUBLISHED);
}

function htmlOf(text: string, file = "src/docs/api.md"): string {
  return articleOf(`# Page\n\n${text}`, file, linksOfPages()).html;
}

describe("the anchor of a heading", () => {
  const anchors: [heading: string, anchor: string][] = [
    ["First minute", "first-minute"],
    ["Aliases, snapshots & groups", "aliases-snapshots--groups"],
    ["`npm start`: what it does", "npm-start-what-it-does"],
    ["M, ef_construct", "m-ef_construct"],
    ["Mehr als 5.000 Schlüssel", "mehr-als-5000-schlüssel"],
    ["日本語 の 文書", "日本語-の-文書"],
  ];
  for (const [heading, anchor] of anchors)
    it(`the anchor of a heading "${heading}" is ${anchor}, as on GitHub`, () => {
      expect(new Anchors().next(heading.replaceAll("`", ""))).to.equal(anchor);
    });

  it("the anchor of a heading has a number if another heading of the page has the same text", () => {
    const anchors = new Anchors();
    const all = ["Use", "Use", "Use 1", "Use", "use"].map((heading) => anchors.next(heading));
    expect(all).to.deep.equal(["use", "use-1", "use-1-1", "use-2", "use-3"]);
  });
});

describe("a link of a page", () => {
  it("a link of a page leads to the page of the site, with its anchor", () => {
    const links = linksOfPages();
    expect(links.hrefOf("server.md#backups", "src/docs/api.md")).to.equal("server.html#backups");
    expect(links.hrefOf("src/docs/api.md", "README.md")).to.equal("api.html");
    expect(links.hrefOf("../../README.md", "src/docs/api.md")).to.equal("index.html");
    expect(links.hrefOf("#texts", "src/docs/api.md")).to.equal("#texts");
  });

  it("a link of a page leads to the published repository if the site lacks the file", () => {
    const links = linksOfPages();
    expect(links.hrefOf("../INTERNALS.md#filters", "src/docs/api.md")).to.equal(
      `${PUBLISHED}/src/INTERNALS.md#filters`,
    );
    expect(links.hrefOf("https://semver.org", "src/docs/api.md")).to.equal("https://semver.org");
    expect(links.hrefOf("mailto:a@example.com", "README.md")).to.equal("mailto:a@example.com");
  });

  it("a link of a page to a drawing makes it a file of the site, and a picture is named only", () => {
    const links = linksOfPages();
    const { html } = articleOf("# A\n\n![Bars](src/docs/b.svg) ![Home](h.png)", "README.md", links);
    expect(html)
      .to.contain('<img src="images/b.svg" alt="Bars" loading="lazy">')
      .and.contain("<em>Home</em>");
    expect([...links.images]).to.deep.equal([["src/docs/b.svg", "images/b.svg"]]);
  });
});

describe("a page of the site", () => {
  it("a page of the site has the anchors of its headings, and links to them", () => {
    const html = htmlOf("## Use `it`\n\n## Use `it`");
    expect(html).to.contain(
      '<h2 id="use-it">Use <code>it</code> <a class="anchor" href="#use-it" aria-label="Link to Use it">',
    );
    expect(html).to.contain('<h2 id="use-it-1">');
  });

  it("a page of the site shows the characters of code and texts as they are", () => {
    const html = htmlOf('`<b>` & "x"\n\n```\n<script>alert(1)</script>\n```');
    expect(html).to.contain("<code>&lt;b&gt;</code> &amp; ");
    expect(html).to.contain("&lt;script&gt;alert(1)&lt;/script&gt;").and.not.contain("<script>");
  });

  it("a page of the site has tables and code that a keyboard can scroll", () => {
    const html = htmlOf("| a | b |\n|---|---|\n| `1` | 2 |\n\n```sh\nls\n```");
    expect(html).to.contain(
      '<div class="table" role="region" aria-label="Table" tabindex="0"><table><thead>',
    );
    expect(html).to.contain("<td><code>1</code></td><td>2</td>").and.contain('<pre tabindex="0">');
  });

  it("a page of the site has no empty header of a table", () => {
    expect(htmlOf("| | |\n|---|---|\n| 1 | 2 |")).not.to.contain("<thead>");
    expect(htmlOf("| | b |\n|---|---|\n| 1 | 2 |")).to.contain("<tr><td></td><th>b</th></tr>");
  });

  it("a page of the site that has no heading is refused with its name", () => {
    expect(() => articleOf("text", "src/docs/api.md", linksOfPages())).to.throw(
      "src/docs/api.md: a page begins",
    );
  });

  it("a page of the site is divided into sections of plain text by its headings", () => {
    const text = `# A \`b\`
one **two**
three

- item [link](server.md)

## C

| x | y |
|---|---|
| 1 | \`2\` |

\`\`\`sh
curl "a"
\`\`\``;
    const { sections, title } = articleOf(text, "src/docs/api.md", linksOfPages());
    expect(title).to.equal("A b");
    expect(sections.map(({ depth, text: heading, anchor }) => [depth, heading, anchor])).to.deep.equal([
      [1, "A b", "a-b"],
      [2, "C", "c"],
    ]);
    expect(sections[0]!.body.split(/\s+/)).to.deep.equal(["one", "two", "three", "item", "link"]);
    expect(sections[1]!.body.split(/\s+/)).to.deep.equal(["x", "y", "1", "2", "curl", '"a"']);
  });
});

describe("the colours of code", () => {
  it("the colours of code change no character", () => {
    const code = `# "a" <b>\ncurl -X PUT 'x' -d '{"k": [1.5, true, null]}' # end\nkey: "v" // c\nconst a = \`b\`;\n`;
    for (const language of ["sh", "json", "js", "yaml", "unknown", ""]) {
      const plain = coloured(code, language)
        .replace(/<\/?span[^>]*>/g, "")
        .replaceAll("&lt;", "<")
        .replaceAll("&gt;", ">")
        .replaceAll("&quot;", '"')
        .replaceAll("&#39;", "'")
        .replaceAll("&amp;", "&");
      expect(plain, language).to.equal(code);
    }
  });

  it("the colours of code tell names, strings, numbers and comments apart", () => {
    expect(coloured('{"a": "b", "n": -1.5e3}', "json")).to.equal(
      '{<span class="name">&quot;a&quot;</span>: <span class="string">&quot;b&quot;</span>, ' +
        '<span class="name">&quot;n&quot;</span>: <span class="number">-1.5e3</span>}',
    );
    expect(coloured("a: 1 # b", "yaml")).to.equal(
      '<span class="name">a</span>: <span class="number">1</span> <span class="comment"># b</span>',
    );
    expect(coloured("http://x/#a", "sh")).to.equal("http://x/#a");
  });
});

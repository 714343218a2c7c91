// The pages for users: links have targets, the chart shows the measured figures, and the README is one page.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { drawChart, readBenchmarks } from "../../../src/docs/chart.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const PAGES = [
  ...readdirSync(ROOT).filter((name) => name.endsWith(".md")),
  ...readdirSync(join(ROOT, "src/docs")).flatMap((name) =>
    name.endsWith(".md") ? [`src/docs/${name}`] : [],
  ),
  ...["src/README.md", "assembly/README.md", "proto/README.md", "test/README.md"],
];
const MOST_LINES = 250;

const read = (page: string) => readFileSync(join(ROOT, page), "utf8");

/** The anchors that repository hosts make of the headings. */
function anchorsOf(page: string): string[] {
  const text = read(page).replace(/^```.*?^```/gms, "");
  return Array.from(text.matchAll(/^#+ (.*)$/gm), ([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

describe("the documentation", () => {
  it("the documentation has links to existing files and headings only", () => {
    const broken: string[] = [];
    for (const page of PAGES) {
      for (const [, target] of read(page).matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^https?:/.test(target!)) continue;
        const [file, anchor] = target!.split("#") as [string, string | undefined];
        const path = file === "" ? page : normalize(join(dirname(page), file));
        if (!existsSync(join(ROOT, path))) broken.push(`${page}: ${target}`);
        else if (anchor !== undefined && !anchorsOf(path).includes(anchor)) broken.push(`${page}: ${target}`);
      }
    }
    expect(broken).to.deep.equal([]);
  });

  it("the documentation has every page listed in the README, which is one page itself", () => {
    const readme = read("README.md");
    expect(readme.split("\n").length).to.be.at.most(MOST_LINES);
    const unnamed = PAGES.filter((page) => /^src\/docs\/|^[A-Z]+\.md$/.test(page) && page !== "README.md");
    expect(unnamed.filter((page) => !readme.includes(`(${page})`))).to.deep.equal([]);
  });

  it("the documentation has no line that is too long for an editor, except in tables and commands", () => {
    for (const page of ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"]) {
      const prose = read(page)
        .replace(/^```.*?^```/gms, "")
        .split("\n");
      expect(
        prose.filter((line) => line.length > 150 && !line.startsWith("|")),
        page,
      ).to.deep.equal([]);
    }
  });

  it("the documentation names only source files that exist", () => {
    const platforms = read("src/docs/platforms.md");
    const named = Array.from(
      platforms.matchAll(/`((?:src|test|\.github)\/[\w./-]+\.\w+)`/g),
      ([, file]) => file!,
    );
    expect(named.length).to.be.greaterThan(10);
    expect(named.filter((file) => !existsSync(join(ROOT, file)))).to.deep.equal([]);
  });
});

describe("the chart of the README", () => {
  const benchmarks = readBenchmarks();

  it("the chart of the README is the output of src/docs/chart.ts; if not, run: node --import tsx src/docs/chart.ts", () => {
    expect(read("src/docs/benchmarks.svg")).to.equal(drawChart(benchmarks));
  });

  it("the chart of the README has the figures of src/docs/measured.md, and no others", () => {
    const measured = read("src/docs/measured.md");
    const table = measured.slice(measured.indexOf("| | recall .95 |")).split("\n\n")[0]!;
    const told = (table.match(/\d{1,3}(?:,\d{3})+|\b\d{3}\b/g) ?? []).filter(
      (one) => !["100,000", "768"].includes(one),
    );
    const drawn = benchmarks.groups.flatMap(({ figures }) => figures.map(({ perSecond }) => perSecond));
    expect(drawn.map((one) => one.toLocaleString("en-US"))).to.have.members(told);
  });

  it("the chart of the README shows the recall of each figure, and its ratio to the slowest", () => {
    const svg = drawChart({
      ...benchmarks,
      groups: [
        {
          data: "Data",
          recall: 0.95,
          figures: [
            { engine: "Azimuth", perSecond: 3000 },
            { engine: "<other>", perSecond: 1000 },
          ],
        },
      ],
    });
    expect(svg).to.contain(">Data, recall@10 .95<");
    expect(svg).to.contain(">3,000  ·  3.0 ×<");
    expect(svg).to.contain(">&lt;other><");
  });
});

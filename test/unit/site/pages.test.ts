// The pages of the documentation site: which files become pages, and in which group of the navigation.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { pagesIn } from "../../../src/site/pages.ts";

describe("the pages of the site", () => {
  it("the pages of the site begin with the overview and have names of their own", () => {
    const pages = pagesIn(fileURLToPath(new URL("../../../", import.meta.url)));
    expect(pages[0]).to.deep.include({ file: "README.md", name: "index", group: "Start" });
    expect([...new Set(pages.map(({ group }) => group))]).to.deep.equal([
      "Start",
      "Use",
      "Operate",
      "Reference",
    ]);
    expect(new Set(pages.map(({ name }) => name)).size).to.equal(pages.length);
  });

  it("the pages of the site include a page that no group names, and leave out those that do not exist", () => {
    const root = mkdtempSync(join(tmpdir(), "azimuth-site-"));
    try {
      mkdirSync(join(root, "src/docs"), { recursive: true });
      for (const file of ["README.md", "src/docs/grpc.md", "src/docs/New.md", "src/docs/chart.ts"])
        writeFileSync(join(root, file), "# Page\n");
      expect(pagesIn(root).map(({ name, group }) => [name, group])).to.deep.equal([
        ["index", "Start"],
        ["grpc", "Use"],
        ["new", "Use"],
        ["reference", "Reference"],
      ]);
    } finally {
      rmSync(root, { recursive: true });
    }
  });
});

// The README as the page of the package on npm.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { packagePage } from "../../../src/library/package-page.ts";
import { ROOT } from "../../support/dockerfile.ts";

const VERSION = "9.8.7";

describe("the page of the package", () => {
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  const page = packagePage(readme, VERSION);
  const linksIn = (text: string) =>
    Array.from(text.matchAll(/(!?)\[[^\]]*\]\(([^)\s]+)\)/g), ([, image, to]) => [image!, to!]);

  it("the page of the package links to files of its version with addresses that work everywhere", () => {
    const links = linksIn(page);
    expect(links.length).to.be.greaterThan(40);
    for (const [image, to] of links) {
      if (to!.startsWith("#")) continue;
      expect(to).to.match(/^https:/);
      const [, kind, path] =
        /^https:\/\/(raw|github)\S+?\/azimuth-db\/azimuth\/(?:blob\/)?v9\.8\.7\/([^#]+)/.exec(to!) ?? [];
      if (path === undefined)
        expect(
          linksIn(readme).flat().includes(to!) || /shields|badge|main\/LICENSE|npmjs|ci\.yml/.test(to!),
          to,
        ).to.equal(true);
      else expect([existsSync(join(ROOT, path)), kind === "raw"], to).to.deep.equal([true, image === "!"]);
    }
  });

  it("the page of the package begins with badges and the commands for who installs it", () => {
    const [title, , badges] = page.split("\n");
    expect([title, badges!.match(/!\[/g)?.length]).to.deep.equal(["# Azimuth", 3]);
    const first = /```sh\n(.*?)```/s.exec(page)![1]!.trim().split("\n");
    expect(first.map((line) => line.split(/ {2,}/)[0])).to.deep.equal([
      "npx azimuth-db serve",
      "npm install azimuth-db",
    ]);
  });

  it("the page of the package does not say that the package is not there", () => {
    expect(readme).to.contain("not on npm yet");
    expect(page)
      .to.contain("Install it with `npm install azimuth-db`.")
      .and.not.match(/not\s+on\s+npm/);
    expect(page).not.to.contain("npm pack");
  });
});

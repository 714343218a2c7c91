// The bill of materials in the package, compared with what npm has installed and the bundler has included.
import { readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const read = (file: string) => JSON.parse(readFileSync(ROOT + file, "utf8"));

/** Source files that build, document or demonstrate the product and are not part of it. */
const BESIDE = /^(library|docs|examples|deploy|site)\/|^ui\/app\/build\.ts$/;
const IMPORT =
  /(?:^import (?!type )|^\} |^export \*[^"\n]*|(?<!typeof )import\()(?:[^"\n]*from )?"([^".][^"]*)"/gm;
/** Matches the package name of an import that is not a module of Node. */
const PACKAGE = /^(?!node:)(?:@[^/]+\/)?[^/]+/;

interface Component {
  readonly "bom-ref": string;
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses: readonly { readonly expression: string }[];
}

describe("the bill of materials", () => {
  const sbom = read("dist/sbom.cdx.json");
  const lock = read("package-lock.json");
  const components: readonly Component[] = sbom.components;
  const nameOf = ({ group, name }: Component) => (group === undefined ? name : `${group}/${name}`);
  const refs = components.map((one) => one["bom-ref"]);

  it("the bill of materials is CycloneDX 1.6, for this package and version, without a time of creation", () => {
    expect([sbom.bomFormat, sbom.specVersion, sbom.version]).to.deep.equal(["CycloneDX", "1.6", 1]);
    const { name, version } = read("package.json");
    expect(sbom.metadata.component).to.include({ name, version, "bom-ref": `pkg:npm/${name}@${version}` });
    expect(sbom).not.to.have.any.keys("serialNumber", "timestamp");
    expect(sbom.metadata).not.to.have.property("timestamp");
  });

  it("the bill of materials lists each package once, in order, with the version, checksum and license of package-lock.json", () => {
    expect(refs).to.deep.equal([...new Set(refs)].sort());
    const locked = Object.entries(lock.packages) as [string, { version: string; integrity: string }][];
    for (const one of components) {
      const name = nameOf(one);
      expect(one.purl).to.equal(`pkg:npm/${name.replace("@", "%40")}@${one.version}`);
      const [, there] = locked.find(
        ([key, { version }]) => key.endsWith(`node_modules/${name}`) && version === one.version,
      )!;
      const [{ alg, content }] = one.hashes as [Component["hashes"][number]];
      expect(alg).to.equal("SHA-512");
      expect(there.integrity).to.equal(`sha512-${Buffer.from(content, "hex").toString("base64")}`);
      expect(one.licenses[0]!.expression).to.be.a("string");
    }
  });

  it("the bill of materials lists the packages whose license texts are included", () => {
    const texts = readFileSync(`${ROOT}dist/THIRD-PARTY-LICENSES.txt`, "utf8");
    const named = Array.from(
      texts.matchAll(/^-{80}\n\n(\S+) (\S+), /gm),
      ([, name, version]) => `${name}@${version}`,
    );
    expect(components.map((one) => `${nameOf(one)}@${one.version}`)).to.have.members([...new Set(named)]);
  });

  it("the bill of materials lists every package that a file of the server, the library or the console imports", () => {
    const files = readdirSync(`${ROOT}src`, { recursive: true, encoding: "utf8" })
      .map((file) => file.replaceAll("\\", "/"))
      .filter((file) => /\.tsx?$/.test(file) && !BESIDE.test(file));
    const imported = files
      .flatMap((file) => [...readFileSync(`${ROOT}src/${file}`, "utf8").matchAll(IMPORT)])
      .flatMap(([, path]) => PACKAGE.exec(path!)?.[0] ?? []);
    const names = [...new Set(imported)];
    expect(names).to.include.members(["koa", "jose", "hyparquet-writer", "preact", "@codemirror/view"]);
    expect(components.map(nameOf)).to.include.members(names);
  });

  it("the bill of materials misses no package that a script of the server would look for beside it", () => {
    const scripts = readdirSync(`${ROOT}dist`, { recursive: true, encoding: "utf8" })
      .map((file) => file.replaceAll("\\", "/"))
      .filter((file) => /\.c?js$/.test(file) && !/^(?:lib|ui|docs)\//.test(file));
    expect(scripts).to.include.members(["main.js", "storage/log-worker.cjs"]);
    const missing = scripts.flatMap((file) =>
      Array.from(
        readFileSync(`${ROOT}dist/${file}`, "utf8").matchAll(/\b(?:require|import)\("([^"]+)"\)/g),
        ([, name]) => `${file}: ${name}`,
      ).filter((found) => !isBuiltin(found.split(": ")[1]!)),
    );
    expect(missing).to.deep.equal([]);
  });

  it("the bill of materials contains the dependencies, and no package that no other one needs", () => {
    const { dependencies } = sbom as { dependencies: { ref: string; dependsOn: string[] }[] };
    const self = sbom.metadata.component["bom-ref"];
    expect(dependencies.map(({ ref }) => ref)).to.deep.equal([self, ...refs]);
    const needed = new Set(dependencies.flatMap(({ dependsOn }) => dependsOn));
    expect([...needed].filter((ref) => !refs.includes(ref))).to.deep.equal([]);
    expect(refs.filter((ref) => !needed.has(ref))).to.deep.equal([]);
  });
});

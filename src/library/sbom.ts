// Writes the software bill of materials of our bundles: CycloneDX 1.6, in JSON.
// The decision: the bundler reports which packages are included, as for the licenses, and package-lock.json gives the
// version of each and the checksum that npm has verified. There is no time and no random serial number: the same
// sources give the same bytes.
import { readFileSync } from "node:fs";
import type { Metafile } from "esbuild";
import { foldersOf } from "./licenses.ts";

interface Lock {
  readonly packages: Readonly<Record<string, Locked>>;
}

interface Locked {
  readonly version: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  /** Includes optional peers, which a package uses where they are installed, as debug does with supports-color. */
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, object>>;
}

interface Sbom {
  readonly components: readonly { readonly purl: string }[];
}

interface Owner {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
}

interface Found {
  /** Its path: the key in the lock file. */
  readonly key: string;
  readonly name: string;
  readonly locked: Locked;
  readonly purl: string;
}

const MODULES = "node_modules/";
const ALGORITHMS: Readonly<Record<string, string>> = { sha512: "SHA-512", sha1: "SHA-1" };

/** @param root the folder that the paths of the bundler are relative to */
export function sbomOf(metafiles: readonly Metafile[], root: string): string {
  const read = (file: string) => JSON.parse(readFileSync(`${root}${file}`, "utf8"));
  const lock = read("package-lock.json") as Lock;
  const owner = read("package.json") as Owner;
  const found = foldersOf(metafiles)
    .map((folder) => findIn(lock, folder.slice(folder.indexOf(MODULES))))
    .sort((a, b) => (a.purl < b.purl ? -1 : 1));
  const packages = uniqueBy(found, ({ purl }) => purl);
  const self = purlOf(owner.name, owner.version);
  const document = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { lifecycles: [{ phase: "build" }], component: ownComponent(owner, self) },
    components: packages.map(componentOf),
    dependencies: [
      { ref: self, dependsOn: unique(directOf(lock, found)) },
      ...packages.map(({ purl }) => {
        const copies = found.filter((candidate) => candidate.purl === purl);
        return { ref: purl, dependsOn: unique(copies.flatMap((copy) => neededBy(copy, found))) };
      }),
    ],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/**
 * Returns the packages of a bill of materials by their paths in node_modules. A copy that is not bundled is included,
 * because its code is the same.
 */
export function packagePaths({ components }: Sbom, lock: Lock): Map<string, string> {
  const named = new Set(components.map(({ purl }) => purl));
  const all = Object.keys(lock.packages).filter((key) => key !== "");
  const located = all
    .map((key) => [key, findIn(lock, key).purl] as const)
    .filter(([, purl]) => named.has(purl));
  const there = new Set(located.map(([, purl]) => purl));
  const missing = [...named].filter((purl) => !there.has(purl)).join(", ");
  if (missing !== "") {
    throw new Error(
      `package-lock.json does not have what the bill of materials names: ${missing}; run npm run build`,
    );
  }
  return new Map(located);
}

function findIn(lock: Lock, key: string): Found {
  const locked = lock.packages[key];
  if (locked === undefined) throw new Error(`${key} is in a bundle, but not in package-lock.json`);
  const name = key.slice(key.lastIndexOf(MODULES) + MODULES.length);
  return { key, name, locked, purl: purlOf(name, locked.version) };
}

/** Returns the package URL. The @ of a scope is written as %40 (github.com/package-url). */
function purlOf(name: string, version: string): string {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

function ownComponent({ name, version, description, license }: Owner, purl: string): object {
  return {
    "bom-ref": purl,
    type: "application",
    name,
    version,
    description,
    licenses: [{ expression: license }],
    purl,
  };
}

function componentOf({ name, locked, purl }: Found): object {
  const { version, license, integrity } = locked;
  return {
    "bom-ref": purl,
    type: "library",
    ...groupAndName(name),
    version,
    scope: "required",
    ...(integrity !== undefined && { hashes: hashesOf(integrity) }),
    ...(license !== undefined && { licenses: [{ expression: license }] }),
    purl,
  };
}

function groupAndName(name: string): object {
  const [, group, rest] = /^(@[^/]+)\/(.+)$/.exec(name) ?? [];
  return group === undefined ? { name } : { group, name: rest };
}

function hashesOf(integrity: string): object[] {
  return integrity.split(" ").map((hash) => {
    const [algorithm, digest] = hash.split(/-(.*)/s) as [string, string];
    return { alg: ALGORITHMS[algorithm], content: Buffer.from(digest, "base64").toString("hex") };
  });
}

/**
 * Returns the packages that package.json names. All are development dependencies, because bundled packages are not
 * installed.
 */
function directOf(lock: Lock, found: readonly Found[]): string[] {
  const { devDependencies: names } = lock.packages[""] as Locked & {
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  return found.filter(({ key }) => key.slice(MODULES.length) in names).map(({ purl }) => purl);
}

/**
 * Returns the dependencies of a package. They are looked up as Node does: in the package's own folder first, then
 * further out.
 */
function neededBy({ key, locked }: Found, found: readonly Found[]): string[] {
  const names = {
    ...locked.dependencies,
    ...locked.optionalDependencies,
    ...locked.peerDependencies,
    ...locked.peerDependenciesMeta,
  };
  return Object.keys(names).flatMap((name) => {
    for (let at = `${key}/`; ; at = at.slice(0, at.lastIndexOf(MODULES, at.length - 1))) {
      const there = found.find((candidate) => candidate.key === `${at}${MODULES}${name}`);
      if (there !== undefined) return there.purl;
      if (at === "") return [];
    }
  });
}

function unique(purls: readonly string[]): string[] {
  return [...new Set(purls)].sort();
}

function uniqueBy<T>(all: readonly T[], key: (item: T) => string): T[] {
  return [...new Map(all.map((item) => [key(item), item])).values()];
}

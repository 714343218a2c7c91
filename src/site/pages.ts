// The pages of the documentation site, in the groups and the order of its navigation.
// The decision: a group says what a reader wants to do. A page of src/docs that no group names stands at the end of the
// group Use, so a new page cannot be missing from the site.
import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";

export interface Page {
  /** The path of its source from the root of the repository; null: the page is made from the operation table. */
  readonly file: string | null;
  /** The name of its file in the site, without `.html`. */
  readonly name: string;
  /** Its name in the navigation; null: its title. */
  readonly label: string | null;
  readonly group: string;
}

/** The name of the page that lists the operations. */
const REFERENCE = "reference";
const DOCS = "src/docs";
/** Files by group; a label if the title of the page is too long for the navigation, or says too little there. */
const GROUPS: Readonly<Record<string, readonly (readonly [file: string, label?: string])[]>> = {
  Start: [
    ["README.md", "Overview"],
    [`${DOCS}/api.md`, "The API by examples"],
    [`${DOCS}/browser.md`],
    [`${DOCS}/migrating.md`],
  ],
  Use: [[`${DOCS}/commands.md`], [`${DOCS}/grpc.md`], [`${DOCS}/recall.md`]],
  Operate: [
    [`${DOCS}/server.md`],
    [`${DOCS}/proxies.md`],
    [`${DOCS}/backups.md`],
    [`${DOCS}/upgrading.md`],
    [`${DOCS}/capacity.md`],
    [`${DOCS}/followers.md`],
    [`${DOCS}/cluster.md`],
    [`${DOCS}/platforms.md`],
    ["SECURITY.md"],
  ],
  Reference: [[REFERENCE, "REST operations"], [`${DOCS}/measured.md`], ["src/GLOSSARY.md"], ["CHANGELOG.md"]],
};
/** The group of pages that no group names. */
const OTHERS = "Use";

/** Returns all pages that exist, in the order in which they are read. @param root the folder of the repository */
export function pagesIn(root: string): Page[] {
  const named = new Set(Object.values(GROUPS).flatMap((files) => files.map(([file]) => file)));
  const others = readdirSync(join(root, DOCS))
    .filter((file) => file.endsWith(".md") && !named.has(`${DOCS}/${file}`))
    .sort()
    .map((file) => [`${DOCS}/${file}`] as const);
  return Object.entries(GROUPS).flatMap(([group, files]) =>
    [...files, ...(group === OTHERS ? others : [])]
      .filter(([file]) => file === REFERENCE || existsSync(join(root, file)))
      .map(([file, label = null]) => pageOf(file, label, group)),
  );
}

function pageOf(file: string, label: string | null, group: string): Page {
  if (file === REFERENCE) return { file: null, name: REFERENCE, label, group };
  const name = file === "README.md" ? "index" : basename(file, ".md").toLowerCase();
  return { file, name, label, group };
}

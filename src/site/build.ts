// Builds the documentation site into dist/docs from the pages of the repository; the server has it at /docs.
// The decision: a program of this folder and one library for Markdown, no generator of sites: the site needs its own
// search, relative addresses and a strict content security policy, and ten files do all of it.
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compressAll } from "../library/compress.ts";
import { bundleScripts } from "./bundles.ts";
import { type Document, missingHtml, pageHtml } from "./layout.ts";
import { Links } from "./links.ts";
import { articleOf } from "./markdown.ts";
import { pagesIn } from "./pages.ts";
import { referenceArticle } from "./reference.ts";
import { searchSections } from "./sections.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const OUT = `${ROOT}dist/docs`;
const ICON = "src/ui/app/icon.svg";
const DIGEST_CHARACTERS = 8;

const { version, repository } = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8")) as {
  version: string;
  repository: { url: string };
};
const published = `${repository.url.replace(/^git\+|\.git$/g, "")}/blob/main`;

rmSync(OUT, { recursive: true, force: true });
mkdirSync(join(OUT, "assets"), { recursive: true });
const pages = pagesIn(ROOT);
const links = new Links(pages, published);
const documents: Document[] = pages.map((page) => ({
  page,
  article:
    page.file === null
      ? referenceArticle(version)
      : articleOf(readFileSync(join(ROOT, page.file), "utf8"), page.file, links),
}));
const sections = JSON.stringify(searchSections(documents));
const sectionsName = `sections-${digestOf(sections)}.json`;
writeFileSync(join(OUT, "assets", sectionsName), sections);
const bundles = await bundleScripts(OUT, version, `./${sectionsName}`);
const files = { ...bundles, icon: `images/${basename(ICON)}` };
for (const [source, address] of [...links.images, [ICON, files.icon] as const]) {
  mkdirSync(dirname(join(OUT, address)), { recursive: true });
  copyFileSync(join(ROOT, source), join(OUT, address));
}
for (const document of documents)
  writeFileSync(join(OUT, `${document.page.name}.html`), pageHtml(document, documents, files));
writeFileSync(join(OUT, "404.html"), missingHtml(documents, files));
compressAll(OUT);

/** Returns the part of a name that changes with the contents. */
function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, DIGEST_CHARACTERS).toUpperCase();
}

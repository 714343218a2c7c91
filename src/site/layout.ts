// One page of the site as a document: the navigation, the article, its table of contents, and the neighbours.
// The decision: every page is complete without scripts. On small screens both lists are popovers, which browsers open
// by themselves; only the search and the choice of a theme need a script. All addresses are relative. Ids of other
// elements than headings begin with `site-`, because a heading may be "Search".
import { escapeHtml } from "./html.ts";
import type { Article } from "./markdown.ts";
import type { Page } from "./pages.ts";

export interface Document {
  readonly page: Page;
  readonly article: Article;
}

/** Addresses of the files that every page loads. */
interface Files {
  /** The script before the first paint. */
  readonly first: string;
  readonly style: string;
  readonly main: string;
  readonly icon: string;
}

/** Headings of these depths are in the table of contents. */
const MAX_CONTENTS_DEPTH = 3;
/** With more headings than these, only those of depth 2 are in the table of contents. */
const MAX_CONTENTS = 45;
const MAX_DESCRIPTION = 160;

export const titleOf = ({ page, article }: Document): string => page.label ?? article.title;

/** Returns the HTML of a page. @param all every page, in the order of the navigation */
export function pageHtml(document: Document, all: readonly Document[], files: Files): string {
  const { article } = document;
  const at = all.indexOf(document);
  const content = `<article>
${article.html}</article>
${neighboursHtml(all[at - 1], all[at + 1])}`;
  const description = article.sections[0]!.body.replace(/\s+/g, " ").slice(0, MAX_DESCRIPTION);
  return frame(
    { title: titleOf(document), description, content, contents: contentsHtml(article) },
    navigationHtml(all, document),
    files,
  );
}

/** Returns the page for addresses that do not exist. */
export function missingHtml(all: readonly Document[], files: Files): string {
  const content = `<article><h1>Page not found</h1>
<p>The documentation has no page at this address. It has the pages of the navigation, and a search: press /.</p></article>`;
  const parts = { title: "Page not found", description: "", content, contents: "" };
  return frame(parts, navigationHtml(all, null), files);
}

interface Parts {
  readonly title: string;
  readonly description: string;
  readonly content: string;
  readonly contents: string;
}

function frame({ title, description, content, contents }: Parts, navigation: string, files: Files): string {
  const about = description && `<meta name="description" content="${escapeHtml(description)}">\n`;
  const contentsButton =
    contents &&
    '<button type="button" class="small-only" popovertarget="site-contents">On this page</button>';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)} · Azimuth documentation</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${about}<link rel="icon" href="${files.icon}" type="image/svg+xml">
<script src="${files.first}"></script>
<link rel="stylesheet" href="${files.style}">
<script type="module" src="${files.main}"></script>
</head>
<body>
<a class="skip" href="#site-text">Skip to the text</a>
<header class="top">
<button type="button" class="small-only" popovertarget="site-pages">Menu</button>
<a class="brand" href="index.html"><img src="${files.icon}" alt="" width="22" height="22"> Azimuth <span>documentation</span></a>
<div id="site-search" class="search" role="search" hidden></div>
${contentsButton}
<a class="console" href="../">Console</a>
</header>
<div class="columns">
${navigation}
<main id="site-text" tabindex="-1">
${content}
</main>
${contents}
</div>
</body>
</html>
`;
}

function navigationHtml(all: readonly Document[], current: Document | null): string {
  const groups = [...new Set(all.map(({ page }) => page.group))];
  const lists = groups.map((group) => {
    const items = all
      .filter(({ page }) => page.group === group)
      .map((one) => {
        const mark = one === current ? ' aria-current="page"' : "";
        return `<li><a href="${one.page.name}.html"${mark}>${escapeHtml(titleOf(one))}</a></li>`;
      });
    return `<h2>${escapeHtml(group)}</h2>\n<ul>${items.join("\n")}</ul>`;
  });
  return `<nav id="site-pages" class="side" popover aria-label="Pages">\n${lists.join("\n")}\n<p class="small-only"><a href="../">Console</a></p>\n</nav>`;
}

function contentsHtml({ sections }: Article): string {
  const below = sections.filter(({ depth }) => depth > 1 && depth <= MAX_CONTENTS_DEPTH);
  const shown = below.length > MAX_CONTENTS ? below.filter(({ depth }) => depth === 2) : below;
  if (shown.length < 2) return "";
  const items = shown.map(
    ({ depth, text, anchor }) =>
      `<li class="depth-${depth}"><a href="#${anchor}">${escapeHtml(text)}</a></li>`,
  );
  return `<nav id="site-contents" class="side contents" popover aria-label="On this page">\n<h2>On this page</h2>\n<ul>${items.join("\n")}</ul>\n</nav>`;
}

function neighboursHtml(before: Document | undefined, after: Document | undefined): string {
  const linkTo = (one: Document | undefined, rel: "prev" | "next", word: string) =>
    one === undefined
      ? ""
      : `<a rel="${rel}" href="${one.page.name}.html"><span>${word}</span> ${escapeHtml(titleOf(one))}</a>`;
  return `<nav class="neighbours" aria-label="Previous and next page">${linkTo(before, "prev", "Previous")}${linkTo(after, "next", "Next")}</nav>`;
}

// The sections of all pages as the search reads them.

import { type Document, titleOf } from "./layout.ts";

/** A section that can be found. */
export interface SearchSection {
  /** The address from the folder of the site, with the anchor. */
  readonly href: string;
  /** The title of the page. */
  readonly page: string;
  /** The heading, after those above it. */
  readonly heading: string;
  readonly body: string;
  /** Scores are multiplied by it: 1, or less for pages that are seldom meant. */
  readonly weight: number;
}

/** Pages that mention everything and explain little. */
const WEIGHTS: Readonly<Record<string, number>> = { changelog: 0.4, glossary: 0.7, reference: 0.45 };

export function searchSections(documents: readonly Document[]): SearchSection[] {
  return documents.flatMap((document) => {
    const { page, article } = document;
    const above: string[] = [];
    return article.sections.map(({ depth, text, anchor, body }) => {
      above.length = Math.min(above.length, depth - 1);
      above[depth - 1] = text;
      const heading = above.slice(1).filter(Boolean).join(" › ");
      return {
        href: depth === 1 ? `${page.name}.html` : `${page.name}.html#${anchor}`,
        page: titleOf(document),
        heading: heading === "" ? text : heading,
        body,
        weight: WEIGHTS[page.name] ?? 1,
      };
    });
  });
}

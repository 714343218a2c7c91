// A page of Markdown as HTML, with its headings for the table of contents and its sections for the search.
// The decision: one pass over the tokens of the library `marked` makes all three, so a section has the anchor that its
// heading has. Tables and code are focusable regions, because a keyboard has to be able to scroll them.
import { Marked, type RendererObject, type Token, type Tokens } from "marked";
import { Anchors } from "./anchors.ts";
import { coloured } from "./colours.ts";
import { escapeHtml } from "./html.ts";
import type { Links } from "./links.ts";

interface Heading {
  /** 1 to 6. */
  readonly depth: number;
  readonly text: string;
  readonly anchor: string;
}

/** A heading with the text below it, up to the next heading. */
export interface Section extends Heading {
  readonly body: string;
}

export interface Article {
  /** The text of its first heading. */
  readonly title: string;
  readonly html: string;
  readonly sections: readonly Section[];
}

/** @param file the path of the page in the repository @throws Error if it has no heading */
export function articleOf(text: string, file: string, links: Links): Article {
  const marked = new Marked();
  const tokens = marked.lexer(text);
  const sections = sectionsOf(tokens);
  if (sections.length === 0) throw new Error(`${file}: a page begins with a heading`);
  marked.use({ renderer: rendererOf(sections, file, links) });
  return { title: sections[0]!.text, html: marked.parser(tokens), sections };
}

/** Returns the sections; text before the first heading is in none. */
function sectionsOf(tokens: readonly Token[]): Section[] {
  const anchors = new Anchors();
  const sections: (Heading & { readonly texts: string[] })[] = [];
  for (const token of tokens) {
    if (token.type === "heading") {
      const { depth, tokens: inside } = token as Tokens.Heading;
      const text = inside.map(plainText).join("");
      sections.push({ depth, text, anchor: anchors.next(text), texts: [] });
    } else sections.at(-1)?.texts.push(plainText(token));
  }
  return sections.map(({ texts, ...heading }) => ({ ...heading, body: texts.join("\n").trim() }));
}

/** Returns the words of a token, without marks. */
function plainText(token: Token): string {
  switch (token.type) {
    case "space":
    case "html":
      return "";
    case "br":
      return "\n";
    case "image":
      return (token as Tokens.Image).text;
    case "table": {
      const { header, rows } = token as Tokens.Table;
      const lines = [header, ...rows].map((row) =>
        row.map(({ tokens }) => tokens.map(plainText).join("")).join(" "),
      );
      return lines.join("\n");
    }
    case "list":
      return (token as Tokens.List).items.map((item) => item.tokens.map(plainText).join("\n")).join("\n");
    default: {
      const { tokens, text } = token as Tokens.Text;
      return tokens === undefined ? text.replace(/\n/g, " ") : tokens.map(plainText).join("");
    }
  }
}

function rendererOf(headings: readonly Heading[], file: string, links: Links): RendererObject {
  let next = 0;
  return {
    heading({ tokens, depth }) {
      const { anchor, text } = headings[next++]!;
      const link = `<a class="anchor" href="#${anchor}" aria-label="Link to ${escapeHtml(text)}">#</a>`;
      return `<h${depth} id="${anchor}">${this.parser.parseInline(tokens)}${depth === 1 ? "" : ` ${link}`}</h${depth}>\n`;
    },
    link({ href, title, tokens }) {
      const target = escapeHtml(links.hrefOf(href, file));
      const named = title ? ` title="${escapeHtml(title)}"` : "";
      return `<a href="${target}"${named}>${this.parser.parseInline(tokens)}</a>`;
    },
    image({ href, text }) {
      const address = links.imageOf(href, file);
      const alt = escapeHtml(text);
      return address === null ? `<em>${alt}</em>` : `<img src="${address}" alt="${alt}" loading="lazy">`;
    },
    code({ text, lang = "" }) {
      return `<pre tabindex="0"><code>${coloured(text, lang)}</code></pre>\n`;
    },
    table({ header, rows }) {
      const row = (cells: Tokens.TableCell[], tag: string) =>
        `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join("")}</tr>`;
      const hasHeader = header.some(({ text }) => text !== "");
      const head = hasHeader
        ? `<thead>${row(header, "th").replaceAll("<th></th>", "<td></td>")}</thead>`
        : "";
      const body = rows.map((cells) => row(cells, "td")).join("\n");
      return `<div class="table" role="region" aria-label="Table" tabindex="0"><table>${head}<tbody>\n${body}\n</tbody></table></div>\n`;
    },
  };
}

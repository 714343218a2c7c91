// The targets of links and images of a page, on the site.
// The decision: what the site has is linked relatively; any other file of the repository is linked where the repository
// is published. Drawings become files of the site, so a page loads nothing from elsewhere; pictures of the console do
// not, because they are most of the bytes, and the console is one link away.
import { basename, posix } from "node:path";
import type { Page } from "./pages.ts";

const DRAWING = /\.svg$/;
/** A scheme, as in `https:` and `mailto:`. */
const SCHEME = /^[a-z][a-z+.-]*:/i;

export class Links {
  readonly #names: ReadonlyMap<string, string>;
  readonly #repository: string;
  readonly #images = new Map<string, string>();

  /** @param repository the URL at which the files of the repository can be read, without a slash at its end */
  constructor(pages: readonly Page[], repository: string) {
    this.#names = new Map(pages.flatMap(({ file, name }) => (file === null ? [] : [[file, name]])));
    this.#repository = repository;
  }

  /** The drawings that pages show: the path of each in the repository, and its address on the site. */
  get images(): ReadonlyMap<string, string> {
    return this.#images;
  }

  /** Returns the address of a link. @param file the path of the page that has it */
  hrefOf(target: string, file: string): string {
    if (SCHEME.test(target) || target.startsWith("#")) return target;
    const [path, anchor] = splitAt(target, "#");
    const source = posix.normalize(posix.join(posix.dirname(file), path));
    const name = this.#names.get(source);
    return `${name === undefined ? `${this.#repository}/${source}` : `${name}.html`}${anchor}`;
  }

  /** Returns the address of a drawing, which becomes a file of the site; null for any other image. */
  imageOf(target: string, file: string): string | null {
    const source = posix.normalize(posix.join(posix.dirname(file), target));
    if (SCHEME.test(target) || !DRAWING.test(source)) return null;
    const address = `images/${basename(source)}`;
    this.#images.set(source, address);
    return address;
  }
}

function splitAt(text: string, separator: string): [before: string, rest: string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at)];
}

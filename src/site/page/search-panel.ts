// The list of results below the search field.
// The decision: a combobox with a list of links: arrow keys select, Enter follows, and a link can be opened in another
// tab. Only the newest text is searched: while one search runs, the others wait and all but the last are dropped.
import { threadOf } from "../../browser/web-thread.ts";
import { Remote } from "../../threads/remote.ts";
import type { SearchHost } from "./search-worker.ts";
import type { FoundSection } from "./section-search.ts";
import type { Piece } from "./snippet.ts";

/** The addresses of the worker's script and of the sections, from this script. */
declare const SEARCH_WORKER: string;
declare const SECTIONS: string;

const MAX_RESULTS = 12;

export class SearchPanel {
  readonly #input: HTMLInputElement;
  readonly #panel = element("div", "panel");
  readonly #list = element("div", "results");
  readonly #status = element("p", "status");
  readonly #calls: Remote<SearchHost>;
  readonly #loaded: Promise<number>;
  #isSearching = false;
  #selected = -1;

  constructor(box: HTMLElement, input: HTMLInputElement) {
    this.#input = input;
    const worker = new Worker(new URL(SEARCH_WORKER, import.meta.url), { type: "module" });
    this.#calls = new Remote<SearchHost>(threadOf(worker));
    this.#loaded = this.#calls.call("load", new URL(SECTIONS, import.meta.url).href);
    this.#loaded.catch((error: Error) => this.#show([], `The search could not be started: ${error.message}`));
    Object.assign(this.#list, { id: "site-results", role: "listbox", ariaLabel: "Sections" });
    this.#status.setAttribute("role", "status");
    this.#panel.hidden = true;
    this.#panel.append(this.#status, this.#list);
    box.append(this.#panel);
    for (const [name, value] of Object.entries({
      role: "combobox",
      "aria-controls": "site-results",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
    }))
      input.setAttribute(name, value);
    input.addEventListener("input", () => void this.#search());
    input.addEventListener("focus", () => void this.#search());
    input.addEventListener("keydown", (event) => this.#onKey(event));
    document.addEventListener("click", ({ target }) => {
      const link = (target as Element).closest(".results a");
      if (link !== null || !box.contains(target as Element)) this.#close();
    });
    void this.#search();
  }

  async #search(): Promise<void> {
    if (this.#isSearching) return;
    this.#isSearching = true;
    try {
      let done: string | undefined;
      while (done !== this.#input.value) {
        done = this.#input.value;
        await this.#searchFor(done);
      }
    } catch {
      // The panel says why the engine could not be started.
    } finally {
      this.#isSearching = false;
    }
  }

  async #searchFor(text: string): Promise<void> {
    if (text.trim() === "") return this.#close();
    if (this.#panel.hidden) this.#show([], "Loading the search…");
    const count = await this.#loaded;
    const start = performance.now();
    const found = await this.#calls.call("find", text, MAX_RESULTS);
    const ms = Math.max(1, Math.round(performance.now() - start));
    if (text !== this.#input.value) return;
    const words = found.length === 0 ? "No section has these words" : `The best of ${count} sections`;
    this.#show(found, `${words}, ranked by Azimuth in this page in ${ms} ms`);
  }

  #show(found: readonly FoundSection[], status: string): void {
    this.#status.textContent = status;
    this.#list.replaceChildren(...found.map(linkOf));
    this.#panel.hidden = false;
    this.#input.setAttribute("aria-expanded", String(found.length > 0));
    this.#select(-1);
  }

  #close(): void {
    this.#panel.hidden = true;
    this.#list.replaceChildren();
    this.#input.setAttribute("aria-expanded", "false");
    this.#select(-1);
  }

  #select(at: number): void {
    const links = [...this.#list.children];
    links[this.#selected]?.removeAttribute("aria-selected");
    this.#selected = at;
    const link = links[at];
    link?.setAttribute("aria-selected", "true");
    link?.scrollIntoView({ block: "nearest" });
    if (link) this.#input.setAttribute("aria-activedescendant", link.id);
    else this.#input.removeAttribute("aria-activedescendant");
  }

  #onKey(event: KeyboardEvent): void {
    const links = [...this.#list.children] as HTMLAnchorElement[];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && links.length > 0) {
      event.preventDefault();
      const from = this.#selected === -1 && step === -1 ? links.length : this.#selected;
      this.#select((from + step + links.length) % links.length);
    } else if (event.key === "Enter") {
      event.preventDefault();
      links[Math.max(0, this.#selected)]?.click();
    } else if (event.key === "Escape") {
      this.#close();
      this.#input.blur();
    }
  }
}

function linkOf({ href, title, text }: FoundSection, i: number): HTMLAnchorElement {
  const link = document.createElement("a");
  link.href = href;
  link.id = `site-result-${i}`;
  link.tabIndex = -1;
  link.setAttribute("role", "option");
  const heading = element("span", "title");
  heading.append(...title.map(nodeOf));
  const about = element("span", "text");
  about.append(...text.map(nodeOf));
  link.append(heading, about);
  return link;
}

function nodeOf({ text, isMarked }: Piece): Node {
  if (!isMarked) return document.createTextNode(text);
  const mark = document.createElement("mark");
  mark.textContent = text;
  return mark;
}

function element(tag: string, className: string): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  return made;
}

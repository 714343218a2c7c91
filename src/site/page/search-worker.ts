// The entry of the worker that has the engine and searches the sections.
// The decision: a worker, so typing and scrolling never wait for the engine, and only the worker's script needs a
// content security policy that allows WebAssembly.
import { open } from "../../browser/open.ts";
import { ownPort } from "../../browser/web-thread.ts";
import { serveCalls } from "../../threads/remote.ts";
import type { SearchSection } from "../sections.ts";
import { type FoundSection, SectionSearch } from "./section-search.ts";

export class SearchHost {
  #search: SectionSearch | undefined;

  /** Loads the sections; the first call. @returns how many there are @throws Error if they cannot be loaded */
  async load(url: string): Promise<number> {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    const sections = (await response.json()) as SearchSection[];
    const db = await open({ threads: 0, buildThreads: 0 });
    this.#search = await SectionSearch.over(db, sections);
    return sections.length;
  }

  async find(text: string, limit: number): Promise<FoundSection[]> {
    return this.#search!.find(text, limit);
  }
}

serveCalls(ownPort(), new SearchHost());

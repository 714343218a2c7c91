// One page of the browser that tests use one after another; each leaves it like a new one.
// The decision: it goes on to the next test because a new context costs half a second, most of it for a process and for
// compiling the console again. Methods whose effect cannot be undone are refused here: a test that needs them uses a
// fresh page.
import type { BrowserContext, BrowserContextOptions, CDPSession, Page } from "playwright-core";

/** The options of every context. */
export const USUAL: BrowserContextOptions = { viewport: { width: 1280, height: 800 }, locale: "en-US" };

/** Methods whose effect lasts until a page is closed. */
const LASTING = ["addInitScript", "exposeFunction", "exposeBinding", "setViewportSize"] as const;

export class KeptPage {
  readonly page: Page;
  readonly #debugger: CDPSession;

  private constructor(page: Page, session: CDPSession) {
    this.page = page;
    this.#debugger = session;
    for (const name of LASTING) Object.defineProperty(page, name, { value: refuse });
    page.clock.install = refuse;
  }

  static async open(context: BrowserContext): Promise<KeptPage> {
    const page = await context.newPage();
    return new KeptPage(page, await context.newCDPSession(page));
  }

  /** Removes what a test did: listeners, routes, other pages, and what the origin has stored. */
  async clear(origin: string): Promise<void> {
    const { page } = this;
    const context = page.context();
    page.removeAllListeners();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    for (const other of context.pages()) if (other !== page) await other.close();
    await page.evaluate("sessionStorage.clear()");
    await page.goto("about:blank");
    await this.#debugger.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
    await context.clearCookies();
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "no-preference" });
  }
}

function refuse(): never {
  throw new Error("later tests use this page, too: ask for a fresh one, visit(url, { fresh: true })");
}

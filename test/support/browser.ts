// A real browser before a real server: pages of the console, watched for errors.
// The decision: one browser a process, no cookies, storage or clipboard of other tests, and whatever a page reports on its console
// or a request that fails unexpectedly makes the test fail when it is over. That the server knew a field of a request not is
// never forgiven: the console would have sent something that does nothing. Tests of the console share a page: see kept-page.ts.
import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import chromium from "@sparticuz/chromium";
import { expect } from "chai";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  chromium as playwright,
  type Response,
} from "playwright-core";
import { type Assets, readAssets } from "../../src/ui/assets.ts";
import { KeptPage, USUAL } from "./kept-page.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "./rest.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SYSTEM = [
  ...["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"],
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const ARGS = ["--no-sandbox"];
const BAD_REQUEST = 400;
const PATIENCE_MS = 30_000;
/**
 * What draws without a graphics card: WebGL 2 in software draws everything else so, too, which takes twice as long. The plain
 * browser has none, so that the map draws on a canvas there.
 */
const DRAWN_BY = {
  plain: ["--disable-gpu", "--disable-webgl", "--disable-webgl2"],
  webgl: [
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
  ],
};
/** Of the npm package, so that another version gets another folder. */
const VERSION = "147.0.0";

/** One of the system, or the one from the npm package, unpacked once for all runs of this user. */
async function executable(): Promise<string> {
  const installed = SYSTEM.find((path) => existsSync(path));
  if (installed) return installed;
  const home = join(tmpdir(), `azimuth-browser-${VERSION}-${userInfo().username}`);
  const path = join(home, "chromium");
  if (existsSync(path)) return path;
  const fresh = mkdtempSync(join(tmpdir(), "azimuth-browser-"));
  const before = process.env.TMPDIR;
  process.env.TMPDIR = fresh;
  try {
    await chromium.executablePath();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  // Another run may have come first: then its copy is taken.
  try {
    renameSync(fresh, home);
  } catch {
    rmSync(fresh, { recursive: true, force: true });
  }
  return path;
}

export interface Visit {
  readonly page: Page;
  /** What the page complained about; a test that provokes some takes them out. */
  readonly complaints: string[];
}

export interface VisitOptions extends BrowserContextOptions {
  /** In a context of its own, with nothing in its cache; so is a page with any other option. */
  readonly fresh?: boolean;
}

/** Mocha's workers run one file after another and are ended from outside, and their browser with them. */
const IS_WORKER = process.env.MOCHA_WORKER_ID !== undefined;
const launched = new Map<DrawnBy, Promise<Browser>>();

type DrawnBy = keyof typeof DRAWN_BY;

/** The browser of this process, started anew where it has gone. */
async function browserOfProcess(drawnBy: DrawnBy): Promise<Browser> {
  const before = await launched.get(drawnBy)?.catch(() => undefined);
  if (before?.isConnected()) return before;
  const args = [...ARGS, ...DRAWN_BY[drawnBy]];
  const browser = executable().then((executablePath) => playwright.launch({ executablePath, args }));
  launched.set(drawnBy, browser);
  return browser;
}

/** Of each browser, while no test uses it. */
const kept = new Map<Browser, KeptPage>();

/** For a `describe`: the browser, and pages that are gone or cleared after each test. */
export function useBrowser(drawnBy: DrawnBy = "plain"): {
  visit(url: string, options?: VisitOptions): Promise<Visit>;
} {
  let browser: Browser;
  const visits: (Visit & { readonly leave: (passed: boolean) => Promise<void> })[] = [];
  const unknown: Promise<string[]>[] = [];
  before(async () => {
    browser = await browserOfProcess(drawnBy);
  });
  after(async () => {
    if (!IS_WORKER || drawnBy !== "plain") await browser?.close();
  });
  afterEach(async function () {
    const all = visits.splice(0);
    expect((await Promise.all(unknown.splice(0))).flat()).to.deep.equal([]);
    for (const { leave } of all) await leave(this.currentTest?.state === "passed");
    expect(all.flatMap(({ complaints }) => complaints)).to.deep.equal([]);
  });
  const visit = async (url: string, { fresh, ...options }: VisitOptions = {}): Promise<Visit> => {
    const own = fresh || Object.keys(options).length > 0 || !url.startsWith(`${consoleOrigin()}/`);
    const { page, leave } = own ? await newPage(browser, options) : await keptPage(browser);
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
    });
    page.on("response", (response) => {
      if (response.status() === BAD_REQUEST) unknown.push(unknownFields(response));
    });
    visits.push({ page, complaints, leave });
    await page.goto(url);
    return { page, complaints };
  };
  return { visit };
}

interface Lent {
  readonly page: Page;
  /** Ends the use by a test. */
  readonly leave: (passed: boolean) => Promise<void>;
}

async function newPage(browser: Browser, options: BrowserContextOptions): Promise<Lent> {
  const context = await browser.newContext({ ...USUAL, ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  return { page: await context.newPage(), leave: () => context.close() };
}

/** The page that was kept, or a new one to keep. A test that fails may leave it in any state, so that one is closed. */
async function keptPage(browser: Browser): Promise<Lent> {
  const one = kept.get(browser) ?? (await KeptPage.open(await browser.newContext(USUAL)));
  kept.delete(browser);
  const { page } = one;
  const leave = async (passed: boolean) => {
    if (!passed || page.isClosed() || kept.has(browser)) return page.context().close();
    await one.clear(consoleOrigin());
    kept.set(browser, one);
  };
  return { page, leave };
}

/** What a refusal says of fields that the server does not know. */
async function unknownFields(response: Response): Promise<string[]> {
  const text = await response.text().catch(() => "");
  return /unknown (?:field|query parameter)/.test(text) ? [`${response.url()}: ${text}`] : [];
}

/** A browser with a profile on the disk, where what pages store outlives it. */
export async function launchProfile(dir: string): Promise<BrowserContext> {
  return playwright.launchPersistentContext(dir, {
    executablePath: await executable(),
    args: [...ARGS, ...DRAWN_BY.plain],
  });
}

/** Answers that say no are an error to the browser's console, whatever the page makes of them. */
export function forgive(complaints: string[], pattern: RegExp): void {
  const rest = complaints.filter((one) => !pattern.test(one));
  complaints.splice(0, complaints.length, ...rest);
}

/** Read once for all servers of this process. */
let built: Assets | undefined;
/** Of the first console of this process; the later ones take its place, so that a kept page finds them. */
let consolePort = 0;

/** A fresh server whose port 6575 has the console that was built. */
export async function startConsole(options: TestServerOptions = {}): Promise<TestServer> {
  built ??= readAssets(join(ROOT, "dist/ui"));
  const all = { ...options, assets: built };
  // Somebody else may have taken the port meanwhile, or another console of the same test.
  const server = await startTestServer({ ...all, uiPort: consolePort }).catch(() => startTestServer(all));
  consolePort ||= Number(new URL(server.uiUrl).port);
  return server;
}

function consoleOrigin(): string {
  return `http://127.0.0.1:${consolePort}`;
}

// Opens pages of the console in a real browser with a real server.
// The decision: one browser for each process, without cookies, storage or clipboard of other tests. A message on the
// console of the page, or a request that fails unexpectedly, makes the test fail when it ends. Unknown fields in
// requests can never be allowed, because the console would then send fields without an effect. Tests of the console
// share a page: see kept-page.ts.
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
import { countOf } from "./chance.ts";
import { KeptPage, USUAL } from "./kept-page.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "./rest.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SYSTEM = [
  ...["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"],
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const ARGS = ["--no-sandbox"];
const BAD_REQUEST = 400;
const PATIENCE_MS = 120_000;
/** How many times slower the pages run. A test that reads too early fails then, which it seldom does otherwise. */
const SLOWER = countOf("SLOWER", 1);
/**
 * The flags for drawing without a graphics card. WebGL 2 in software slows all other drawing down to half the speed, so
 * the plain browser has none, and the map uses a 2D canvas there.
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
/** The version of the npm package, so that another version gets another folder. */
const VERSION = "147.0.0";

/** Returns the browser of the system, or that of the npm package, unpacked once for all runs of this user. */
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
  // If another run has unpacked it first, its copy is used.
  try {
    renameSync(fresh, home);
  } catch {
    rmSync(fresh, { recursive: true, force: true });
  }
  return path;
}

export interface Visit {
  readonly page: Page;
  /** Messages and failed requests of the page; a test that expects some removes them. */
  readonly complaints: string[];
}

export interface VisitOptions extends BrowserContextOptions {
  /** Opens the page in a context of its own with an empty cache, as any other option does, too. */
  readonly fresh?: boolean;
}

/** Workers of mocha run one file after another, and the browser ends with them. */
const IS_WORKER = process.env.MOCHA_WORKER_ID !== undefined;
const launched = new Map<DrawnBy, Promise<Browser>>();

type DrawnBy = keyof typeof DRAWN_BY;

/** Returns the browser of this process and starts it again if it has ended. */
async function browserOfProcess(drawnBy: DrawnBy): Promise<Browser> {
  const before = await launched.get(drawnBy)?.catch(() => undefined);
  if (before?.isConnected()) return before;
  const args = [...ARGS, ...DRAWN_BY[drawnBy]];
  const browser = executable().then((executablePath) => playwright.launch({ executablePath, args }));
  launched.set(drawnBy, browser);
  return browser;
}

/** The kept page of each browser, while no test uses it. */
const kept = new Map<Browser, KeptPage>();

/** Provides a browser for a `describe`, and pages that are closed or cleared after each test. */
export function useBrowser(drawnBy: DrawnBy = "plain"): {
  visit(url: string, options?: VisitOptions): Promise<Visit>;
} {
  let browser: Browser | undefined;
  const visits: (Visit & { readonly leave: (passed: boolean) => Promise<void> })[] = [];
  const unknown: Promise<string[]>[] = [];
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
    browser ??= await browserOfProcess(drawnBy);
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
  const page = await context.newPage();
  if (SLOWER > 1) await slowDown(page);
  return { page, leave: () => context.close() };
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
}

/** The page that was kept, or a new one to keep. A test that fails may leave it in any state, so that one is closed. */
async function keptPage(browser: Browser): Promise<Lent> {
  const before = kept.get(browser);
  const one = before ?? (await KeptPage.open(await browser.newContext(USUAL)));
  kept.delete(browser);
  const { page } = one;
  if (!before && SLOWER > 1) await slowDown(page);
  const leave = async (passed: boolean) => {
    if (!passed || page.isClosed() || kept.has(browser)) return page.context().close();
    await one.clear(consoleOrigin());
    kept.set(browser, one);
  };
  return { page, leave };
}

/** Returns the unknown fields that an error lists. */
async function unknownFields(response: Response): Promise<string[]> {
  const text = await response.text().catch(() => "");
  return /unknown (?:field|query parameter)/.test(text) ? [`${response.url()}: ${text}`] : [];
}

/** Starts a browser with a profile on disk, so that stored data survives a restart. */
export async function launchProfile(dir: string): Promise<BrowserContext> {
  return playwright.launchPersistentContext(dir, {
    executablePath: await executable(),
    args: [...ARGS, ...DRAWN_BY.plain],
  });
}

/** Removes expected messages. The browser reports every error status on its console, whatever the page does with it. */
export function forgive(complaints: string[], pattern: RegExp): void {
  const rest = complaints.filter((one) => !pattern.test(one));
  complaints.splice(0, complaints.length, ...rest);
}

/** The console and the documentation, read once for all servers of this process. */
let built: Assets | undefined;
/** The port of the first console of this process; later ones use it again, so that a kept page finds them. */
let consolePort = 0;

/** A fresh server whose port 6575 has the console and the documentation that were built. */
export async function startConsole(options: TestServerOptions = {}): Promise<TestServer> {
  built ??= new Map([...readAssets(join(ROOT, "dist/ui")), ...readAssets(join(ROOT, "dist/docs"), "/docs")]);
  const all = { ...options, assets: built };
  // Another process, or another console of the same test, may have taken the port meanwhile.
  const server = await startTestServer({ ...all, uiPort: consolePort }).catch(() => startTestServer(all));
  consolePort ||= Number(new URL(server.uiUrl).port);
  return server;
}

function consoleOrigin(): string {
  return `http://127.0.0.1:${consolePort}`;
}

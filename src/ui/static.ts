// Serves the built console and documentation at the paths of port 6575 that are no operation.
// The decision: names in /assets change with their contents, so browsers may cache them without limit and validate only
// the page that names them. Other paths return the page as well if a browser requests a page, except for those below
// /docs.
import type { Context, Middleware } from "koa";
import { HTTP_NOT_MODIFIED, kindOf } from "../errors/table.ts";
import type { Asset, Assets } from "./assets.ts";
import { DOCS, docsPage } from "./docs-page.ts";
import { chooseEncoding } from "./encoding.ts";

const PAGE = "/index.html";
/** Names in these folders contain a digest of their contents. */
const HASHED = "/assets/";
const HASHED_DOCS = `${DOCS}/assets/`;
const API = "/api/";
const FOR_EVER = "public, max-age=31536000, immutable";
const ASK_AGAIN = "no-cache";

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Azimuth</title>
<h1>The local UI has not been built</h1>
<p>Run <code>npm run build</code> in the folder of this server, and start it again.</p>
<p>The API is there all the same: <a href="/api/proxy">/api/proxy</a>.</p>
</html>
`;

/** Answers requests that match no operation. */
export function serveAssets(assets: Assets): Middleware {
  return async (ctx, next) => {
    if (isRead(ctx) && (ctx.path === DOCS || ctx.path.startsWith(`${DOCS}/`))) {
      return (await sendDocs(ctx, assets)) ? undefined : next();
    }
    const asset = isRead(ctx) ? assetFor(ctx, assets) : undefined;
    if (asset === undefined) return next();
    if (asset === null) sendNotBuilt(ctx);
    else await send(ctx, asset);
  };
}

/** Returns whether this is a read. A wrong method at the path of an operation is answered elsewhere. */
function isRead({ method, matched }: Context): boolean {
  return (
    (method === "GET" || method === "HEAD") &&
    !matched?.some((layer: { methods: string[] }) => layer.methods.length > 0)
  );
}

/** Returns the file of a path; undefined if there is none, null if the console has not been built. */
function assetFor({ path, headers }: Context, assets: Assets): Asset | null | undefined {
  const asset = assets.get(path === "/" ? PAGE : path);
  if (asset) return asset;
  const isPage = path === "/" || path === PAGE;
  const expectsPage = !path.startsWith(HASHED) && !path.startsWith(API) && acceptsPages(headers.accept);
  return isPage || expectsPage ? (assets.get(PAGE) ?? null) : undefined;
}

/** Answers a request for the documentation. @returns false if there is no such page, and the client is no browser */
async function sendDocs(ctx: Context, assets: Assets): Promise<boolean> {
  const isFolder = /^[^?]*\/(?:\?|$)/.test(ctx.originalUrl);
  const found = docsPage(ctx.path, isFolder, assets);
  if (found === null) {
    const missing = assets.get(`${DOCS}/404.html`);
    // The links of this page are relative, so it can stand beside the other pages only.
    if (missing === undefined || isFolder || !/^\/[^/]+\/[^/]+$/.test(ctx.path)) return false;
    if (!acceptsPages(ctx.headers.accept)) return false;
    await send(ctx, missing);
    ctx.status = kindOf("NOT_FOUND").http;
  } else if (typeof found === "string") ctx.redirect(found);
  else await send(ctx, found);
  return true;
}

/** Returns whether the client is a browser that requests a page. Other programs send an asterisk and expect 404. */
function acceptsPages(accept = ""): boolean {
  return /(?:^|,)\s*text\/html\s*(?:;|,|$)/i.test(accept);
}

async function send(ctx: Context, asset: Asset): Promise<void> {
  const encoding = chooseEncoding(ctx.get("Accept-Encoding"), (form) => asset.has(form));
  const { bytes, etag } = await asset.form(encoding);
  ctx.vary("Accept-Encoding");
  const isHashed = ctx.path.startsWith(HASHED) || ctx.path.startsWith(HASHED_DOCS);
  ctx.set("Cache-Control", isHashed ? FOR_EVER : ASK_AGAIN);
  ctx.body = bytes;
  ctx.set("Content-Type", asset.type);
  if (encoding !== "identity") ctx.set("Content-Encoding", encoding);
  ctx.set("ETag", etag);
  if (ctx.fresh) ctx.status = HTTP_NOT_MODIFIED;
}

function sendNotBuilt(ctx: Context): void {
  ctx.set("Cache-Control", ASK_AGAIN);
  ctx.status = kindOf("NOT_FOUND").http;
  ctx.body = NOT_BUILT;
  ctx.set("Content-Type", "text/html; charset=utf-8");
}

// Which values of payloads are shown as links and as images.
// The decision: payloads are foreign data, so a link has the scheme http or https and nothing else, and an image is one
// that the content security policy permits: data in the value itself, or a file of this server. Other images are links,
// and the page asks no other server for anything.

/** The most characters of an address that is read. */
const MAX_LINK_LENGTH = 2_048;
const DATA_IMAGE = /^data:image\/(?:png|jpeg|gif|webp|avif|bmp|svg\+xml)[;,]/i;
const IMAGE_FILE = /\.(?:png|jpe?g|gif|webp|avif|bmp|svg)$/i;
/** The first characters of images in base64 without a prefix, and their types. */
const BASE64_HEADS = { iVBORw0KGgo: "png", "/9j/": "jpeg", R0lGOD: "gif", UklGR: "webp" } as const;
/** The fewest characters of an image in base64; shorter texts only begin alike. */
const MIN_BASE64_LENGTH = 64;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Returns the address of a value that is one of the web; undefined for any other value. */
export function linkUrl(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > MAX_LINK_LENGTH) return undefined;
  if (!/^https?:\/\/\S+$/i.test(value) || !URL.canParse(value)) return undefined;
  const { protocol, href } = new URL(value);
  return protocol === "http:" || protocol === "https:" ? href : undefined;
}

/** Returns the address of an image that this page may show; undefined for any other value. */
export function imageUrl(value: unknown, origin = globalThis.location?.origin): string | undefined {
  if (typeof value !== "string") return undefined;
  if (DATA_IMAGE.test(value)) return value;
  for (const [head, type] of Object.entries(BASE64_HEADS))
    if (value.startsWith(head) && value.length >= MIN_BASE64_LENGTH && BASE64.test(value))
      return `data:image/${type};base64,${value}`;
  if (value.length > MAX_LINK_LENGTH || !/^(?:https?:\/\/|\/[^/\\])/i.test(value)) return undefined;
  if (origin === undefined || !URL.canParse(value, origin)) return undefined;
  const url = new URL(value, origin);
  return url.origin === origin && IMAGE_FILE.test(url.pathname) ? url.href : undefined;
}

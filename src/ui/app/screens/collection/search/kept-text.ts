// Long vectors in addresses: an address has a short key, and the text is kept in this tab.
// The decision: browsers, proxies and chats take addresses of about two thousand characters. Another tab that opens
// such a link shows the form without the vector.

const LONGEST_IN_ADDRESS = 1_500;
const PREFIX = "kept:";
const FNV_START = 2_166_136_261;
const FNV_PRIME = 16_777_619;

/** Returns a short text itself, or the key of a long one, which is kept until the tab is closed. */
export function keptText(text: string): string {
  if (text.length <= LONGEST_IN_ADDRESS) return text;
  let hash = FNV_START;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), FNV_PRIME);
  const key = PREFIX + (hash >>> 0).toString(36);
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // The storage is full or not permitted; the link is then one without the vector.
  }
  return key;
}

/** Returns the text of a key, empty if this tab does not have it; any other text is returned as it is. */
export function textOf(text: string): string {
  return text.startsWith(PREFIX) ? (globalThis.sessionStorage?.getItem(text) ?? "") : text;
}

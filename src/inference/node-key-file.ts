// Reads the key of a model from its file.
// The decision: it is read for each call, so a key can be changed without a restart. A file that is not one line of
// printable ASCII is no key: it is not sent anywhere, and errors show nothing of it. A file that a request names must
// not be one of the server's own secrets, because a caller who may set models could have it sent to any address.
import { open, realpath } from "node:fs/promises";
import { sep } from "node:path";

const MAX_KEY_BYTES = 4_096;
const KEY = /^[\x21-\x7e]+$/;

/** @throws Error whose text has the reason and nothing of the file */
export async function readKeyFile(path: string): Promise<string> {
  const file = await open(path, "r");
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw new Error("it is not a file");
    if (stat.size > MAX_KEY_BYTES) throw new Error(`it has more than ${MAX_KEY_BYTES} bytes`);
    const text = (await file.readFile("utf8")).replace(/\r?\n$/, "");
    if (!KEY.test(text)) throw new Error("expected one line of printable ASCII without spaces");
    return text;
  } finally {
    await file.close();
  }
}

/**
 * Reads the key of a model that a request has set.
 * @param own files and directories with secrets of the server
 * @throws Error as `readKeyFile`, and for these
 */
export async function readGivenKeyFile(path: string, own: readonly string[]): Promise<string> {
  const key = await readKeyFile(path);
  const real = await realpath(path);
  for (const one of own) {
    const secret = await realpath(one).catch(() => one);
    if (real === secret || real.startsWith(secret + sep)) throw new Error("it belongs to the server itself");
  }
  return key;
}

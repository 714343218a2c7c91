// The services under the names that existing clients call them by.
// The decision: messages are the same on the wire (proto/derive.ts), so that only the path of each call is another; what a
// call means and how it is worded follows from the path that it came by.
import type { Methods } from "./wire/messages.ts";

const OURS = "/azimuth.v1.";
const THEIRS = "/qdrant.";
/** What has another name there. */
const RENAMED: Readonly<Record<string, string>> = { "/azimuth.v1.Server/": "/qdrant.Qdrant/" };

export function asQdrant(service: Methods): Methods {
  return Object.fromEntries(
    Object.entries(service).map(([name, method]) => [name, { ...method, path: renamed(method.path) }]),
  );
}

function renamed(path: string): string {
  const [whole] = Object.keys(RENAMED).filter((prefix) => path.startsWith(prefix));
  return whole ? path.replace(whole, RENAMED[whole]!) : path.replace(OURS, THEIRS);
}

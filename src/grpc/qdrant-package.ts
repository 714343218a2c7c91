// Our services under the names by which Qdrant's clients call them.
// The decision: messages have the same wire format (proto/derive.ts), so only the paths of calls differ; the dialect of
// a call follows from its path.
import type { Methods } from "./wire/messages.ts";

const OURS = "/azimuth.v1.";
const THEIRS = "/qdrant.";
/** Services with another name there. */
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

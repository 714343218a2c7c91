// The least that any server in Node does: node:http reads the whole request and sends bytes that are ready.
import { answerParent } from "./child.ts";
import { serveFixed } from "./fixed-server.ts";
import type { Floor } from "./floor.ts";

export const bare: Floor = { serve: (answer) => serveFixed(answer, () => {}) };

answerParent(bare);

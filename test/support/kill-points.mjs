// Loaded into a server before anything else (node --import): kills the process with -9 at the n-th call of one function of
// node:fs, before it, after it, or, for a write, when half of it is done. Threads load it too, and count for themselves.
// The decision: nothing of this is in the server. KILL_AT is `<function>:<n>:<before|half|after>`, KILL_PATHS a pattern of
// the paths whose calls count; which call it was is the last thing that the process prints.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const [name, count, side] = (process.env.KILL_AT ?? "").split(":");
const pattern = new RegExp(process.env.KILL_PATHS ?? "");
const paths = new Map();
let left = Number(count);

const open = fs.openSync;
fs.openSync = (path, ...rest) => {
  const fd = open(path, ...rest);
  paths.set(fd, String(path));
  return fd;
};

if (name) {
  const original = fs[name];
  fs[name] = (...given) => {
    const path = typeof given[0] === "number" ? (paths.get(given[0]) ?? "") : String(given[0]);
    if (!pattern.test(path) || --left !== 0) return original(...given);
    if (side === "after") original(...given);
    if (side === "half" && name === "writevSync") writeHalf(given);
    fs.writeSync(2, `\nkilled at ${name} of ${path}\n`);
    process.kill(process.pid, "SIGKILL");
    for (;;);
  };
}
syncBuiltinESMExports();

function writeHalf([fd, parts, position]) {
  const all = Buffer.concat(parts);
  fs.writeSync(fd, all, 0, all.length >> 1, position);
}

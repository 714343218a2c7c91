// Loaded into a server before anything else (node --import): at SIGUSR2 it takes all file descriptors that the process may
// still have but a few, and gives them back at the next one. FREE_DESCRIPTORS says how many stay free each time: "0,5" leaves
// none the first time, five the second, and begins anew. A line on stdout says when that is done. Run it under a low limit.
import { closeSync, openSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

if (isMainThread) {
  const free = (process.env.FREE_DESCRIPTORS ?? "0").split(",").map(Number);
  const taken = [];
  let times = 0;

  const take = () => {
    try {
      for (;;) taken.push(openSync("/dev/null"));
    } catch {
      for (let left = free[times++ % free.length]; left > 0; left--) closeSync(taken.pop());
    }
  };

  process.on("SIGUSR2", () => {
    const isTaking = taken.length === 0;
    if (isTaking) take();
    else for (const descriptor of taken.splice(0)) closeSync(descriptor);
    process.stdout.write(`${isTaking ? "descriptors taken" : "descriptors given back"}\n`);
  });
}

// Loaded into a server before anything else (node --import): it is told to stop (SIGTERM) as soon as its first port
// listens, which is before it begins to replay its log. From outside, a busy machine would let the signal come too late.
import net from "node:net";

const listen = net.Server.prototype.listen;
let isTold = false;
net.Server.prototype.listen = function (...given) {
  this.once("listening", () => {
    if (!isTold) process.kill(process.pid, "SIGTERM");
    isTold = true;
  });
  return listen.apply(this, given);
};

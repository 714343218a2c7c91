// Loaded into a server before anything else (node --import). It sends SIGTERM to its process as soon as the first port
// listens, which is before the log is replayed. On a busy machine, a signal from outside would come too late.
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

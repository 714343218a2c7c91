// Runs a task when what else is waiting has had its turn.
// The decision: a message to oneself where there is no `setImmediate`, because a page's timers wait four milliseconds.
const tasks: (() => void)[] = [];
let channel: MessageChannel | undefined;

export function defer(task: () => void): void {
  if (typeof setImmediate === "function") {
    setImmediate(task);
    return;
  }
  channel ??= newChannel();
  tasks.push(task);
  channel.port2.postMessage(null);
}

function newChannel(): MessageChannel {
  const made = new MessageChannel();
  made.port1.onmessage = () => tasks.shift()!();
  return made;
}

// Runs a task after the tasks and events that are already queued.
// The decision: where there is no `setImmediate`, a message to the own port, because timers of a page wait four
// milliseconds.
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

// A line that is typed at a terminal and not shown, such as a password.
// The decision: the terminal is read key by key, because it would show a line that it collects itself. Whatever happens, it is given
// back as it was.
import type { ReadStream } from "node:tty";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import type { Output } from "./common/output.ts";

const ENTER = new Set(["\r", "\n", "\u0004"]);
const CTRL_C = "\u0003";
const CTRL_U = "\u0015";
const ERASE = new Set(["\b", "\u007f"]);

/** @throws InvalidArgument when somebody gives up */
export function hiddenLine(input: ReadStream, output: Output, question: string): Promise<string> {
  output.write(question);
  input.setRawMode(true);
  input.setEncoding("utf8");
  let line: string[] = [];
  return new Promise<string>((resolve, reject) => {
    const end = () => {
      input.off("data", take);
      input.setRawMode(false);
      input.pause();
      output.write("\n");
    };
    const take = (typed: string | Buffer) => {
      for (const key of String(typed)) {
        if (ENTER.has(key)) {
          end();
          resolve(line.join(""));
          return;
        }
        if (key === CTRL_C) {
          end();
          reject(new InvalidArgument("given up; nothing was changed"));
          return;
        }
        if (key === CTRL_U) line = [];
        else if (ERASE.has(key)) line.pop();
        else line.push(key);
      }
    };
    input.on("data", take);
    input.resume();
  });
}

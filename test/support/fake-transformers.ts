// A folder of local models with a package in place of @huggingface/transformers: its pipelines do what texts say.
// The decision: the vector of a text tells what the package was given: the texts of the call, the length of the text,
// and whether network and pooling are as they must be and no other call was in progress.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratchFolder } from "./scratch.ts";

export const DIMENSION = 3;

const PACKAGE = "node_modules/@huggingface/transformers";
const SOURCE = `
import { readFileSync, writeFileSync } from "node:fs";
export const env = { allowRemoteModels: true, allowLocalModels: false, localModelPath: "" };
export async function pipeline(task, id, options) {
  const config = JSON.parse(readFileSync(env.localModelPath + "/" + id + "/config.json", "utf8"));
  if (config.broken) throw new Error("Unsupported model type: " + config.broken);
  if (config.exits) process.exit(3);
  const isOffline = !env.allowRemoteModels && env.allowLocalModels && options.local_files_only;
  let running = 0;
  const pipe = async (texts, { pooling, normalize }) => {
    running++;
    await new Promise(setImmediate);
    const isAlone = running-- === 1;
    if (texts.includes("die")) process.exit(3);
    if (texts.includes("hang")) {
      writeFileSync(env.localModelPath + "/hangs", "");
      for (;;);
    }
    if (texts.includes("throw")) throw new Error("secret " + texts);
    const isMean = task === "feature-extraction" && pooling === "mean" && normalize === true;
    if (config.tokens) pipe.tokenizer(texts);
    const data = Float32Array.from(texts.flatMap((text) => [texts.length, text.length, isOffline && isMean && isAlone ? 1 : 0]));
    if (texts.includes("nan")) data[0] = NaN;
    if (texts.includes("few")) return { data: data.slice(3), dims: [texts.length - 1, 3] };
    if (texts.includes("cut")) return { data: data.slice(1), dims: [texts.length, 3] };
    if (texts.includes("words")) return { data, dims: [1, texts.length, 3] };
    if (texts.includes("list")) return { data: [...data], dims: [texts.length, 3] };
    return { data, dims: [texts.length, 3] };
  };
  pipe.tokenizer = (texts) => ({ attention_mask: { data: BigInt64Array.from(texts.flatMap((text) => [1n, 1n, 0n])) } });
  return pipe;
}
`;

/** Makes a folder with models, and with the package unless it is to be left out. @param models their config.json */
export function localModels(models: Readonly<Record<string, object>>, hasPackage = true): string {
  const directory = scratchFolder("azimuth-local-");
  for (const [name, config] of Object.entries(models)) {
    mkdirSync(join(directory, name), { recursive: true });
    writeFileSync(join(directory, name, "config.json"), JSON.stringify(config));
  }
  if (!hasPackage) return directory;
  mkdirSync(join(directory, PACKAGE), { recursive: true });
  writeFileSync(join(directory, PACKAGE, "index.js"), SOURCE);
  const about = { name: "@huggingface/transformers", type: "module", main: "index.js" };
  writeFileSync(join(directory, PACKAGE, "package.json"), JSON.stringify(about));
  return directory;
}

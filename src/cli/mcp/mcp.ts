// `azimuth mcp`: offers a running server as tools for an assistant, over the Model Context Protocol.
import type { Command } from "commander";
import { WrongUsage } from "../../errors/usage.ts";
import { languageOptionsOf, sizeOf } from "../common/flag-values.ts";
import { type ServerFlags, serverOf, withAddress } from "../common/server-flags.ts";
import type { DataParts } from "../data/import.ts";
import type { Model } from "./memory.ts";
import { serveMcp } from "./protocol.ts";
import { toolsOf } from "./tools.ts";

export interface McpCommandParts extends DataParts {
  readonly version: string;
  /** Returns a new UUID. */
  readonly newId: () => string;
}

interface McpFlags extends ServerFlags {
  readonly collection?: string;
  readonly readOnly?: boolean;
  readonly model?: string;
  readonly size?: string;
  readonly language?: string;
}

const INSTRUCTIONS =
  "A memory of texts in a database. store keeps a text, find returns the texts that fit some words best, or that match a " +
  "filter over payloads. Vectors may be given instead of words; the caller then computes them, with the same model for " +
  "store and for find, and list_collections returns their dimension.";

export function addMcpCommand(program: Command, parts: McpCommandParts): void {
  withAddress(
    program
      .command("mcp")
      .description(
        "serve the tools store, find and list_collections to an assistant, over the Model Context Protocol (stdio)",
      )
      .option("--collection <name>", "collection of calls that name none")
      .option("--read-only", "omit the tool that writes")
      .option(
        "--model <name>",
        "a model of the server that makes vectors of texts, so that they are also found by their meaning",
      )
      .option("--size <n>", "the size of the model's vectors, for a collection that does not exist yet")
      .option(
        "--language <language>",
        "language of the texts, such as english, so that other forms of a word are found, too; for a collection that does not exist yet",
      ),
  )
    .addHelpText(
      "after",
      '\nIn the settings of an assistant:\n  {"mcpServers": {"azimuth": {"command": "azimuth", "args": ["mcp", "--collection", "notes"],\n' +
        '    "env": {"AZIMUTH_TOKEN": "..."}}}}\n\nThe server has to run. The first text that is stored makes the collection. Logs go to stderr.',
    )
    .action((flags: McpFlags) => parts.run(() => mcp(parts, flags)));
}

/** @throws WrongUsage for a size without a model */
function modelOf({ model, size }: McpFlags): Model | null {
  if (model === undefined && size !== undefined)
    throw new WrongUsage("--size is for --model: it is the size of its vectors");
  return model === undefined
    ? null
    : { name: model, size: size === undefined ? null : sizeOf("--size", size) };
}

async function mcp(parts: McpCommandParts, flags: McpFlags): Promise<boolean> {
  const { version, stdin, stdout, stderr, newId } = parts;
  const { collection = null, readOnly = false } = flags;
  const server = serverOf(flags, parts);
  const texts = languageOptionsOf("--language", flags.language);
  const tools = toolsOf({ server, collection, readOnly, newId, model: modelOf(flags), texts });
  const log = (text: string) => void stderr.write(`azimuth mcp: ${text}\n`);
  await serveMcp({ version, instructions: INSTRUCTIONS, tools, stdin, stdout, log });
  return true;
}

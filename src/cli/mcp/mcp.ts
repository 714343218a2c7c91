// `azimuth mcp`: offers a running server as tools for an assistant, over the Model Context Protocol.
import type { Command } from "commander";
import { type ServerFlags, serverOf, withAddress } from "../common/server-flags.ts";
import type { DataParts } from "../data/import.ts";
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
}

const INSTRUCTIONS =
  "Tools over a vector database. list_collections returns the dimension of the vectors of each collection. The caller " +
  "computes vectors, with the same model for store and for find. Without a vector, find takes a filter over payloads.";

export function addMcpCommand(program: Command, parts: McpCommandParts): void {
  withAddress(
    program
      .command("mcp")
      .description(
        "serve the tools store, find and list_collections to an assistant, over the Model Context Protocol (stdio)",
      )
      .option("--collection <name>", "collection of calls that name none")
      .option("--read-only", "omit the tool that writes"),
  )
    .addHelpText(
      "after",
      '\nIn the settings of an assistant:\n  {"mcpServers": {"azimuth": {"command": "azimuth", "args": ["mcp", "--collection", "notes"],\n' +
        '    "env": {"AZIMUTH_TOKEN": "..."}}}}\n\nThe server has to run. The caller computes the vectors. Logs go to stderr.',
    )
    .action((flags: McpFlags) => parts.run(() => mcp(parts, flags)));
}

async function mcp(parts: McpCommandParts, flags: McpFlags): Promise<boolean> {
  const { version, stdin, stdout, stderr, newId } = parts;
  const { collection = null, readOnly = false } = flags;
  const server = serverOf(flags, parts);
  const tools = toolsOf({ server, collection, readOnly, newId });
  const log = (text: string) => void stderr.write(`azimuth mcp: ${text}\n`);
  await serveMcp({ version, instructions: INSTRUCTIONS, tools, stdin, stdout, log });
  return true;
}

#!/usr/bin/env bash
# Does what an assistant does with `azimuth mcp` over its pipes: stores a text, then finds it by its words.
#   src/examples/mcp.sh [URL]
# The settings of an assistant:
#   {"mcpServers": {"azimuth": {"command": "azimuth", "args": ["mcp", "--collection", "memories", "--language", "english"]}}}
set -euo pipefail
URL=${1:-http://localhost:6573}

HELLO='{"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-06-18",
  "capabilities": {}, "clientInfo": {"name": "example", "version": "1"}}}'
# use TOOL ARGUMENTS: initializes, calls a tool, prints its response
use() {
  local call='{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "'$1'", "arguments": '$2'}}'
  printf '%s\n' "${HELLO//$'\n'/}" "$call" |
    azimuth mcp --collection memories --language english --url "$URL" 2> /dev/null | tail -1
}

use store '{"id": 1, "text": "Ada prefers tea in the morning", "payload": {"about": "Ada"}}'
use find '{"text": "what do people prefer to drink in mornings?"}'
azimuth collections delete memories --yes --url "$URL" > /dev/null

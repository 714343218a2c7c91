#!/usr/bin/env bash
# Does what an assistant does with `azimuth mcp` over its pipes: stores a point, then finds it by its payload.
#   src/examples/mcp.sh [URL]
# The settings of an assistant:
#   {"mcpServers": {"azimuth": {"command": "azimuth", "args": ["mcp", "--collection", "memories"]}}}
set -euo pipefail
URL=${1:-http://localhost:6573}

HELLO='{"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-06-18",
  "capabilities": {}, "clientInfo": {"name": "example", "version": "1"}}}'
# use TOOL ARGUMENTS: initializes, calls a tool, prints its response
use() {
  local call='{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "'$1'", "arguments": '$2'}}'
  printf '%s\n' "${HELLO//$'\n'/}" "$call" | azimuth mcp --collection memories --url "$URL" 2> /dev/null | tail -1
}

azimuth collections create memories --size 2 --url "$URL" > /dev/null
use store '{"id": 1, "vector": [1, 0], "text": "prefers tea", "payload": {"about": "Ada"}}'
use find '{"filter": {"must": [{"key": "about", "match": {"value": "Ada"}}]}}'
azimuth collections delete memories --yes --url "$URL" > /dev/null

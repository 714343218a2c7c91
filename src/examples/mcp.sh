#!/usr/bin/env bash
# What an assistant says to `azimuth mcp` over its pipes: remember something, then find it again by its payload.
#   src/examples/mcp.sh [URL]
# An assistant is told of it by its settings:
#   {"mcpServers": {"azimuth": {"command": "azimuth", "args": ["mcp", "--collection", "memories"]}}}
set -euo pipefail
URL=${1:-http://localhost:6573}

HELLO='{"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-06-18",
  "capabilities": {}, "clientInfo": {"name": "example", "version": "1"}}}'
# use TOOL ARGUMENTS: says hello, calls a tool, shows its answer
use() {
  local call='{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "'$1'", "arguments": '$2'}}'
  printf '%s\n' "${HELLO//$'\n'/}" "$call" | azimuth mcp --collection memories --url "$URL" 2> /dev/null | tail -1
}

azimuth collections create memories --size 2 --url "$URL" > /dev/null
use store '{"id": 1, "vector": [1, 0], "text": "prefers tea", "payload": {"about": "Ada"}}'
use find '{"filter": {"must": [{"key": "about", "match": {"value": "Ada"}}]}}'
azimuth collections delete memories --yes --url "$URL" > /dev/null

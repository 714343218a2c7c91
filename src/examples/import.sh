#!/usr/bin/env bash
# Imports a CSV file into a collection, searches it, and exports it as JSONL.
#   src/examples/import.sh [URL]
set -euo pipefail
URL=${1:-http://localhost:6573}
FOLDER=$(mktemp -d)
trap 'rm -rf "$FOLDER"' EXIT

cat > "$FOLDER/rivers.csv" <<'CSV'
key,name,length_km,embedding
1,Rhine,1230,"[0.9, 0.1, 0.1]"
2,Danube,2850,"[0.7, 0.6, 0.1]"
3,Nile,6650,"[0.1, 0.2, 0.9]"
CSV

azimuth import rivers "$FOLDER/rivers.csv" --id-field key --vector-field embedding --create --url "$URL"
azimuth search rivers '[1, 0, 0]' --limit 1 --filter '{"must": [{"key": "length_km", "range": {"gt": 2000}}]}' --url "$URL"
azimuth export rivers "$FOLDER/rivers.jsonl" --url "$URL"
head -1 "$FOLDER/rivers.jsonl"
azimuth collections delete rivers --yes --url "$URL"

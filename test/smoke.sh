#!/usr/bin/env bash
# Smoke test of an Azimuth server with nothing but curl: every operation once, status and envelope checked.
#
#   test/smoke.sh BASE_URL        for example: test/smoke.sh http://localhost:6573
#
# A server with authentication on is shown the token in AZIMUTH_TOKEN, which needs read and write.
#
# Exit code 0 when all is well, 1 at the first answer that is not as expected. It works in a collection of its own
# and deletes it at the end. Copy it into your CI and cut it to what you need.
set -euo pipefail

BASE=${1:?usage: smoke.sh BASE_URL}
C="$BASE/collections/smoke-$$"
BIG=13570027672830659665
BODY=$(mktemp)
TOKEN=()
if [[ -n ${AZIMUTH_TOKEN:-} ]]; then TOKEN=(-H "Authorization: Bearer $AZIMUTH_TOKEN"); fi
trap 'rm -f "$BODY"; curl -s -o /dev/null ${TOKEN[@]+"${TOKEN[@]}"} -X DELETE "$C"' EXIT

# check NAME STATUS TEXT CURL-ARGUMENTS...: the answer must have this status and contain this text.
check() {
  local name=$1 status=$2 text=$3 got
  shift 3
  got=$(curl -sS -g -o "$BODY" -w '%{http_code}' ${TOKEN[@]+"${TOKEN[@]}"} "$@")
  if [[ $got != "$status" || $(<"$BODY") != *"$text"* ]]; then
    printf 'FAILED  %s\n  expected %s and %s\n  got      %s and %s\n' "$name" "$status" "$text" "$got" "$(<"$BODY")" >&2
    exit 1
  fi
  printf 'ok      %s\n' "$name"
}

check 'GET /'                         200 '"title":"azimuth - vector database"' "$BASE/"
check 'GET /readyz'                   200 'ready' "$BASE/readyz"
check 'GET /status'                   200 '"log":{"first_lsn":' "$BASE/status"
check 'GET /metrics'                  200 'azimuth_log_last_lsn ' "$BASE/metrics"
check 'take a checkpoint'             200 '"trimmed_bytes":' -X POST "$BASE/checkpoint"

check 'is there an admin'             200 '"status":"ok","result":' "$BASE/auth/admin/exists"
check 'login, wrong password'         401 'Invalid username or password' -X POST "$BASE/auth/admin/login" -d '{"password":"not this one"}'
check 'license status'                200 '"max_vectors":' "$BASE/api/service/licenses/status"

check 'create a collection'           200 '"result":true' -X PUT "$C" -d '{"vectors_config":{"size":4,"distance":"Cosine"}}'
check 'create it twice'               409 'Collection already exists: smoke-' -X PUT "$C" -d '{"vectors_config":{"size":4,"distance":"Cosine"}}'
check 'create without vectors_config' 400 'vectors_config is required' -X PUT "$C-x" -d '{}'
check 'list collections'              200 "\"name\":\"smoke-$$\"" "$BASE/collections"
check 'collection info'               200 '"points_count":0' "$C"
check 'collection exists'             200 '"exists":true' "$C/exists"
check 'unknown collection'            404 'Collection not found: ' "$C-x"

check 'upsert points'                 200 '"status":"Completed"' -X PUT "$C/points" -H 'Content-Type: application/json' -d '{
  "points": [
    {"id": 1, "vector": [0.9, 0.1, 0.1, 0.2], "payload": {"city": "Berlin"}},
    {"id": '$BIG', "vector": [0.1, 0.9, 0.1, 0.1], "payload": {"city": "London"}},
    {"id": "550e8400-e29b-41d4-a716-446655440000", "vector": [0.1, 0.1, 0.9, 0.1]}
  ]}'
check 'upsert, wrong dimension'       400 "Dimension mismatch for vector '7': expected 4, got 3" -X PUT "$C/points" -d '{"points":[{"id":7,"vector":[1,2,3]}]}'
check 'upsert, malformed JSON'        400 'Malformed JSON at byte 11' -X PUT "$C/points" -d '{"points":[}'
check 'retrieve points by ids'        200 "\"id\":$BIG,\"payload\":{\"city\": \"London\"}" -X POST "$C/points" -d "{\"ids\":[1,$BIG]}"
check 'retrieve an absent point'      404 'Point not found: 99' -X POST "$C/points" -d '{"ids":[1,99]}'
check 'get one point'                 200 '"city": "Berlin"' "$C/points/1"
check 'count points'                  200 '"count":3' -X POST "$C/points/count" -d '{}'
check 'search'                        200 '"result":[{"id":1,' -X POST "$C/points/search" -d '{"vector":[1,0,0,0],"limit":2}'
check 'search a batch'                200 '"result":[[{"id":1,' -X POST "$C/points/search/batch" -d '{"searches":[{"vector":[1,0,0,0],"limit":1},{"vector":[0,1,0,0],"limit":1}]}'
check 'delete points'                 200 '"status":"Completed"' -X POST "$C/points/delete" -d "{\"points\":[$BIG]}"
check 'count after delete'            200 '"count":2' -X POST "$C/points/count" -d '{}'

# Present in the specification, not implemented: 501 in the core envelope.
for path in 'GET aliases' 'POST snapshots' 'GET snapshots' 'DELETE snapshots/s' 'PUT snapshots/s/recover' \
            'POST operations/flush' 'POST operations/optimize' 'POST operations/rebuild_index' 'GET status' \
            'POST points/search/groups' 'POST points/query/groups' \
            'POST points/recommend' 'POST points/recommend/batch' 'POST points/recommend/groups' \
            'POST points/discover' 'POST points/discover/batch'; do
  check "not implemented: $path"      501 '"status":{"error":"' -X "${path%% *}" "$C/${path#* }"
done
check 'not implemented: GET /aliases' 501 '"status":{"error":"' "$BASE/aliases"
check 'not implemented: POST /aliases' 501 '"status":{"error":"' -X POST "$BASE/aliases"

check 'delete the collection'         200 '"result":true' -X DELETE "$C"
check 'delete it again'               200 '"result":false' -X DELETE "$C"
check 'unknown route'                 404 '"status":{"error":"' "$BASE/nope"
check 'wrong method'                  405 '"status":{"error":"' -X POST "$BASE/collections"
echo 'all is well'

#!/bin/sh
# Smoke test of an Azimuth server with nothing but a POSIX shell and curl: every operation at least once, status and
# envelope checked.
#
#   test/smoke.sh BASE_URL        for example: test/smoke.sh http://localhost:6573
#
# A server with authentication on is shown the token in AZIMUTH_TOKEN, which needs read and write.
# It asks GET /status whether the server was started with --extended-api: aliases, snapshots, groups, facets, matrices,
# recommend, discover and maintenance are used where they are open, and have to answer 501 where they are not. What would
# change the server as a whole (purge, passwords, tokens, the switch, licenses) is called in a way that is refused.
#
# Exit code 0 when all is well, 1 at the first answer that is not as expected. It works in a collection of its own
# and deletes it at the end. Copy it into your CI and cut it to what you need.
set -eu

BASE=${1:?usage: smoke.sh BASE_URL}
C="$BASE/collections/smoke-$$"
BIG=13570027672830659665
BODY=$(mktemp)
trap 'rm -f "$BODY"; ask -s -o /dev/null -X DELETE "$C"' EXIT
trap 'exit 1' INT TERM

# ask CURL-ARGUMENTS...: curl with the token, if there is one.
ask() {
  if [ -n "${AZIMUTH_TOKEN:-}" ]; then set -- -H "Authorization: Bearer $AZIMUTH_TOKEN" "$@"; fi
  curl "$@"
}

# has TEXT PART: whether the text contains the part.
has() {
  case $1 in *"$2"*) ;; *) return 1 ;; esac
}

# check NAME STATUS TEXT CURL-ARGUMENTS...: the answer must have this status, or one of them (401|403), and contain this text.
check() {
  name=$1 status=$2 text=$3
  shift 3
  got=$(ask -sS -g -o "$BODY" -w '%{http_code}' "$@")
  if ! has "|$status|" "|$got|" || ! has "$(tr -d '\000' <"$BODY")" "$text"; then
    printf 'FAILED  %s\n  expected %s and %s\n  got      %s and %s\n' "$name" "$status" "$text" "$got" "$(tr -d '\000' <"$BODY")" >&2
    exit 1
  fi
  printf 'ok      %s\n' "$name"
}

# post NAME TEXT PATH BODY: a POST below the collection that succeeds.
post() { check "$1" 200 "$2" -X POST "$C/$3" -d "$4"; }

check 'GET /'                         200 '"title":"azimuth - vector database"' "$BASE/"
check 'GET /healthz'                  200 'healthz' "$BASE/healthz"
check 'GET /livez'                    200 '' "$BASE/livez"
check 'GET /openapi.json'             200 '"openapi":"3.1.0"' "$BASE/openapi.json"
check 'GET /cluster'                  200 'disabled' "$BASE/cluster"
check 'GET /readyz'                   200 'ready' "$BASE/readyz"
check 'GET /status'                   200 '"log":{"first_lsn":' "$BASE/status"
check 'GET /metrics'                  200 'azimuth_log_last_lsn ' "$BASE/metrics"
EXTENDED=no
if has "$(ask -sS "$BASE/status")" '"extended_api":true'; then EXTENDED=yes; fi
check 'take a checkpoint'             200 '"trimmed_bytes":' -X POST "$BASE/checkpoint"

check 'is there an admin'             200 '"status":"ok","result":' "$BASE/auth/admin/exists"
check 'login, wrong password'         401 'Invalid username or password' -X POST "$BASE/auth/admin/login" -d '{"password":"not this one"}'
check 'make an admin, no password'    '400|401|403|409' 'error' -X POST "$BASE/auth/admin" -d '{}'
check 'new password, no login'        '401|403' 'error' -X POST "$BASE/auth/admin/reset-password" -d '{"password":"x"}'
check 'the switch, no login'          '401|403' 'error' -X PATCH "$BASE/auth/enabled" -d '{"enabled":false}'
check 'make a token, no login'        '401|403' 'error' -X POST "$BASE/auth/api_key" -d '{"name":"x","permission":"read"}'
check 'list tokens, no login'         '401|403' 'error' "$BASE/auth/api_keys"
check 'rotate a token, no login'      '401|403' 'error' -X POST "$BASE/auth/api_key/1/rotate"
check 'delete a token, no login'      '401|403' 'error' -X DELETE "$BASE/auth/api_key/1"
check 'add a license, no key'         '400|401|403' 'error' -X POST "$BASE/api/service/licenses/add" -d '{}'
check 'purge, mistyped'               '400|401|403' 'error' -X POST "$BASE/purge?dry=1"
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
check 'change the collection'         200 '"result":true' -X PATCH "$C" -d '{"optimizers_config":{"deleted_threshold":0.3}}'
check 'an unknown field'              400 'filters: unknown field; did you mean filter?' -X POST "$C/points/count" -d '{"filters":{}}'
check 'index a payload field'         200 '"status":"Completed"' -X PUT "$C/index" -d '{"field_name":"city","field_schema":"keyword"}'
post  'scroll'                        '"next_page_offset":' points/scroll '{"limit":1}'
post  'query'                         '"points":[{"id":1,' points/query '{"query":[1,0,0,0],"limit":1}'
post  'query a batch'                 '"points":[{"id":1,' points/query/batch '{"searches":[{"query":[1,0,0,0],"limit":1}]}'
post  'import lines'                  '"accepted":2' points/import '{"id":11,"vector":[0,1,0,0],"payload":{"city":"Oslo"}}
{"id":12,"vector":[0,1,0,1]}'
check 'import nothing that is right'  400 'Nothing was imported' -X POST "$C/points/import" -d '{"id":13}'
check 'update vectors'                200 '"status":"Completed"' -X PUT "$C/points/vectors" -d '{"points":[{"id":12,"vector":[1,1,0,1]}]}'
post  'delete vectors'                '"status":"Completed"' points/vectors/delete '{"points":[12],"vector":[""]}'
post  'set payload'                   '"status":"Completed"' points/payload '{"payload":{"a":1},"points":[11]}'
check 'overwrite payload'             200 '"status":"Completed"' -X PUT "$C/points/payload" -d '{"payload":{"a":1,"b":2},"points":[12]}'
post  'delete payload'                '"status":"Completed"' points/payload/delete '{"keys":["a"],"points":[12]}'
post  'clear payload'                 '"status":"Completed"' points/payload/clear '{"points":[12]}'
post  'several writes'                '"status":"Completed"' points/batch '{"operations":[{"delete":{"points":[12]}}]}'
post  'a map of the points'           'AZP1' points/projection '{"limit":10}'
post  'the graph around a point'      '"nodes":[' graph/neighborhood '{"point":1}'
post  'the walk of a search'          '"segments":[' graph/walk '{"query":[1,0,0,0],"limit":2}'
check 'drop the index'                200 '"status":"Completed"' -X DELETE "$C/index/city"
post  'delete the imported'           '"status":"Completed"' points/delete '{"points":[11]}'

check 'delete points'                 200 '"status":"Completed"' -X POST "$C/points/delete" -d "{\"points\":[$BIG]}"
check 'count after delete'            200 '"count":2' -X POST "$C/points/count" -d '{}'

SNAPSHOT=s
if [ $EXTENDED = yes ]; then
  check 'index the field again'       200 '"status":"Completed"' -X PUT "$C/index" -d '{"field_name":"city","field_schema":"keyword"}'
  check 'make an alias'               200 '"result":true' -X POST "$BASE/aliases" -d '{"actions":[{"create_alias":{"collection_name":"smoke-'$$'","alias_name":"smoke-alias-'$$'"}}]}'
  check 'list aliases'                200 "smoke-alias-$$" "$BASE/aliases"
  check 'aliases of the collection'   200 "smoke-alias-$$" "$C/aliases"
  check 'drop the alias'              200 '"result":true' -X POST "$BASE/collections/aliases" -d '{"actions":[{"delete_alias":{"alias_name":"smoke-alias-'$$'"}}]}'
  post  'groups of a search'          '"groups":[' points/search/groups '{"vector":[1,0,0,0],"group_by":"city","limit":2}'
  post  'groups of a query'           '"groups":[' points/query/groups '{"query":[1,0,0,0],"group_by":"city","limit":2}'
  post  'recommend'                   '"result":[' points/recommend '{"positive":[1],"limit":2}'
  post  'recommend a batch'           '"result":[[' points/recommend/batch '{"searches":[{"positive":[1],"limit":2}]}'
  post  'groups of recommendations'   '"groups":[' points/recommend/groups '{"positive":[1],"group_by":"city","limit":2}'
  post  'discover'                    '"result":[' points/discover '{"target":[1,0,0,0],"context":[{"positive":1,"negative":[0,1,0,0]}],"limit":2}'
  post  'discover a batch'            '"result":[[' points/discover/batch '{"searches":[{"target":[1,0,0,0],"limit":2}]}'
  post  'facet'                       '"value":"Berlin"' facet '{"key":"city"}'
  post  'distances, as pairs'         '"pairs":[' points/search/matrix/pairs '{"sample":4,"limit":2}'
  post  'distances, as a matrix'      '"offsets_row":[' points/search/matrix/offsets '{"sample":4,"limit":2}'
  post  'flush'                       '"status":"ok"' operations/flush '{}'
  post  'optimize'                    '"status":"ok"' operations/optimize '{}'
  post  'rebuild the index'           '"status":"ok"' operations/rebuild_index '{}'
  check 'status of the collection'    200 '"points_count":2' "$C/status"
  post  'take a snapshot'             '"name":"' snapshots '{}'
  SNAPSHOT=$(sed 's/.*"name":"\([^"]*\)".*/\1/' "$BODY")
  # Snapshots are all data: listing and fetching them takes admin, too, recovering from one a login.
  check 'list snapshots'              '200|403' '' "$C/snapshots"
  check 'fetch a snapshot'            '200|403' '' "$C/snapshots/$SNAPSHOT"
  check 'recover from a snapshot'     '200|403' '' -X PUT "$C/snapshots/$SNAPSHOT/recover"
  check 'recover by its name'         '200|403' '' -X PUT "$C/snapshots/recover" -d "{\"location\":\"$SNAPSHOT\"}"
  check 'delete the snapshot'         200 '"result":true' -X DELETE "$C/snapshots/$SNAPSHOT"
else
  # The specification wants 501 of these unless the server was started with --extended-api. The texts say so.
  for path in 'GET aliases' 'POST snapshots' 'DELETE snapshots/s' \
              'POST operations/flush' 'POST operations/optimize' 'POST operations/rebuild_index' 'GET status' \
              'POST points/search/groups' 'POST points/query/groups' \
              'POST points/recommend' 'POST points/recommend/batch' 'POST points/recommend/groups' \
              'POST points/discover' 'POST points/discover/batch' \
              'POST facet' 'POST points/search/matrix/pairs' 'POST points/search/matrix/offsets'; do
    check "closed: $path"             501 '--extended-api' -X "${path%% *}" "$C/${path#* }"
  done
  for path in 'GET snapshots' 'GET snapshots/s' 'PUT snapshots/s/recover' 'PUT snapshots/recover'; do
    check "closed: $path"             '501|403' '"status":{"error":"' -X "${path%% *}" "$C/${path#* }"
  done
  check 'closed: GET /aliases'        501 '--extended-api' "$BASE/aliases"
  check 'closed: POST /aliases'       501 '--extended-api' -X POST "$BASE/aliases"
  check 'closed: POST .../aliases'    501 '--extended-api' -X POST "$BASE/collections/aliases"
fi

check 'delete, to be undone'          200 '"result":true' -X DELETE "$C?undo_seconds=60"
check 'restore it'                    '200|403' '' -X POST "$C/restore"
check 'delete the collection'         200 '"result":' -X DELETE "$C?purge=true"
check 'delete it again'               200 '"result":false' -X DELETE "$C"
check 'unknown route'                 404 '"status":{"error":"' "$BASE/nope"
check 'wrong method'                  405 '"status":{"error":"' -X POST "$BASE/collections"
echo 'all is well'

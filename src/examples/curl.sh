#!/usr/bin/env bash
# Stores three points and searches them, with curl only.
#   src/examples/curl.sh [URL]
set -euo pipefail
URL=${1:-http://localhost:6573}
# With authentication on, add: --header "Authorization: Bearer $AZIMUTH_TOKEN"
call() { curl --silent --show-error --fail-with-body "$@"; }

call -X PUT "$URL/collections/curl-cities" --data '{"vectors_config": {"size": 3, "distance": "Cosine"}}'
echo
call -X PUT "$URL/collections/curl-cities/points" --data '{"points": [
  {"id": 1, "vector": [0.9, 0.1, 0.1], "payload": {"city": "Berlin", "country": "DE"}},
  {"id": 2, "vector": [0.1, 0.9, 0.1], "payload": {"city": "London", "country": "GB"}},
  {"id": 3, "vector": [0.7, 0.3, 0.2], "payload": {"city": "Munich", "country": "DE"}}]}'
echo
call -X POST "$URL/collections/curl-cities/points/search" --data '{
  "vector": [0.6, 0.4, 0.1], "limit": 2, "with_payload": ["city"],
  "filter": {"must": [{"key": "country", "match": {"value": "DE"}}]}}'
echo
call -X DELETE "$URL/collections/curl-cities"
echo

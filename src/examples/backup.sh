#!/usr/bin/env bash
# Makes a backup beside a running server, verifies every byte of it, and restores a data directory from it.
#   src/examples/backup.sh DATA_DIR TARGET
# Run it as the user of the server. TARGET must not exist; afterwards it holds backup/ and restored/.
set -euo pipefail
DATA_DIR=$1
TARGET=$2

mkdir "$TARGET"
azimuth backup "$TARGET/backup" --data-dir "$DATA_DIR"
azimuth verify "$TARGET/backup"
azimuth restore "$TARGET/backup" --data-dir "$TARGET/restored"
# A server can start on it: azimuth serve --data-dir "$TARGET/restored"

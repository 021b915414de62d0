#!/bin/sh
# Restores a backup into the empty database of DATABASE_URL, and looks whether every store's secrets open with SECRET_KEY:
#   DATABASE_URL=… SECRET_KEY=… deploy/restore.sh /backups/ucp-host-20261121T030000Z.db
set -eu
file=${1:?which backup}
file=$(cd "$(dirname "$file")" && pwd)/$(basename "$file")
cd "$(dirname "$0")/.."
node src/main.ts restore "$file"
node src/main.ts migrate --status
node src/main.ts stores

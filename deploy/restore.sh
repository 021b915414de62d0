#!/bin/sh
# Restores a backup into the empty database of DATABASE_URL, and looks whether every store's secrets open with SECRET_KEY:
#   DATABASE_URL=… SECRET_KEY=… deploy/restore.sh /backups/ucp-host-20261121T030000Z.db
# In a checkout, name the command: UCP_HOST='npm run -s cli --'
set -eu
file=${1:?which backup}
file=$(cd "$(dirname "$file")" && pwd)/$(basename "$file")
${UCP_HOST:-ucp-host} restore "$file"
${UCP_HOST:-ucp-host} migrate --status
${UCP_HOST:-ucp-host} stores

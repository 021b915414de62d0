#!/bin/sh
# Restores a backup into the empty database of DATABASE_URL, and checks that SECRET_KEY decrypts every store's secrets:
#   DATABASE_URL=… SECRET_KEY=… deploy/restore.sh /backups/ucp-host-20261121T030000Z.db
# In a checkout, name the command: UCP_HOST='npm run -s cli --'
set -eu
file=${1:?give the backup file}
file=$(cd "$(dirname "$file")" && pwd)/$(basename "$file")
${UCP_HOST:-ucp-host} restore "$file"
${UCP_HOST:-ucp-host} migrate --status
${UCP_HOST:-ucp-host} stores

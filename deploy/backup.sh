#!/bin/sh
# Writes a backup into a folder and deletes the oldest. For cron or a systemd timer, with the service's settings:
#   DATABASE_URL=… SECRET_KEY=… deploy/backup.sh /backups [number of backups to keep, 14]
# In a checkout, name the command: UCP_HOST='npm run -s cli --'
set -eu
folder=${1:?give the folder for the backups}
keep=${2:-14}
case $keep in '' | *[!0-9]* | 0) echo "the number of backups to keep must be a whole number above 0" >&2; exit 2 ;; esac
umask 077
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
${UCP_HOST:-ucp-host} backup "$folder/ucp-host-$(date -u +%Y%m%dT%H%M%SZ).db"
# Runs only after the new backup was verified. Names sort by time.
ls "$folder" | grep -E '^ucp-host-[0-9TZ]+\.db$' | sort -r | tail -n "+$((keep + 1))" | while read -r old; do
  rm -- "$folder/$old"
done

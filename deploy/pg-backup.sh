#!/bin/sh
# Dumps the PostgreSQL database of DATABASE_URL into a folder with its own tools, and keeps the newest. For large installations, whose
# backups the service itself would take long over. The client must not be older than the server: pg_dump refuses that.
#   DATABASE_URL=postgres://… deploy/pg-backup.sh /backups [how many are kept, 14]
# Back, into an empty database:
#   pg_restore --exit-on-error --no-owner --dbname "$DATABASE_URL" /backups/ucp-host-20261121T030000Z.dump
set -eu
folder=${1:?where to}
keep=${2:-14}
case $keep in '' | *[!0-9]* | 0) echo "how many are kept must be a number above 0" >&2; exit 2 ;; esac
case ${DATABASE_URL:?which database} in postgres://* | postgresql://*) ;; *) echo "DATABASE_URL is no PostgreSQL: use deploy/backup.sh" >&2; exit 2 ;; esac
umask 077
mkdir -p "$folder"
file="$folder/ucp-host-$(date -u +%Y%m%dT%H%M%SZ).dump"
trap 'rm -f -- "$file.part"' EXIT
pg_dump --format=custom --no-owner --file="$file.part" --dbname="$DATABASE_URL"
# What cannot be listed cannot be restored.
pg_restore --list "$file.part" >/dev/null
mv -- "$file.part" "$file"
# Only once the new one is there. Names sort by time.
ls "$folder" | grep -E '^ucp-host-[0-9TZ]+\.dump$' | sort -r | tail -n "+$((keep + 1))" | while read -r old; do
  rm -- "$folder/$old"
done
echo "Everything is in $file"

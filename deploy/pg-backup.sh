#!/bin/sh
# Dumps the PostgreSQL database of DATABASE_URL into a folder with pg_dump, and deletes the oldest dumps.
# The client must not be older than the server: pg_dump refuses that.
#   DATABASE_URL=postgres://… deploy/pg-backup.sh /backups [number of dumps to keep, 14]
# Restores a dump into an empty database:
#   pg_restore --exit-on-error --no-owner --dbname "$DATABASE_URL" /backups/ucp-host-20261121T030000Z.dump
set -eu
folder=${1:?give the folder for the dumps}
keep=${2:-14}
case $keep in '' | *[!0-9]* | 0) echo "the number of dumps to keep must be a whole number above 0" >&2; exit 2 ;; esac
case ${DATABASE_URL:?set it to postgres://…} in postgres://* | postgresql://*) ;; *) echo "DATABASE_URL must begin with postgres://; for SQLite use deploy/backup.sh" >&2; exit 2 ;; esac
umask 077
mkdir -p "$folder"
file="$folder/ucp-host-$(date -u +%Y%m%dT%H%M%SZ).dump"
trap 'rm -f -- "$file.part"' EXIT
pg_dump --format=custom --no-owner --file="$file.part" --dbname="$DATABASE_URL"
# A dump that cannot be listed cannot be restored.
pg_restore --list "$file.part" >/dev/null
mv -- "$file.part" "$file"
# Runs only after the new dump is complete. Names sort by time.
ls "$folder" | grep -E '^ucp-host-[0-9TZ]+\.dump$' | sort -r | tail -n "+$((keep + 1))" | while read -r old; do
  rm -- "$folder/$old"
done
echo "Dumped into $file"

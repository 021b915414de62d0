#!/bin/sh
# Builds the container image from the base image that its tag names now, pinned by digest, and says which it was:
#   deploy/build-image.sh ucp-host:1.2.3 [node:24-bookworm-slim]
# Keep the digest with the release: the same one builds the same image again (deploy/build-image.sh ucp-host:1.2.3 node@sha256:…).
set -eu
tag=${1:?which tag}
base=${2:-node:24-bookworm-slim}
cd "$(dirname "$0")/.."
case $base in
  *@sha256:*) pinned=$base ;;
  *) pinned=$base@$(docker buildx imagetools inspect --format '{{.Manifest.Digest}}' "$base") ;;
esac
if ! printf '%s' "$pinned" | grep -Eq '@sha256:[0-9a-f]{64}$'; then
  echo "The digest of $base could not be learned: $pinned" >&2
  exit 1
fi
docker build --build-arg "NODE_IMAGE=$pinned" --label "org.opencontainers.image.base.name=$pinned" --tag "$tag" .
echo "$tag is built from $pinned"

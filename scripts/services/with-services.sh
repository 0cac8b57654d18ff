#!/usr/bin/env bash
# with-services.sh COMMAND...: runs the command with CHROMA_URL and DATABASE_URL pointing at real servers.
# A server whose address is already in the environment, or that runs already, is used as it is. The others are started
# (and installed, when missing) on loopback, and stopped afterwards. The exit code is the command's.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
started=()

stop_started() {
  local service
  for service in "${started[@]}"; do bash "$here/start-$service.sh" stop || true; done
}
trap stop_started EXIT

# The address of a service, which is started when it does not run, goes into the variable named.
provide() {
  local variable=$1 service=$2 url=${!1:-}
  if [ -z "$url" ] && ! url=$(bash "$here/start-$service.sh" status); then
    started+=("$service")
    url=$(bash "$here/start-$service.sh" start)
  fi
  export "$variable=$url"
}

provide CHROMA_URL chroma
provide DATABASE_URL postgres
echo "Chroma at $CHROMA_URL, PostgreSQL at $DATABASE_URL" >&2

"$@"

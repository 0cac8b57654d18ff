#!/usr/bin/env bash
# A PostgreSQL server for tests: start-postgres.sh start | stop | status. Settings: SERVICES_HOME, POSTGRES_PORT.
# `start` installs Debian's package if there is no PostgreSQL, makes a cluster of its own, waits until it answers and
# prints its address on the last line. `stop` ends that cluster's server and no other. `status` prints the address of one
# that runs, or fails.
set -euo pipefail

port=${POSTGRES_PORT:-15432}
home=${SERVICES_HOME:-${TMPDIR:-/tmp}/miramate-services}/postgres
cluster=$home/cluster-$port
log=$home/$port.log
url=postgresql://postgres@127.0.0.1:$port/postgres

programs() { ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1; }

# PostgreSQL refuses to run as root.
as_owner() { if [ "$(id -u)" = 0 ]; then (cd / && runuser -u postgres -- "$@"); else "$@"; fi; }

answers() { "$(programs)/pg_isready" -q -h 127.0.0.1 -p "$port"; }

is_ours() { [ -n "$(programs)" ] && [ -d "$cluster" ] && as_owner "$(programs)/pg_ctl" -D "$cluster" status >/dev/null 2>&1; }

install() {
  [ -n "$(programs)" ] && return
  apt-get update -qq >&2
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql >&2
}

start() {
  install
  if is_ours && answers; then echo "$url"; return; fi
  if answers; then echo "Port $port is taken by a server that this script did not start." >&2; exit 1; fi
  mkdir -p "$cluster"
  touch "$log"
  chmod 755 "$home"
  if [ "$(id -u)" = 0 ]; then chown postgres "$cluster" "$log"; fi
  if [ ! -s "$cluster/PG_VERSION" ]; then
    as_owner "$(programs)/initdb" -D "$cluster" -U postgres --auth=trust -E UTF8 --locale=C.UTF-8 --no-sync >/dev/null
  fi
  as_owner "$(programs)/pg_ctl" -D "$cluster" -l "$log" -w -t 60 -o "-p $port -h 127.0.0.1 -k $cluster" start >/dev/null || {
    echo "PostgreSQL did not start:" >&2
    tail -20 "$log" >&2
    exit 1
  }
  echo "$url"
}

stop() { if is_ours; then as_owner "$(programs)/pg_ctl" -D "$cluster" -m fast -w stop >/dev/null; fi; }

case ${1:-} in
  start) start ;;
  stop) stop ;;
  status) is_ours && answers && echo "$url" ;;
  *) echo "usage: $0 start|stop|status" >&2; exit 2 ;;
esac

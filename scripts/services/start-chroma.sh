#!/usr/bin/env bash
# A Chroma server for tests: start-chroma.sh start | stop | status. Settings: SERVICES_HOME, CHROMA_PORT, CHROMA_VERSION.
# `start` installs the server if it is missing, waits until it answers and prints its address on the last line; it
# fails if something else has the port. `stop` ends the process that `start` has started here, and no other. `status` prints the address
# of one that runs, or fails.
#
# The server is the compiled extension inside the Python wheel and needs none of the wheel's dependencies. (The one in
# the npm package needs a newer C library than Debian 12 has.)
set -euo pipefail

version=${CHROMA_VERSION:-1.5.9}
port=${CHROMA_PORT:-18000}
home=${SERVICES_HOME:-${TMPDIR:-/tmp}/miramate-services}/chroma
venv=$home/python-$version
pid_file=$home/$port.pid
log=$home/$port.log
url=http://127.0.0.1:$port

answers() { curl -fsS -m 2 -o /dev/null "$url/api/v2/heartbeat" 2>/dev/null; }

# The recorded process is alive and is the one on this port (a pid may have been given to another process since).
is_ours() {
  [ -s "$pid_file" ] && tr '\0' ' ' <"/proc/$(cat "$pid_file")/cmdline" 2>/dev/null | grep -q -- "--port $port "
}

install() {
  [ -f "$venv/installed" ] && return
  rm -rf "$venv"
  python3 -m venv "$venv"
  "$venv/bin/pip" install -q --disable-pip-version-check --no-deps --only-binary :all: "chromadb==$version" >&2
  touch "$venv/installed"
}

start() {
  mkdir -p "$home"
  if is_ours && answers; then echo "$url"; return; fi
  if answers; then echo "Port $port is taken by a server that this script did not start." >&2; exit 1; fi
  install
  local run="import sys, chromadb_rust_bindings as chroma; chroma.cli(['chroma', *sys.argv[1:]])"
  ANONYMIZED_TELEMETRY=False nohup "$venv/bin/python" -c "$run" run \
    --path "$home/data-$port" --host 127.0.0.1 --port "$port" </dev/null >"$log" 2>&1 &
  echo $! >"$pid_file"
  for _ in $(seq 300); do
    if answers; then echo "$url"; return; fi
    is_ours || break
    sleep 0.1
  done
  echo "Chroma did not start:" >&2
  tail -20 "$log" >&2
  stop
  exit 1
}

stop() {
  if is_ours; then
    local pid; pid=$(cat "$pid_file")
    kill "$pid"
    for _ in $(seq 100); do is_ours || break; sleep 0.1; done
    if is_ours; then kill -9 "$pid"; fi
  fi
  rm -f "$pid_file"
}

case ${1:-} in
  start) start ;;
  stop) stop ;;
  status) is_ours && answers && echo "$url" ;;
  *) echo "usage: $0 start|stop|status" >&2; exit 2 ;;
esac

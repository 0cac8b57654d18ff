#!/usr/bin/env bash
# Builds ../assets/e5.wasm from kernel.c. Needs `pip install ziglang==0.17.1` (a C compiler for WebAssembly);
# with that version the result is the committed file, byte for byte. Without -ffast-math: it brings no speed here, and
# strict arithmetic gives the same vectors whatever the compiler's version.
set -euo pipefail
cd "$(dirname "$0")"
"${PYTHON:-python3}" -m ziglang cc -target wasm32-freestanding -O3 -msimd128 -nostdlib \
  -fno-builtin-memcpy -fno-builtin-memset -Wl,--no-entry -Wl,--export-dynamic -Wl,--strip-all \
  -o "${1:-../assets/e5.wasm}" kernel.c

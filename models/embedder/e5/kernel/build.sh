#!/usr/bin/env bash
# Builds e5.wasm and e5-relaxed.wasm from kernel.c into ../assets, or into the folder that is given.
# Needs `pip install ziglang==0.17.1` (a C compiler for WebAssembly); with that version the results are the
# committed files, byte for byte. Without -ffast-math, and without contraction to fused multiply-add, which
# relaxed SIMD would leave to the machine: strict arithmetic gives the same vectors everywhere.
set -euo pipefail
cd "$(dirname "$0")"
folder="${1:-../assets}"
build() {
  "${PYTHON:-python3}" -m ziglang cc -target wasm32-freestanding -O3 -ffp-contract=off -nostdlib \
    -fno-builtin-memcpy -fno-builtin-memset -Wall -Wextra \
    -Wl,--no-entry -Wl,--export-dynamic -Wl,--strip-all "${@:2}" -o "$folder/$1" kernel.c
}
build e5.wasm -msimd128
build e5-relaxed.wasm -msimd128 -mrelaxed-simd

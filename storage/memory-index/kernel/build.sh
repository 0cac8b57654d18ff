#!/usr/bin/env bash
# Builds binary.ts from products.c. Needs `pip install ziglang==0.17.1` (a C compiler for WebAssembly); with that version the
# result is the committed file, byte for byte.
set -euo pipefail
cd "$(dirname "$0")"
wasm=$(mktemp)
trap 'rm -f "$wasm"' EXIT
"${PYTHON:-python3}" -m ziglang cc -target wasm32-freestanding -O3 -msimd128 -nostdlib \
  -Wl,--no-entry -Wl,--strip-all -Wl,-z,stack-size=0 -o "$wasm" products.c
{
  echo '/** products.c in WebAssembly, in base64; written by build.sh. */'
  echo 'export const PRODUCTS_WASM ='
  echo "  \"$(base64 -w 0 "$wasm")\";"
} >binary.ts

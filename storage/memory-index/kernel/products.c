/*
 * Inner products of one vector with many, in WebAssembly SIMD128: more than ten times as fast as JavaScript, which is what makes
 * comparing a question with every memory cheaper than an index that finds nearly the right ones. Freestanding: no libc,
 * no imports, no state. Built by build.sh; called from ../vector-memory.ts, which lays out the memory from `heap` on.
 */
#include <stdint.h>
#include <wasm_simd128.h>

#define EXPORT(name) __attribute__((export_name(#name)))

extern unsigned char __heap_base;

EXPORT(heap) unsigned char *heap(void) { return &__heap_base; }

/*
 * out[n] = question . vectors[n]. `dimension` is a multiple of 16; the vectors lie one after another. Sums stay far
 * below 2^31: 128 * 128 * dimension.
 */
EXPORT(products)
void products(const int16_t *question, const int8_t *vectors, int32_t count, int32_t dimension, int32_t *out) {
  for (int32_t n = 0; n < count; n++, vectors += dimension) {
    v128_t low = wasm_i32x4_splat(0), high = low;
    for (int32_t d = 0; d < dimension; d += 16) {
      v128_t vector = wasm_v128_load(vectors + d);
      low = wasm_i32x4_add(low, wasm_i32x4_dot_i16x8(wasm_v128_load(question + d), wasm_i16x8_extend_low_i8x16(vector)));
      high = wasm_i32x4_add(
          high, wasm_i32x4_dot_i16x8(wasm_v128_load(question + d + 8), wasm_i16x8_extend_high_i8x16(vector)));
    }
    v128_t sum = wasm_i32x4_add(low, high);
    out[n] = wasm_i32x4_extract_lane(sum, 0) + wasm_i32x4_extract_lane(sum, 1) + wasm_i32x4_extract_lane(sum, 2) +
             wasm_i32x4_extract_lane(sum, 3);
  }
}

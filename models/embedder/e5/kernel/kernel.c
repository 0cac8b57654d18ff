/*
 * Forward pass of multilingual-e5-small (a BERT encoder: 12 layers, 12 heads, 384 wide) in WebAssembly
 * SIMD128. Freestanding: no libc, no imports. Built by build.sh; called from ../kernel.ts; the weights come
 * from ../model-file.ts.
 *
 * Arithmetic. Weights stay in 4 bit (Q4_0: blocks of 32 with one half-precision scale). For the integer
 * products a row gets one float scale, and each of its blocks an integer multiplier, so that
 *     weight = (nibble - 8) * multiplier[block] * scale[row].
 * Activations are quantised to 11 bits and sign, with one scale a token. Two rows at a time are expanded to
 * int16, which fits the L1 cache, and multiplied with four tokens. Everything else is float32.
 */
#include <stddef.h>
#include <stdint.h>
#include <wasm_simd128.h>

#define EXPORT(name) __attribute__((export_name(#name)))

enum {
  HIDDEN = 384,
  FEED = 1536,
  HEADS = 12,
  HEAD = HIDDEN / HEADS,
  LAYERS = 12,
  MAX_TOKENS = 512, /* in one call, and in one sequence: the model knows 512 positions */
  BLOCK = 32,       /* weights that share a scale */
  BLOCK_BYTES = BLOCK / 2,
  HIDDEN_BLOCKS = HIDDEN / BLOCK,
};

typedef float f32x4 __attribute__((vector_size(16)));
typedef int32_t i32x4 __attribute__((vector_size(16)));

/* ---- memory: a bump allocator, nothing is ever freed ---- */

extern unsigned char __heap_base;

EXPORT(alloc) void *alloc(size_t bytes) {
  static size_t top;
  if (top == 0) top = (size_t)&__heap_base;
  top = (top + 63) & ~(size_t)63;
  size_t start = top;
  top += bytes;
  size_t needed = (top + 65535) >> 16, present = __builtin_wasm_memory_size(0);
  if (needed > present && __builtin_wasm_memory_grow(0, needed - present) == (size_t)-1) __builtin_trap();
  return (void *)start;
}

/* The compiler may call these two whatever the flags. */
void *memcpy(void *to, const void *from, size_t bytes) {
  char *t = to;
  const char *f = from;
  while (bytes--) *t++ = *f++;
  return to;
}
void *memset(void *to, int value, size_t bytes) {
  char *t = to;
  while (bytes--) *t++ = (char)value;
  return to;
}

/* ---- small mathematics ---- */

static inline f32x4 splat(float x) { return (f32x4){x, x, x, x}; }
static inline f32x4 load(const float *from) { return (f32x4)wasm_v128_load(from); }
static inline void store(float *to, f32x4 v) { wasm_v128_store(to, (v128_t)v); }
static inline float sum(f32x4 v) { return v[0] + v[1] + v[2] + v[3]; }
static inline int32_t sum_int(v128_t v) {
  i32x4 i = (i32x4)v;
  return i[0] + i[1] + i[2] + i[3];
}

static inline float half_to_float(uint16_t half) {
  uint32_t sign = (uint32_t)(half & 0x8000) << 16, exponent = (half >> 10) & 31, mantissa = half & 0x3ff;
  if (exponent == 0) {
    float subnormal = (float)mantissa * 5.9604644775390625e-8f; /* 2^-24 */
    return sign ? -subnormal : subnormal;
  }
  union {
    uint32_t bits;
    float value;
  } single;
  single.bits = exponent == 31 ? (sign | 0x7f800000u | (mantissa << 13))
                               : (sign | ((exponent + 112) << 23) | (mantissa << 13));
  return single.value;
}

/* e^x by range reduction to 2^n * e^r and the Cephes polynomial for e^r; relative error about 2e-7. */
static inline f32x4 exp4(f32x4 x) {
  x = (f32x4)wasm_f32x4_max((v128_t)x, (v128_t)splat(-87.f));
  x = (f32x4)wasm_f32x4_min((v128_t)x, (v128_t)splat(87.f));
  f32x4 n = (f32x4)wasm_f32x4_nearest((v128_t)(x * splat(1.44269504f)));
  f32x4 r = x - n * splat(0.693359375f) - n * splat(-2.12194440e-4f);
  f32x4 p = splat(1.9875691500e-4f);
  p = p * r + splat(1.3981999507e-3f);
  p = p * r + splat(8.3334519073e-3f);
  p = p * r + splat(4.1665795894e-2f);
  p = p * r + splat(1.6666665459e-1f);
  p = p * r + splat(5.0000001201e-1f);
  p = p * r * r + r + splat(1.f);
  v128_t exponent = wasm_i32x4_add(wasm_i32x4_trunc_sat_f32x4((v128_t)n), wasm_i32x4_splat(127));
  return p * (f32x4)wasm_i32x4_shl(exponent, 23);
}

/* x * Phi(x), with erf by Abramowitz and Stegun 7.1.26; absolute error of erf below 1.5e-7. */
static inline f32x4 gelu4(f32x4 x) {
  f32x4 z = x * splat(0.70710678f), a = (f32x4)wasm_f32x4_abs((v128_t)z);
  f32x4 t = splat(1.f) / (splat(1.f) + splat(0.3275911f) * a);
  f32x4 p = splat(1.061405429f);
  p = p * t + splat(-1.453152027f);
  p = p * t + splat(1.421413741f);
  p = p * t + splat(-0.284496736f);
  p = p * t + splat(0.254829592f);
  f32x4 erf = splat(1.f) - p * t * exp4(-a * a);
  v128_t sign = wasm_v128_and((v128_t)z, wasm_i32x4_splat(0x80000000));
  erf = (f32x4)wasm_v128_or((v128_t)erf, sign);
  return splat(0.5f) * x * (splat(1.f) + erf);
}

/* ---- the model, as it lies in memory ---- */

/* The six matrices of a layer, in the order of the file. */
enum { QUERY, KEY, VALUE, ATTENTION_OUT, FEED_IN, FEED_OUT, MATRICES };
static const int ROWS[MATRICES] = {HIDDEN, HIDDEN, HIDDEN, HIDDEN, FEED, HIDDEN};
static const int COLUMNS[MATRICES] = {HIDDEN, HIDDEN, HIDDEN, HIDDEN, HIDDEN, FEED};

typedef struct {
  const uint8_t *nibbles;
  const int16_t *multipliers; /* one a block */
  const float *scales;        /* one a row */
} Matrix;

static Matrix matrices[LAYERS * MATRICES];
static const uint16_t *word_scales;
static const uint8_t *word_nibbles;
static const uint16_t *positions; /* half precision, token type already added */
static const float *vectors;      /* biases and layer norms, in the order of forward() */

static const float ACTIVATION_MAX = 2047.f;
static const float MULTIPLIER_MAX = 511.f;

/* Splits the block scales of every row into one float and small integers. Called once, before forward(). */
EXPORT(init)
void init(const uint16_t *word_d, const uint8_t *word_q, const uint16_t *pos, const float *vec,
          const uint16_t *matrix_d, const uint8_t *matrix_q) {
  word_scales = word_d;
  word_nibbles = word_q;
  positions = pos;
  vectors = vec;
  for (int m = 0; m < LAYERS * MATRICES; m++) {
    const int rows = ROWS[m % MATRICES], blocks = COLUMNS[m % MATRICES] / BLOCK;
    int16_t *multipliers = alloc((size_t)rows * blocks * sizeof(int16_t));
    float *scales = alloc(rows * sizeof(float));
    matrices[m] = (Matrix){matrix_q, multipliers, scales};
    for (int row = 0; row < rows; row++) {
      float block_scale[FEED / BLOCK], largest = 0, magnitude = 0;
      for (int b = 0; b < blocks; b++) {
        block_scale[b] = half_to_float(matrix_d[b]);
        float size = block_scale[b] < 0 ? -block_scale[b] : block_scale[b];
        if (size > largest) largest = size;
        for (int j = 0; j < BLOCK_BYTES; j++) {
          int low = (matrix_q[b * BLOCK_BYTES + j] & 15) - 8, high = (matrix_q[b * BLOCK_BYTES + j] >> 4) - 8;
          magnitude += ((low < 0 ? -low : low) + (high < 0 ? -high : high)) * size;
        }
      }
      /* The int32 sums must not overflow with all activations at their maximum: sum|w| * 2047 < 2^31. */
      float factor = largest > 0 ? MULTIPLIER_MAX / largest : 0;
      float limit = 2140000000.f / ACTIVATION_MAX / (magnitude > 0 ? magnitude : 1) * 0.99f;
      if (factor > limit) factor = limit;
      scales[row] = factor > 0 ? 1.f / factor : 0;
      for (int b = 0; b < blocks; b++)
        multipliers[row * blocks + b] = (int16_t)__builtin_rintf(block_scale[b] * factor);
      matrix_d += blocks;
      matrix_q += blocks * BLOCK_BYTES;
    }
  }
}

/* ---- scratch ---- */

static float state[MAX_TOKENS * HIDDEN], attended[MAX_TOKENS * HIDDEN], change[MAX_TOKENS * HIDDEN];
static float queries[MAX_TOKENS * HIDDEN], keys[MAX_TOKENS * HIDDEN], values[MAX_TOKENS * HIDDEN];
static float inner[MAX_TOKENS * FEED];
static int16_t activations[MAX_TOKENS * FEED];
static float activation_scales[MAX_TOKENS];
static float attention[MAX_TOKENS];
static int16_t row_a[FEED], row_b[FEED];

/* ---- quantised matrix product ---- */

static inline int round_up_to_4(int n) { return (n + 3) & ~3; }

/*
 * Fills `activations` and their scales from `tokens` rows of `width`; rows up to the next multiple of 4
 * become zero.
 */
static void quantise(const float *x, int tokens, int width) {
  for (int t = 0; t < round_up_to_4(tokens); t++) {
    int16_t *out = activations + (size_t)t * width;
    if (t >= tokens) {
      for (int i = 0; i < width; i += 8) wasm_v128_store(out + i, wasm_i32x4_splat(0));
      activation_scales[t] = 0;
      continue;
    }
    const float *row = x + (size_t)t * width;
    v128_t peak = wasm_f32x4_splat(0);
    for (int i = 0; i < width; i += 4) peak = wasm_f32x4_max(peak, wasm_f32x4_abs(wasm_v128_load(row + i)));
    f32x4 lanes = (f32x4)peak;
    float largest = lanes[0];
    for (int i = 1; i < 4; i++)
      if (lanes[i] > largest) largest = lanes[i];
    activation_scales[t] = largest / ACTIVATION_MAX;
    v128_t factor = wasm_f32x4_splat(largest > 0 ? ACTIVATION_MAX / largest : 0);
    for (int i = 0; i < width; i += 8) {
      v128_t low = wasm_f32x4_nearest(wasm_f32x4_mul(wasm_v128_load(row + i), factor));
      v128_t high = wasm_f32x4_nearest(wasm_f32x4_mul(wasm_v128_load(row + i + 4), factor));
      low = wasm_i32x4_trunc_sat_f32x4(low);
      high = wasm_i32x4_trunc_sat_f32x4(high);
      wasm_v128_store(out + i, wasm_i16x8_narrow_i32x4(low, high));
    }
  }
}

/* One row of nibbles to int16, times the multipliers. Byte j of a block holds weights j and j + 16. */
static inline void expand(const uint8_t *nibbles, const int16_t *multiplier, int16_t *out, int width) {
  const v128_t low_nibble = wasm_i8x16_splat(15), eight = wasm_i8x16_splat(8);
  for (int i = 0; i < width; i += BLOCK, nibbles += BLOCK_BYTES, multiplier++, out += BLOCK) {
    v128_t bytes = wasm_v128_load(nibbles), factor = wasm_v128_load16_splat(multiplier);
    v128_t low = wasm_i8x16_sub(wasm_v128_and(bytes, low_nibble), eight);
    v128_t high = wasm_i8x16_sub(wasm_u8x16_shr(bytes, 4), eight);
    wasm_v128_store(out, wasm_i16x8_mul(wasm_i16x8_extend_low_i8x16(low), factor));
    wasm_v128_store(out + 8, wasm_i16x8_mul(wasm_i16x8_extend_high_i8x16(low), factor));
    wasm_v128_store(out + 16, wasm_i16x8_mul(wasm_i16x8_extend_low_i8x16(high), factor));
    wasm_v128_store(out + 24, wasm_i16x8_mul(wasm_i16x8_extend_high_i8x16(high), factor));
  }
}

static inline v128_t multiply_add(v128_t sums, v128_t a, v128_t b) {
  return wasm_i32x4_add(sums, wasm_i32x4_dot_i16x8(a, b));
}

/* y = matrix * (what was quantised last) + bias, in tiles of 2 rows by 4 tokens. */
static void multiply(int layer, int which, const float *bias, float *y, int tokens) {
  const Matrix *matrix = &matrices[layer * MATRICES + which];
  const int rows = ROWS[which], width = COLUMNS[which], blocks = width / BLOCK;
  for (int row = 0; row < rows; row += 2) {
    const uint8_t *nibbles = matrix->nibbles + (size_t)row * blocks * BLOCK_BYTES;
    const int16_t *multipliers = matrix->multipliers + row * blocks;
    expand(nibbles, multipliers, row_a, width);
    expand(nibbles + blocks * BLOCK_BYTES, multipliers + blocks, row_b, width);
    for (int token = 0; token < tokens; token += 4) {
      const int16_t *x0 = activations + (size_t)token * width, *x1 = x0 + width;
      const int16_t *x2 = x1 + width, *x3 = x2 + width;
      v128_t a0 = wasm_i32x4_splat(0), a1 = a0, a2 = a0, a3 = a0, b0 = a0, b1 = a0, b2 = a0, b3 = a0;
      for (int i = 0; i < width; i += 8) {
        v128_t a = wasm_v128_load(row_a + i), b = wasm_v128_load(row_b + i), x;
        x = wasm_v128_load(x0 + i), a0 = multiply_add(a0, a, x), b0 = multiply_add(b0, b, x);
        x = wasm_v128_load(x1 + i), a1 = multiply_add(a1, a, x), b1 = multiply_add(b1, b, x);
        x = wasm_v128_load(x2 + i), a2 = multiply_add(a2, a, x), b2 = multiply_add(b2, b, x);
        x = wasm_v128_load(x3 + i), a3 = multiply_add(a3, a, x), b3 = multiply_add(b3, b, x);
      }
      const v128_t sums_a[4] = {a0, a1, a2, a3}, sums_b[4] = {b0, b1, b2, b3};
      for (int k = 0; k < 4 && token + k < tokens; k++) {
        float *out = y + (size_t)(token + k) * rows + row, scale = activation_scales[token + k];
        out[0] = (float)sum_int(sums_a[k]) * matrix->scales[row] * scale + bias[row];
        out[1] = (float)sum_int(sums_b[k]) * matrix->scales[row + 1] * scale + bias[row + 1];
      }
    }
  }
}

/* ---- the parts of a layer ---- */

/* x = layer norm of (x + y); y may be absent. */
static void add_and_normalise(float *x, const float *y, const float *weight, const float *bias, int tokens) {
  for (int t = 0; t < tokens; t++) {
    float *row = x + (size_t)t * HIDDEN;
    const float *added = y ? y + (size_t)t * HIDDEN : 0;
    f32x4 total = splat(0);
    for (int i = 0; i < HIDDEN; i += 4) {
      f32x4 v = load(row + i);
      if (added) v += load(added + i);
      store(row + i, v);
      total += v;
    }
    f32x4 mean = splat(sum(total) / HIDDEN), squares = splat(0);
    for (int i = 0; i < HIDDEN; i += 4) {
      f32x4 d = load(row + i) - mean;
      squares += d * d;
    }
    f32x4 inverse = splat(1.f / __builtin_sqrtf(sum(squares) / HIDDEN + 1e-12f));
    for (int i = 0; i < HIDDEN; i += 4)
      store(row + i, (load(row + i) - mean) * inverse * load(weight + i) + load(bias + i));
  }
}

/* Word plus position, both dequantised here: only the rows that are needed are ever touched. */
static void embed_tokens(const int32_t *ids, int from, int to) {
  for (int t = from; t < to; t++) {
    const uint16_t *scales = word_scales + (size_t)ids[t] * HIDDEN_BLOCKS;
    const uint8_t *nibbles = word_nibbles + (size_t)ids[t] * (HIDDEN / 2);
    const uint16_t *position = positions + (size_t)(t - from) * HIDDEN;
    float *x = state + (size_t)t * HIDDEN;
    for (int b = 0; b < HIDDEN_BLOCKS; b++) {
      float scale = half_to_float(scales[b]);
      for (int j = 0; j < BLOCK_BYTES; j++) {
        uint8_t byte = nibbles[b * BLOCK_BYTES + j];
        int low = b * BLOCK + j, high = low + BLOCK_BYTES;
        x[low] = ((byte & 15) - 8) * scale + half_to_float(position[low]);
        x[high] = ((byte >> 4) - 8) * scale + half_to_float(position[high]);
      }
    }
  }
}

/* Softmax attention of the tokens [from, to) among themselves, head by head, into `attended`. */
static void attend(int from, int to) {
  const float scale = 0.17677669529663687f; /* 1 / sqrt(HEAD) */
  const int length = to - from;
  for (int t = from; t < to; t++)
    for (int head = 0; head < HEADS; head++) {
      f32x4 query[HEAD / 4];
      for (int i = 0; i < HEAD / 4; i++) query[i] = load(queries + (size_t)t * HIDDEN + head * HEAD + 4 * i);
      float largest = -1e30f;
      for (int u = 0; u < length; u++) {
        const float *key = keys + (size_t)(from + u) * HIDDEN + head * HEAD;
        f32x4 product = query[0] * load(key);
        for (int i = 1; i < HEAD / 4; i++) product += query[i] * load(key + 4 * i);
        attention[u] = sum(product) * scale;
        if (attention[u] > largest) largest = attention[u];
      }
      for (int u = length; u & 3; u++) attention[u] = -1e30f;
      for (int u = 0; u < length; u += 4) store(attention + u, exp4(load(attention + u) - splat(largest)));
      float total = 0;
      for (int u = 0; u < length; u++) total += attention[u];
      float inverse = 1.f / total;
      f32x4 mixed[HEAD / 4] = {0};
      for (int u = 0; u < length; u++) {
        const float *value = values + (size_t)(from + u) * HIDDEN + head * HEAD;
        f32x4 share = splat(attention[u] * inverse);
        for (int i = 0; i < HEAD / 4; i++) mixed[i] += share * load(value + 4 * i);
      }
      for (int i = 0; i < HEAD / 4; i++) store(attended + (size_t)t * HIDDEN + head * HEAD + 4 * i, mixed[i]);
    }
}

static void mean_pool(int from, int to, float *out) {
  for (int i = 0; i < HIDDEN; i += 4) {
    f32x4 total = splat(0);
    for (int t = from; t < to; t++) total += load(state + (size_t)t * HIDDEN + i);
    store(out + i, total * splat(1.f / (to - from)));
  }
}

/* ---- entry ---- */

/* The next `count` floats of the parameter vectors. */
static const float *take(const float **cursor, int count) {
  const float *start = *cursor;
  *cursor += count;
  return start;
}

/*
 * ids: the tokens of all sequences, one after another; offsets[s] to offsets[s + 1] is sequence s.
 * out: one mean-pooled vector of HIDDEN floats a sequence, not normalised.
 * Returns 0, or -1 when there are more than MAX_TOKENS tokens.
 */
EXPORT(forward)
int forward(const int32_t *ids, const int32_t *offsets, int sequences, float *out) {
  const int tokens = offsets[sequences];
  if (tokens > MAX_TOKENS) return -1;
  const float *cursor = vectors;
  for (int s = 0; s < sequences; s++) embed_tokens(ids, offsets[s], offsets[s + 1]);
  const float *embedding_weight = take(&cursor, HIDDEN), *embedding_bias = take(&cursor, HIDDEN);
  add_and_normalise(state, 0, embedding_weight, embedding_bias, tokens);

  for (int layer = 0; layer < LAYERS; layer++) {
    const float *query_bias = take(&cursor, HIDDEN), *key_bias = take(&cursor, HIDDEN);
    const float *value_bias = take(&cursor, HIDDEN), *attention_bias = take(&cursor, HIDDEN);
    const float *attention_norm_weight = take(&cursor, HIDDEN), *attention_norm_bias = take(&cursor, HIDDEN);
    const float *feed_in_bias = take(&cursor, FEED), *feed_out_bias = take(&cursor, HIDDEN);
    const float *feed_norm_weight = take(&cursor, HIDDEN), *feed_norm_bias = take(&cursor, HIDDEN);

    quantise(state, tokens, HIDDEN);
    multiply(layer, QUERY, query_bias, queries, tokens);
    multiply(layer, KEY, key_bias, keys, tokens);
    multiply(layer, VALUE, value_bias, values, tokens);
    for (int s = 0; s < sequences; s++) attend(offsets[s], offsets[s + 1]);
    quantise(attended, tokens, HIDDEN);
    multiply(layer, ATTENTION_OUT, attention_bias, change, tokens);
    add_and_normalise(state, change, attention_norm_weight, attention_norm_bias, tokens);

    quantise(state, tokens, HIDDEN);
    multiply(layer, FEED_IN, feed_in_bias, inner, tokens);
    for (size_t i = 0; i < (size_t)tokens * FEED; i += 4) store(inner + i, gelu4(load(inner + i)));
    quantise(inner, tokens, FEED);
    multiply(layer, FEED_OUT, feed_out_bias, change, tokens);
    add_and_normalise(state, change, feed_norm_weight, feed_norm_bias, tokens);
  }
  for (int s = 0; s < sequences; s++) mean_pool(offsets[s], offsets[s + 1], out + (size_t)s * HIDDEN);
  return 0;
}

/*
 * Forward pass of multilingual-e5-small (a BERT encoder: 12 layers, 12 heads, 384 wide) in WebAssembly.
 * Freestanding: no libc, no imports. Built by build.sh; called from ../kernel.ts; the weights come from
 * ../model-file.ts.
 *
 * Arithmetic. Weights stay in 4 bit (Q4_0: blocks of 32 with one half-precision scale). For the integer
 * products a row gets one float scale, and each of its blocks an integer multiplier, so that
 *     weight = (nibble - 8) * multiplier[block] * scale[row].
 * Activations are quantised to 8 bits in blocks of 32 with one scale each, so that the products of a block
 * are exact integers. Everything else is float32.
 *
 * The source makes two modules that give the same vectors, bit by bit: one for relaxed SIMD, whose products
 * of int8 take half the time, and one for plain SIMD128. They differ in the section "products of a block"
 * only, and there in nothing but the way to the same integers. Relaxed products may differ between machines
 * where one operand has more than 7 bits; nibbles have 4. Sums stay within int16, as the types below tell.
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

/* Adding this to |x| < 2^22 leaves x, rounded to the nearest integer, in the lowest bits. */
static const float ROUNDING = 12582912.f; /* 1.5 * 2^23 */

/* e^x for x <= 0: range reduction to 2^n * e^r, Cephes polynomial for e^r; relative error about 2e-7. */
static inline f32x4 exp4(f32x4 x) {
  x = (f32x4)wasm_f32x4_pmax((v128_t)x, (v128_t)splat(-87.f));
  f32x4 rounded = x * splat(1.44269504f) + splat(ROUNDING), n = rounded - splat(ROUNDING);
  f32x4 r = x - n * splat(0.693359375f) - n * splat(-2.12194440e-4f);
  f32x4 p = splat(1.9875691500e-4f);
  p = p * r + splat(1.3981999507e-3f);
  p = p * r + splat(8.3334519073e-3f);
  p = p * r + splat(4.1665795894e-2f);
  p = p * r + splat(1.6666665459e-1f);
  p = p * r + splat(5.0000001201e-1f);
  p = p * r * r + r + splat(1.f);
  v128_t power = wasm_i32x4_add(wasm_i32x4_shl((v128_t)rounded, 23), (v128_t)splat(1.f));
  return p * (f32x4)power;
}

/*
 * x * Phi(x), as max(x, 0) - |x| * Phi(-|x|) with Phi(-a) = 1/2 (1 + d1 a + ... + d6 a^6)^-16: Abramowitz and
 * Stegun 26.2.19, absolute error of Phi below 1.5e-7, in float32 about 1e-6.
 */
static inline f32x4 gelu4(f32x4 x) {
  f32x4 a = (f32x4)wasm_f32x4_abs((v128_t)x);
  f32x4 p = splat(.0000053830f);
  p = p * a + splat(.0000488906f);
  p = p * a + splat(.0000380036f);
  p = p * a + splat(.0032776263f);
  p = p * a + splat(.0211410061f);
  p = p * a + splat(.0498673470f);
  p = p * a + splat(1.f);
  p = p * p; /* ^2 */
  p = p * p; /* ^4 */
  p = p * p; /* ^8 */
  f32x4 tail = splat(0.5f) / (p * p);
  return (f32x4)wasm_f32x4_pmax((v128_t)x, (v128_t)splat(0)) - a * tail;
}

/* ---- the model, as it lies in memory ---- */

/* The six matrices of a layer, in the order of the file. */
enum { QUERY, KEY, VALUE, ATTENTION_OUT, FEED_IN, FEED_OUT, MATRICES };
static const int ROWS[MATRICES] = {HIDDEN, HIDDEN, HIDDEN, HIDDEN, FEED, HIDDEN};
static const int COLUMNS[MATRICES] = {HIDDEN, HIDDEN, HIDDEN, HIDDEN, HIDDEN, FEED};

enum {
  GROUP = 4, /* rows that are multiplied at once, one in each lane */
  STEP = 4,  /* columns of a row that lie side by side */
  GROUP_BLOCK_BYTES = GROUP * BLOCK_BYTES,
};

/*
 * Rows lie in groups. In a group block follows block, and in a block 4 vectors of 16 bytes; vector v holds
 * columns 4v to 4v + 3 of each row in its low nibbles, and columns 16 + 4v to 16 + 4v + 3 in its high ones.
 */
typedef struct {
  const uint8_t *nibbles;
  const int16_t *multipliers; /* of each group and block: each row's twice, side by side */
  const float *scales;        /* one a row */
} Matrix;

static Matrix matrices[LAYERS * MATRICES];
static const uint16_t *word_scales;
static const uint8_t *word_nibbles;
static const uint16_t *positions; /* half precision, token type already added */
static const float *vectors;      /* biases and layer norms, in the order of forward() */

static const float ACTIVATION_MAX = 127.f;
static const float MULTIPLIER_MAX = 32767.f;

/* Takes the weights of a group from rows one after another to the order of Matrix. */
static void interleave(uint8_t *nibbles, int blocks) {
  static uint8_t rows[GROUP * FEED / 2];
  for (int i = 0; i < blocks * GROUP_BLOCK_BYTES; i++) rows[i] = nibbles[i];
  for (int b = 0; b < blocks; b++)
    for (int i = 0; i < BLOCK_BYTES; i += STEP)
      for (int row = 0; row < GROUP; row++)
        for (int j = 0; j < STEP; j++) *nibbles++ = rows[(row * blocks + b) * BLOCK_BYTES + i + j];
}

/* Splits the block scales of a row into one float, which it returns, and integers. */
static float split_scales(const uint16_t *halves, int blocks, int16_t *multipliers) {
  float largest = 0;
  for (int b = 0; b < blocks; b++) {
    float size = __builtin_fabsf(half_to_float(halves[b]));
    if (size > largest) largest = size;
  }
  float factor = largest > 0 ? MULTIPLIER_MAX / largest : 0;
  for (int b = 0; b < blocks; b++, multipliers += 2 * GROUP)
    multipliers[0] = multipliers[1] = (int16_t)__builtin_rintf(half_to_float(halves[b]) * factor);
  return largest / MULTIPLIER_MAX;
}

/* Brings the weights into the order in which they are used, in place. Called once, before forward(). */
EXPORT(init)
void init(const uint16_t *word_d, const uint8_t *word_q, const uint16_t *pos, const float *vec,
          const uint16_t *matrix_d, uint8_t *matrix_q) {
  word_scales = word_d;
  word_nibbles = word_q;
  positions = pos;
  vectors = vec;
  for (int m = 0; m < LAYERS * MATRICES; m++) {
    const int rows = ROWS[m % MATRICES], blocks = COLUMNS[m % MATRICES] / BLOCK;
    int16_t *multipliers = alloc((size_t)rows * blocks * 2 * sizeof(int16_t));
    float *scales = alloc(rows * sizeof(float));
    matrices[m] = (Matrix){matrix_q, multipliers, scales};
    for (int row = 0; row < rows; row += GROUP) {
      for (int lane = 0; lane < GROUP; lane++) {
        scales[row + lane] = split_scales(matrix_d, blocks, multipliers + 2 * lane);
        matrix_d += blocks;
      }
      multipliers += blocks * 2 * GROUP;
      interleave(matrix_q, blocks);
      matrix_q += blocks * GROUP_BLOCK_BYTES;
    }
  }
}

/* ---- scratch ---- */

static float state[MAX_TOKENS * HIDDEN], attended[MAX_TOKENS * HIDDEN], change[MAX_TOKENS * HIDDEN];
static float queries[MAX_TOKENS * HIDDEN], values[MAX_TOKENS * HIDDEN];
static float keys[(MAX_TOKENS + 3) * HIDDEN]; /* attend() reads them by fours */
static float inner[MAX_TOKENS * FEED];
static float attention[MAX_TOKENS];

/* ---- products of a block: four rows by one token, the part in which the two modules differ ---- */

static inline v128_t fold_halves(v128_t v) { return wasm_i32x4_shuffle(v, v, 2, 3, 0, 1); }
static inline v128_t fold_quarters(v128_t v) { return wasm_i32x4_shuffle(v, v, 1, 0, 3, 2); }

#ifdef __wasm_relaxed_simd__

typedef uint8_t Weight; /* the nibble as it is */

typedef int8_t Activation;

/* What belongs to a block of activations. */
typedef struct {
  float scale;
  int16_t start[2]; /* -8 times the sum of the columns 0, 1 of each step, and of its columns 2, 3 */
} Block;

/* int16: two of each row, which together are sum((nibble - 8) * activation), at most 2 * 16 * 8 * 127. */
typedef v128_t Sums;

/* From 32 int16 that are within int8. */
static inline void put_values(Activation *out, Block *block, const v128_t values[4]) {
  const v128_t eights = wasm_i8x16_const_splat(8);
  v128_t low = wasm_i8x16_narrow_i16x8(values[0], values[1]);
  v128_t high = wasm_i8x16_narrow_i16x8(values[2], values[3]);
  wasm_v128_store(out, low);
  wasm_v128_store(out + 16, high);
  v128_t sums = wasm_i16x8_add(wasm_i16x8_relaxed_dot_i8x16_i7x16(low, eights),
                               wasm_i16x8_relaxed_dot_i8x16_i7x16(high, eights));
  sums = wasm_i16x8_add(sums, fold_halves(sums));
  sums = wasm_i16x8_add(sums, fold_quarters(sums));
  wasm_v128_store32_lane(block->start, wasm_i16x8_neg(sums), 0);
}

static inline Weight *put_weights(Weight *out, v128_t nibbles) {
  wasm_v128_store(out, nibbles);
  return out + 16;
}

static inline Sums sums_start(const Block *block) { return wasm_v128_load32_splat(block->start); }

static inline Sums sums_add(Sums sums, const Weight *weights, const Activation *step) {
  v128_t x = wasm_v128_load32_splat(step);
  return wasm_i16x8_add(sums, wasm_i16x8_relaxed_dot_i8x16_i7x16(x, wasm_v128_load(weights)));
}

/* The sums of the rows times their multipliers, as int32. */
static inline v128_t sums_end(Sums sums, v128_t multipliers) {
  return wasm_i32x4_dot_i16x8(sums, multipliers);
}

#else

typedef int16_t Weight; /* nibble - 8 */

typedef int16_t Activation;

typedef struct {
  float scale;
} Block;

/* int32: two of each row. */
typedef struct {
  v128_t first, second; /* of rows 0, 1 and of rows 2, 3 */
} Sums;

static inline void put_values(Activation *out, Block *block, const v128_t values[4]) {
  (void)block;
  for (int i = 0; i < 4; i++) wasm_v128_store(out + 8 * i, values[i]);
}

static inline Weight *put_weights(Weight *out, v128_t nibbles) {
  v128_t weights = wasm_i8x16_sub(nibbles, wasm_i8x16_const_splat(8));
  wasm_v128_store(out, wasm_i16x8_extend_low_i8x16(weights));
  wasm_v128_store(out + 8, wasm_i16x8_extend_high_i8x16(weights));
  return out + 16;
}

static inline Sums sums_start(const Block *block) {
  (void)block;
  return (Sums){wasm_i32x4_const_splat(0), wasm_i32x4_const_splat(0)};
}

static inline Sums sums_add(Sums sums, const Weight *weights, const Activation *step) {
  v128_t x = wasm_v128_load64_splat(step);
  return (Sums){wasm_i32x4_add(sums.first, wasm_i32x4_dot_i16x8(x, wasm_v128_load(weights))),
                wasm_i32x4_add(sums.second, wasm_i32x4_dot_i16x8(x, wasm_v128_load(weights + 8)))};
}

static inline v128_t sums_end(Sums sums, v128_t multipliers) {
  v128_t rows = wasm_i32x4_add(wasm_i32x4_shuffle(sums.first, sums.second, 0, 2, 4, 6),
                               wasm_i32x4_shuffle(sums.first, sums.second, 1, 3, 5, 7));
  return wasm_i32x4_mul(rows, wasm_i32x4_shr(multipliers, 16));
}

#endif

/* ---- quantised matrix product ---- */

enum { TILE = 5 }; /* tokens that are multiplied at once, at most: their sums fit the registers of x86-64 */

/*
 * Activations of a tile of tokens lie together: the first block of each of them, the second block of each of
 * them, and so on; likewise what belongs to the blocks.
 */
static Activation activations[MAX_TOKENS * FEED];
static Block activation_blocks[MAX_TOKENS * FEED / BLOCK];
static Weight group[GROUP * FEED]; /* weights of one group, expanded: fits the L1 cache */

/* Tokens in the tile that begins at `token`. Tiles are as equal as can be: small ones cost nearly as much. */
static inline int tile_size(int token, int tokens) {
  const int left = tokens - token, tiles = (left + TILE - 1) / TILE;
  return (left + tiles - 1) / tiles;
}

static inline void quantise_block(const float *x, Activation *out, Block *block) {
  v128_t v[BLOCK / 4], peak = wasm_f32x4_const_splat(0);
  for (int i = 0; i < BLOCK / 4; i++) {
    v[i] = wasm_v128_load(x + 4 * i);
    peak = wasm_f32x4_pmax(peak, wasm_f32x4_abs(v[i]));
  }
  peak = wasm_f32x4_pmax(peak, fold_halves(peak));
  peak = wasm_f32x4_pmax(peak, fold_quarters(peak));
  float largest = wasm_f32x4_extract_lane(peak, 0);
  block->scale = largest * (1.f / ACTIVATION_MAX);
  /* What is smaller counts as 0, so that the factor stays finite. */
  v128_t factor = wasm_f32x4_splat(largest > 1e-30f ? ACTIVATION_MAX / largest : 0);
  v128_t rounding = wasm_f32x4_splat(ROUNDING);
  for (int i = 0; i < BLOCK / 4; i++)
    v[i] = wasm_i32x4_sub(wasm_f32x4_add(wasm_f32x4_mul(v[i], factor), rounding), rounding);
  for (int i = 0; i < BLOCK / 8; i++) v[i] = wasm_i16x8_narrow_i32x4(v[2 * i], v[2 * i + 1]);
  put_values(out, block, v);
}

/* Fills `activations` and `activation_blocks` from `tokens` rows of `width`. */
static void quantise(const float *x, int tokens, int width) {
  const int blocks = width / BLOCK;
  Activation *values = activations;
  Block *block = activation_blocks;
  for (int token = 0, size; token < tokens; token += size, values += size * width, block += size * blocks) {
    size = tile_size(token, tokens);
    for (int t = 0; t < size; t++)
      for (int b = 0; b < blocks; b++, x += BLOCK)
        quantise_block(x, values + (b * size + t) * BLOCK, block + b * size + t);
  }
}

/* Fills `group`: of each block the 8 steps, in each the columns of row 0, 1, 2, 3. */
static void expand(const uint8_t *nibbles, int blocks) {
  const v128_t low_nibble = wasm_i8x16_const_splat(15);
  Weight *out = group;
  for (int b = 0; b < blocks; b++, nibbles += GROUP_BLOCK_BYTES) {
    for (int i = 0; i < GROUP_BLOCK_BYTES; i += 16)
      out = put_weights(out, wasm_v128_and(wasm_v128_load(nibbles + i), low_nibble));
    for (int i = 0; i < GROUP_BLOCK_BYTES; i += 16)
      out = put_weights(out, wasm_v128_and(wasm_u16x8_shr(wasm_v128_load(nibbles + i), 4), low_nibble));
  }
}

/* What a tile of tokens is multiplied with besides `group`. */
typedef struct {
  int blocks;
  const int16_t *multipliers;
  f32x4 scale, bias; /* of the four rows */
} Rows;

/*
 * Four rows times `size` tokens, whose y are `stride` apart. Always inline: with a constant `size` the sums
 * are registers.
 */
__attribute__((always_inline)) static inline void multiply_tile(const Rows *rows, const Activation *x,
                                                                const Block *block, const int size,
                                                                float *y, int stride) {
  const Weight *weights = group;
  const int16_t *multipliers = rows->multipliers;
  f32x4 total[TILE];
  for (int t = 0; t < size; t++) total[t] = splat(0);
  for (int b = 0; b < rows->blocks; b++, block += size, x += (size - 1) * BLOCK, multipliers += 2 * GROUP) {
    Sums sums[TILE];
    for (int t = 0; t < size; t++) sums[t] = sums_start(block + t);
    /*
     * One step an iteration: unrolled, V8 would do all loads first and spill them. The empty assembly hides
     * where the pointers come from, so that they are counted up rather than computed anew for every load.
     */
    const Weight *end = weights + GROUP * BLOCK;
#pragma clang loop unroll(disable)
    do {
      __asm__("" : "+r"(x), "+r"(weights));
      for (int t = 0; t < size; t++) sums[t] = sums_add(sums[t], weights, x + t * BLOCK);
      weights += GROUP * STEP;
      x += STEP;
    } while (weights < end);
    v128_t factors = wasm_v128_load(multipliers);
    for (int t = 0; t < size; t++)
      total[t] += (f32x4)wasm_f32x4_convert_i32x4(sums_end(sums[t], factors)) * splat(block[t].scale);
  }
  for (int t = 0; t < size; t++) store(y + t * stride, total[t] * rows->scale + rows->bias);
}

/* y = matrix * (what was quantised last) + bias */
static void multiply(int layer, int which, const float *bias, float *y, int tokens) {
  const Matrix *matrix = &matrices[layer * MATRICES + which];
  const int height = ROWS[which], width = COLUMNS[which], blocks = width / BLOCK;
  for (int row = 0; row < height; row += GROUP) {
    expand(matrix->nibbles + (size_t)row * blocks * BLOCK_BYTES, blocks);
    const Rows rows = {blocks, matrix->multipliers + 2 * row * blocks, load(matrix->scales + row),
                       load(bias + row)};
    const Activation *x = activations;
    const Block *block = activation_blocks;
    float *out = y + row;
    for (int token = 0, size; token < tokens;
         token += size, x += size * width, block += size * blocks, out += size * height) {
      size = tile_size(token, tokens);
      switch (size) {
        case 1: multiply_tile(&rows, x, block, 1, out, height); break;
        case 2: multiply_tile(&rows, x, block, 2, out, height); break;
        case 3: multiply_tile(&rows, x, block, 3, out, height); break;
        case 4: multiply_tile(&rows, x, block, 4, out, height); break;
        default: multiply_tile(&rows, x, block, TILE, out, height);
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

/* The sums of four vectors. */
static inline f32x4 sum_each(const f32x4 v[4]) {
  f32x4 a = __builtin_shufflevector(v[0], v[1], 0, 1, 4, 5) + __builtin_shufflevector(v[0], v[1], 2, 3, 6, 7);
  f32x4 b = __builtin_shufflevector(v[2], v[3], 0, 1, 4, 5) + __builtin_shufflevector(v[2], v[3], 2, 3, 6, 7);
  return __builtin_shufflevector(a, b, 0, 2, 4, 6) + __builtin_shufflevector(a, b, 1, 3, 5, 7);
}

/* All bits of the first `count` lanes. */
static inline v128_t first_lanes(int count) {
  return wasm_i32x4_lt(wasm_i32x4_const(0, 1, 2, 3), wasm_i32x4_splat(count));
}

/* Softmax attention of the tokens [from, to) among themselves, head by head, into `attended`. */
static void attend(int from, int to) {
  const float scale = 0.17677669529663687f; /* 1 / sqrt(HEAD) */
  const int length = to - from;
  for (int t = from; t < to; t++)
    for (int head = 0; head < HEADS; head++) {
      f32x4 query[HEAD / 4];
      for (int i = 0; i < HEAD / 4; i++) query[i] = load(queries + (size_t)t * HIDDEN + head * HEAD + 4 * i);
      v128_t peak = wasm_f32x4_splat(-1e30f);
      for (int u = 0; u < length; u += 4) {
        f32x4 products[4];
        for (int k = 0; k < 4; k++) {
          const float *key = keys + (size_t)(from + u + k) * HIDDEN + head * HEAD;
          products[k] = query[0] * load(key);
          for (int i = 1; i < HEAD / 4; i++) products[k] += query[i] * load(key + 4 * i);
        }
        v128_t scores = (v128_t)(sum_each(products) * splat(scale));
        if (u + 4 > length)
          scores = wasm_v128_bitselect(scores, wasm_f32x4_splat(-1e30f), first_lanes(length - u));
        peak = wasm_f32x4_pmax(peak, scores);
        wasm_v128_store(attention + u, scores);
      }
      peak = wasm_f32x4_pmax(peak, fold_halves(peak));
      peak = wasm_f32x4_pmax(peak, fold_quarters(peak));
      f32x4 total = splat(0);
      for (int u = 0; u < length; u += 4) {
        f32x4 weights = exp4(load(attention + u) - (f32x4)peak);
        total += weights;
        store(attention + u, weights);
      }
      const f32x4 inverse = splat(1.f / sum(total));
      f32x4 mixed[HEAD / 4] = {0};
      for (int u = 0; u < length; u++) {
        const float *value = values + (size_t)(from + u) * HIDDEN + head * HEAD;
        f32x4 share = splat(attention[u]);
        for (int i = 0; i < HEAD / 4; i++) mixed[i] += share * load(value + 4 * i);
      }
      for (int i = 0; i < HEAD / 4; i++)
        store(attended + (size_t)t * HIDDEN + head * HEAD + 4 * i, mixed[i] * inverse);
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

#include "base/sha256_blocks.h"

#if defined(__x86_64__)
#include <immintrin.h>
#include <sys/platform/x86.h>
#endif

enum { BLOCK = 64 };

/* The first 32 bits of the fractional parts of the cube roots of the first 64
 * primes. */
static const uint32_t ROUND[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotate_right(uint32_t x, unsigned n) { return x >> n | x << (32 - n); }

static uint32_t load_word(const unsigned char *b) {
  return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static void schedule_words(const unsigned char *block, uint32_t w[64]) {
  for (int i = 0; i < 16; i++) w[i] = load_word(block + 4 * i);
  for (int i = 16; i < 64; i++) {
    uint32_t s0 = rotate_right(w[i - 15], 7) ^ rotate_right(w[i - 15], 18) ^ w[i - 15] >> 3;
    uint32_t s1 = rotate_right(w[i - 2], 17) ^ rotate_right(w[i - 2], 19) ^ w[i - 2] >> 10;
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
}

static void compress_block(uint32_t state[8], const unsigned char *block) {
  uint32_t w[64], a = state[0], b = state[1], c = state[2], d = state[3], e = state[4],
                  f = state[5], g = state[6], h = state[7];
  schedule_words(block, w);
  for (int i = 0; i < 64; i++) {
    uint32_t s1 = rotate_right(e, 6) ^ rotate_right(e, 11) ^ rotate_right(e, 25);
    uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + ROUND[i] + w[i];
    uint32_t s0 = rotate_right(a, 2) ^ rotate_right(a, 13) ^ rotate_right(a, 22);
    uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
  }
  const uint32_t end[8] = {a, b, c, d, e, f, g, h};
  for (int i = 0; i < 8; i++) state[i] += end[i];
}

void wb_sha256_plain(uint32_t state[8], const unsigned char *blocks, size_t count) {
  for (size_t i = 0; i < count; i++) compress_block(state, blocks + i * BLOCK);
}

#if defined(__x86_64__)

/* The eight words of a state are in two registers, from the highest lane to the lowest a b e f and
 * c d g h. The message's latest 16 words are in four, and each step makes four rounds. */
__attribute__((target("sha,sse4.1"))) static void compress(uint32_t state[8],
                                                           const unsigned char *blocks,
                                                           size_t count) {
  const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  const __m128i cdab = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xb1);
  const __m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1b);
  __m128i abef = _mm_alignr_epi8(cdab, efgh, 8), cdgh = _mm_blend_epi16(efgh, cdab, 0xf0);
  for (size_t block = 0; block < count; block++) {
    const __m128i abef_before = abef, cdgh_before = cdgh;
    const __m128i *words = (const __m128i *)(blocks + block * BLOCK);
    __m128i w[4];
    for (int i = 0; i < 4; i++) w[i] = _mm_shuffle_epi8(_mm_loadu_si128(words + i), big_endian);
    for (int i = 0; i < 16; i++) {
      const __m128i next = w[i % 4];
      const __m128i round = _mm_loadu_si128((const __m128i *)(ROUND + 4 * (size_t)i));
      const __m128i sum = _mm_add_epi32(next, round);
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0e));
      const __m128i seven_ago = _mm_alignr_epi8(w[(i + 3) % 4], w[(i + 2) % 4], 4);
      const __m128i part = _mm_add_epi32(_mm_sha256msg1_epu32(next, w[(i + 1) % 4]), seven_ago);
      w[i % 4] = _mm_sha256msg2_epu32(part, w[(i + 3) % 4]);
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  const __m128i feba = _mm_shuffle_epi32(abef, 0x1b), dchg = _mm_shuffle_epi32(cdgh, 0xb1);
  _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(feba, dchg, 0xf0));
  _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

/* The C library has asked the processor when the program started. The compiler's builtin would ask
 * it a dozen things more at each start, and in a virtual machine each question ends in its host. */
bool wb_sha256_fast(uint32_t state[8], const unsigned char *blocks, size_t count) {
  const bool can = CPU_FEATURE_ACTIVE(SHA) && CPU_FEATURE_ACTIVE(SSE4_1);
  if (can) compress(state, blocks, count);
  return can;
}

#else

bool wb_sha256_fast(uint32_t state[8], const unsigned char *blocks, size_t count) {
  (void)state, (void)blocks, (void)count;
  return false;
}

#endif

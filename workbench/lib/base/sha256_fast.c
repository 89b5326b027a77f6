#include "base/sha256_fast.h"

#if defined(__x86_64__)

#include <immintrin.h>

enum { BLOCK = 64 };

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
      const __m128i round = _mm_loadu_si128((const __m128i *)(wb_sha256_round + 4 * (size_t)i));
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

bool wb_sha256_fast(uint32_t state[8], const unsigned char *blocks, size_t count) {
  const bool can = __builtin_cpu_supports("sha") && __builtin_cpu_supports("sse4.1");
  if (can) compress(state, blocks, count);
  return can;
}

#else

bool wb_sha256_fast(uint32_t state[8], const unsigned char *blocks, size_t count) {
  (void)state, (void)blocks, (void)count;
  return false;
}

#endif

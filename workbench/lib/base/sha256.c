#include "base/sha256.h"

#include <stdio.h>
#include <string.h>

#include "base/sha256_fast.h"

enum { BLOCK = 64, LENGTH_AT = 56 };

static const uint32_t FIRST[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                  0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

/* The first 32 bits of the fractional parts of the cube roots of the first 64
 * primes. */
const uint32_t wb_sha256_round[64] = {
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
    uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + wb_sha256_round[i] + w[i];
    uint32_t s0 = rotate_right(a, 2) ^ rotate_right(a, 13) ^ rotate_right(a, 22);
    uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
  }
  const uint32_t end[8] = {a, b, c, d, e, f, g, h};
  for (int i = 0; i < 8; i++) state[i] += end[i];
}

void wb_sha256_init(struct wb_sha256 *sha) {
  memcpy(sha->state, FIRST, sizeof FIRST);
  sha->length = 0;
}

void wb_sha256_plain(uint32_t state[8], const unsigned char *blocks, size_t count) {
  for (size_t i = 0; i < count; i++) compress_block(state, blocks + i * BLOCK);
}

static void compress_blocks(uint32_t state[8], const unsigned char *blocks, size_t count) {
  if (!wb_sha256_fast(state, blocks, count)) wb_sha256_plain(state, blocks, count);
}

void wb_sha256_add(struct wb_sha256 *sha, const void *bytes, size_t length) {
  const unsigned char *next = bytes;
  size_t filled = sha->length % BLOCK;
  sha->length += length;
  while (length > 0) {
    if (filled == 0 && length >= BLOCK) {
      compress_blocks(sha->state, next, length / BLOCK);
      next += length / BLOCK * BLOCK;
      length %= BLOCK;
      continue;
    }
    size_t part = length < BLOCK - filled ? length : BLOCK - filled;
    memcpy(sha->block + filled, next, part);
    filled += part;
    next += part;
    length -= part;
    if (filled == BLOCK) compress_blocks(sha->state, sha->block, 1), filled = 0;
  }
}

void wb_sha256_add_number(struct wb_sha256 *sha, uint64_t number) {
  unsigned char bytes[8];
  for (int i = 0; i < 8; i++) bytes[i] = (unsigned char)(number >> (8 * i));
  wb_sha256_add(sha, bytes, sizeof bytes);
}

void wb_sha256_add_text(struct wb_sha256 *sha, const char *text) {
  size_t length = text != NULL ? strlen(text) : 0;
  wb_sha256_add_number(sha, text != NULL ? length : UINT64_MAX);
  wb_sha256_add(sha, text, length);
}

void wb_sha256_finish(struct wb_sha256 *sha, unsigned char digest[WB_SHA256_BYTES]) {
  static const unsigned char padding[BLOCK] = {0x80};
  unsigned char bits[8];
  size_t filled = sha->length % BLOCK;
  for (int i = 0; i < 8; i++) bits[i] = (unsigned char)(sha->length * 8 >> (56 - 8 * i));
  wb_sha256_add(sha, padding, (filled < LENGTH_AT ? LENGTH_AT : LENGTH_AT + BLOCK) - filled);
  wb_sha256_add(sha, bits, sizeof bits);
  for (int i = 0; i < 32; i++) digest[i] = (unsigned char)(sha->state[i / 4] >> (24 - 8 * (i % 4)));
}

void wb_sha256_hex(const unsigned char digest[WB_SHA256_BYTES], char text[WB_SHA256_HEX]) {
  for (int i = 0; i < WB_SHA256_BYTES; i++) snprintf(text + 2 * i, 3, "%02x", digest[i]);
}

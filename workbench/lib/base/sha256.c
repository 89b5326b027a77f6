#include "base/sha256.h"

#include <stdio.h>
#include <string.h>

#include "base/sha256_blocks.h"

enum { BLOCK = 64, LENGTH_AT = 56 };

static const uint32_t FIRST[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                  0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

void wb_sha256_init(struct wb_sha256 *sha) {
  memcpy(sha->state, FIRST, sizeof FIRST);
  sha->length = 0;
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

/* Begins with the key, filled up to a block, under `mask`. */
static void begin_keyed(struct wb_sha256 *sha, const unsigned char key[BLOCK], unsigned char mask) {
  unsigned char block[BLOCK];
  for (int i = 0; i < BLOCK; i++) block[i] = key[i] ^ mask;
  wb_sha256_init(sha);
  wb_sha256_add(sha, block, sizeof block);
}

void wb_hmac_sha256(const unsigned char *key, size_t key_length, const void *message, size_t length,
                    unsigned char digest[WB_SHA256_BYTES]) {
  unsigned char block[BLOCK] = {0};
  struct wb_sha256 sha;
  if (key_length > BLOCK) {
    wb_sha256_init(&sha);
    wb_sha256_add(&sha, key, key_length);
    wb_sha256_finish(&sha, block);
  } else {
    memcpy(block, key, key_length);
  }
  begin_keyed(&sha, block, 0x36);
  wb_sha256_add(&sha, message, length);
  wb_sha256_finish(&sha, digest);
  begin_keyed(&sha, block, 0x5c);
  wb_sha256_add(&sha, digest, WB_SHA256_BYTES);
  wb_sha256_finish(&sha, digest);
}

void wb_sha256_hex(const unsigned char digest[WB_SHA256_BYTES], char text[WB_SHA256_HEX]) {
  for (int i = 0; i < WB_SHA256_BYTES; i++) snprintf(text + 2 * i, 3, "%02x", digest[i]);
}

/* SHA-256 (FIPS 180-4): names and checks what is kept in caches. */
#ifndef WB_BASE_SHA256_H
#define WB_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { WB_SHA256_BYTES = 32, WB_SHA256_HEX = 65 /* with the NUL */ };

struct wb_sha256 {
  uint32_t state[8];
  uint64_t length; /* bytes so far */
  unsigned char block[64];
};

void wb_sha256_init(struct wb_sha256 *sha);
void wb_sha256_add(struct wb_sha256 *sha, const void *bytes, size_t length);
/* A value with its length before it, so that "ab" "c" differs from "a" "bc".
 * NULL differs from the empty text. */
void wb_sha256_add_text(struct wb_sha256 *sha, const char *text);
void wb_sha256_add_number(struct wb_sha256 *sha, uint64_t number);
void wb_sha256_finish(struct wb_sha256 *sha, unsigned char digest[WB_SHA256_BYTES]);

/* HMAC-SHA256 (RFC 2104): what only somebody who has the key can compute, and from which the key
 * does not follow. */
void wb_hmac_sha256(const unsigned char *key, size_t key_length, const void *message, size_t length,
                    unsigned char digest[WB_SHA256_BYTES]);

void wb_sha256_hex(const unsigned char digest[WB_SHA256_BYTES], char text[WB_SHA256_HEX]);

#endif

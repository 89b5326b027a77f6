/* The work of SHA-256 on whole blocks, in the two ways there are; of sha256.c and its test. */
#ifndef WB_BASE_SHA256_FAST_H
#define WB_BASE_SHA256_FAST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* FIPS 180-4's constants, one a round. */
extern const uint32_t wb_sha256_round[64];

/* By the processor's own instructions for it, a fifth of the time; false where it has none, and
 * nothing is done. */
bool wb_sha256_fast(uint32_t state[8], const unsigned char *blocks, size_t count);

/* On any processor. */
void wb_sha256_plain(uint32_t state[8], const unsigned char *blocks, size_t count);

#endif

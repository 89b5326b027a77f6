/* The work of SHA-256 on whole blocks, in the two ways there are; of sha256.c and its test. */
#ifndef WB_BASE_SHA256_BLOCKS_H
#define WB_BASE_SHA256_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* By the processor's own instructions for it, a fifth of the time; false where it has none, and
 * nothing is done. */
bool wb_sha256_fast(uint32_t state[8], const unsigned char *blocks, size_t count);

/* On any processor. */
void wb_sha256_plain(uint32_t state[8], const unsigned char *blocks, size_t count);

#endif

#include "result/seed_key.h"

#include <string.h>

uint64_t wb_seed_of_case(const struct wb_seed_key *key, const char *name) {
  unsigned char digest[WB_SHA256_BYTES];
  uint64_t seed = 0;
  wb_hmac_sha256(key->bytes, sizeof key->bytes, name, strlen(name), digest);
  for (size_t i = 0; i < sizeof seed; i++) seed = seed << 8 | digest[i];
  return seed;
}

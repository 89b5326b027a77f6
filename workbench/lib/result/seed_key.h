/* What the inputs of a puzzle's hidden cases follow from where a course keeps them secret: whoever
 * grades derives a key for the puzzle, and maybe for the person, from their secret
 * (grading/secret.h), and a judge derives the seed of each hidden case from that. Neither the
 * secret nor other puzzles' keys follow from a key, nor a key from seeds.
 *
 * A key goes to a judge with its order (judge_protocol.h): never on a command line or in the
 * environment, where every process of the machine may read it. */
#ifndef WB_RESULT_SEED_KEY_H
#define WB_RESULT_SEED_KEY_H

#include "base/sha256.h"

struct wb_seed_key {
  unsigned char bytes[WB_SHA256_BYTES];
};

/* The first 64 bits of HMAC-SHA256(key, name), the highest first. It is by a case's name, so that
 * cases that are added or moved leave the others' inputs as they are. */
uint64_t wb_seed_of_case(const struct wb_seed_key *key, const char *name);

#endif

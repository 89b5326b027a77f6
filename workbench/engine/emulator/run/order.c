#include "emulator/run/order.h"

/* The finaliser of splitmix64 (Steele, Lea, Flood 2014). */
static uint64_t mix_bits(uint64_t x) {
  x += 0x9E3779B97F4A7C15ULL;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ x >> 27) * 0x94D049BB133111EBULL;
  return x ^ x >> 31;
}

/* A four-round Feistel network on 2 × half bits: a bijection whatever its
 * round function. */
static uint64_t scramble_index(uint64_t key, unsigned half, uint64_t x) {
  const uint64_t mask = (1ULL << half) - 1;
  uint64_t left = x >> half, right = x & mask;
  for (uint64_t round = 0; round < 4; round++) {
    uint64_t next = left ^ (mix_bits(key ^ right ^ round << 56) & mask);
    left = right;
    right = next;
  }
  return left << half | right;
}

/* Walks the network's cycle until it is back among the first `count`: still a
 * bijection, and fewer than four steps on average, since the network's domain
 * is less than four times as large. */
static uint64_t shuffled_position(uint64_t key, uint64_t count, uint64_t position) {
  unsigned half = 1;
  while (half < 32 && 1ULL << (2 * half) < count) half++;
  uint64_t x = position;
  do x = scramble_index(key, half, x);
  while (x >= count);
  return x;
}

uint64_t wb_order_at(const struct wb_schedule *schedule, uint64_t salt, uint64_t count,
                     uint64_t position) {
  uint64_t at = position;
  if (schedule->kind == WB_SCHEDULE_REVERSE)
    at = count - 1 - position;
  else if (schedule->kind == WB_SCHEDULE_SHUFFLE)
    at = shuffled_position(mix_bits(schedule->seed ^ mix_bits(salt)), count, position);
  return at;
}

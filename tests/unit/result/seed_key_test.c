#include "result/judge_protocol.h"

#include <unistd.h>

#include "base/process.h"
#include "tap.h"

static struct wb_seed_key counted_key(void) {
  struct wb_seed_key key;
  for (size_t i = 0; i < sizeof key.bytes; i++) key.bytes[i] = (unsigned char)i;
  return key;
}

/* By Python's hmac. */
static void a_seed_is_the_first_64_bits_of_an_hmac(void) {
  const struct wb_seed_key key = counted_key();
  CHECK(wb_seed_of_case(&key, "a group without elements") == UINT64_C(0x69fe48d99c34d87c));
}

static void seeds_differ_by_case_and_by_key(void) {
  struct wb_seed_key key = counted_key();
  const uint64_t seed = wb_seed_of_case(&key, "one");
  CHECK(seed != wb_seed_of_case(&key, "two"));
  CHECK(seed == wb_seed_of_case(&key, "one"));
  key.bytes[31] ^= 1;
  CHECK(seed != wb_seed_of_case(&key, "one"));
}

static void receive(const struct wb_judge_order *sent, struct wb_judge_order *got) {
  int ends[2];
  struct wb_error err = {0};
  wb_judge_order_init(got);
  CHECK_INT(wb_socket_pair(ends, &err), WB_OK);
  CHECK_INT(wb_judge_order_send(ends[0], sent, &err), WB_OK);
  CHECK_INT(wb_judge_order_receive(ends[1], 1000, got, &err), WB_OK);
  CHECK_STRING(err.message, "");
  close(ends[0]);
  close(ends[1]);
}

static void an_order_brings_its_key(void) {
  struct wb_judge_order order, got;
  wb_judge_order_init(&order);
  wb_names_add(&order.arguments, "run");
  receive(&order, &got);
  CHECK(!got.has_key);
  wb_judge_order_release(&got);
  order.has_key = true;
  order.key = counted_key();
  receive(&order, &got);
  CHECK(got.has_key);
  CHECK(memcmp(&got.key, &order.key, sizeof got.key) == 0);
  CHECK_INT(got.arguments.count, 1);
  wb_judge_order_release(&got);
  wb_judge_order_release(&order);
}

int main(void) {
  tap_run("a case's seed is the first 64 bits of an HMAC-SHA256, by a vector of another program",
          a_seed_is_the_first_64_bits_of_an_hmac);
  tap_run("seeds differ by the case's name and by the key", seeds_differ_by_case_and_by_key);
  tap_run("an order brings its key, or none", an_order_brings_its_key);
  return tap_finish();
}

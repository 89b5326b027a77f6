/* What a launch's child leaves in shared memory may be anything: its parent makes it valid, field
 * by field, and can send it on. */
#include "emulator/run/shared.h"

#include <stdlib.h>
#include <string.h>

#include "device/protocol.h"
#include "finding/finding_fields.h"
#include "tap.h"
#include "tensor/fill.h"

enum { ROUNDS = 2000 };

static void scribble(void *bytes, size_t length, uint64_t seed) {
  unsigned char *to = bytes;
  for (size_t i = 0; i < length; i++) to[i] = (unsigned char)wb_random_at(seed, i);
}

/* Whether what it came to goes over the wire, and comes back. */
static bool can_be_sent(const struct wb_fields *fields, const void *of, void *again) {
  struct wb_str bytes;
  wb_str_init(&bytes);
  wb_fields_put(fields, &bytes, of);
  struct wb_reader in = wb_reader_of(bytes.data, bytes.length);
  wb_fields_get(fields, &in, again);
  const bool sent = wb_reader_done(&in);
  wb_str_release(&bytes);
  return sent;
}

static bool are_alike(const struct wb_finding *a, const struct wb_finding *b) {
  struct wb_str one, other;
  wb_str_init(&one);
  wb_str_init(&other);
  wb_fields_put(&wb_finding_fields, &one, a);
  wb_fields_put(&wb_finding_fields, &other, b);
  const bool alike = one.length == other.length && memcmp(one.data, other.data, one.length) == 0;
  wb_str_release(&one);
  wb_str_release(&other);
  return alike;
}

static void whatever_the_child_wrote_becomes_a_finding(void) {
  struct wb_shared *shared = wb_shared_new(16, 0);
  struct wb_outcome *outcome = wb_alloc(sizeof *outcome);
  struct wb_finding finding;
  struct wb_line_cost line;
  size_t sent = 0;
  for (uint64_t seed = 0; seed < ROUNDS; seed++) {
    scribble(&shared->findings[0], sizeof shared->findings[0], seed);
    scribble(&shared->lines[0], sizeof shared->lines[0], seed + ROUNDS);
    shared->n_findings = shared->n_lines = 1;
    CHECK_INT(wb_shared_take(shared, 16, 0, outcome, NULL), WB_OK);
    sent += can_be_sent(&wb_finding_fields, &outcome->findings[0], &finding) &&
            can_be_sent(&wb_line_cost_fields, &outcome->lines[0], &line);
  }
  CHECK_INT(sent, ROUNDS);
  free(outcome);
  wb_shared_free(shared, 16, 0);
}

static void what_is_valid_stays_as_it_is(void) {
  struct wb_shared *shared = wb_shared_new(16, 0);
  struct wb_outcome *outcome = wb_alloc(sizeof *outcome);
  const struct wb_finding finding = {.kind = WB_DATA_RACE,
                                     .severity = WB_SEVERITY_WARNING,
                                     .access = WB_ACCESS_ATOMIC,
                                     .memory = WB_MEMORY_PRIVATE,
                                     .has_item = true,
                                     .has_index = true,
                                     .line = 7,
                                     .index = -1,
                                     .count = 5,
                                     .items = 4,
                                     .n_first = WB_FINDING_FIRST_ITEMS,
                                     .first = {{.item = {1, 2, 3}}},
                                     .other = {.present = true, .access = WB_ACCESS_WRITE},
                                     .array = "out",
                                     .message = "stores"};
  shared->findings[0] = finding;
  shared->n_findings = 1;
  CHECK_INT(wb_shared_take(shared, 16, 0, outcome, NULL), WB_OK);
  CHECK_INT(outcome->n_findings, 1);
  CHECK(are_alike(&outcome->findings[0], &finding));
  shared->findings[0].n_first = 0;
  shared->findings[0].count = 0;
  shared->n_findings = UINT64_MAX;
  CHECK_INT(wb_shared_take(shared, 16, 0, outcome, NULL), WB_OK);
  CHECK_INT(outcome->n_findings, WB_MAX_OUTCOME_FINDINGS);
  CHECK(!outcome->findings[0].has_item && outcome->findings[0].count == 1);
  CHECK_INT(outcome->findings[0].items, 1);
  free(outcome);
  wb_shared_free(shared, 16, 0);
}

/* Ranges that cannot be, or overlap, or go backwards, are left out. */
static void whatever_the_child_says_it_touched_can_be_sent(void) {
  enum { RANGES = 20 };
  struct wb_shared *shared = wb_shared_new(16, 0);
  struct wb_outcome *outcome = wb_alloc(sizeof *outcome), *again = wb_alloc(sizeof *again);
  size_t sent = 0, ranges = 0;
  for (uint64_t seed = 0; seed < ROUNDS; seed++) {
    scribble(shared->touched, RANGES * sizeof *shared->touched, seed);
    for (size_t i = 0; i < RANGES; i++) {
      struct wb_touched *one = &shared->touched[i];
      one->arg %= WB_MAX_ARGS + 2;
      if (i % 2 == 0) one->start %= 100;
      if (i % 2 == 0) one->end %= 100;
    }
    shared->n_touched = RANGES;
    shared->knows_touched = 1;
    shared->busy_items = wb_random_at(seed, 1000);
    wb_outcome_init(outcome);
    wb_outcome_init(again);
    CHECK_INT(wb_shared_take(shared, 16, 0, outcome, NULL), WB_OK);
    ranges += outcome->n_touched;
    sent += can_be_sent(&wb_outcome_fields, outcome, again);
    wb_outcome_release(outcome);
    wb_outcome_release(again);
  }
  CHECK_INT(sent, ROUNDS);
  CHECK(ranges > ROUNDS);
  free(outcome);
  free(again);
  wb_shared_free(shared, 16, 0);
}

int main(void) {
  tap_run("whatever the child wrote becomes a finding that can be sent",
          whatever_the_child_wrote_becomes_a_finding);
  tap_run("whatever the child says it touched can be sent",
          whatever_the_child_says_it_touched_can_be_sent);
  tap_run("what is valid stays as it is", what_is_valid_stays_as_it_is);
  return tap_finish();
}

/* What several launches count together. */
#include "finding/counters.h"

#include "finding/line_cost.h"
#include "tap.h"

static void work_is_summed_over_launches(void) {
  struct wb_counters all = {0};
  const struct wb_counters first = {.global_reads = 10,
                                    .max_global_reads = 3,
                                    .local_bytes = 64,
                                    .bank_conflicts = 2,
                                    .occupancy_percent = 50,
                                    .subgroup = 32,
                                    .items = 8};
  const struct wb_counters second = {.global_reads = 5,
                                     .max_global_reads = 7,
                                     .local_bytes = 16,
                                     .occupancy_percent = 25,
                                     .subgroup = 32,
                                     .items = 4};
  wb_counters_add(&all, &first);
  CHECK(memcmp(&all, &first, sizeof all) == 0);
  wb_counters_add(&all, &second);
  CHECK_INT(all.global_reads, 15);
  CHECK_INT(all.bank_conflicts, 2);
  CHECK_INT(all.items, 12);
  CHECK_INT(all.max_global_reads, 7);
  CHECK_INT(all.local_bytes, 64);
  CHECK_INT(all.occupancy_percent, 25);
  CHECK_INT(all.subgroup, 32);
}

static void costs_of_one_place_are_one(void) {
  struct wb_line_cost lines[2 * WB_MAX_LINE_COSTS] = {
      {.line = 4, .column = 3, .executions = 1, .cost = 5, .ideal = 5},
      {.line = 9, .column = 1, .executions = 2, .cost = 8, .ideal = 2, .array = "a"},
      {.line = 4, .column = 3, .executions = 1, .cost = 4, .ideal = 1},
      {.line = 9, .column = 1, .executions = 3, .cost = 9, .ideal = 9, .array = "b"}};
  CHECK_INT(wb_line_costs_gather(lines, 4), 3);
  CHECK_INT(lines[0].line, 9);
  CHECK_STRING(lines[0].array, "a");
  CHECK_INT(lines[1].line, 4);
  CHECK_INT(lines[1].executions, 2);
  CHECK_INT(lines[1].cost, 9);
  CHECK_INT(lines[1].ideal, 6);
  CHECK_STRING(lines[2].array, "b");
  for (uint32_t i = 0; i < 2 * WB_MAX_LINE_COSTS; i++)
    lines[i] = (struct wb_line_cost){.line = i + 1, .cost = i};
  CHECK_INT(wb_line_costs_gather(lines, 2 * WB_MAX_LINE_COSTS), WB_MAX_LINE_COSTS);
  CHECK_INT(lines[0].line, 2 * WB_MAX_LINE_COSTS);
}

static void occupancy_alone_is_wanted(void) {
  const unsigned occupancy = wb_counter_index("occupancy_percent");
  CHECK(occupancy < WB_BUDGET_COUNTERS && !wb_counter_is_modelled(occupancy));
  for (unsigned i = 0; i < WB_COUNTER_COUNT; i++)
    CHECK(wb_counter_is_wanted(i) == (i == occupancy));
  CHECK(wb_counter_exceeds(occupancy, 74, 75) && !wb_counter_exceeds(occupancy, 75, 75));
  CHECK(!wb_counter_exceeds(occupancy, 100, 75));
  CHECK(wb_counter_exceeds(0, 76, 75) && !wb_counter_exceeds(0, 75, 75));
  CHECK(wb_counter_index("subgroup") == WB_BUDGET_COUNTERS);
}

static void check_words(const char *counter, uint64_t count, const char *words) {
  struct wb_str text;
  wb_str_init(&text);
  wb_counter_add(wb_counter_index(counter), count, &text);
  CHECK_STRING(text.data, words);
  wb_str_release(&text);
}

static void one_of_a_thing_is_singular(void) {
  check_words("launches", 1, "1 launch");
  check_words("launches", 0, "0 launches");
  check_words("copies", 1, "1 copy");
  check_words("copies", 2, "2 copies");
  check_words("bytes_to_device", 1, "1 byte copied to a device");
  check_words("host_waits", 1, "1 wait");
  check_words("max_global_reads", 1, "1 global read by one work-item");
  check_words("branches", 1, "1 branch");
  check_words("distinct_pieces", 1, "1 different piece of global memory");
  check_words("occupancy_percent", 1, "1 percent of occupancy");
}

int main(void) {
  tap_run("a budget of occupancy is a minimum, and no other is", occupancy_alone_is_wanted);
  tap_run("one of what a counter counts is singular", one_of_a_thing_is_singular);
  tap_run("work is summed over launches, of the most of a work-item the greatest counts",
          work_is_summed_over_launches);
  tap_run("costs of one place are one, what wastes most first, and no more than there is room for",
          costs_of_one_place_are_one);
  return tap_finish();
}

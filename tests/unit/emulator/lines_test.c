/* Which groups are tried together, as one row in lockstep (run/schedule.c): a loop over work-items
 * that only counts them stands for a kernel's. What such rows do is tested in lockstep_test.c, and
 * of which kernels they are made in lockstep_code_test.c. */
#include "rig.h"

enum { LINES, IN_LINES, LAST_STEP, ALONE, COUNTS };

static void count_items(struct wbrt_context *context, const void *const *args, uint64_t count,
                        int64_t step) {
  int *counts = (int *)(uintptr_t)pointer_arg(args, 0);
  const bool together = step == WB_ACROSS_GROUPS || step == WB_ALONG_COLUMN;
  if (together) {
    counts[LINES]++;
    counts[LAST_STEP] = (int)step;
  }
  counts[together ? IN_LINES : ALONE] += (int)count;
  context->items += count;
}

/* A launch of two dimensions, and of its work-items how many ran in how many lines. */
struct launch {
  size_t global[2], local[2];
  bool crosses_groups, has_columns, reverse;
  int lines, in_lines, step;
};

static void check_launch(const struct launch *one) {
  struct rig *rig = rig_new(NULL, one->global[0], one->local[0]);
  rig_buffer(rig, "counts", COUNTS, WB_BUFFER_READ_WRITE, true);
  rig->image.item_loop = count_items;
  rig->image.in_lockstep = true;
  rig->image.crosses_groups = one->crosses_groups;
  rig->image.has_columns = one->has_columns;
  rig->launch.dimensions = 2;
  rig->launch.global[1] = one->global[1];
  rig->launch.local[1] = one->local[1];
  if (one->reverse) rig->launch.schedule.kind = WB_SCHEDULE_REVERSE;
  rig_run(rig);
  CHECK(rig_clean(rig));
  CHECK_INT(rig_int(rig, 0, LINES), one->lines);
  CHECK_INT(rig_int(rig, 0, IN_LINES), one->in_lines);
  CHECK_INT(rig_int(rig, 0, ALONE), (int)(one->global[0] * one->global[1]) - one->in_lines);
  if (one->lines > 0) CHECK_INT(rig_int(rig, 0, LAST_STEP), one->step);
  rig_free(rig);
}

static void test_rows(void) {
  static const struct launch LAUNCHES[] = {
      {.global = {64, 1}, .local = {8, 1}, .crosses_groups = true, .lines = 1, .in_lines = 64},
      {.global = {64, 2}, .local = {1, 1}, .crosses_groups = true, .lines = 2, .in_lines = 128},
      {.global = {3000, 1}, .local = {4, 1}, .crosses_groups = true, .lines = 3, .in_lines = 3000},
      {.global = {64, 1}, .local = {8, 1}},
      {.global = {64, 1}, .local = {8, 1}, .crosses_groups = true, .reverse = true},
      {.global = {64, 2}, .local = {8, 2}, .crosses_groups = true}};
  for (size_t i = 0; i < sizeof LAUNCHES / sizeof LAUNCHES[0]; i++) check_launch(&LAUNCHES[i]);
}

static void test_columns(void) {
  static const struct launch LAUNCHES[] = {
      {{1, 64}, {1, 1}, true, true, false, 1, 64, WB_ALONG_COLUMN},
      {{1, 64}, {1, 8}, true, true, false, 1, 64, WB_ALONG_COLUMN},
      {{1, 3000}, {1, 1}, true, true, false, 3, 3000, WB_ALONG_COLUMN},
      {{1, 64}, {1, 1}, true, false, false, 0, 0, 0},
      {{1, 64}, {1, 1}, true, true, true, 0, 0, 0},
      {{2, 64}, {1, 1}, true, true, false, 64, 128, WB_ACROSS_GROUPS},
      {{2, 64}, {2, 8}, true, true, false, 0, 0, 0}};
  for (size_t i = 0; i < sizeof LAUNCHES / sizeof LAUNCHES[0]; i++) check_launch(&LAUNCHES[i]);
}

int main(void) {
  tap_run("groups side by side in dimension 0 are tried as one row", test_rows);
  tap_run("those of a launch with one work-item there, in dimension 1", test_columns);
  return tap_finish();
}

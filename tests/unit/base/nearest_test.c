#include "base/nearest.h"

#include "tap.h"

static const char *const names[] = {"01-map", "02-zip", "03-guards", "05-shared-memory"};

static void swap_counts_once(void) {
  CHECK_INT(wb_edit_distance("map", "mpa"), 1);
  CHECK_INT(wb_edit_distance("", "abc"), 3);
  CHECK_INT(wb_edit_distance("Zip", "zip"), 0);
}

static void misspelt_name_is_found(void) {
  CHECK_STRING(wb_nearest("03-gaurds", names, 4), "03-guards");
  CHECK_STRING(wb_nearest("5-shared-memory", names, 4), "05-shared-memory");
}

static void far_name_suggests_nothing(void) { CHECK(wb_nearest("quicksort", names, 4) == NULL); }

int main(void) {
  tap_run("swapped neighbours are one edit, and case does not count", swap_counts_once);
  tap_run("a misspelt name finds its neighbour", misspelt_name_is_found);
  tap_run("a name that is far from all suggests nothing", far_name_suggests_nothing);
  return tap_finish();
}

#include "grading/course_state.h"

#include <stdlib.h>

/* What was found so far. */
struct faults {
  size_t count;
  char *first; /* NULL: none */
};

static void count_faults(const struct wb_check_report *report, struct faults *faults) {
  for (size_t i = 0; i < report->count; i++) {
    const struct wb_check_item *item = &report->items[i];
    if (item->outcome != WB_CHECK_FAULT) continue;
    faults->count++;
    if (faults->first == NULL)
      faults->first =
          wb_format("%s%s%s", item->file[0] != '\0' ? item->file : item->puzzle,
                    item->file[0] != '\0' || item->puzzle[0] != '\0' ? ": " : "", item->message);
  }
}

static void count_puzzle(const struct wb_check_puzzle *puzzle, void *data) {
  count_faults(&puzzle->report, data);
}

static enum wb_status find_faults(const struct wb_check_order *order, struct faults *faults,
                                  const struct wb_pool_watch *watch, struct wb_error *err) {
  struct wb_check_run run = {0};
  enum wb_status status = wb_check_run_begin(&run, order, err);
  if (status == WB_OK) status = wb_check_run_all(&run, watch, count_puzzle, faults, err);
  if (status == WB_OK && run.trouble.status != WB_OK) {
    status = run.trouble.status;
    if (err != NULL) *err = run.trouble;
  }
  wb_check_run_release(&run);
  return status;
}

enum wb_status wb_grading_check_course(const struct wb_course *course,
                                       const struct wb_catalog *catalog,
                                       const struct wb_run_about *about, size_t parallel,
                                       const struct wb_pool_watch *watch, struct wb_error *err) {
  struct wb_check_order order = {
      .course = course, .catalog = catalog, .quick = true, .parallel = parallel};
  struct faults faults = {0};
  const char **slugs = wb_alloc((about->n_puzzles + 1) * sizeof *slugs);
  for (size_t i = 0; i < about->n_puzzles; i++) slugs[i] = about->puzzles[i].slug;
  enum wb_status status = wb_check_order_choose(&order, slugs, about->n_puzzles, err);
  if (status == WB_OK) status = find_faults(&order, &faults, watch, err);
  if (status == WB_OK && faults.count > 0)
    status = wb_fail(err, WB_ERR_SPEC,
                     "the course has %zu fault%s, and nobody is graded by it: %s; `workbench check "
                     "--quick` names %s, and --unchecked grades nevertheless",
                     faults.count, faults.count == 1 ? "" : "s", faults.first,
                     faults.count == 1 ? "it" : "all");
  wb_check_order_release(&order);
  free(faults.first);
  free(slugs);
  return status;
}
